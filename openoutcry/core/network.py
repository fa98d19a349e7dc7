"""What a title's network makes of a position: worth for every seat, and preference for actions.

It reads a seat's own observation and the scores that the title's advice expects in the same world.
All numbers are whole, so that compiled and interpreted code agree in every bit. The first two
layers keep three numbers in one machine word: one addition adds three.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.observation import Observer, Pen, number_of, place_of
from openoutcry.core.state import Advice, State

LANES: Final = 3
"""Numbers in a word."""
LANE: Final = 21
"""Bits of each, its sign included."""
MASK: Final = (1 << 21) - 1
HALF: Final = 1 << 20
POINT: Final = 14
"""Bits after the binary point of a layer's sums."""
NARROW: Final = 8
"""Bits that an activation drops; a weight has as many after the binary point."""
FULL: Final = 255
"""The highest activation: just below 4."""
WHOLE: Final = 1000
"""The worth of winning for certain, as the search counts."""
LIKING: Final = 100
"""What one natural unit of preference counts."""


def words(numbers: int) -> int:
    """How many words hold that many numbers."""
    return -(-numbers // LANES)


def packed(numbers: list[int], rows: i64, columns: i64) -> vec[i64]:
    """Each row's numbers side by side in words, the first of a word in its lowest bits."""
    width = (columns + LANES - 1) // LANES
    found = vec[i64]([0] * (rows * width))
    for row in range(rows):
        for column in range(columns):
            number: i64 = numbers[row * columns + column]
            place = row * width + column // LANES
            found[place] += number << (LANE * (column % LANES))
    return found


def plain(numbers: list[int]) -> vec[i64]:
    """The numbers, a word each."""
    found = vec[i64]([0] * len(numbers))
    for i in range(len(numbers)):
        found[i] = numbers[i]
    return found


@final
class Network:
    """The weights. Rows of `first` are inputs; each layer's last row holds its biases."""

    def __init__(
        self,
        inputs: i64,
        hidden: i64,
        narrow: i64,
        first: list[int],
        second: list[int],
        worth: list[int],
        liking: list[int],
    ) -> None:
        self.inputs = inputs
        self.hidden = hidden
        self.narrow = narrow
        self.first = packed(first, inputs + 1, hidden)
        self.second = packed(second, hidden + 1, narrow)
        self.worth = plain(worth)
        """By seat from the viewer on: a weight for each activation, and the bias."""
        self.liking = plain(liking)
        """By action, likewise."""


@final
class Insight:
    """A network looking at the positions of one match, or of one search."""

    def __init__(
        self, network: Network, observer: Observer, advice: Advice, rows: vec[i64], seats: i64
    ) -> None:
        self.network = network
        self.observer = observer
        self.advice = advice
        self.rows = rows
        """Which input each number of the observation is; then one for every seat's lead, and one
        that says how many play."""
        self.seats = seats
        self.size: i64 = len(rows) - seats - 1
        self.pen = Pen(self.size, seats)
        self.sums = vec[i64]([0] * words(network.hidden))
        self.next_sums = vec[i64]([0] * words(network.narrow))
        self.seen = vec[i64]([0] * network.narrow)
        self.viewer: i64 = 0

    def look(self, state: State, viewer: i64) -> None:
        """See the position as `viewer` does; `worth` and `liking` then answer."""
        network = self.network
        self.viewer = viewer
        self.observer.write(state, viewer, self.pen)
        self.start(self.sums, network.first, network.inputs)
        pen = self.pen
        rows = self.rows
        for i in range(pen.count):
            entry = pen.entries[i]
            self.add(network.first, rows[place_of(entry)], number_of(entry), self.sums)
        self.add_leads(state, viewer)
        self.add(network.first, rows[self.size + self.seats], 1, self.sums)
        self.squeeze()

    def add_leads(self, state: State, viewer: i64) -> None:
        """By how much each seat is expected to end above the mean."""
        seats = self.seats
        expected = self.advice.expect(state)
        total: i64 = 0
        for score in expected:
            total += score
        for offset in range(seats):
            score = expected[(viewer + offset) % seats]
            lead = (score * seats - total) // seats
            self.add(self.network.first, self.rows[self.size + offset], lead, self.sums)

    def start(self, sums: vec[i64], weights: vec[i64], row: i64) -> None:
        """Begin a layer's sums with its biases."""
        width: i64 = len(sums)
        begin = row * width
        for i in range(width):
            sums[i] = weights[begin + i]

    def add(self, weights: vec[i64], row: i64, number: i64, sums: vec[i64]) -> None:
        """Add a row of weights `number` times."""
        width: i64 = len(sums)
        begin = row * width
        if number == 1:
            for i in range(width):
                sums[i] += weights[begin + i]
        elif number != 0:
            for i in range(width):
                sums[i] += number * weights[begin + i]

    def squeeze(self) -> None:
        """From the first layer's sums to the activations of the second."""
        network = self.network
        self.start(self.next_sums, network.second, network.hidden)
        unit: i64 = 0
        for i in range(len(self.sums)):
            word = self.sums[i]
            for _lane in range(LANES):
                sum = ((word + HALF) & MASK) - HALF
                word = (word - sum) >> LANE
                if sum > 0 and unit < network.hidden:
                    number = min(sum >> NARROW, FULL)
                    self.add(network.second, unit, number, self.next_sums)
                unit += 1
        unit = 0
        for i in range(len(self.next_sums)):
            word = self.next_sums[i]
            for _lane in range(LANES):
                sum = ((word + HALF) & MASK) - HALF
                word = (word - sum) >> LANE
                if unit < network.narrow:
                    self.seen[unit] = min(max(sum, 0) >> NARROW, FULL)
                unit += 1

    def product(self, weights: vec[i64], row: i64) -> i64:
        """The second layer's activations, weighed."""
        narrow = self.network.narrow
        seen = self.seen
        begin = row * (narrow + 1)
        total = weights[begin + narrow]
        for i in range(narrow):
            total += seen[i] * weights[begin + i]
        return total

    def worth(self, seat: i64) -> i64:
        """What the position is worth to the seat, from 0 to WHOLE."""
        offset = (seat - self.viewer + self.seats) % self.seats
        found = (self.product(self.network.worth, offset) * WHOLE) >> POINT
        return min(max(found, 0), WHOLE)

    def liking(self, action: i64) -> i64:
        """How much the viewer, who decides, prefers the action: hundredths of a natural unit."""
        return (self.product(self.network.liking, action) * LIKING) >> POINT
