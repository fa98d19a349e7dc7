"""Many matches side by side inside the compiled engine: one call steps them all.

Everything a learner reads lies in flat buffers, a row for each match, which `openoutcry.zoo.batch`
shows as NumPy arrays over the same memory. Only what changed is written.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64, u8

from openoutcry.core.decisions import to_decision
from openoutcry.core.observation import Observer, Pen
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import Advice, State

SHORT: Final = 32_767
"""The greatest number of an int16; greater ones are cut to it."""
FRACTION: Final = 23
"""Bits of a float32 after its leading one."""
ALL: Final = 8_388_607
"""All of these bits set."""
BIAS: Final = 127
"""What a float32 adds to its exponent."""
SIGN: Final = 2_147_483_648
"""What a float32's sign counts in its bits."""
SMALL: Final = 256
"""Whole numbers below it, which most are, have their bits in a table."""
TRIES: Final = 1000
"""How many matches in a row may end before anybody is asked; more is an error."""


def float_bits(number: i64) -> i64:
    """A whole number of at most 24 bits as the bits of a float32, in a signed word."""
    if number == 0:
        return 0
    size = -number if number < 0 else number
    exponent: i64 = 0
    rest = size >> 1
    while rest > 0:
        exponent += 1
        rest >>= 1
    bits = ((exponent + BIAS) << FRACTION) + ((size << (FRACTION - exponent)) & ALL)
    return bits - SIGN if number < 0 else bits


@final
class Kind:
    """What the matches of one set-up share."""

    def __init__(self, start: State, observer: Observer, size: i64) -> None:
        self.start = start
        self.observer = observer
        self.seats = start.seats()
        self.size = size
        self.pen = Pen(vec[i32]([0] * size), self.seats)
        self.legal = vec[i64]([0] * start.width())


