"""What a journal adds up to."""

import msgspec
import pytest

from openoutcry.core.errors import OutcryError
from openoutcry.table import commands
from openoutcry.table import journal as j
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


def dealt(seconds: int | None = None) -> tuple[TableState, list[tuple[j.Event, int]]]:
    """A sheet in play, and the journal that led to it."""
    sheet, first = TableState("t"), opened(seconds)
    sheet.apply(first, 0)
    return sheet, [(first, 0), (sheet.deal(SECOND), SECOND)]


def asked_at_once(seats: list[j.SeatPlan] | None = None) -> TableState:
    """A sheet where everybody is asked for a loan at once, with 30 s for it since second 1."""
    title = find("mogul")
    options = title.options(title.edition(), 3, {"loans": "before_auction"})
    about = opened(30)
    sheet = TableState("t")
    sheet.apply(msgspec.structs.replace(about, options=options, seats=seats or about.seats), 0)
    sheet.deal(SECOND)
    return sheet


def replayed(journal: list[tuple[j.Event, int]]) -> TableState:
    sheet = TableState("t")
    for event, at in journal:
        sheet.apply(j.decode(j.encode(event)), at)
    return sheet


def same(one: TableState, other: TableState) -> bool:
    def told(sheet: TableState) -> bytes:
        viewers = (None, 0, 1, 2)
        updates = [sheet.update(viewer, 0, 0) for viewer in viewers]
        return msgspec.json.encode([sheet.info(set(), 0, 0), updates, sheet.line(), sheet.due()])

    return told(one) == told(other) and one.asking == other.asking and one.n == other.n


