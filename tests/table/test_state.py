"""What a journal adds up to."""

from typing import TypeVar

import msgspec
import pytest

from openoutcry.core import edition as editions
from openoutcry.core.errors import OutcryError
from openoutcry.table import commands, telling
from openoutcry.table import journal as j
from openoutcry.table.commands import GRACE
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import TableState
from openoutcry.titles import find

SECOND = 1000


def opened(seconds: int | None = None, name: str = "mogul") -> j.Opened:
    title = find(name)
    edition = title.edition()
    return j.Opened(
        title=name,
        rules=title.rules_version,
        edition=dict(edition.data),
        options=title.options(edition, 3, {"loans": "on_turn"} if name == "mogul" else {}),
        seats=[j.SeatPlan(name, name) for name in ("ann", "bob", "cy")],
        host="ann",
        name="",
        private=False,
        seconds=seconds,
        pace=0,
        seed="ab" * 32,
    )


Event = TypeVar("Event", bound=j.Event | None)


def do(table: TableState, at: int, event: Event) -> Event:
    """Let happen what a command gave."""
    if event is not None:
        table.apply(event, at)
    return event


def play(table: TableState, at: int, seat: int, action: str) -> j.Event:
    return do(table, at, table.played(seat, action))


def dealt(seconds: int | None = None) -> tuple[TableState, list[tuple[j.Event, int]]]:
    """A table in play, and the journal that led to it."""
    table, first = TableState("t"), opened(seconds)
    table.apply(first, 0)
    return table, [(first, 0), (do(table, SECOND, table.dealt()), SECOND)]


def asked_at_once(seats: list[j.SeatPlan] | None = None) -> TableState:
    """A table where everybody is asked for a loan at once, with 30 s for it since second 1."""
    title = find("mogul")
    options = title.options(title.edition(), 3, {"loans": "before_auction"})
    about = opened(30)
    table = TableState("t")
    table.apply(msgspec.structs.replace(about, options=options, seats=seats or about.seats), 0)
    do(table, SECOND, table.dealt())
    return table


def replayed(journal: list[tuple[j.Event, int]]) -> TableState:
    table = TableState("t")
    for event, at in journal:
        table.apply(j.decode(j.encode(event)), at)
    return table


def same(one: TableState, other: TableState) -> bool:
    def told(table: TableState) -> bytes:
        viewers = (None, 0, 1, 2)
        updates = [telling.update(table, viewer, 0, 0) for viewer in viewers]
        return msgspec.json.encode(
            [telling.info(table, set(), 0, 0), updates, telling.line(table), table.due()]
        )

    return told(one) == told(other) and one.asking == other.asking and one.n == other.n