@final
class Rows:
    """The matches and what is known of them. All buffers have a row of equal length for each."""

    def __init__(
        self, kinds: list[Kind], kind_of: list[int], first: int, seed: int, floats: bool
    ) -> None:
        """`kind_of` says for each row which set-up it plays; `first` is the number of the first
        row, by which its luck is told from that of other rows, also in other processes."""
        count: i64 = len(kind_of)
        self.count = count
        self.kinds = kinds
        self.first = first
        self.seed = seed
        self.size: i64 = 0
        self.width: i64 = 0
        self.seats: i64 = 0
        for kind in kinds:
            self.size = max(self.size, kind.size)
            self.width = max(self.width, kind.start.width())
            self.seats = max(self.seats, kind.seats)
        self.row_kinds = [kinds[index] for index in kind_of]
        self.states: list[State] = [kind.start for kind in self.row_kinds]
        self.rngs = [Rng(0) for _ in kind_of]
        self.matches = vec[i64]([0] * count)
        """How many have begun in each row."""
        cells = count * self.size
        wide: i64 = 0  # mypyc takes no conditional expression as a length
        if floats:
            wide = cells
        self.floats = vec[i32]([0] * wide)
        """Observations of the seats whose turn it is, as the bits of float32 numbers, or"""
        self.shorts = vec[i16]([0] * (cells - wide))
        """as int16."""
        self.masks = vec[u8]([0] * (count * self.width))
        self.turns = vec[i32]([0] * count)
        self.done = vec[u8]([0] * count)
        """Rows whose match has just ended; a new one has begun."""
        self.places = vec[i32]([0] * (count * self.seats))
        """Of the match that ended last in each row; 0 for seats that it did not have."""
        self.scores = vec[i32]([0] * (count * self.seats))
        self.actions = vec[i64]([0] * count)
        """What is to be played, for `step`."""
        self._legal = vec[i32]([0] * (count * self.width))
        self._choices = vec[i64]([0] * count)
        self._written = vec[i32]([0] * (count * self.size))
        self._numbers = vec[i64]([0] * count)
        self._bits = vec[i32]([i32(float_bits(number)) for number in range(SMALL)])

    def begin_all(self) -> None:
        """A first match in every row."""
        for row in range(self.count):
            self.matches[row] = 0
            self.begin(row)
            self.show(row)

    def forget_ends(self) -> None:
        """Nothing has just ended."""
        for row in range(self.count):
            self.done[row] = 0

    def take(self, actions: list[int]) -> None:
        """What is to be played in each row."""
        for row in range(self.count):
            self.actions[row] = actions[row]

    def begin(self, row: i64) -> None:
        """The row's next match, up to its first decision."""
        kind = self.row_kinds[row]
        for _try in range(TRIES):
            self.rngs[row] = Rng(derive(self.seed, self.first + row, self.matches[row]))
            self.matches[row] += 1
            self.states[row] = kind.start.clone()
            count = to_decision(self.states[row], self.rngs[row], kind.legal)
            if count > 0:
                self.offer(row, count)
                return
        raise ValueError("these matches end before anybody is asked")

    def offer(self, row: i64, count: i64) -> None:
        """Mask and list what the mover may do, which lies in its kind's buffer."""
        legal = self.row_kinds[row].legal
        begin = row * self.width
        for i in range(self._choices[row]):
            self.masks[begin + i64(self._legal[begin + i])] = 0
        for i in range(count):
            self._legal[begin + i] = i32(legal[i])
            self.masks[begin + legal[i]] = 1
        self._choices[row] = count
        self.turns[row] = i32(self.states[row].mover())

    def show(self, row: i64) -> None:
        """Write the observation of the seat whose turn it is."""
        kind = self.row_kinds[row]
        kind.observer.write(self.states[row], i64(self.turns[row]), kind.pen)
        if len(self.shorts) == 0:
            self._show_floats(row, kind.pen)
        else:
            self._show_shorts(row, kind.pen)
        self._numbers[row] = kind.pen.count

    # Vectors in local variables: as attributes they would be counted at every number.

    def _show_floats(self, row: i64, pen: Pen) -> None:
        shown, written, bits = self.floats, self._written, self._bits
        out, places = pen.out, pen.written
        begin = row * self.size
        for i in range(self._numbers[row]):
            shown[begin + i64(written[begin + i])] = 0
        for i in range(pen.count):
            at = places[i]
            number = i64(out[at])
            written[begin + i] = i32(at)
            if 0 <= number < SMALL:
                shown[begin + at] = bits[number]
            else:
                shown[begin + at] = i32(float_bits(number))

    def _show_shorts(self, row: i64, pen: Pen) -> None:
        shown, written = self.shorts, self._written
        out, places = pen.out, pen.written
        begin = row * self.size
        for i in range(self._numbers[row]):
            shown[begin + i64(written[begin + i])] = 0
        for i in range(pen.count):
            at = places[i]
            written[begin + i] = i32(at)
            shown[begin + at] = i16(min(max(i64(out[at]), -SHORT), SHORT))

    def refused(self) -> i64:
        """The first row whose action is not legal; -1 if all are."""
        for row in range(self.count):
            action = self.actions[row]
            if action < 0 or action >= self.width or self.masks[row * self.width + action] == 0:
                return row
        return -1

    def step(self) -> None:
        """Play every row's action, which must be legal."""
        for row in range(self.count):
            self.done[row] = 0
            self.play(row, self.actions[row])
            self.show(row)

    def play(self, row: i64, action: i64) -> None:
        """One action, and on to the row's next decision, in a new match if this one ends."""
        state = self.states[row]
        state.apply(i64(self.turns[row]), action)
        count = to_decision(state, self.rngs[row], self.row_kinds[row].legal)
        if count > 0:
            self.offer(row, count)
            return
        if self.done[row] == 0:
            self.done[row] = 1
            self.settle(row)
        self.begin(row)

    def settle(self, row: i64) -> None:
        """Note how the match ended."""
        begin = row * self.seats
        places = self.states[row].places()
        scores = self.states[row].scores()
        for seat in range(len(places)):
            self.places[begin + seat] = i32(i64(places[seat]))
            self.scores[begin + seat] = i32(i64(scores[seat]))

    def random_action(self, row: i64, rng: Rng) -> i64:
        """One that is legal in the row."""
        return i64(self._legal[row * self.width + rng.below(self._choices[row])])

    def choose_at_random(self, rng: Rng) -> None:
        """A legal action for every row, into `actions`."""
        for row in range(self.count):
            self.actions[row] = self.random_action(row, rng)

    def play_others(self, learners: vec[i64], advice: Advice | None) -> None:
        """Until each row's learner is asked: the other seats by advice, from what they may know,
        or at random. What is decided there comes from the row's own luck."""
        for row in range(self.count):
            if i64(self.turns[row]) == learners[row]:
                continue
            rng = self.rngs[row]
            while i64(self.turns[row]) != learners[row]:
                mover = i64(self.turns[row])
                if advice is None:
                    self.play(row, self.random_action(row, rng))
                else:
                    world = self.states[row].imagine(mover, rng)
                    self.play(row, advice.choose(world, mover, rng))
                rng = self.rngs[row]
            self.show(row)

    def restore(self, row: i64, state: State, rng: Rng, matches: i64) -> None:
        """Put a match, at a decision, into the row."""
        self.states[row] = state
        self.rngs[row] = rng
        self.matches[row] = matches
        self.done[row] = 0
        self.offer(row, state.legal_into(state.mover(), self.row_kinds[row].legal))
        self.show(row)
