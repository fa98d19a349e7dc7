"""What a seat may know, as numbers: what a title's observe.py is made of."""

from abc import abstractmethod
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from openoutcry.core.sets import least_of
from openoutcry.core.state import OVER, State

WORTH: Final = 99_999
"""Far beyond what a seat can be worth, in any title."""

STEP: Final = 4_294_967_296
"""What an entry of a pen grows by from one place to the next: numbers have 32 bits."""
HALF: Final = 2_147_483_648
"""More than any number: one below zero makes its entry less than its place alone would."""
END: Final = 0x3FFFFFFFFFFFFFFF
"""Greater than all entries."""


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


def place_of(entry: i64) -> i64:
    """Where the number of a pen's entry stands in the observation."""
    return (entry + HALF) >> 32


def number_of(entry: i64) -> i64:
    """The number of a pen's entry."""
    return ((entry + HALF) & 0xFFFFFFFF) - HALF


@final
class Pen:
    """Writes an observation, one number after another, for one viewer.

    Most numbers are 0, and only the others are written, each as an entry: its place times STEP plus
    the number. In one word they take half the time, and one comparison tells whether two
    observations have the same number at the same place.

    Seats are listed from the viewer on, clockwise; for a spectator from seat 0 on.
    """

    entries: vec[i64]  # by their places, ascending; END behind the last
    count: i64  # how many there are
    at: i64  # the place of the next number
    viewer: i64
    first: i64  # the seat at offset 0
    seats: i64

    def __init__(self, size: i64, seats: i64) -> None:
        """For observations of that many numbers."""
        self.entries = vec[i64]([END] * (size + 1))
        self.seats = seats
        # Set here, not by `begin`: mypyc then knows that they are always there, and never asks.
        self.count = 0
        self.at = 0
        self.viewer = 0
        self.first = 0

    def begin(self, viewer: i64) -> None:
        """A new observation, all 0."""
        self.count = 0
        self.at = 0
        self.viewer = viewer
        self.first = max(viewer, 0)

    def end(self) -> None:
        """All numbers have been written."""
        self.entries[self.count] = END

    def _write(self, place: i64, number: i64) -> None:
        """Write a number other than 0."""
        self.entries[self.count] = place * STEP + number
        self.count += 1

    def seat_at(self, offset: i64) -> i64:
        """The seat at that offset from the viewer, clockwise."""
        seat = self.first + offset
        return seat - self.seats if seat >= self.seats else seat

    def number(self, value: i64) -> None:
        """One number."""
        if value != 0:
            self._write(self.at, value)
        self.at += 1

    def flag(self, yes: bool) -> None:
        """1 for yes, 0 for no."""
        if yes:
            self._write(self.at, 1)
        self.at += 1

    def one_of(self, size: i64, index: i64) -> None:
        """`size` flags with a 1 at `index`; all 0 if that is below zero."""
        if index >= 0:
            self._write(self.at + index, 1)
        self.at += size

    def one_number(self, size: i64, index: i64, value: i64) -> None:
        """`size` numbers, all 0 but the one at `index`."""
        if value != 0:
            self._write(self.at + index, value)
        self.at += size

    def ones(self, size: i64) -> None:
        """`size` flags, all 1."""
        for _flag in range(size):
            self._write(self.at, 1)
            self.at += 1

    def members(self, size: i64, mask: i64) -> None:
        """`size` flags with a 1 for each bit of the mask; higher bits do not count."""
        entries, count = self.entries, self.count
        begin = self.at * STEP + 1
        while mask != 0:
            member = least_of(mask)
            if member >= size:
                break
            entries[count] = begin + member * STEP
            count += 1
            mask &= mask - 1
        self.at += size
        self.count = count

    def numbers(self, values: vec[i64], begin: i64, size: i64) -> None:
        """`size` of the values, from `begin` on."""
        entries, count = self.entries, self.count
        nothing = self.at * STEP
        for i in range(begin, begin + size):
            value = values[i]
            entries[count] = nothing + value  # written over by the next if it is 0
            # Counted without "if", by the sign of the value or of its opposite: nobody foresees
            # which of them are 0, and a wrong guess costs more than all else here.
            count += (value | -value) >> 63 & 1
            nothing += STEP
        self.at += size
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
        self.rows_by_seat(values, 1)

    def rows_by_seat(self, values: vec[i64], size: i64) -> None:
        """`size` values of each seat, which lie seat by seat."""
        self.numbers(values, self.first * size, (self.seats - self.first) * size)
        self.numbers(values, 0, self.first * size)

    def members_by_seat(self, mask: i64) -> None:
        """A flag for each seat with a 1 for each bit of the mask."""
        self.members(self.seats - self.first, mask >> self.first)
        self.members(self.first, mask)

    def own_number(self, values: vec[i64]) -> None:
        """Of the values of all seats only the viewer's; the others are hidden."""
        if self.viewer >= 0:
            self.one_number(self.seats, 0, values[self.viewer])
        else:
            self.at += self.seats

    def own_flag(self) -> None:
        """A flag for each seat with a 1 at the viewer."""
        if self.viewer >= 0:
            self.one_of(self.seats, 0)
        else:
            self.at += self.seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """What `Title.observer` gives for a match's edition, seats and options.

    Ours write `x if yes else nothing` with a variable `nothing` of type `i64`: compiled, a literal
    in its place would make an object of either number.

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
        pen.end()

    @abstractmethod
    def write_title(self, state: State, pen: Pen) -> None:
        """Prices, worth, what is known of it, and then the title's own fields."""


@final
class Sheet:
    """A whole observation, zeros included."""

    def __init__(self, size: i64, seats: i64) -> None:
        self.numbers = vec[i32]([0] * size)
        self.pen = Pen(size, seats)

    def show(self, observer: Observer, state: State, viewer: i64) -> None:
        """The observation of `viewer` (or SPECTATOR), in place of the last one."""
        numbers, pen = self.numbers, self.pen
        entries = pen.entries
        for i in range(pen.count):
            numbers[place_of(entries[i])] = 0
        observer.write(state, viewer, pen)
        for i in range(pen.count):
            entry = entries[i]
            numbers[place_of(entry)] = i32(number_of(entry))


def write_worth(pen: Pen, worth: list[int], known: bool) -> None:
    """What each seat is worth and whether that is known: to all, or each seat its own."""
    for offset in range(pen.seats):
        seat = pen.seat_at(offset)
        pen.number(worth[seat] if known or seat == pen.viewer else 0)
    for offset in range(pen.seats):
        pen.flag(known or pen.seat_at(offset) == pen.viewer)