def test_the_journal_read_anew_gives_the_same_table() -> None:
    table, journal = dealt(60)
    at = 2 * SECOND
    while table.state == "playing":
        seat = table.playing.waiting[0]
        decision = table.playing.decision_for(seat)
        assert decision is not None
        action = decision.actions[at // SECOND % len(decision.actions)]
        journal.append((play(table, at, seat, action), at))
        if at == 9 * SECOND:
            back = do(table, at, commands.take_back(table, f"{table.seats[seat].person}", seat, at))
            journal.append((back, at))
        assert same(table, replayed(journal))
        at += SECOND


def test_after_a_take_back_news_start_where_it_went_back_to() -> None:
    table, _ = dealt()
    for at in range(4):
        play(table, at, table.playing.waiting[0], "pay")
    step = table.playing.step
    assert telling.resume(table, step, 0) == step
    table.apply(j.Rewound(step - 2), 9)
    assert telling.resume(table, step, 0) == step - 2
    play(table, 10, table.playing.waiting[0], "pay")
    assert telling.resume(table, step - 1, 1) == step - 1, "told after the take-back"
    assert telling.resume(table, step, 0) == step - 2, "told before it"
    assert telling.resume(table, 5, 7) == 0, "told by nobody we know"


def test_a_table_is_due_when_its_first_decision_runs_out() -> None:
    table, _ = dealt(30)
    seat = table.playing.waiting[0]
    assert table.due() == table.deadline(seat) == 31 * SECOND
    table.apply(j.BotSat(seat, "apprentice"), 2 * SECOND)
    assert table.deadline(seat) is None, "a bot has no deadline"
    assert table.due() is not None, "but somebody must see that it plays"
    table.apply(j.Closed(), 3 * SECOND)
    assert table.due() is None


def test_the_tables_line_tells_whose_turn_it_is_and_leaves_bots_out() -> None:
    table, _ = dealt()
    seat = table.playing.waiting[0]
    assert (telling.line(table).turn, telling.line(table).turn_of) == (
        [seat],
        [table.seats[seat].person],
    )
    table.apply(j.BotSat(seat, "apprentice"), 2 * SECOND)
    assert (telling.line(table).turn, telling.line(table).turn_of) == ([seat], [])
    table.apply(j.Closed(), 3 * SECOND)
    assert (telling.line(table).turn, telling.line(table).turn_of) == ([], [])


def test_a_table_names_companies_as_its_own_edition_does() -> None:
    table, _ = dealt()
    assert telling.info(table, set(), 0, 0).labels == {}
    about = opened(name="speculation")
    data = msgspec.json.decode(msgspec.json.encode(about.edition))
    data["companies"]["names"][0] = "Night Mail"
    renamed = TableState("t")
    renamed.apply(msgspec.structs.replace(about, edition=data), 0)
    assert telling.info(renamed, set(), 0, 0).labels == {data["companies"]["ids"][0]: "Night Mail"}


def test_an_old_decision_keeps_its_deadline_when_another_seat_answers() -> None:
    table = asked_at_once()
    play(table, 20 * SECOND, 0, "loan")
    assert table.deadline(1) == table.deadline(2) == 31 * SECOND


def test_people_at_one_browser_have_the_whole_time_one_after_the_other() -> None:
    people = [j.SeatPlan("ann", "Ann"), j.SeatPlan("ann", "Luca"), j.SeatPlan("cy", "Cy")]
    table = asked_at_once(people)
    play(table, 20 * SECOND, 0, "loan")
    assert table.deadline(1) == 50 * SECOND, "Luca could not answer while Ann did"
    assert table.deadline(2) == 31 * SECOND, "Cy could"


def test_whoever_takes_back_has_only_the_rest_of_the_time() -> None:
    table, journal = dealt(30)
    seat = table.playing.waiting[0]
    person = str(table.seats[seat].person)
    for answered in (9 * SECOND, 15 * SECOND, 27 * SECOND):
        journal.append((play(table, answered, seat, "pay"), answered))
        back = answered + 3 * SECOND
        journal.append((do(table, back, commands.take_back(table, person, seat, back)), back))
        assert table.deadline(seat) == 31 * SECOND, "as if it had not been answered"
        assert same(table, replayed(journal))
    play(table, 30 * SECOND, seat, "pay")
    with pytest.raises(Refusal, match="time for that decision is up"):
        commands.take_back(table, person, seat, 31 * SECOND)


def lent(table: TableState, seat: int) -> j.Event:
    """The person hands their own seat to a bot."""
    return commands.hand_over(table, f"{table.seats[seat].person}", seat, "apprentice", {}, "")


def replaced(table: TableState, by: str, seat: int, absent: dict[str, int]) -> j.Event:
    """Somebody lets a bot sit in for somebody absent."""
    return commands.hand_over(table, by, seat, "apprentice", absent, by)


def test_whoever_lends_the_seat_to_a_bot_has_only_the_rest_of_the_time() -> None:
    table, _ = dealt(30)
    assert table.host == "ann"
    seat = table.playing.waiting[0]
    person = str(table.seats[seat].person)
    do(table, 9 * SECOND, lent(table, seat))
    do(table, 10 * SECOND, commands.come_back(table, person, seat))
    assert table.deadline(seat) == 31 * SECOND
    host = ({"ann", "bob"} - {person}).pop()
    table.apply(j.Hosted(host), 11 * SECOND)
    do(table, 11 * SECOND, replaced(table, host, seat, {person: GRACE}))
    do(table, 20 * SECOND, commands.seen(table, person))
    assert table.deadline(seat) == 31 * SECOND, "nor does it help to drop out"


def missed(table: TableState, at: int) -> int:
    """Let the decision's time run out; gives the seat whose it was."""
    seat = table.playing.waiting[0]
    assert do(table, at, commands.run_out(table, at, "apprentice")) is not None
    assert do(table, at, commands.run_out(table, at, "apprentice")) is None, (
        "once for each decision"
    )
    return seat


def test_after_two_misses_in_a_row_a_bot_sits_in_until_the_person_is_seen() -> None:
    table, _ = dealt(30)
    at, seat = 0, -1
    while not any(seat.bot for seat in table.seats):
        at += 100 * SECOND
        seat = missed(table, at)
    occupant = table.seats[seat]
    assert (occupant.bot, occupant.until_seen) == ("apprentice", True)
    assert telling.info(table, set(), 0, at).seats[seat].away
    do(table, at + SECOND, commands.seen(table, str(occupant.person)))
    assert (occupant.bot, occupant.missed) == (None, 0)


def test_two_misses_with_an_answer_between_them_are_not_two_in_a_row() -> None:
    table, _ = dealt(30)
    at = 0
    answered = dict.fromkeys(range(3), True)
    while table.state == "playing" and at < 4000 * SECOND:
        at += 100 * SECOND
        seat = table.playing.waiting[0]
        if answered[seat]:
            missed(table, at)
        else:
            decision = table.playing.decision_for(seat)
            assert decision is not None
            play(table, at, seat, decision.actions[0])
        answered[seat] = not answered[seat]
        assert not any(seat.bot for seat in table.seats)


def test_while_others_have_not_picked_taking_back_leaves_their_clocks_alone() -> None:
    table = asked_at_once()
    play(table, 20 * SECOND, 0, "loan")
    do(table, 25 * SECOND, commands.take_back(table, "ann", 0, 25 * SECOND))
    assert [table.deadline(seat) for seat in range(3)] == [31 * SECOND] * 3


def test_where_all_agree_to_go_back_the_clock_goes_on_where_it_stood() -> None:
    table, _ = dealt(30)
    first = table.playing.waiting[0]
    person = str(table.seats[first].person)
    for at in (5, 6):
        play(table, at * SECOND, table.playing.waiting[0], "pay")
    do(table, 7 * SECOND, commands.take_back(table, person, first, 7 * SECOND))
    for other in {"ann", "bob", "cy"} - {person}:
        do(table, 8 * SECOND, commands.consent(table, other, True))
    assert table.deadline(first) == (8 + 30 - 4) * SECOND, "4 s were used"


@pytest.mark.parametrize("left", [True, False])
def test_nothing_is_taken_back_behind_the_back_of_the_absent(left: bool) -> None:
    """Whoever left has no say any more; somebody for whom a bot only sits in has."""
    table, _ = dealt()
    first = table.playing.waiting[0]
    person = str(table.seats[first].person)
    for seat in {0, 1, 2} - {first}:
        other = str(table.seats[seat].person)
        gone = dict.fromkeys({"ann", "bob", "cy"} - {person}, GRACE)
        event = lent(table, seat) if left else replaced(table, person, seat, gone)
        assert table.seats[seat].person == other
        do(table, SECOND, event)
    for at in (5, 6):
        play(table, at * SECOND, table.playing.waiting[0], "pay")
    done = do(table, 7 * SECOND, commands.take_back(table, person, first, 7 * SECOND))
    assert isinstance(done, j.Rewound if left else j.Asked)


@pytest.mark.parametrize("again", [commands.take_back, commands.consent])
def test_when_the_last_who_had_not_agreed_leaves_the_others_can_go_back(again: object) -> None:
    table, _ = dealt()
    first = table.playing.waiting[0]
    asker = str(table.seats[first].person)
    for at in (5, 6):
        play(table, at * SECOND, table.playing.waiting[0], "pay")
    do(table, 7 * SECOND, commands.take_back(table, asker, first, 7 * SECOND))
    friend, leaver = sorted({"ann", "bob", "cy"} - {asker})
    do(table, 8 * SECOND, commands.consent(table, friend, True))
    with pytest.raises(Refusal, match="asked already"):
        do(table, 9 * SECOND, commands.take_back(table, asker, first, 9 * SECOND))
    with pytest.raises(Refusal, match="agreed already"):
        do(table, 9 * SECOND, commands.consent(table, friend, True))
    seat = table.seats_of(leaver)[0]
    do(table, 9 * SECOND, lent(table, seat))
    if again is commands.consent:
        done = do(table, 10 * SECOND, commands.consent(table, friend, True))
    else:
        done = do(table, 10 * SECOND, commands.take_back(table, asker, first, 10 * SECOND))
    assert isinstance(done, j.Rewound)


def test_names_and_rematches_in_the_journal_come_and_go() -> None:
    table, journal = dealt()
    at = 2 * SECOND
    renamed = do(table, at, commands.rename(table, "bob", "bob", "Robert"))
    assert renamed is not None
    journal.append((renamed, at))
    assert do(table, at, commands.rename(table, "bob", "bob", "Robert")) is None
    assert (table.seats[1].name, replayed(journal).seats[1].name) == ("Robert", "Robert")
    for event, expected in (
        (j.Rematched("t2"), "t2"),
        (j.Unlinked("another"), "t2"),
        (j.Unlinked("t2"), None),
    ):
        table.apply(event, at)
        journal.append((event, at))
        assert (table.next, replayed(journal).next) == (expected, expected)


def test_while_the_host_is_away_whoever_plays_replaces_the_absent() -> None:
    table, _ = dealt()
    all_gone = {"ann": GRACE, "bob": GRACE, "cy": GRACE}
    with pytest.raises(Refusal, match="not yours"):
        replaced(table, "bob", 2, {"cy": GRACE})
    with pytest.raises(Refusal, match="not yours"):
        replaced(table, "bob", 2, {"ann": GRACE - 1, "cy": GRACE})
    with pytest.raises(Refusal, match="not yours"):
        replaced(table, "stranger", 2, all_gone)
    with pytest.raises(Refusal, match="cy is here"):
        replaced(table, "bob", 2, {"ann": GRACE})
    do(table, SECOND, replaced(table, "bob", 2, {"ann": GRACE, "cy": GRACE}))
    assert table.seats[2].bot == "apprentice"


def test_nobody_is_replaced_before_a_grace_period_nor_while_here_and_all_see_who_did_it() -> None:
    table, _ = dealt(30)
    with pytest.raises(Refusal, match=r"bob has been away only for a moment.*58"):
        replaced(table, "ann", 1, {"bob": 2002})
    table.seats[1].missed = 1
    with pytest.raises(Refusal, match="bob is here"):
        replaced(table, "ann", 1, {})
    do(table, SECOND, replaced(table, "ann", 1, {"bob": GRACE}))
    assert telling.info(table, set(), 0, 0).seats[1].replaced_by == "ann"
    do(table, SECOND, commands.seen(table, "bob"))
    seat = telling.info(table, set(), 0, 0).seats[1]
    assert (seat.bot, seat.replaced_by) == (None, None)


def test_a_table_of_other_rules_is_not_played_on() -> None:
    with pytest.raises(OutcryError, match="version 99 of the rules of “mogul”"):
        TableState("t").apply(msgspec.structs.replace(opened(), rules=99), 0)


def test_a_rematch_has_no_seats_for_people_who_are_out() -> None:
    table, _ = dealt(seconds=3600)
    absent = {"bob": 1}
    seats = [plan.person for plan in commands.again(table, "ann", "seed", absent).seats]
    assert "bob" in seats, "where a decision may take an hour, nobody needs to be here"
    seats = [plan.person for plan in commands.again(table, "ann", "seed", {}, ["bob"]).seats]
    assert "ann" in seats and "bob" not in seats, "the host has blocked him"


def test_a_table_is_told_without_reading_the_edition_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _ = dealt()
    told = telling.info(table, set(), 0, 0)
    monkeypatch.setattr(editions, "read", lambda path: pytest.fail(f"read {path}"))
    assert telling.info(table, set(), 0, 0) == told and told.counts