def test_the_journal_read_anew_gives_the_same_sheet() -> None:
    sheet, journal = dealt(60)
    at = 2 * SECOND
    while sheet.state == "playing":
        seat = sheet.playing.waiting[0]
        decision = sheet.playing.decision_for(seat)
        assert decision is not None
        action = decision.actions[at // SECOND % len(decision.actions)]
        journal.append((sheet.play(seat, action, None, at), at))
        if at == 9 * SECOND:
            back = commands.take_back(sheet, at, f"{sheet.seats[seat].person}", seat)
            journal.append((back, at))
        assert same(sheet, replayed(journal))
        at += SECOND


def test_after_a_take_back_news_start_where_it_went_back_to() -> None:
    sheet, _ = dealt()
    for at in range(4):
        sheet.play(sheet.playing.waiting[0], "pay", None, at)
    step = sheet.playing.step
    assert sheet.resume(step, 0) == step
    sheet.apply(j.Rewound(step - 2), 9)
    assert sheet.resume(step, 0) == step - 2
    sheet.play(sheet.playing.waiting[0], "pay", None, 10)
    assert sheet.resume(step - 1, 1) == step - 1, "told after the take-back"
    assert sheet.resume(step, 0) == step - 2, "told before it"
    assert sheet.resume(5, 7) == 0, "told by nobody we know"


def test_a_table_is_due_when_its_first_decision_runs_out() -> None:
    sheet, _ = dealt(30)
    seat = sheet.playing.waiting[0]
    assert sheet.due() == sheet.deadline(seat) == 31 * SECOND
    sheet.apply(j.BotSat(seat, "apprentice"), 2 * SECOND)
    assert sheet.deadline(seat) is None, "a bot has no deadline"
    assert sheet.due() is not None, "but somebody must see that it plays"
    sheet.apply(j.Closed(), 3 * SECOND)
    assert sheet.due() is None


def test_the_tables_line_tells_whose_turn_it_is_and_leaves_bots_out() -> None:
    sheet, _ = dealt()
    seat = sheet.playing.waiting[0]
    assert (sheet.line().turn, sheet.line().turn_of) == ([seat], [sheet.seats[seat].person])
    sheet.apply(j.BotSat(seat, "apprentice"), 2 * SECOND)
    assert (sheet.line().turn, sheet.line().turn_of) == ([seat], [])
    sheet.apply(j.Closed(), 3 * SECOND)
    assert (sheet.line().turn, sheet.line().turn_of) == ([], [])


def test_a_table_names_companies_as_its_own_edition_does() -> None:
    sheet, _ = dealt()
    assert sheet.info(set(), 0, 0).labels == {}
    about = opened(name="speculation")
    data = msgspec.json.decode(msgspec.json.encode(about.edition))
    data["companies"]["names"][0] = "Night Mail"
    renamed = TableState("t")
    renamed.apply(msgspec.structs.replace(about, edition=data), 0)
    assert renamed.info(set(), 0, 0).labels == {data["companies"]["ids"][0]: "Night Mail"}


def test_an_old_decision_keeps_its_deadline_when_another_seat_answers() -> None:
    sheet = asked_at_once()
    sheet.play(0, "loan", None, 20 * SECOND)
    assert sheet.deadline(1) == sheet.deadline(2) == 31 * SECOND


def test_people_at_one_browser_have_the_whole_time_one_after_the_other() -> None:
    people = [j.SeatPlan("ann", "Ann"), j.SeatPlan("ann", "Luca"), j.SeatPlan("cy", "Cy")]
    sheet = asked_at_once(people)
    sheet.play(0, "loan", None, 20 * SECOND)
    assert sheet.deadline(1) == 50 * SECOND, "Luca could not answer while Ann did"
    assert sheet.deadline(2) == 31 * SECOND, "Cy could"


def test_whoever_takes_back_has_only_the_rest_of_the_time() -> None:
    sheet, journal = dealt(30)
    seat = sheet.playing.waiting[0]
    person = str(sheet.seats[seat].person)
    for round in range(3):
        asked = 10 * SECOND * round
        journal.append((sheet.play(seat, "pay", None, asked + 9 * SECOND), asked + 9 * SECOND))
        back = asked + 10 * SECOND
        journal.append((commands.take_back(sheet, back, person, seat), back))
        used = 8 * SECOND + round * 9 * SECOND
        assert sheet.deadline(seat) == back + 30 * SECOND - used
        assert same(sheet, replayed(journal))


def test_whoever_lends_the_seat_to_a_bot_has_only_the_rest_of_the_time() -> None:
    sheet, _ = dealt(30)
    assert sheet.host == "ann"
    seat = sheet.playing.waiting[0]
    person = str(sheet.seats[seat].person)
    commands.hand_over(sheet, 9 * SECOND, person, seat, "apprentice", {person})
    commands.come_back(sheet, 10 * SECOND, person, seat)
    assert sheet.deadline(seat) == 31 * SECOND
    other = ({"ann", "bob"} - {person}).pop()
    commands.hand_over(sheet, 11 * SECOND, other, seat, "apprentice", {other})
    commands.seen(sheet, 20 * SECOND, person)
    assert sheet.deadline(seat) == 50 * SECOND, "who was absent has the whole time"


def missed(sheet: TableState, at: int) -> int:
    """Let the decision's time run out; gives the seat whose it was."""
    seat = sheet.playing.waiting[0]
    assert commands.run_out(sheet, at, "apprentice") is not None
    assert commands.run_out(sheet, at, "apprentice") is None, "once for each decision"
    return seat


def test_after_two_misses_in_a_row_a_bot_sits_in_until_the_person_is_seen() -> None:
    sheet, _ = dealt(30)
    at, seat = 0, -1
    while not any(place.bot for place in sheet.seats):
        at += 100 * SECOND
        seat = missed(sheet, at)
    place = sheet.seats[seat]
    assert (place.bot, place.until_seen) == ("apprentice", True)
    assert sheet.info(set(), 0, at).seats[seat].away
    commands.seen(sheet, at + SECOND, str(place.person))
    assert (place.bot, place.missed) == (None, 0)


def test_two_misses_with_an_answer_between_them_are_not_two_in_a_row() -> None:
    sheet, _ = dealt(30)
    at = 0
    answered = dict.fromkeys(range(3), True)
    while sheet.state == "playing" and at < 4000 * SECOND:
        at += 100 * SECOND
        seat = sheet.playing.waiting[0]
        if answered[seat]:
            missed(sheet, at)
        else:
            decision = sheet.playing.decision_for(seat)
            assert decision is not None
            sheet.play(seat, decision.actions[0], None, at)
        answered[seat] = not answered[seat]
        assert not any(place.bot for place in sheet.seats)


def test_while_others_have_not_picked_taking_back_leaves_their_clocks_alone() -> None:
    sheet = asked_at_once()
    sheet.play(0, "loan", None, 20 * SECOND)
    commands.take_back(sheet, 25 * SECOND, "ann", 0)
    assert sheet.deadline(0) == (25 + 30 - 19) * SECOND
    assert sheet.deadline(1) == sheet.deadline(2) == 31 * SECOND


def test_where_all_agree_to_go_back_the_clock_begins_anew() -> None:
    sheet, _ = dealt(30)
    first = sheet.playing.waiting[0]
    person = str(sheet.seats[first].person)
    for at in (5, 6):
        sheet.play(sheet.playing.waiting[0], "pay", None, at * SECOND)
    commands.take_back(sheet, 7 * SECOND, person, first)
    for other in {"ann", "bob", "cy"} - {person}:
        commands.consent(sheet, 8 * SECOND, other, True)
    assert sheet.deadline(first) == 38 * SECOND


@pytest.mark.parametrize("left", [True, False])
def test_nothing_is_taken_back_behind_the_back_of_the_absent(left: bool) -> None:
    """Who left has no say any more; for whom a bot only sits in, has."""
    sheet, _ = dealt()
    first = sheet.playing.waiting[0]
    person = str(sheet.seats[first].person)
    for seat in {0, 1, 2} - {first}:
        other = str(sheet.seats[seat].person)
        by = other if left else person
        commands.hand_over(sheet, SECOND, by, seat, "apprentice", {person})
    for at in (5, 6):
        sheet.play(sheet.playing.waiting[0], "pay", None, at * SECOND)
    done = commands.take_back(sheet, 7 * SECOND, person, first)
    assert isinstance(done, j.Rewound if left else j.Asked)


@pytest.mark.parametrize("again", [commands.take_back, commands.consent])
def test_when_the_last_who_had_not_agreed_leaves_the_others_can_go_back(again: object) -> None:
    sheet, _ = dealt()
    first = sheet.playing.waiting[0]
    asker = str(sheet.seats[first].person)
    for at in (5, 6):
        sheet.play(sheet.playing.waiting[0], "pay", None, at * SECOND)
    commands.take_back(sheet, 7 * SECOND, asker, first)
    friend, leaver = sorted({"ann", "bob", "cy"} - {asker})
    commands.consent(sheet, 8 * SECOND, friend, True)
    with pytest.raises(Refusal, match="asked already"):
        commands.take_back(sheet, 9 * SECOND, asker, first)
    with pytest.raises(Refusal, match="agreed already"):
        commands.consent(sheet, 9 * SECOND, friend, True)
    seat = sheet.seats_of(leaver)[0]
    commands.hand_over(sheet, 9 * SECOND, leaver, seat, "apprentice", {leaver})
    if again is commands.consent:
        done = commands.consent(sheet, 10 * SECOND, friend, True)
    else:
        done = commands.take_back(sheet, 10 * SECOND, asker, first)
    assert isinstance(done, j.Rewound)


def test_names_and_rematches_in_the_journal_come_and_go() -> None:
    sheet, journal = dealt()
    at = 2 * SECOND
    renamed = commands.rename(sheet, at, "bob", "bob", "Robert")
    assert renamed is not None
    journal.append((renamed, at))
    assert commands.rename(sheet, at, "bob", "bob", "Robert") is None
    assert (sheet.seats[1].name, replayed(journal).seats[1].name) == ("Robert", "Robert")
    for event, expected in (
        (j.Rematched("t2"), "t2"),
        (j.Unlinked("another"), "t2"),
        (j.Unlinked("t2"), None),
    ):
        sheet.apply(event, at)
        journal.append((event, at))
        assert (sheet.next, replayed(journal).next) == (expected, expected)


def test_while_the_host_is_away_whoever_plays_replaces_the_absent() -> None:
    sheet, _ = dealt()
    with pytest.raises(Refusal, match="not yours"):
        commands.hand_over(sheet, SECOND, "bob", 2, "apprentice", {"ann", "bob"})
    with pytest.raises(Refusal, match="not yours"):
        commands.hand_over(sheet, SECOND, "stranger", 2, "apprentice", {"stranger"})
    with pytest.raises(Refusal, match="cy is here"):
        commands.hand_over(sheet, SECOND, "bob", 2, "apprentice", {"bob", "cy"})
    commands.hand_over(sheet, SECOND, "bob", 2, "apprentice", {"bob"})
    assert sheet.seats[2].bot == "apprentice"


def test_a_table_of_other_rules_is_not_played_on() -> None:
    with pytest.raises(OutcryError, match="rules version 99"):
        TableState("t").apply(msgspec.structs.replace(opened(), rules=99), 0)
