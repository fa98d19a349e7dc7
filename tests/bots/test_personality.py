"""Personalities: the same level, with another liking."""

import pickle

import pytest

from openoutcry.bots import find, is_known, names
from openoutcry.bots.bot import module_of
from openoutcry.bots.levels import Searcher, simulations_of, tuning_of
from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES, parted, tuned
from openoutcry.bots.search import Search
from openoutcry.conformance.setups import positions
from openoutcry.core.errors import OutcryError
from openoutcry.core.rng import Rng
from openoutcry.core.state import OVER, State
from openoutcry.core.tuning import Tuning
from openoutcry.lab.games import entrant, parsed
from openoutcry.titles import find as find_title

TITLES = ("ekonos", "mogul", "speculation", "wallstreet")


def _decider(state: State) -> int:
    return next(seat for seat in range(int(state.seats())) if state.waiting(seat))


def test_a_bot_goes_by_its_level_and_its_personality() -> None:
    for level in WITH_PERSONALITIES:
        for personality in PERSONALITIES:
            name = f"{level}:{personality}"
            assert is_known(name) and name not in names()
            assert parted(name) == (level, personality)
            assert isinstance(find(name, 1), Searcher)
            assert simulations_of(name, "mogul") == simulations_of(level, "mogul")
            assert entrant(name).label == name
            assert entrant(f"{name}:30").label == f"{name}:30"
            assert module_of(name) == ""


@pytest.mark.parametrize(
    "name", ["apprentice:greedy", "random:blocker", "tycoon@1:greedy", "broker:shy", "greedy"]
)
def test_what_does_not_search_or_is_a_yardstick_has_no_personality(name: str) -> None:
    assert not is_known(name)
    with pytest.raises(OutcryError, match="no bot"):
        find(name)


def test_a_budget_stands_behind_the_personality() -> None:
    assert parsed("Tycoon:Greedy:20") == parsed("tycoon:greedy:20")
    assert (parsed("tycoon:greedy:20").name, parsed("tycoon:greedy:20").budget) == (
        "tycoon:greedy",
        20,
    )
    with pytest.raises(OutcryError, match="budget"):
        entrant("tycoon:greedy:lots")


def test_personalities_differ_from_their_level_in_their_taste_alone() -> None:
    for title in TITLES:
        plain = tuning_of("tycoon", title).parts()
        tastes = {tuning_of(f"tycoon:{one}", title).parts()[-1] for one in PERSONALITIES}
        assert len(tastes | {plain[-1]}) == 1 + len(PERSONALITIES)
        for one in PERSONALITIES:
            assert tuning_of(f"tycoon:{one}", title).parts()[:-1] == plain[:-1]


def test_a_tuning_travels_with_its_taste() -> None:
    sent: Tuning = pickle.loads(pickle.dumps(tuned(Tuning(), "blocker")))
    assert sent.parts() == tuned(Tuning(), "blocker").parts() != Tuning().parts()


@pytest.mark.parametrize("title", TITLES)
def test_personalities_choose_otherwise_now_and_then(title: str) -> None:
    apart = dict.fromkeys(PERSONALITIES, 0)
    for state in positions(title, 40, 7):
        seat = _decider(state)
        usual = find("broker", 3).choose(state, seat, 60)
        for one in PERSONALITIES:
            apart[one] += find(f"broker:{one}", 3).choose(state, seat, 60) != usual
    assert min(apart.values()) > 0
    assert max(apart.values()) < 30


class _Judged:
    """The utility that a seat sees in the end of a match, by its personality."""

    def __init__(self, title: str, seed: int, personality: str, start: int = 0) -> None:
        state = next(positions(title, 1, seed))
        self.seat = _decider(state)
        tuning = tuned(tuning_of("broker", title), personality)
        advice = find_title(title).advice
        self._search = Search(state, self.seat, advice, tuning, Rng(start), 64)
        self._search.run(1, 0.0)
        self.rng = Rng(seed)
        self.state = state

    def utility(self, end: State) -> list[int]:
        """What every seat gets."""
        self._search.judge(end)
        return [int(found) for found in self._search.reward]


def _end_of(state: State, seed: int) -> State:
    rng = Rng(seed)
    world = state.clone()
    while (mover := world.mover()) != OVER:
        if mover < 0:
            world.apply(mover, world.draw(rng))
        else:
            legal = find_title(world.title()).advice.choose(world, mover, rng)
            world.apply(mover, legal)
    return world


@pytest.mark.parametrize("title", TITLES)
def test_only_the_searching_seats_utility_is_changed(title: str) -> None:
    for personality in PERSONALITIES:
        plain, own = _Judged(title, 3, ""), _Judged(title, 3, personality)
        changed = 0
        for seed in range(12):
            end = _end_of(plain.state, seed)
            before, after = plain.utility(end), own.utility(end)
            assert before[: own.seat] == after[: own.seat]
            assert before[own.seat + 1 :] == after[own.seat + 1 :]
            changed += before[own.seat] != after[own.seat]
        assert changed > 0


@pytest.mark.parametrize("title", TITLES)
def test_whoever_wins_alone_gets_no_less_than_whoever_comes_last(title: str) -> None:
    for personality in ("", *PERSONALITIES):
        judged = _Judged(title, 5, personality)
        won, last = [], []
        for seed in range(60):
            end = _end_of(judged.state, seed)
            places = end.places()
            utility = judged.utility(end)[judged.seat]
            if places[judged.seat] == 1 and places.count(1) == 1:
                won.append(utility)
            elif places[judged.seat] == max(places):
                last.append(utility)
        if won and last:
            assert min(won) > sum(last) / len(last)
