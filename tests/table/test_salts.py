"""Salts: what seats add to the draws, so that nobody can choose them, not even the server."""

from collections.abc import Callable

import pytest

from openoutcry.core.fair import pledge
from openoutcry.table import commands, telling
from openoutcry.table import journal as j
from openoutcry.table.commands import MOST_PLEDGES
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import SALTS_WITHIN, TableState
from tests.table.test_state import do, opened

ANNS, BOBS = "0a" * 32, "0b" * 32


def pledged() -> TableState:
    """Ann and Bob have each promised a salt, Cy has not."""
    table = TableState("t")
    table.apply(opened(), 0)
    do(table, 1, commands.pledge(table, "ann", 0, pledge(ANNS)))
    do(table, 2, commands.pledge(table, "bob", 1, pledge(BOBS)))
    return table


def called() -> TableState:
    table = pledged()
    do(table, 10, commands.start(table, "ann"))
    return table


def told() -> TableState:
    table = called()
    do(table, 11, commands.tell_salt(table, "ann", 0, ANNS))
    do(table, 12, commands.tell_salt(table, "bob", 1, BOBS))
    return table


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as raised:
        attempt()
    return raised.value.key


def test_the_deal_follows_the_last_salt_and_depends_on_each() -> None:
    table = told()
    started = do(table, 13, commands.deal(table, 13))
    assert isinstance(started, j.Started)
    plain = TableState("t")
    plain.apply(opened(), 0)
    without_bob = called()
    do(without_bob, 11, commands.tell_salt(without_bob, "ann", 0, ANNS))
    deals = [started.lines, plain.dealt().lines, without_bob.dealt().lines]
    assert len({tuple(lines) for lines in deals}) == 3


def test_without_promises_a_match_starts_at_once_and_draws_as_it_always_did() -> None:
    table = TableState("t")
    table.apply(opened(), 0)
    event = do(table, 1, commands.start(table, "ann"))
    assert isinstance(event, j.Started)
    assert table.playing.record().salts is None


def test_nobody_promises_or_sits_elsewhere_once_the_host_has_called() -> None:
    """Else the operator could let a seat of his own choose last."""
    table = called()
    attempts = [
        lambda: commands.pledge(table, "cy", 2, pledge(BOBS)),
        lambda: commands.pledge(table, "ann", 0, pledge(BOBS)),
        lambda: commands.change_seat(table, "ann", 2, "open", None, "", {}),
        lambda: commands.join(table, "dee", "Dee", None),
        lambda: commands.start(table, "ann"),
    ]
    assert {refusal(attempt) for attempt in attempts} == {"no.started_already", "no.started"}
    assert refusal(lambda: commands.close(table, "ann")) == "no.started_close"
    assert isinstance(commands.leave(table, "cy", None, "broker"), j.BotSat)
    assert isinstance(commands.remove(table, "cy", "broker"), j.BotSat)


def test_a_salt_is_told_only_between_the_call_and_the_deal_and_only_as_promised() -> None:
    assert refusal(lambda: commands.tell_salt(pledged(), "ann", 0, ANNS)) == "no.not_started"
    table = called()
    assert refusal(lambda: commands.tell_salt(table, "ann", 0, BOBS)) == "no.salt"
    assert refusal(lambda: commands.tell_salt(table, "ann", 1, BOBS)) == "no.seat"
    assert refusal(lambda: commands.tell_salt(table, "cy", 2, ANNS)) == "no.salt"
    do(table, 11, commands.tell_salt(table, "ann", 0, ANNS))
    assert commands.tell_salt(table, "ann", 0, ANNS) is None
    do(table, 12, table.dealt())
    assert refusal(lambda: commands.tell_salt(table, "bob", 1, BOBS)) == "no.started_already"


def test_nobody_hears_anothers_salt_before_the_deal() -> None:
    """Else whoever tells theirs last could withhold it after a look at the others'."""
    table = called()
    do(table, 11, commands.tell_salt(table, "ann", 0, ANNS))
    info = telling.info(table, set(), 0, 12)
    assert info.starting
    assert [seat.pledge for seat in info.seats] == [pledge(ANNS), pledge(BOBS), None]
    assert [seat.salt for seat in info.seats] == [None, None, None]
    do(table, 12, commands.tell_salt(table, "bob", 1, BOBS))
    do(table, 13, commands.deal(table, 13))
    assert [seat.salt for seat in telling.info(table, set(), 0, 14).seats] == [ANNS, BOBS, None]


def test_a_seat_that_withholds_its_salt_holds_nobody_up_and_is_named() -> None:
    table = called()
    do(table, 11, commands.tell_salt(table, "ann", 0, ANNS))
    assert table.due() == 10 + SALTS_WITHIN
    assert commands.deal(table, 9 + SALTS_WITHIN) is None
    do(table, 10 + SALTS_WITHIN, commands.deal(table, 10 + SALTS_WITHIN))
    assert table.state == "playing"
    lines = table.playing.record().verify()
    assert "salts of seats 0 are mixed in" in lines[-2]
    assert "seats 1 promised a salt and did not tell it" in lines[-1]


def test_a_deal_cannot_be_had_again() -> None:
    """Neither by starting twice nor by calling for the salts again."""
    table = told()
    do(table, 13, commands.deal(table, 13))
    assert commands.deal(table, 14) is None
    assert refusal(lambda: commands.start(table, "ann")) == "no.started_already"


@pytest.mark.parametrize("stage", [pledged, called, told])
def test_a_server_that_begins_with_a_snapshot_goes_on_the_same(
    stage: Callable[[], TableState],
) -> None:
    table = stage()
    again = TableState("t")
    again.apply(j.decode(j.encode(table.summary())), 13)
    assert (again.due(), again.is_starting()) == (table.due(), table.is_starting())
    assert again.dealt() == table.dealt()
    assert again.summary() == table.summary()


def test_whoever_leaves_takes_the_promise_along() -> None:
    table = pledged()
    do(table, 3, commands.leave(table, "bob", None, "broker"))
    assert [seat.salt.pledge for seat in table.seats] == [pledge(ANNS), None, None]


def test_another_salt_may_be_promised_but_not_for_ever() -> None:
    table = TableState("t")
    table.apply(opened(), 0)
    for number in range(MOST_PLEDGES):
        do(table, 1, commands.pledge(table, "ann", 0, pledge(f"{number:064x}")))
    last = pledge(f"{MOST_PLEDGES - 1:064x}")
    assert table.seats[0].salt.pledge == last
    assert commands.pledge(table, "ann", 0, last) is None
    assert refusal(lambda: commands.pledge(table, "ann", 0, pledge(ANNS))) == "no.hurry"
