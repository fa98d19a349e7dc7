"""The contract every title fulfils: one position, its rules, and nothing else."""

from abc import abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from openoutcry.core.rng import Rng

CHANCE: Final = -1
"""The mover when a draw is due."""
OVER: Final = -2
"""The mover when the match has ended."""
SPECTATOR: Final = -3
"""The seat of somebody who sits nowhere: sees what everybody may see."""


# A title of another package is not compiled with ours: its classes are plain Python.
@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """A position. Actions and draws are small ints in one fixed space per title.

    A state holds no deck order and no random generator: chance is a player, whose
    draws are applied like anybody's actions. `apply` trusts its caller; `Match`
    asks `refuse` first.
    """

    @abstractmethod
    def title(self) -> str:
        """The name of its title: whoever is handed a bare state finds everything else by it."""

    def rules_version(self) -> i64:
        """The version of the title's rules that it is played by."""
        return 1

    @abstractmethod
    def seats(self) -> i64:
        """How many seats play."""

    @abstractmethod
    def mover(self) -> i64:
        """A seat, CHANCE or OVER; during simultaneous picks the first seat that waits."""

    def waiting(self, seat: i64) -> bool:
        """May `seat` act now? Several may during simultaneous picks."""
        return self.mover() == seat

    def sealed(self) -> bool:
        """Do picks lie face down that will be turned up together?"""
        return False

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        """May `seat` see what `actor` (a seat or CHANCE) is about to do?

        False means: not now. What was hidden while `sealed()` becomes public when the
        seal breaks; what was hidden otherwise stays hidden.
        """
        return True

    @abstractmethod
    def width(self) -> i64:
        """Size of the action space: every action id is below it."""

    @abstractmethod
    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal action ids, ascending, into `out`; return how many."""

    def forced(self, seat: i64) -> i64:
        """The only action, if there is just one and everybody can tell; else -1.

        `Match` plays it at once: nobody is asked what has only one answer. A title whose
        single answer would betray something hidden returns -1 and asks.
        """
        buffer = vec[i64]([0] * self.width())
        if self.legal_into(seat, buffer) == 1:
            return buffer[0]
        return -1

    @abstractmethod
    def default(self, seat: i64) -> i64:
        """What happens if `seat` does not decide: harmless, legal, and never a secret."""

    @abstractmethod
    def refuse(self, seat: i64, action: i64) -> str:
        """ "" if legal, else why not: "MO-26 too_few held=2 colour=brown".

        A rule id, a key of the title's catalogue (below `refuse.`) and its arguments.
        """

    @abstractmethod
    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action of `seat`, or a possible outcome if `seat` is CHANCE.

        Changes this state in place and checks nothing: `refuse` tells what is legal, `clone`
        keeps the position from before. No draw and no forced action follows by itself.
        """

    @abstractmethod
    def draw(self, rng: Rng) -> i64:
        """Sample an outcome by its weight when mover() is CHANCE; `apply` it to carry it out.

        The state stays as it is: state.apply(CHANCE, state.draw(rng)) is a whole draw.
        """

    @abstractmethod
    def outcomes(self) -> list[tuple[int, int]]:
        """Every (outcome, integer weight) when mover() is CHANCE: exact."""

    @abstractmethod
    def clone(self) -> "State":
        """An independent copy."""

    @abstractmethod
    def imagine(self, seat: i64, rng: Rng) -> "State":
        """A world that `seat` (or SPECTATOR) cannot tell from this one: all that it may know is
        the same, the rest is dealt anew.

        Two positions that the seat cannot tell apart give equal worlds for an equal `rng`. So
        what is hidden must not even affect how many numbers are drawn, and a bot that looks only
        at imagined worlds chooses alike in both (`bots.search.knowledge_seed` relies on it).
        """

    @abstractmethod
    def scores(self) -> list[int]:
        """Points per seat, final or as it stands."""

    @abstractmethod
    def places(self) -> list[int]:
        """Place per seat, 1 = winner; ties share."""

    @abstractmethod
    def dump(self) -> list[int]:
        """Everything that may change during a match, as ints: equal dumps, equal positions."""

    def __repr__(self) -> str:
        mover = int(self.mover())
        stand = f"seat {mover} to move"
        if mover == CHANCE:
            stand = "a draw is due"
        elif mover == OVER:
            stand = "over"
        return f"<{type(self).__name__}, {int(self.seats())} seats, {stand}>"

    def __deepcopy__(self, memo: object) -> "State":
        return self.clone()

    def __copy__(self) -> "State":
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.dump() == other.dump()

    def __hash__(self) -> int:
        return hash(tuple(self.dump()))


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """What a sensible player of one title would do: knowledge for bots and rollouts."""

    @abstractmethod
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """A sensible action, quickly, from what `seat` may know; used inside rollouts."""

    @abstractmethod
    def rate(self, state: State, seat: i64, action: i64) -> i64:
        """How good the action looks to `seat`: higher is better, 0 is indifferent.

        On a scale where a difference of about 400 decides a match, unless the title's tuning sets
        another one as `decisive`: a search trusts differences accordingly.
        """

    def expect(self, state: State) -> list[int]:
        """What each seat should score in the end, as it looks now; for rollouts cut short."""
        return state.scores()

    def numbers(self) -> dict[str, int]:
        """What it weighs things by, by name; {} if there is nothing that could be learned."""
        return {}

    def with_numbers(self, numbers: dict[str, int]) -> "Advice":
        """The same advice, weighing things by other numbers."""
        return self


def flattened(parts: list[vec[i64]]) -> list[int]:
    """The numbers of all parts, one after another: for `State.dump`."""
    flat: list[int] = []
    for part in parts:
        flat.extend([int(part[i]) for i in range(len(part))])
    return flat


def refill(parts: list[vec[i64]], flat: list[int], begin: int) -> None:
    """The reverse of `flattened`: fill the parts from `flat`, from `begin` on."""
    at = begin
    for part in parts:
        for i in range(len(part)):
            part[i] = flat[at]
            at += 1


def places_of(keys: list[int]) -> list[int]:
    """1 for the highest key; equal keys share a place, and the next place is skipped.

    >>> places_of([30, 32, 32, 7])
    [3, 1, 1, 4]
    """
    found: list[int] = []
    for key in keys:
        place = 1
        for other in keys:
            if other > key:
                place += 1
        found.append(place)
    return found
