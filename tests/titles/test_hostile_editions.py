"""Random and hostile editions: accepted ones are played to the end, refused ones say why in a line.

The suite tries a hundred of each title, EDITIONS=5000 in the environment more.
"""

import copy
import os
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openoutcry.conformance.setups import random_step
from openoutcry.conformance.test_offers import check_offers
from openoutcry.core import edition as editions
from openoutcry.core.edition import Edition
from openoutcry.core.errors import EditionError
from openoutcry.core.options import Options
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.table.edition_reading import problem_of, problems_of
from openoutcry.text import LANGUAGES
from openoutcry.titles import find, names

EACH = int(os.environ.get("EDITIONS", "100"))
MOST_STEPS = 60_000
Data = dict[str, Any]
ODD: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 7, 99, 1000, 10**6, 10**9, 2**63, 2**70, -(10**12)),
    *(True, False, 1.5, float("inf"), float("nan"), None, "", "x" * 100, "maize", "brown", "A"),
    *("<script>alert(1)</script>", "\u202e", "\x00", "../../etc/passwd", "__import__('os')", "{0}"),
    *([], [[]], [1, 2, 3], ["a"] * 3, {}, {"source": "printed: x"}, {"a": {"b": {"c": 1}}}),
)


@pytest.mark.parametrize("name", names())
@settings(max_examples=EACH, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_accepted_editions_end_and_refused_ones_say_why(name: str, random: Random) -> None:
    data = copy.deepcopy(dict(find(name).edition().data))
    spoils = random.randrange(3) == 0
    for _ in range(1 + random.randrange(3)):
        (_spoil if spoils else _nudge)(data, random)
    edition = _accepted(name, data)
    if edition is not None:
        _play(name, edition, random)


def _accepted(name: str, data: Data) -> Edition | None:
    try:
        edition = find(name).completed(editions.from_data(data, "mine"))
    except EditionError as error:
        _says_why(name, error.problem)
        return None
    problems = problems_of(find(name), edition)
    for problem in problems:
        _says_why(name, problem)
    return None if problems else edition


def _says_why(name: str, problem: str) -> None:
    """One line, and a message in every language that its arguments fill."""
    assert problem and "\n" not in problem and len(problem) < 2000
    told = problem_of(problem)
    assert told.key != "wrong.odd", problem
    for lang in LANGUAGES:
        assert find(name).words.say(lang, told.key, told.args)


def _play(name: str, edition: Edition, random: Random) -> None:
    """A match with any options, held against what the conformance suite asks of every title."""
    title = find(name)
    seats = title.box.seats(edition)
    count = seats[random.randrange(len(seats))]
    setup = Setup.of(title, count, _options(name, count, random), edition)
    state, rng, steps = setup.start(), Rng(random.randrange(10**9)), 0
    while state.mover() != OVER:
        if state.mover() != CHANCE and steps % 50 == 0:
            check_offers(name, state)
            _check_worlds(name, state, random)
        state.apply(*random_step(state, rng))
        steps += 1
        assert steps <= MOST_STEPS, edition.data
    assert len(title.views.score_lines(state)) == setup.seats
    assert min(state.places()) == 1
    for seat in range(setup.seats):
        title.views.board(state, seat)


def _options(name: str, seats: int, random: Random) -> Options:
    known = [o for o in find(name).box.OPTIONS if o.seats is None or seats in o.seats]
    return {o.name: o.values[random.randrange(len(o.values))] for o in known}


def _check_worlds(name: str, state: State, random: Random) -> None:
    """Nobody's board tells more than they may know."""
    for viewer in (*range(int(state.seats())), SPECTATOR):
        world = state.imagine(viewer, Rng(random.randrange(10**9)))
        boards = (find(name).views.board(position, viewer) for position in (state, world))
        assert len({msgspec.json.encode(board) for board in boards}) == 1


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The place of everything that is neither a table nor a list."""
    if isinstance(value, dict):
        return [place for key, part in value.items() for place in _leaves(part, (*path, key))]
    if isinstance(value, list):
        return [place for i, part in enumerate(value) for place in _leaves(part, (*path, i))]
    return [path]


def _nudge(data: Data, random: Random) -> None:
    """What an owner may do: another number, a row more, a row fewer."""
    places = [place for place in _leaves(data) if place[0] != "edition"]
    numbers = [place for place in places if type(_at(data, place)) is int]
    place = numbers[random.randrange(len(numbers))]
    holder = _at(data, place[:-1])
    what = random.randrange(6)
    if what == 0 and len(place) > 2 and isinstance(_at(data, place[:-2]), list):
        rows = _at(data, place[:-2])
        rows.insert(
            random.randrange(len(rows) + 1), copy.deepcopy(rows[random.randrange(len(rows))])
        )
    elif what == 1 and len(place) > 2 and isinstance(_at(data, place[:-2]), list):
        rows = _at(data, place[:-2])
        del rows[random.randrange(len(rows))]
    elif what < 4:
        holder[place[-1]] += random.randrange(5) - 2
    else:
        holder[place[-1]] = random.randrange(1000) - 20


def _spoil(data: Data, random: Random) -> None:
    """What somebody may send who means harm."""
    places = _leaves(data)
    place = places[random.randrange(len(places))]
    odd = copy.deepcopy(ODD[random.randrange(len(ODD))])
    what = random.randrange(5)
    if what == 0:
        deep = place[: 1 + random.randrange(len(place))]
        holder = _at(data, deep[:-1])
        del holder[deep[-1]]
    elif what == 1:
        data[f"more{random.randrange(9)}"] = odd
    elif what == 2:
        deep = place[: 1 + random.randrange(len(place))]
        _at(data, deep[:-1])[deep[-1]] = odd
    else:
        _at(data, place[:-1])[place[-1]] = odd


def _at(data: Any, place: tuple[Any, ...]) -> Any:
    for part in place:
        data = data[part]
    return data
