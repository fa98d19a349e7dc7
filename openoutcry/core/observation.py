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
FEW: Final = 12
"""So many flags are looked at one by one: how many of a set's bits are 1 nobody foresees."""
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

    count: i64  # how many entries there are
    at: i64  # the place of the next number
    viewer: i64
    first: i64  # the seat at offset 0

    def __init__(self, size: i64, seats: i64) -> None:
        """For observations of that many numbers."""
        # Final: compiled, it is lent to the functions that write, and nobody counts references.
        self.entries: Final = vec[i64]([END] * (size + 1))
        """By their places, ascending; END behind the last."""
        self.seats: Final = seats
        self.room: Final = vec[i64]([0] * (size + 1))
        """For numbers that a title puts together before it writes them."""
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
        count = self.count
        _put(self.entries, count, place * STEP + number)
        self.count = count + 1

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

    def one_of_each(self, size: i64, values: vec[i64], begin: i64, end: i64) -> None:
        """`one_of` for each of the values, from `begin` to before `end`."""
        self.count = _put_ones(self.entries, self.count, self.at, size, values, begin, end)
        self.at += (end - begin) * size

    def ones(self, size: i64) -> None:
        """`size` flags, all 1."""
        for _flag in range(size):
            self._write(self.at, 1)
            self.at += 1

    def members(self, size: i64, mask: i64) -> None:
        """`size` flags with a 1 for each bit of the mask; higher bits do not count."""
        if mask != 0:
            self.count = _put_members(self.entries, self.count, self.at, size, mask)
        self.at += size

    def numbers(self, values: vec[i64], begin: i64, size: i64) -> None:
        """`size` of the values, from `begin` on."""
        end = begin + size
        self.count = _put_numbers(self.entries, self.count, self.at, values, begin, end)
        self.at += size

    def looked_up(self, values: vec[i64], indexes: vec[i64], size: i64) -> None:
        """Of the values those at the first `size` indexes."""
        self.count = _put_looked_up(self.entries, self.count, self.at, values, indexes, size)
        self.at += size

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

    def one_of_each_by_seat(self, size: i64, values: vec[i64]) -> None:
        """`one_of` for each seat's value."""
        self.one_of_each(size, values, self.first, self.seats)
        self.one_of_each(size, values, 0, self.first)

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


def _put(entries: vec[i64], index: i64, entry: i64) -> None:
    entries[index] = entry


def _put_numbers(
    entries: vec[i64], count: i64, at: i64, values: vec[i64], begin: i64, end: i64
) -> i64:
    """The values as entries from place `at` on, behind `count` others; how many there are then."""
    nothing = at * STEP
    for i in range(begin, end):
        value = values[i]
        entries[count] = nothing + value  # written over by the next if it is 0
        # Counted without "if", by the sign of the value or of its opposite: nobody foresees
        # which of them are 0, and a wrong guess costs more than all else here.
        count += (value | -value) >> 63 & 1
        nothing += STEP
    return count


def _put_looked_up(
    entries: vec[i64], count: i64, at: i64, values: vec[i64], indexes: vec[i64], size: i64
) -> i64:
    """As `_put_numbers`, of the values at the first `size` indexes."""
    nothing = at * STEP
    for i in range(size):
        value = values[indexes[i]]
        entries[count] = nothing + value
        count += (value | -value) >> 63 & 1
        nothing += STEP
    return count


def _put_ones(
    entries: vec[i64], count: i64, at: i64, size: i64, values: vec[i64], begin: i64, end: i64
) -> i64:
    """For each value `size` flags with a 1 at that place, or none if it is below zero."""
    nothing = at * STEP + 1
    for i in range(begin, end):
        value = values[i]
        entries[count] = nothing + value * STEP
        count += 1 + (value >> 63)
        nothing += size * STEP
    return count


def _put_members(entries: vec[i64], count: i64, at: i64, size: i64, mask: i64) -> i64:
    """A 1 for each bit of the mask below `size`."""
    begin = at * STEP + 1
    if size <= FEW:
        for _member in range(size):
            entries[count] = begin  # written over by the next if the bit is 0
            count += mask & 1
            mask >>= 1
            begin += STEP
        return count
    while mask != 0:
        member = least_of(mask)
        if member >= size:
            break
        entries[count] = begin + member * STEP
        count += 1
        mask &= mask - 1
    return count


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
