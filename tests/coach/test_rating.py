"""What the coach thinks of choices: from what a seat may know, in words of every language."""

import pytest

import openoutcry as oo
from openoutcry.bots.bot import legal
from openoutcry.coach import Choice, Thoroughness, rate
from openoutcry.coach.rating import ChoiceRater, Weighed, levelled
from openoutcry.coach.reasons import Sampler
from openoutcry.conformance.setups import positions
from openoutcry.core.rng import Rng
from openoutcry.core.state import State
from openoutcry.text import LANGUAGES
from openoutcry.titles import find as find_title
from openoutcry.titles import names as titles
from openoutcry.titles.mogul import rules as mogul

BRIEFLY = Thoroughness(24)


def _seat(state: State) -> int:
    return next(seat for seat in range(int(state.seats())) if state.waiting(seat))


def _undecided(title: str, among: int = 4) -> list[State]:
    """Positions in which a seat has a choice."""
    return [state for state in positions(title, among, 61) if len(legal(state, _seat(state))) > 1]


@pytest.mark.parametrize("title", titles())
def test_worlds_that_a_seat_cannot_tell_apart_get_the_same_ratings_and_reasons(title: str) -> None:
    for state in _undecided(title)[:6]:
        seat = _seat(state)
        here = rate(state, seat, BRIEFLY, seed=4)
        for other in range(2):
            assert rate(state.imagine(seat, Rng(other)), seat, BRIEFLY, seed=4) == here


@pytest.mark.parametrize("title", titles())
def test_choices_are_legal_distinct_and_told_with_falling_chances(
    title: str,
) -> None:
    notation = find_title(title).notation
    for state in _undecided(title)[:6]:
        seat = _seat(state)
        worst = legal(state, seat)[-1]
        choices = rate(state, seat, BRIEFLY, asked=[worst])
        actions = [notation.read(choice.action) for choice in choices]
        assert set(actions) <= set(legal(state, seat)) and len(set(actions)) == len(actions)
        assert worst in actions and len(actions) <= 4
        chances = [choice.chance for choice in choices]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= choice.chance <= 1 and choice.margin > 0 for choice in choices)
        assert [c.versus for c in choices[1:]] == [choices[0].action] * (len(choices) - 1)


def test_choices_that_are_too_close_to_tell_are_told_with_one_chance() -> None:
    told = levelled([Weighed(7, 0.36, 100), Weighed(8, 0.40, 300), Weighed(9, 0.38, 100)])
    assert [choice.action for choice in told] == [7, 8, 9]
    assert [round(choice.chance, 6) for choice in told] == [0.39, 0.39, 0.38]
    clear = [Weighed(1, 0.5, 100), Weighed(2, 0.2, 100)]
    assert levelled(clear) == clear


def test_what_the_search_prefers_comes_first_where_chances_are_too_close_to_tell() -> None:
    """A share of wins by few simulations is noise: following it, one plays worse than the search
    that found the choices."""
    even = clear = 0
    for title in titles():
        for state in _undecided(title, among=16):
            rater = ChoiceRater(state, _seat(state), BRIEFLY, seed=1)
            weighed = [rater.weigh(action) for action in rater.promising(3)]
            first = rater.best_first(weighed)[0]
            leader = max(weighed, key=lambda choice: choice.chance)
            if leader.is_likely_above(weighed[0]):
                clear += 1
                assert first == leader
            else:
                even += leader != weighed[0]
                assert first == weighed[0]
    assert even and clear


@pytest.mark.parametrize("title", titles())
def test_every_feature_can_be_told_in_every_language(title: str) -> None:
    words = find_title(title).words
    for state in _undecided(title)[:4]:
        sampler = Sampler(find_title(title), state, _seat(state), seed=1)
        for feature in sampler.features:
            told = {
                lang: words.say(
                    lang, f"reason.{feature.key}", {**feature.args, "here": 3, "other": 8}
                )
                for lang in LANGUAGES
            }
            assert all("3" in text and "8" in text for text in told.values()), told
            assert len(set(told.values())) == len(LANGUAGES)


def _told(choice: Choice) -> set[str]:
    return {reason.key for reason in choice.reasons}


def test_paying_the_last_chip_is_explained_by_what_it_costs() -> None:
    match = oo.new("mogul", seats=3, seed=3)
    while match.decision.kind != "auction":
        match.play(match.decision.seat, "no loan")
    state = match.state.clone()
    assert isinstance(state, mogul.Mogul)
    seat = int(state.at)
    state.pot = 12
    state.chips[seat] = 1
    leave, pay = rate(state, seat, Thoroughness(300))
    assert (leave.action, pay.action) == ("leave", "pay")
    assert leave.chance > pay.chance + pay.margin
    assert _told(leave) & {"reason.chips", "reason.broke"}
    assert all(reason.args["here"] != reason.args["other"] for reason in leave.reasons)
