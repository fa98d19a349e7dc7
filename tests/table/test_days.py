"""Matches over days: a reserve that refills, vacations, and a gentle end."""

import msgspec
import pytest

from openoutcry.server.persistence import consequences
from openoutcry.table import absence, commands, telling
from openoutcry.table import journal as j
from openoutcry.table.clocks import DAY
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import TableState
from openoutcry.titles import find
from tests.table.test_state import opened

SECONDS = DAY // 1000
HOUR = DAY // 24


def over_days(reserve: int = 3) -> TableState:
    """Three people who are all asked for a loan at time 0, a day each and a reserve."""
    table = TableState("t")
    title = find("mogul")
    options = title.options(title.edition(), 3, {"loans": "before_auction"})
    plan = msgspec.structs.replace(opened(SECONDS), reserve=reserve * SECONDS, options=options)
    table.apply(plan, 0)
    table.apply(table.dealt(), 0)
    return table


def decide(table: TableState, seat: int, at: int) -> None:
    action = telling.update(table, seat, 0, at).view.decision
    assert action is not None
    table.apply(table.played(seat, action.offers[-1].action), at)


def run_out(table: TableState, at: int) -> list[int]:
    """The seats for which the clock decides."""
    late = []
    while (event := commands.run_out(table, at, "broker")) is not None:
        assert isinstance(event, j.Played)
        table.apply(event, at)
        late.append(event.seat)
    return late


def waiting_seat(table: TableState) -> int:
    return next(iter(table.asking))


def again(table: TableState) -> TableState:
    """The same table as somebody reads it who begins with a snapshot."""
    copy = TableState("t")
    copy.n = table.n
    copy.apply(j.decode(j.encode(table.summary())), 0)
    return copy


