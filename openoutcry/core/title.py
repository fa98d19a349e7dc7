"""What a title hands to everything above it: rules, words, views, advice, in one object."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from openoutcry.core import edition as editions
from openoutcry.core.board import Board
from openoutcry.core.edition import Edition
from openoutcry.core.errors import EditionError, OptionError, OutcryError
from openoutcry.core.feats import Feats
from openoutcry.core.features import Features
from openoutcry.core.layout import Layout
from openoutcry.core.memory import Memory
from openoutcry.core.misfit import Misfit
from openoutcry.core.observation import Observer
from openoutcry.core.options import Option, Options
from openoutcry.core.options import complete as complete_options
from openoutcry.core.standing import Standing
from openoutcry.core.state import Advice, State
from openoutcry.core.tuning import Effort

Args = dict[str, str | int]


class Offer(msgspec.Struct, frozen=True):
    """One action that may be chosen, ready to be shown.

    `key` and `args` are a message ("offer.sell", {"count": 2, ...}); `targets` names the
    pieces of the board that light up ("card", "company:0"); `confirm` is the key of a
    warning to be accepted first, for a cost that may come as a surprise.

    An offer without targets declines or ends something. Where there are many, those with the same
    `verb` (the message "verb.sell") are shown as one, and are chosen on the board. `leads` names
    the pieces among which the same seat chooses next: pointing at one of them answers both.
    """

    action: str
    key: str
    args: Args
    rule: str
    targets: tuple[str, ...] = ()
    confirm: str = ""
    verb: str = ""
    leads: tuple[str, ...] = ()


class Blocked(msgspec.Struct, frozen=True):
    """Pieces of the board that may not be chosen now, and why: a message and its rule."""

    targets: tuple[str, ...]
    key: str
    args: Args
    rule: str


class Event(msgspec.Struct, frozen=True):
    """A piece of the story: a message key and its arguments, never a sentence.

    Seen by whoever saw the action; with `public` by everybody; with `only` by one seat.
    """

    key: str
    args: Args
    public: bool = False
    only: int | None = None


class ScoreLine(msgspec.Struct, frozen=True):
    """A part of a seat's score: a message, its points and the rule behind it."""

    key: str
    args: Args
    points: int
    rule: str


class Box(Protocol):
    """box.py: from edition and options to the first state."""

    OPTIONS: tuple[Option, ...]

    def check(self, edition: Edition) -> list[str]:
        """What is wrong with the edition's values; empty if it can be played."""

    def seats(self, edition: Edition) -> range:
        """The numbers of seats it can be played with."""

    def start(self, edition: Edition, seats: int, options: Options) -> State:
        """The state before the first draw."""


class Notation(Protocol):
    """notation.py: actions and draws as text, and back. Unknown text raises ValueError."""

    def write(self, action: int) -> str:
        """The action as text; `ValueError` if there is no such action."""

    def read(self, text: str) -> int:
        """The action that the text names; `ValueError` if it names none."""

    def write_draw(self, outcome: int) -> str:
        """The outcome as text; `ValueError` if there is no such outcome."""

    def read_draw(self, text: str) -> int:
        """The outcome that the text names; `ValueError` if it names none."""


class Views(Protocol):
    """view.py: what a seat (or SPECTATOR) may know, built up from nothing."""

    def board(self, state: State, seat: int) -> Board:
        """Everything to draw: an instance of the title's own board."""

    def companies(self, state: State) -> list[str]:
        """The companies' ids, for market lists and charts; words in the catalogue."""

    def prices(self, state: State) -> list[int]:
        """Price now of a share of each company."""

    def worth(self, state: State, seat: int) -> list[int | None]:
        """What each seat is worth, as far as `seat` may know; None where hidden."""

    def kind(self, state: State, seat: int) -> str:
        """The kind of decision `seat` faces, such as "auction"."""

    def offer(self, state: State, seat: int, action: int) -> Offer:
        """How an action is shown to the seat that may choose it."""

    def reasons(self, state: State, seat: int) -> Iterator[tuple[str, str]]:
        """Pieces that `seat`, which has to decide, may not choose now, each with the reason as
        `State.refuse` gives it; those that an offer lights up, or without a reason, are ignored."""

    def score_lines(self, state: State) -> list[list[ScoreLine]]:
        """Per seat, the parts of the final score, in the rules' order."""


