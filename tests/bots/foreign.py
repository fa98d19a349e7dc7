"""A title as another package brings it: plain Python, not compiled with ours.

Two seats hold a secret number each and call one, from 0 to 3; a call counts double if it is the
caller's own number. Three rounds.
"""

from dataclasses import replace

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, Advice, State, places_of
from openoutcry.core.title import Title
from openoutcry.titles import find

CALLS = 4
ROUNDS = 3


class Calling(State):
    """A position."""

    def __init__(self, secrets: list[int], calls: list[int], points: list[int]) -> None:
        self.secrets = secrets
        self.calls = calls
        self.points = points

    def title(self) -> str:
        return "calling"

    def seats(self) -> i64:
        return 2

    def mover(self) -> i64:
        if len(self.secrets) < 2:
            return CHANCE
        return OVER if len(self.calls) == 2 * ROUNDS else len(self.calls) % 2

    def witness(self, seat: i64, actor: i64, action: i64) -> bool:
        return actor != CHANCE or seat == len(self.secrets)

    def width(self) -> i64:
        return CALLS

    def legal_into(self, seat: i64, out: vec[i64]) -> i64:
        if seat != self.mover():
            return 0
        for call in range(CALLS):
            out[call] = call
        return CALLS

    def default(self, seat: i64) -> i64:
        return 0

    def refuse(self, seat: i64, action: i64) -> str:
        return "" if seat == self.mover() and 0 <= action < CALLS else "CA-1 no"

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.secrets.append(int(action))
            return
        self.points[seat] += int(action) * (2 if action == self.secrets[seat] else 1)
        self.calls.append(int(action))

    def draw(self, rng: Rng) -> i64:
        return rng.below(CALLS)

    def outcomes(self) -> list[tuple[int, int]]:
        return [(call, 1) for call in range(CALLS)]

    def clone(self) -> "Calling":
        return Calling(self.secrets[:], self.calls[:], self.points[:])

    def imagine(self, seat: i64, rng: Rng) -> "Calling":
        world = self.clone()
        for other in range(len(world.secrets)):
            if other != seat:
                world.secrets[other] = int(rng.below(CALLS))
        return world

    def scores(self) -> list[int]:
        return self.points[:]

    def places(self) -> list[int]:
        return places_of(self.points)

    def dump(self) -> list[int]:
        return [len(self.secrets), *self.secrets, *self.calls, *self.points]

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Calling, (self.secrets, self.calls, self.points)


class CallingAdvice(Advice):
    """Call high."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        return rng.below(CALLS)

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        return action


def title() -> Title:
    """With borrowed words and views: bots ask for neither."""
    return replace(find("mogul"), name="calling", advice=CallingAdvice(), efforts={})


def position(secrets: list[int]) -> Calling:
    return Calling(secrets, [], [0, 0])
