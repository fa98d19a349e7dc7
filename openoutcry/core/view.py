"""The one gate through which a position reaches a person, a file or a socket."""

import msgspec

from openoutcry.core import notebook
from openoutcry.core.board import Board
from openoutcry.core.options import Options
from openoutcry.core.title import Args, Blocked, Offer, ScoreLine


class Decision(msgspec.Struct, frozen=True):
    """Who may act now, what `seat` may do, and what happens if it does not."""

    step: int
    kind: str
    seats: tuple[int, ...]
    seat: int
    offers: tuple[Offer, ...]
    default: str
    """The action played for somebody absent."""

    @property
    def actions(self) -> list[str]:
        """The offers as texts for `Match.play`."""
        return [offer.action for offer in self.offers]


class Step(msgspec.Struct, frozen=True):
    """A log entry as one seat sees it; `action` is None where it may not know."""

    number: int
    actor: int | None
    """The seat; None for a draw."""
    action: str | None
    forced: bool


class Telling(msgspec.Struct, frozen=True):
    """A piece of the story with the number of the step it belongs to."""

    step: int
    key: str
    args: Args


class Picture(msgspec.Struct, frozen=True):
    """What one viewer may see of a position on the way from one decision to the next: the part of
    a view that is drawn."""

    board: Board
    prices: list[int]
    worth: list[int | None]
    waiting: tuple[int, ...]
    kind: str


class View(msgspec.Struct, frozen=True):
    """Everything one seat (or, with seat None, a spectator) may know."""

    title: str
    edition: str
    options: Options
    seats: int
    seat: int | None
    step: int
    over: bool
    waiting: tuple[int, ...]
    kind: str
    """What is being decided, also for those who only watch."""
    decision: Decision | None
    """The viewer's own, if it waits."""
    blocked: tuple[Blocked, ...]
    """What it may not choose, and why."""
    board: Board
    """What lies on the table: an instance of the title's own board."""
    companies: list[str]
    prices: list[int]
    worth: list[int | None]
    places: list[int] | None
    """After the end."""
    score_lines: list[list[ScoreLine]] | None
    """After the end."""

    def __repr__(self) -> str:
        viewer = "a spectator" if self.seat is None else f"seat {self.seat}"
        return (
            f"<View of {viewer}: {self.title}, {self.seats} seats, step {self.step}, {self.kind}>"
        )

    def _repr_html_(self) -> str | None:
        """The board in a notebook, as the viewer sees it."""
        return notebook.html(self)
