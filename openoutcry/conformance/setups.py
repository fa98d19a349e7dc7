"""Every way to set up a match, and walks through random ones."""

import itertools
from collections.abc import Iterator
from functools import cache

from openoutcry.core.decisions import legal_actions
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.options import Options
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER, State
from openoutcry.titles import find

MOST_COMBINATIONS = 240


def match_of(setup: Setup, seed: int) -> Match:
    """A match dealt by the settled draws of `seed`."""
    return Match.begin(setup, QuickDraws(derive(seed, 99)))


@cache
def setups(name: str) -> tuple[Setup, ...]:
    """All seat counts with all options; a fixed sample of the options where they are too many."""
    title = find(name)
    edition = title.edition()
    found = []
    for seats in title.box.seats(edition):
        for options in _combinations(name, seats):
            found.append(Setup.of(title, seats, options, edition))
    return tuple(found)


def _combinations(name: str, seats: int) -> list[Options]:
    options = [o for o in find(name).box.OPTIONS if o.seats is None or seats in o.seats]
    fixed = {o.name: o.default for o in find(name).box.OPTIONS}
    total = 1
    for option in options:
        total *= len(option.values)
    if total <= MOST_COMBINATIONS:
        products = itertools.product(*(option.values for option in options))
        return [
            {**fixed, **dict(zip([o.name for o in options], values, strict=True))}
            for values in products
        ]
    single = [{**fixed, o.name: value} for o in options for value in o.values]
    rng = Rng(seats)
    mixed = [
        {**fixed, **{o.name: o.values[rng.below(len(o.values))] for o in options}}
        for _ in range(MOST_COMBINATIONS - len(single))
    ]
    return single + mixed


def some(name: str, count: int, seed: int) -> list[tuple[Setup, int]]:
    """`count` setups of a title, spread over all there are, each with a seed of its own."""
    known = setups(name)
    rng = Rng(seed)
    offset = int(rng.below(len(known)))
    stride = next(p for p in (7919, 104729, 1299709) if len(known) % p)
    return [(known[(offset + i * stride) % len(known)], derive(seed, i)) for i in range(count)]


def walk(setup: Setup, seed: int) -> Iterator[tuple[State, int, int, State]]:
    """A random match, step by step: before, actor, action, after. Any waiting seat may act."""
    rng = Rng(seed)
    state = setup.start()
    while state.mover() != OVER:
        before = state.clone()
        actor, action = random_step(state, rng)
        state.apply(actor, action)
        yield before, actor, action, state.clone()


def random_step(state: State, rng: Rng) -> tuple[int, int]:
    """A draw, or a random action of a random seat that waits."""
    if state.mover() == CHANCE:
        return CHANCE, int(state.draw(rng))
    waiting = [seat for seat in range(int(state.seats())) if state.waiting(seat)]
    seat = waiting[rng.below(len(waiting))]
    actions = legal_actions(state, seat)
    return seat, actions[rng.below(len(actions))]


def positions(name: str, count: int, seed: int) -> Iterator[State]:
    """`count` random positions with a seat to decide, spread over setups and match length."""
    for number, (setup, match_seed) in enumerate(some(name, count, seed)):
        decisions = [b for b, actor, _, _ in walk(setup, match_seed) if actor != CHANCE]
        if decisions:
            yield decisions[derive(seed, number) % len(decisions)]
