"""What a seat may know, as numbers: what a title's observe.py is made of."""

from abc import abstractmethod
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from openoutcry.core.state import OVER, State

WORTH: Final = 99_999
"""Far beyond what a seat can be worth, in any title."""


class Field(NamedTuple):
    """A named slice of an observation: `size` numbers, each from `least` to `most`."""

    name: str
    size: int
    most: int
    about: str
    least: int = 0
    by_seat: bool = False
    """Has every seat as many of them, from the viewer on?"""


def common_fields(seats: int, companies: int) -> list[Field]:
    """What every title's observations begin with."""
    return [
        Field(
            "seat", seats, 1, "the viewer's seat; other fields count seats from it", by_seat=True
        ),
        Field("waiting", seats, 1, "may the seat act now?", by_seat=True),
        Field("over", 1, 1, "has the match ended?"),
        Field("prices", companies, WORTH, "price of a share of each company", least=-WORTH),
        Field(
            "worth",
            seats,
            WORTH,
            "what each seat is worth; 0 where hidden",
            least=-WORTH,
            by_seat=True,
        ),
        Field("worth_known", seats, 1, "is the seat's worth known?", by_seat=True),
    ]


@final
class Pen:
    """Writes an observation, one number after another, for one viewer.

    Seats are listed from the viewer on, clockwise; for a spectator from seat 0 on.
    """

    out: vec[i32]
    written: vec[i64]  # where the non-zero numbers are
    count: i64  # how many there are
    at: i64  # where the next number goes
    viewer: i64
    first: i64  # the seat at offset 0
    seats: i64

    def __init__(self, out: vec[i32], seats: i64) -> None:
        self.out = out
        self.written = vec[i64]([0] * len(out))
        self.count = 0
        self.seats = seats
        # Set here, not by `begin`: mypyc then knows that they are always there, and never asks.
        self.at = 0
        self.viewer = 0
        self.first = 0

    def begin(self, viewer: i64) -> None:
        """A new observation, all 0."""
        out, written = self.out, self.written
        for i in range(self.count):
            out[written[i]] = 0
        self.count = 0
        self.at = 0
        self.viewer = viewer
        self.first = viewer if viewer >= 0 else 0

    def add(self, offset: i64, value: i64) -> None:
        """Add to the number that comes `offset` numbers on."""
        if value != 0:
            out, index = self.out, self.at + offset
            before = out[index]
            if before == 0:
                self.written[self.count] = index
                self.count += 1
            out[index] = before + i32(value)

    def set(self, index: i64, value: i64) -> None:
        """Write a number other than 0 where none has been written."""
        self.out[index] = i32(value)
        self.written[self.count] = index
        self.count += 1

    def seat_at(self, offset: i64) -> i64:
        """The seat at that offset from the viewer, clockwise."""
        seat = self.first + offset
        return seat - self.seats if seat >= self.seats else seat

    def number(self, value: i64) -> None:
        """One number."""
        if value != 0:
            self.set(self.at, value)
        self.at += 1

    def flag(self, yes: bool) -> None:
        """1 for yes, 0 for no."""
        if yes:
            self.set(self.at, 1)
        self.at += 1

    def one_of(self, size: i64, index: i64) -> None:
        """`size` flags with a 1 at `index`; all 0 if that is below zero."""
        if index >= 0:
            self.set(self.at + index, 1)
        self.at += size

    def members(self, size: i64, mask: i64) -> None:
        """`size` flags with a 1 for each bit of the mask."""
        out, written = self.out, self.written
        at, end, count = self.at, self.at + size, self.count
        while mask != 0 and at < end:
            if mask & 1:
                out[at] = 1
                written[count] = at
                count += 1
            mask >>= 1
            at += 1
        self.at = end
        self.count = count

    def numbers(self, values: vec[i64], begin: i64, size: i64) -> None:
        """`size` of the values, from `begin` on."""
        out, written = self.out, self.written
        at, count = self.at, self.count
        for i in range(begin, begin + size):
            value = values[i]
            if value != 0:
                out[at] = i32(value)
                written[count] = at
                count += 1
            at += 1
        self.at = at
        self.count = count

    def seat(self, seat: i64) -> None:
        """A flag for each seat with a 1 at this one; all 0 for none."""
        offset = seat - self.first
        if seat < 0:
            offset = -1
        elif offset < 0:
            offset += self.seats
        self.one_of(self.seats, offset)

    def by_seat(self, values: vec[i64]) -> None:
        """The values of all seats."""
        self.numbers(values, self.first, self.seats - self.first)
        self.numbers(values, 0, self.first)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """What `Title.observer` gives for a match's edition, seats and options.

    It writes what the title's view shows and nothing else: tests hold every number against one
    made from the view alone, and every observation against those of imagined worlds.
    """

    fields: list[Field]

    def write(self, state: State, seat: i64, pen: Pen) -> None:
        """The observation of `seat` (or SPECTATOR)."""
        pen.begin(seat)
        pen.one_of(pen.seats, pen.viewer)
        for offset in range(pen.seats):
            pen.flag(state.waiting(pen.seat_at(offset)))
        pen.flag(state.mover() == OVER)
        self.write_title(state, pen)

    @abstractmethod
    def write_title(self, state: State, pen: Pen) -> None:
        """Prices, worth, what is known of it, and then the title's own fields."""


def write_worth(pen: Pen, worth: list[int], known: bool) -> None:
    """What each seat is worth and whether that is known: to all, or each seat its own."""
    for offset in range(pen.seats):
        seat = pen.seat_at(offset)
        pen.number(worth[seat] if known or seat == pen.viewer else 0)
    for offset in range(pen.seats):
        pen.flag(known or pen.seat_at(offset) == pen.viewer)