def test_whoever_needs_longer_uses_the_reserve_and_each_decision_in_time_refills_it() -> None:
    table = over_days()
    assert table.deadline(0) == 4 * DAY, "a day, and a reserve of three"
    decide(table, 0, 2 * DAY)
    assert table.seats[0].reserve == 2 * DAY
    decide(table, 1, 2 * DAY + HOUR)
    decide(table, 2, 3 * DAY)
    assert [seat.reserve // HOUR for seat in table.seats] == [48, 47, 24]
    seat = waiting_seat(table)
    before = table.seats[seat].reserve
    decide(table, seat, 3 * DAY + HOUR)
    assert table.seats[seat].reserve == before + 6 * HOUR, "a quarter of a day"
    assert again(table).seats == table.seats


def test_a_reserve_never_grows_beyond_what_it_was_and_taking_back_gives_nothing() -> None:
    table = over_days()
    seat = waiting_seat(table)
    decide(table, seat, HOUR)
    assert table.seats[seat].reserve == 3 * DAY
    table = over_days()
    decide(table, 0, 2 * DAY)
    event = commands.take_back(table, "ann", 0, 2 * DAY + HOUR)
    table.apply(event, 2 * DAY + HOUR)
    assert table.seats[0].reserve == 3 * DAY
    assert table.deadline(0) == 4 * DAY, "time used is used"


def test_on_vacation_the_clock_stands_still_and_everybody_sees_it() -> None:
    table = over_days(reserve=0)
    rest = absence.rest(table, "ann", HOUR, 10 * DAY)
    assert isinstance(rest, j.Rested)
    table.apply(rest, HOUR)
    assert absence.rest(table, "ann", HOUR, 10 * DAY) is None, "no news"
    assert table.deadline(0) == 11 * DAY - HOUR
    assert table.deadline(1) == DAY
    told = telling.info(table, set(), 0, 2 * HOUR)
    assert [seat.rests_until for seat in told.seats] == [10 * DAY, None, None]
    assert run_out(table, 5 * DAY)[0] != 0 and 0 in table.asking
    # Back earlier than planned: only the days that were taken do not count.
    early = absence.rest(table, "ann", HOUR, 6 * DAY)
    assert isinstance(early, j.Rested)
    table.apply(early, 6 * DAY)
    assert again(table).deadline(0) == table.deadline(0) == 7 * DAY - HOUR


def test_vacations_are_for_matches_over_days_alone() -> None:
    table = TableState("t")
    table.apply(opened(120), 0)
    table.apply(table.dealt(), 0)
    assert absence.rest(table, "ann", 0, DAY) is None
    assert absence.rest(over_days(), "somebody", 0, DAY) is None


def late_twice() -> tuple[TableState, int]:
    """A table where one of the three has let time run out twice in a row."""
    table, at = over_days(reserve=0), 0
    for _ in range(300):
        for seat in list(table.asking):
            if seat != 0 and seat in table.asking:
                decide(table, seat, at)
        if 0 in table.asking:
            at += DAY
            assert run_out(table, at) == [0]
            if table.seats[0].missed == 2:
                return table, at
    raise AssertionError("nobody was asked often enough")


def test_the_first_time_somebody_is_warned_then_the_others_are_asked() -> None:
    table = over_days(reserve=0)
    decide(table, 1, HOUR)
    decide(table, 2, HOUR)
    event = commands.run_out(table, DAY, "broker")
    assert isinstance(event, j.Played)
    table.apply(event, DAY)
    assert telling.line(table).late == ["ann"]
    assert "ann" in consequences(table, event, DAY).called, "an alert too"
    assert not table.stand_ins and table.seats[0].bot is None, "only warned"
    table, at = late_twice()
    assert table.stand_ins == {0: []} and table.seats[0].bot is None
    assert telling.line(table).stand_in_of == ["bob", "cy"]
    (asked,) = telling.info(table, set(), 0, at).stand_ins
    assert asked.missing == ["bob", "cy"]
    assert again(table).stand_ins == table.stand_ins


def test_a_bot_takes_the_seat_when_all_the_others_want_it() -> None:
    table, at = late_twice()
    with pytest.raises(Refusal):
        absence.answer(table, "ann", 0, True, "broker")
    first = absence.answer(table, "bob", 0, True, "broker")
    assert first == j.StandInWanted(0, "bob")
    table.apply(first, at)
    with pytest.raises(Refusal):
        absence.answer(table, "bob", 0, True, "broker")
    second = absence.answer(table, "cy", 0, True, "tycoon")
    assert second == j.BotSat(0, "tycoon")
    table.apply(second, at)
    assert not table.stand_ins and table.seats[0].bot == "tycoon"
    back = commands.come_back(table, "ann", 0)
    assert back == j.Returned(0), "the seat stays theirs"


def test_one_who_would_rather_wait_is_enough_to_wait() -> None:
    table, at = late_twice()
    table.apply(absence.answer(table, "bob", 0, True, "broker"), at)
    table.apply(absence.answer(table, "cy", 0, False, "broker"), at)
    assert not table.stand_ins and table.seats[0].bot is None
    with pytest.raises(Refusal):
        absence.answer(table, "bob", 0, True, "broker")


def test_whoever_decides_again_is_no_longer_asked_about() -> None:
    table, at = late_twice()
    while 0 not in table.asking:
        decide(table, waiting_seat(table), at)
    decide(table, 0, at)
    assert not table.stand_ins and telling.line(table).late == []


def test_alone_among_bots_one_is_replaced_as_in_any_match() -> None:
    plan = opened(SECONDS)
    seats = [plan.seats[0], j.SeatPlan(bot="broker"), j.SeatPlan(bot="broker")]
    table, at = TableState("t"), 0
    table.apply(msgspec.structs.replace(plan, seats=seats), 0)
    table.apply(table.dealt(), 0)
    while table.seats[0].bot is None:
        if 0 in table.asking:
            at += DAY
            run_out(table, at)
        else:
            decide(table, waiting_seat(table), at)
    assert not table.stand_ins


def deserted() -> tuple[TableState, int]:
    """A match over days of three to which nobody has come since the deal, until the clock has
    decided twice in a row for each of them."""
    table, at = over_days(reserve=0), 0
    for _ in range(300):
        at += DAY
        while (event := commands.run_out(table, at, "broker")) is not None:
            table.apply(event, at)
            if isinstance(event, j.BotSat):
                return table, at
    raise AssertionError("nobody was ever replaced")


def test_where_nobody_is_left_to_be_asked_bots_take_all_seats_and_whoever_comes_has_theirs() -> (
    None
):
    table, at = deserted()
    assert min(seat.late for seat in table.seats) >= 2, "all had their time, twice"
    while (event := commands.run_out(table, at, "broker")) is not None:
        table.apply(event, at)
    assert [seat.bot for seat in table.seats] == ["broker"] * 3
    assert not table.stand_ins and table.seats[0].until_seen
    assert table.plays_on_alone(), "it is played to its end"
    assert table.due() is not None, "by a server that has to look at it"
    assert commands.seen(table, "ann") == j.Returned(0)


def test_somebody_on_vacation_or_in_time_is_waited_for() -> None:
    table, at = late_twice()
    assert commands.run_out(table, at, "broker") is None, "the others are here"
    table = over_days(reserve=0)
    table.apply(j.Rested("cy", 0, 100 * DAY), 0)
    for day in range(1, 100):
        while (event := commands.run_out(table, day * DAY, "broker")) is not None:
            assert not isinstance(event, j.BotSat)
            table.apply(event, day * DAY)


def test_whoever_lets_time_run_out_and_then_takes_vacation_is_waited_for() -> None:
    table, at = deserted()
    while (event := commands.run_out(table, at, "broker")) is not None:
        table.apply(event, at)
    table.apply(j.Returned(0), at)
    table.stand_ins[0] = []
    table.apply(j.Rested("ann", at, at + 9 * DAY), at)
    assert commands.run_out(table, at + DAY, "broker") is None
    assert commands.run_out(table, at + 30 * DAY, "broker") is not None


def test_whoever_returns_to_a_deserted_match_and_leaves_again_holds_up_nobody() -> None:
    table, at = deserted()
    while (event := commands.run_out(table, at, "broker")) is not None:
        table.apply(event, at)
    table.apply(j.Returned(0), at)
    for _ in range(300):
        for seat in list(table.asking):
            if seat != 0 and seat in table.asking:
                decide(table, seat, at)
        at += DAY
        while (event := commands.run_out(table, at, "broker")) is not None:
            table.apply(event, at)
        if table.seats[0].bot is not None:
            return
    raise AssertionError("the one who left again is waited for")


def test_bots_play_on_in_a_match_over_days_whoever_has_left_it() -> None:
    table = over_days()
    for seat in (0, 1):
        table.apply(j.BotSat(seat, "broker"), 0)
    assert table.plays_on_alone(), "the third is called when it is their turn"
    table.apply(j.BotSat(2, "broker"), 0)
    assert table.plays_on_alone() and table.due() is not None