FINAL_SCORE = "story.final"
"""The key of the event that tells one seat's final score."""
TIE_BREAK = "story.tie"
"""The key of the event that tells why `seat` is placed before `other` with the same score."""


class Stories(Protocol):
    """story.py: what to tell about a step."""

    def tell(self, before: State, actor: int, action: int, after: State) -> list[Event]:
        """The events of `action`, in the order in which people should hear of them.

        The step that ends the match also tells every seat's score, to everybody: one event
        FINAL_SCORE a seat, whose arguments hold `seat`. Where the rules break a tie, TIE_BREAK
        follows for each pair of neighbours in the order of places.
        """


class Between(Protocol):
    """story.py of a title in which one step may show several things, one after the other."""

    def __call__(
        self, before: State, actor: int, action: int, after: State
    ) -> list[tuple[int, State]]:
        """Positions on the way from `before` to `after`, each with the number of the step's events
        that have been told by then. None of them shows anybody more than `after` does."""


class Observers(Protocol):
    """observe.py: from a match's set-up to the observer that learners read."""

    def __call__(self, edition: Edition, seats: int, options: Options) -> Observer: ...


class Words(Protocol):
    """The title's catalogues and rules text."""

    def say(
        self,
        lang: str,
        key: str,
        args: Mapping[str, Any],
        names: list[str] | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> str:
        """The message `key` with its arguments; `KeyError` if the catalogue has none."""

    def about(self, lang: str, text: str) -> str:
        """A source or note of an edition, translated if it is one of ours."""

    def rules(self, lang: str) -> str:
        """The rules of the title, as Markdown."""


class Say(Protocol):
    """The title's words in the reader's language."""

    def __call__(self, key: str, **args: str | int) -> str: ...


class Screen(Protocol):
    """terminal.py: the board as lines of text with rich markup, at most 80 wide."""

    def draw(self, view: Any, say: Say) -> list[str]:
        """The board of a view, a line each; `say` speaks the reader's language."""

    def lookup(self, view: Any, text: str, say: Say) -> list[str]:
        """What the terminal's `? 20` tells about a place of the board; no lines for a text that
        names none, or for a board without places."""


@dataclass(frozen=True)
class Pane:
    """A part of the board as lines with rich markup, at most 80 wide."""

    name: str
    """Its key below `screen.pane.` in the title's catalogues."""
    lines: list[str]
    narrow: list[str] | None = None
    """The same at most 38 wide, to stand beside the board of a wide terminal."""


@runtime_checkable
class PanedScreen(Screen, Protocol):
    """A terminal.py whose board does not fit on a small screen as a whole."""

    def panes(self, view: Any, say: Say) -> list[Pane]:
        """The board in parts. The first is always on the screen and shows what a decision needs:
        the board and the viewer's own holdings, in at most 16 lines. The others are a key away,
        or beside it where there is room."""


@dataclass(frozen=True)
class Reader:
    """For whom a picture is drawn."""

    lang: str
    say: Say
    labels: Mapping[str, str]
    """The edition's company names, by id, where they differ from the catalogues'."""
    theme: Literal["day", "night"]


class Picture(Protocol):
    """picture.py: the board as SVG, in the look of the browser's."""

    def draw(self, view: Any, reader: Reader) -> str:
        """The whole picture of a view: nothing that is not in it, so nothing hidden."""


@dataclass(frozen=True, eq=False)  # one instance each, and a key of caches
class Title:
    """One game, ready to be played."""

    name: str
    rules_version: int
    minutes: int
    folder: Path
    box: Box
    notation: Notation
    views: Views
    board: type[Board]
    """What `views.board` gives; the client's types are made from it."""
    stories: Stories
    advice: Advice
    words: Words
    load_screen: Callable[[], Screen]
    """Imports terminal.py, which may need more than the engine does."""
    observer: Observers
    load_picture: Callable[[], Picture] | None = None
    """Imports picture.py; a title without one is drawn plainly, from its board's fields."""
    layout: Layout = field(default_factory=Layout)
    """What the columns of its edition's lists mean, and which rules speak of a table."""
    between: Between | None = None
    """What is seen within a single step, where that is more than its end."""
    memory: Memory | None = None
    """What people must remember; None where all that counts lies open, or may be looked up."""
    features: Features | None = None
    """What explains a choice; without it, only scores and prices do."""
    feats: Feats | None = None
    """What people are remembered for; without it, their pages say less."""
    standing: Standing | None = None
    """What may be answered in advance at a table that keeps such answers; None: nothing."""
    efforts: Mapping[str, Effort] = field(default_factory=dict)
    """How hard each level searches here, by its name; levels not listed search as in any title."""
    ladder: Mapping[str, float] = field(default_factory=dict)
    """By level: the mean place of one bot among three of the level below, as `outcry ladder` found;
    ratings start from it."""
    shrewd: Mapping[str, int] = field(default_factory=dict)
    """The numbers by which its advice plays best, as `outcry sharpen` found; {}: as it is."""
    network: str = ""
    """The SHA-256 of network.bin in its folder: what bots have learned here; "" for nothing."""
    decisions: int = 0
    """How often one of four players decides in a match; 0: nobody has measured it."""
    choices: int = 0
    """Among how many actions on average; 0: nobody has measured it."""
    assumed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Numbers that an edition may leave out, by table: those that moved from the rules into the
    edition after records, tables and people's own files had been made without them."""
    older: "tuple[Title, ...]" = ()
    """The same title by its earlier rules, each with its own `rules_version`."""

    def __repr__(self) -> str:
        return f"<Title {self.name}, rules version {self.rules_version}>"

    @cached_property
    def screen(self) -> Screen:
        """The board in the terminal, imported when it is first asked for."""
        return self.load_screen()

    @cached_property
    def picture(self) -> Picture | None:
        """The board as SVG, imported when it is first asked for."""
        return self.load_picture() if self.load_picture is not None else None

    @cached_property
    def own_identity(self) -> str:
        """That of the title's own edition, which is read once for it."""
        return self.edition().identity

    def by_rules(self, version: int) -> "Title":
        """The title as that version of its rules plays it."""
        known = {title.rules_version: title for title in (self, *self.older)}
        if version not in known:
            there = ", ".join(str(number) for number in sorted(known))
            newer = "; a newer release may have it" if version > self.rules_version else ""
            raise OutcryError(f"{self.name} has no rules version {version}, only {there}{newer}")
        return known[version]

    def edition(self, source: Edition | Path | str | None = None) -> Edition:
        """The title's own edition, or one from a file; `EditionError` if it cannot be played."""
        if source is None:
            source = self.folder / "edition.toml"
        found = source if isinstance(source, Edition) else editions.read(Path(source))
        if found.title != self.name:
            said = f"{found.name} is an edition of {found.title}, not of {self.name}"
            raise EditionError(said, Misfit(said, "title"))
        if found.rules not in (None, self.rules_version):
            said = (
                f"{found.name} is made for rules version {found.rules} of {self.name},"
                f" not for {self.rules_version}"
            )
            raise EditionError(said, Misfit(said, "rules", version=self.rules_version))
        found = self.completed(found)
        problems = self.box.check(found)
        if problems:
            more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
            raise EditionError(f"{found.name}: {problems[0]}{more}", problems[0])
        return found

    @cached_property
    def variants(self) -> "tuple[Edition, ...]":
        """Editions that differ from its own in what people of this game ask for."""
        return tuple(self.edition(file) for file in sorted(self.folder.glob("variants/*.toml")))

    def completed(self, edition: Edition) -> Edition:
        """The edition with the numbers that it may leave out."""
        return replace(edition, assumed=self.assumed)

    def labels(self, edition: Edition) -> dict[str, str]:
        """Names by id that differ from the title's own edition; the catalogues know the rest."""
        ours = self.edition().labels()
        return {id: name for id, name in edition.labels().items() if ours.get(id) != name}

    def options(self, edition: Edition, seats: int, chosen: Mapping[str, object]) -> Options:
        """All options with their values; `OptionError` if one of them, or the number of seats, is
        not allowed."""
        allowed = self.box.seats(edition)
        if type(seats) is not int or seats not in allowed:
            raise OptionError(
                f"{self.name} is for {allowed[0]} to {allowed[-1]} seats, not {seats!r}"
            )
        return complete_options(self.box.OPTIONS, chosen, seats)
