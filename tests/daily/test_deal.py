"""The same deal for everybody, wherever it is played."""

from datetime import date, timedelta

import pytest

from openoutcry.bots import fixed
from openoutcry.bots.fixed import FixedPlayer
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.daily import calendar, deal_of
from openoutcry.daily.deal import FIRST, read_day
from openoutcry.titles import find, names

DAY = date(2026, 11, 18)


@pytest.mark.parametrize("title", names())
def test_every_day_and_every_title_has_a_deal_of_its_own(title: str) -> None:
    days = [DAY + timedelta(days=number) for number in range(40)]
    deals = [deal_of(find(title), day) for day in days]
    assert len({deal.seed for deal in deals}) == len(days)
    assert len({deal.seat for deal in deals}) > 1, "everybody sits in the same seat all the time"
    assert all(deal.players.count(None) == 1 for deal in deals)
    others = (deal_of(find(other), DAY).id for other in names() if other != title)
    assert deals[0].id not in others


def test_another_release_deals_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    before = deal_of(find("mogul"), DAY)
    monkeypatch.setattr("openoutcry.__version__", "9.9.9")
    assert deal_of(find("mogul"), DAY).seed != before.seed


def test_a_secret_changes_the_deal_and_is_not_told_by_its_name() -> None:
    open_deal, own = deal_of(find("mogul"), DAY), deal_of(find("mogul"), DAY, b"a club's secret")
    assert own.seed != open_deal.seed
    assert own.id == Fair(own.seed).commitment[:16]


@pytest.mark.parametrize(
    "text", ["2025-12-31", "2026-11-19", "18.11.2026", "2026-02-30", "", "x" * 99]
)
def test_a_day_without_a_deal_is_refused(text: str) -> None:
    with pytest.raises(OutcryError):
        read_day(text, DAY)
    assert read_day(str(FIRST), DAY) == FIRST


def test_who_answers_first_makes_no_difference_to_bots_that_decide_at_the_same_time() -> None:
    """Mogul begins with everybody's secret decision about a loan."""
    deal = deal_of(find("mogul"), DAY)
    answers = []
    for first in ([0, 1, 2, 3], [3, 1, 0, 2]):
        match = Match.begin(deal.setup, Fair(deal.seed))
        bot = FixedPlayer("broker", match, deal.seed, 10)
        chosen = {}
        for seat in first:
            chosen[seat] = bot.answer(match.state, seat)
            match.play_action(seat, chosen[seat])
        answers.append((chosen, match.step))
    assert answers[0] == answers[1]


def test_a_fixed_bot_is_asked_about_the_position_in_which_it_was_first_asked() -> None:
    deal = deal_of(find("mogul"), DAY)
    match = Match.begin(deal.setup, Fair(deal.seed))
    begun = match.step
    match.play(1, "no loan")
    match.play(0, "no loan")
    assert fixed.asked_at(match, 3) == begun
    state, _ = fixed.question(match, 3, deal.seed, 10)
    assert all(state.waiting(seat) for seat in range(4))


@pytest.mark.parametrize("title", names())
def test_bots_of_a_deal_answer_the_same_again(title: str) -> None:
    def played() -> list[str]:
        deal = deal_of(find(title), DAY)
        match = Match.begin(deal.setup, Fair(deal.seed))
        bot, rng = FixedPlayer("broker", match, deal.seed, 5), Rng(5)
        while match.step < 60 and not match.over:
            seat = match.waiting[0]
            legal = match.legal(seat)
            mine = legal[rng.below(len(legal))]
            match.play_action(seat, mine if seat == deal.seat else bot.answer(match.state, seat))
        return match.lines()

    assert played() == played()


def test_a_streak_ends_with_a_day_that_was_left_out() -> None:
    days = {DAY - timedelta(days=number) for number in (1, 2, 3, 5)}
    assert calendar.streak(days, DAY) == 3
    assert calendar.streak({*days, DAY}, DAY) == 4
    assert calendar.streak(days, DAY + timedelta(days=1)) == 0
    assert calendar.longest(days) == 3
