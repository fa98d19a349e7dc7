"""How a match went, as one viewer may know it."""

from typing import Any

from msgspec import Struct

from openoutcry.core.title import Args
from openoutcry.core.view import Step, Telling, View


class Point(Struct, frozen=True):
    """Prices and worth after `step` steps, as the viewer knew them then: for charts."""

    step: int
    prices: list[int]
    worth: list[int | None]


class Frame(Struct, frozen=True):
    """The table on the way to a view, as the viewer saw it then. Made from what came
    after it: the last frame is the view with these changes, the one before it is the last frame
    with its own, and so on. Only board, prices, worth, waiting and kind are told."""

    step: int
    """How many steps had been played."""
    told: int
    """How many of the last step's tellings belong to it and to frames before it."""
    changes: list[tuple[tuple[str | int, ...], Any]]
    """A path of keys and indices, and what stands there instead."""


class Moment(Struct):
    """A match as it stood after `step` steps, for one viewer."""

    view: View
    steps: int
    """Length of the whole log."""
    frames: list[Frame]
    """What was seen within the last of these steps."""


class Sentence(Struct, frozen=True):
    """A message about the whole match, in the shared catalogues."""

    key: str
    args: Args
    told: Telling | None = None
    """The piece of the story that it speaks of."""


class Ending(Struct, frozen=True):
    """How a match went, for everybody."""

    sentences: list[Sentence]
    history: list[Point]
    """What each seat was really worth, hidden or not."""


class Film(Struct):
    """All that a viewer may know about a match so far: steps, story and charts."""

    id: str
    title: str
    seat: int | None
    over: bool
    commitment: str
    first: int
    """Where it begins: not at 0 while a table plays whose memory is `table`."""
    steps: list[Step]
    story: list[Telling]
    history: list[Point]
    ending: Ending | None = None
    """After the end."""
