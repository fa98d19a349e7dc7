"""A match on the screen: the board, the story and the final scores, as one seat may see them."""

from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from openoutcry.cli.terminal import Terminal, readable
from openoutcry.core.match import Match
from openoutcry.core.view import Telling, View


class Display:
    """Shows one match in one language, with the names of who sits where."""

    def __init__(self, match: Match, names: list[str], terminal: Terminal) -> None:
        self.title = match.title
        self.labels = match.labels
        self.names = names
        self.terminal = terminal

    def word(self, key: str, **args: str | int) -> str:
        """A message of the title's catalogue; "seat" is the name of who sits there."""
        if key == "seat":
            return self.names[int(args["seat"])]
        return self.title.words.say(self.terminal.lang, key, args, self.names, self.labels)

    def draw(self, view: View) -> None:
        for line in self.title.screen.draw(view, self.word):
            self.terminal.show(line)

    def lookup(self, view: View, text: str) -> list[str]:
        """What a title with a map says about a place on it; nothing for other titles."""
        return self.title.screen.lookup(view, text, self.word)

    def tell(self, events: list[Telling]) -> None:
        for event in events:
            self.terminal.console.print(Padding(self.sentence(event), (0, 0, 0, 2), expand=False))

    def sentence(self, event: Telling) -> Text:
        """A piece of the story."""
        return readable(f"[dim]·[/] {escape(self.word(event.key, **event.args))}")

    def scores(self, match: Match) -> None:
        """Who won, and where everybody's points come from."""
        parts = match.view(None).score_lines or []
        scores, places = match.scores(), match.places()
        for seat in sorted(range(match.seats), key=lambda seat: places[seat]):
            style = "bold green" if places[seat] == 1 else "bold"
            head = f"{places[seat]}.  {self.names[seat]:<20}"
            self.terminal.show(f"  [{style}]{head}{scores[seat]:>8}[/]")
            for line in parts[seat]:
                about = escape(self.word(line.key, **line.args))
                self.terminal.show(f"      {about:<50}{line.points:>6}  [dim]{line.rule}[/]")
