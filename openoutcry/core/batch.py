"""Many matches side by side inside the compiled engine: one call steps them all.

What a learner reads lies in flat buffers, a part of equal length for each row, which
`openoutcry.zoo.batch` shows as NumPy arrays over the same memory. Observations are too long for
that: they are told some at a time, to be written into arrays wherever these lie.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from openoutcry.core.decisions import to_decision
from openoutcry.core.observation import END, Observer, Pen, number_of, place_of
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import Advice, State

ROOM: Final = 16_384
"""For that many numbers at a time: they stay in the processor's cache until they are written."""
WIDE: Final = 400
"""Longer observations are told as changes. To find these takes longer than to tell a short one
whole, of which half changes anyway as another seat decides."""
TRIES: Final = 1000
"""How many matches in a row may end before anybody is asked; more is an error."""


@final
class Kind:
    """What the matches of one set-up share."""

    def __init__(self, start: State, observer: Observer, size: i64) -> None:
        self.start = start
        self.observer = observer
        self.seats = start.seats()
        self.size = size
        self.spare = Pen(size, self.seats)
        """Writes the next observation; whoever wrote the last one of that row is spare then."""


@final
class Row:
    """A match of the batch."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.state = kind.start
        self.rng = Rng(0)
        self.matches: i64 = 0
        """How many have begun here."""
        self.legal = vec[i64]([0] * kind.start.width())
        """What the mover may do,"""
        self.choices: i64 = 0
        """and how many of these there are."""
        self.shown = Pen(kind.size, kind.seats)
        """The observation that is shown."""
        self.stale = True
        """Something has happened since."""


@final
class Rows:
    """The matches and what is known of them."""

    def __init__(self, kinds: list[Kind], kind_of: list[int], first: int, seed: int) -> None:
        """`kind_of` says for each row which set-up it plays; `first` is the number of the first
        row, by which its luck is told from that of other rows, also in other processes."""
        count: i64 = len(kind_of)
        self.count = count
        self.first = first
        self.seed = seed
        self.size: i64 = 0
        self.width: i64 = 0
        self.seats: i64 = 0
        for kind in kinds:
            self.size = max(self.size, kind.size)
            self.width = max(self.width, kind.start.width())
            self.seats = max(self.seats, kind.seats)
        self.rows = [Row(kinds[index]) for index in kind_of]
        self.masks = vec[u8]([0] * (count * self.width))
        self.turns = vec[i32]([0] * count)
        self.done = vec[u8]([0] * count)
        """Rows whose match has just ended; a new one has begun."""
        self.places = vec[i32]([0] * (count * self.seats))
        """Of the match that ended last in each row; 0 for seats that it did not have."""
        self.scores = vec[i32]([0] * (count * self.seats))
        self.actions = vec[i64]([0] * count)
        """What is to be played, for `step`."""
        room = min(count * self.size, max(self.size, ROOM))
        self.wide = self.size > WIDE
        """Are changes told, and not whole observations?"""
        self.told = vec[i64]([0] * room)
        """Where observations have changed, counted through all rows; or rows,"""
        self.numbers = vec[i32]([0] * room)
        """and what stands there now; or their observations, one after another."""
        self.count_told: i64 = 0
        """How many changes, or rows."""
        self._next: i64 = 0

    def begin_all(self) -> None:
        """A first match in every row."""
        for index in range(self.count):
            self.rows[index].matches = 0
            self.begin(index)

    def forget_ends(self) -> None:
        """Nothing has just ended."""
        for index in range(self.count):
            self.done[index] = 0

    def take(self, actions: list[int]) -> None:
        """What is to be played in each row."""
        taken = self.actions
        for index in range(self.count):
            taken[index] = actions[index]

    def begin(self, index: i64) -> None:
        """The row's next match, up to its first decision."""
        row = self.rows[index]
        self._withdraw(row, index)
        for _try in range(TRIES):
            row.rng = Rng(derive(self.seed, self.first + index, row.matches))
            row.matches += 1
            row.state = row.kind.start.clone()
            count = to_decision(row.state, row.rng, row.legal)
            if count > 0:
                self._offer(row, index, count)
                return
        raise ValueError("these matches end before anybody is asked")

    # Vectors in local variables: as attributes they would be counted at every number.

    def _withdraw(self, row: Row, index: i64) -> None:
        """Nothing may be done any more."""
        masks, legal = self.masks, row.legal
        begin = index * self.width
        for i in range(row.choices):
            masks[begin + legal[i]] = 0
        row.choices = 0

    def _offer(self, row: Row, index: i64, count: i64) -> None:
        """The row's mover may do so many things, which `legal` lists."""
        masks, legal = self.masks, row.legal
        begin = index * self.width
        for i in range(count):
            masks[begin + legal[i]] = 1
        row.choices = count
        row.stale = True
        self.turns[index] = i32(row.state.mover())

    def show(self) -> bool:
        """Tell what whoever decides observes in the next rows in which something has happened, as
        far as there is room; False once all have been told."""
        if self._next < self.count and not self.wide:
            # New ones, all 0: to wipe out what was told last takes longer.
            self.numbers = vec[i32]([0] * len(self.numbers))
        self.count_told = 0
        seen = False
        while self._next < self.count and self._room() >= self.size:
            row = self.rows[self._next]
            if row.stale:
                row.stale = False
                seen = True
                if self.wide:
                    self._tell_changes(row, self._next)
                else:
                    self._tell_whole(row, self._next)
            self._next += 1
        if not seen:
            self._next = 0
        return seen

    def _room(self) -> i64:
        """For so many numbers more."""
        told = self.count_told if self.wide else self.count_told * self.size
        return len(self.numbers) - told

    def _tell_whole(self, row: Row, index: i64) -> None:
        shown = row.shown
        row.kind.observer.write(row.state, i64(self.turns[index]), shown)
        numbers, entries = self.numbers, shown.entries
        begin = self.count_told * self.size
        for i in range(shown.count):
            entry = entries[i]
            numbers[begin + place_of(entry)] = i32(number_of(entry))
        self.told[self.count_told] = index
        self.count_told += 1

    def _tell_changes(self, row: Row, index: i64) -> None:
        before, after = row.shown, row.kind.spare
        row.kind.observer.write(row.state, i64(self.turns[index]), after)
        self._compare(before.entries, after.entries, index * self.size)
        row.shown = after
        row.kind.spare = before

    def _compare(self, before: vec[i64], after: vec[i64], begin: i64) -> None:
        """Tell the changes between the entries of two observations of the row that begins there."""
        told, numbers, changes = self.told, self.numbers, self.count_told
        old_index: i64 = 0
        new_index: i64 = 0
        old = before[0]
        new = after[0]
        while True:
            while old == new and old != END:  # most are
                old_index += 1
                new_index += 1
                old = before[old_index]
                new = after[new_index]
            if old == new:
                break
            gone = place_of(old)
            come = place_of(new)
            if come <= gone:
                told[changes] = begin + come
                numbers[changes] = i32(number_of(new))
                new_index += 1
                new = after[new_index]
            else:
                told[changes] = begin + gone
                numbers[changes] = 0
            if gone <= come:
                old_index += 1
                old = before[old_index]
            changes += 1
        self.count_told = changes

    def refused(self) -> i64:
        """The first row whose action is not legal; -1 if all are."""
        masks, actions, width = self.masks, self.actions, self.width
        for index in range(self.count):
            action = actions[index]
            if action < 0 or action >= width or masks[index * width + action] == 0:
                return index
        return -1

    def step(self) -> None:
        """Play every row's action, which must be legal."""
        for index in range(self.count):
            self.done[index] = 0
            self.play(index, self.actions[index])

    def play(self, index: i64, action: i64) -> None:
        """One action, and on to the row's next decision, in a new match if this one ends."""
        row = self.rows[index]
        self._withdraw(row, index)
        state = row.state
        state.apply(i64(self.turns[index]), action)
        count = to_decision(state, row.rng, row.legal)
        if count > 0:
            self._offer(row, index, count)
            return
        if self.done[index] == 0:
            self.done[index] = 1
            self.settle(index, state)
        self.begin(index)

    def settle(self, index: i64, state: State) -> None:
        """Note how the row's match ended."""
        begin = index * self.seats
        places, scores = state.places(), state.scores()
        for seat in range(len(places)):
            self.places[begin + seat] = i32(i64(places[seat]))
            self.scores[begin + seat] = i32(i64(scores[seat]))

    def choose_at_random(self, rng: Rng) -> None:
        """A legal action for every row, into `actions`."""
        actions = self.actions
        for index in range(self.count):
            row = self.rows[index]
            actions[index] = row.legal[rng.below(row.choices)]

    def play_others(self, learners: vec[i64], advice: Advice | None) -> None:
        """Until each row's learner is asked: the other seats by advice, from what they may know,
        or at random. What is decided there comes from the row's own luck."""
        for index in range(self.count):
            row = self.rows[index]
            while i64(self.turns[index]) != learners[index]:
                mover = i64(self.turns[index])
                rng = row.rng
                if advice is None:
                    self.play(index, row.legal[rng.below(row.choices)])
                else:
                    world = row.state.imagine(mover, rng)
                    self.play(index, advice.choose(world, mover, rng))

    def restore(self, index: i64, state: State, rng: Rng, matches: i64) -> None:
        """Put a match, at a decision, into the row."""
        row = self.rows[index]
        self._withdraw(row, index)
        row.state = state
        row.rng = rng
        row.matches = matches
        self.done[index] = 0
        self._offer(row, index, state.legal_into(state.mover(), row.legal))
