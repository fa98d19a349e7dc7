"""Luck is what draws gave and took, and nothing else."""

from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from openoutcry.analysis.judging import outlook
from openoutcry.bots import find, finish
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, State
from openoutcry.lab.luck import LuckReport, Sampled, measure
from openoutcry.lab.spread import Workers
from openoutcry.titles import find as find_title

SIMULATIONS = 600
AGAIN = 5


def _chances(state: State, seed: int) -> list[float]:
    return _end(outlook(find_title("mogul"), state, None, SIMULATIONS, seed))


def _end(work: Generator[None, None, list[float]]) -> list[float]:
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: list[float] = end.value
            return found


def _mean(chances: Sequence[list[float]], weights: Sequence[int]) -> list[float]:
    return [
        sum(w * c[seat] for w, c in zip(weights, chances, strict=True)) / sum(weights)
        for seat in range(len(chances[0]))
    ]


def _before_a_card() -> State:
    """Early in a match of apprentices, when many cards may come."""
    match = Match.begin(Setup.of(find_title("mogul"), 3), QuickDraws(derive(9, 0)))
    finish(match, [find("apprentice", derive(9, 0, seat)) for seat in range(3)])
    return match.record().at(67).state


def test_the_chance_before_a_draw_is_the_mean_of_the_chances_after_all_that_could_come() -> None:
    """A search that looks deeper after the draw than before it, and so finds better plans for
    whoever acts next, would call every card lucky for somebody."""
    state = _before_a_card()
    outcomes = state.outcomes()
    assert len(outcomes) > 10
    before = [_chances(state, derive(1, number)) for number in range(AGAIN)]
    after = []
    for outcome, _weight in outcomes:
        drawn = state.clone()
        drawn.apply(CHANCE, outcome)
        after.append(_chances(drawn, derive(2, outcome)))
    expected = _mean(after, [weight for _outcome, weight in outcomes])
    assert _mean(before, [1] * AGAIN) == pytest.approx(expected, abs=0.02)


LEVELS = ("apprentice", "random")


def _measured(matches: int, file: Path | None) -> LuckReport:
    setup = Setup.of(find_title("mogul"), 3)
    how = Sampled(simulations=10, one_in=20, seed=1)
    return measure(setup, LEVELS, matches, how, Workers(1), lambda seen: None, file)


def test_a_measurement_that_was_stopped_goes_on_and_finds_the_same(tmp_path: Path) -> None:
    whole = _measured(3, None)
    file = tmp_path / "luck.jsonl"
    _measured(2, file)
    assert _measured(3, file) == whole
    assert whole.largest_sum < 0.0001, "what draws give one seat they take from the others"


def test_every_decision_that_is_judged_is_put_to_every_level() -> None:
    found = _measured(2, None)
    counts = {mean.count for mean in found.same.values()}
    assert counts == {sum(mean.count for mean in found.own.values())}
    assert found.less["apprentice"].mean == pytest.approx(
        found.same["random"].mean - found.same["apprentice"].mean
    )


def test_players_draws_and_judges_of_a_match_have_luck_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The judge of the third step used to have the same as whoever chose the sample."""
    given: list[int] = []

    def noted(seed: int, *path: int) -> int:
        given.append(derive(seed, *path))
        return given[-1]

    monkeypatch.setattr("openoutcry.lab.luck.derive", noted)
    how = Sampled(simulations=10, one_in=1, seed=1)
    setup = Setup.of(find_title("mogul"), 3)
    measure(setup, ("apprentice",) * 3, 1, how, Workers(1), lambda seen: None, None)
    assert len(given) > 100 and len(set(given)) == len(given)


def test_luck_is_told_by_seat_and_by_level() -> None:
    found = _measured(2, None)
    assert sum(mean.mean for mean in found.luck) == pytest.approx(0, abs=1e-6)
    by_level = sum(mean.mean * mean.count for mean in found.luck_of.values())
    assert by_level == pytest.approx(0, abs=1e-6)
    assert sum(mean.count for mean in found.luck_of.values()) == 2 * 3
