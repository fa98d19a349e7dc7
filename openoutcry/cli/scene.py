"""A decision as a scene of the full screen: board, tabs, news, question and answers."""

from collections.abc import Sequence

from rich.text import Text

from openoutcry.cli import answer
from openoutcry.cli.display import Display
from openoutcry.cli.frame import Entry, Scene, Tab
from openoutcry.cli.terminal import readable
from openoutcry.core.title import Pane, PanedScreen
from openoutcry.core.view import Decision, Telling, View


def scene_of(
    view: View, display: Display, news: Sequence[Telling], story: Sequence[Telling], prompt: str
) -> Scene:
    """What the viewer, who has to decide, can see and answer."""
    assert view.decision is not None and view.seat is not None
    board, *others = _panes(view, display)
    tabs = [_tab(pane, display) for pane in others]
    told = [*map(display.sentence, story)]
    return Scene(
        head=f"{display.word('title')} · {display.names[view.seat]}",
        board=_lines(board.lines),
        tabs=[*tabs, Tab(display.terminal.say("play.pane.story"), told, endless=True)],
        news=[*map(display.sentence, news)],
        question=display.word(f"kind.{view.decision.kind}"),
        entries=_entries(view.decision, display),
        prompt=prompt,
        keys=display.terminal.say("play.pane.keys"),
    )


def words_alone(head: str, question: str, prompt: str) -> Scene:
    """A screen that shows nothing of the match."""
    return Scene(head, [], [], [], question, [], prompt, "")


def _panes(view: View, display: Display) -> list[Pane]:
    screen = display.title.screen
    if isinstance(screen, PanedScreen):
        return screen.panes(view, display.word)
    return [Pane("board", screen.draw(view, display.word))]


def _tab(pane: Pane, display: Display) -> Tab:
    narrow = None if pane.narrow is None else _lines(pane.narrow)
    return Tab(display.word(f"screen.pane.{pane.name}"), _lines(pane.lines), narrow)


def _lines(marked: list[str]) -> list[Text]:
    return [readable(line) for line in marked]


def _entries(decision: Decision, display: Display) -> list[Entry]:
    return [
        Entry(key, offer, display.word(offer.key, **offer.args))
        for key, offer in zip(answer.keys(decision), decision.offers, strict=True)
    ]
