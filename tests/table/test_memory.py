"""A table that plays from memory: what has passed is told once, and again after the end."""

import copy
import itertools
import random
from collections.abc import Iterator

import msgspec
import pytest

from openoutcry.bots import find as find_bot
from openoutcry.core.match import Entry, Match
from openoutcry.core.options import Options
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import Event
from openoutcry.table import journal as j
from openoutcry.table import telling
from openoutcry.table.memory import RECALLS, Recall, Teller, recall_of, usual_recall
from openoutcry.table.state import TableState
from openoutcry.titles import find
from openoutcry.titles.ekonos.rules import Ekonos
from openoutcry.titles.mogul.rules import DECK, SOLD, Mogul
from openoutcry.titles.wallstreet.components import COMPANIES
from openoutcry.titles.wallstreet.position import Position
from openoutcry.titles.wallstreet.rules import WallStreet

VIEWERS = (None, 0, 1, 2)
FORGETFUL: dict[str, Options] = {
    "ekonos": {"moneyOpen": False},
    "mogul": {},
    "wallstreet": {"call_options": True, "magnates": "mixed"},
}
"""Titles with something to be remembered, and the options for that."""


def table_of(name: str, memory: Recall = "table") -> TableState:
    title = find(name)
    edition = title.edition()
    table = TableState("t")
    opened = j.Opened(
        title=name,
        rules=title.rules_version,
        edition=dict(edition.data),
        options=title.options(edition, 3, FORGETFUL.get(name, {})),
        seats=[j.SeatPlan(person, person) for person in ("ann", "bob", "cy")],
        host="ann",
        name="",
        private=False,
        seconds=None,
        pace=0,
        seed="cd" * 32,
        memory=memory,
    )
    table.apply(opened, 0)
    table.apply(table.dealt(), 0)
    return table


def playing(table: TableState) -> Iterator[int]:
    """A match at random; the step before each action."""
    rng = random.Random(5)
    while table.state == "playing":
        before, seat = table.playing.step, rng.choice(table.playing.waiting)
        decision = table.playing.decision_for(seat)
        assert decision is not None
        table.apply(table.played(seat, rng.choice(decision.actions)), 0)
        yield before


def told(table: TableState, viewer: int | None, seen: int) -> bytes:
    """Everything that leaves a table: to somebody who was there, who comes back, who asks."""
    return msgspec.json.encode(
        [
            telling.update(table, viewer, seen, 0, seen),
            telling.update(table, viewer, telling.resume(table, 0, 0), 0),
            telling.told(table, viewer, 0),
            telling.points(table, viewer, 0),
            telling.info(table, set(), 0, 0),
        ]
    )


def deciders(match: Match, since: int) -> list[int]:
    """Who has decided something, step by step."""
    return [e.actor for e in match.log[since:] if e.actor != CHANCE and not e.forced]


@pytest.mark.parametrize("name", FORGETFUL)
def test_only_what_happened_since_the_last_turn_is_told(name: str) -> None:
    table, forgot = table_of(name), 0
    for seen in playing(table):
        if table.state == "over":
            break
        for viewer in VIEWERS:
            update = telling.update(table, viewer, 0, 0, seen)
            numbers = {s.number for s in update.steps} | {t.step for t in update.story}
            assert min(numbers | {point.step for point in update.history}) >= update.first
            decided = deciders(table.playing, update.first)
            eyes = viewer if viewer is not None or not decided else decided[-1]
            if update.first:
                forgot += 1
                assert decided[0] == eyes
                others = [actor != eyes for actor in decided[1:]]
                assert others == sorted(others, reverse=True), "two turns of the same seat"
    assert forgot > 200


@pytest.mark.parametrize("name", FORGETFUL)
def test_what_is_told_does_not_depend_on_what_has_passed(name: str) -> None:
    """Other things may have happened before: nobody could tell from anything that is sent."""
    table = table_of(name)
    for seen in playing(table):
        if table.state == "over" or table.playing.step % 7:
            continue
        for viewer in VIEWERS:
            before, log = told(table, viewer, seen), table.playing.log
            first = min(table.teller.first(viewer), seen)
            table.playing.log = [_another(entry) for entry in log[:first]] + log[first:]
            history = table.history
            table.history = [value for value in history if value.step >= first]
            assert told(table, viewer, seen) == before
            table.playing.log, table.history = log, history


@pytest.mark.parametrize("name", FORGETFUL)
def test_LAW_1_no_view_depends_on_a_past_that_must_be_remembered(name: str) -> None:
    """Of two positions that look alike on the table, everybody is told the same: the board, the
    decision, what is worth what."""
    table, other_pasts = table_of(name), 0
    for _ in playing(table):
        for viewer in (None, 0):
            past = _another_past(table.playing.state, viewer)
            if table.state == "over" or past is None:
                continue
            state, before = table.playing.state, _seen(table, viewer)
            table.playing.state = past
            assert _seen(table, viewer) == before
            assert past.dump() != state.dump()
            table.playing.state, other_pasts = state, other_pasts + 1
    assert other_pasts > 20


def _seen(table: TableState, viewer: int | None) -> bytes:
    view = table.teller.view(viewer)
    return msgspec.json.encode([view, table.teller.picture(table.playing.state, viewer)])


def _another_past(state: State, viewer: int | None) -> State | None:
    """The position with something else gone by; None if nothing is forgotten yet."""
    other = state.clone()
    match other:
        case WallStreet():
            return other if _buries_otherwise(other.p) | _keeps_otherwise(other.p) else None
        case Mogul():
            return other if _sells_otherwise(other) else None
        case Ekonos():
            other.coins[1] += 1
            other.coins[2] -= 1
            return other if other.coins[2] >= 0 and other.mover() == 0 else None
        case _:
            return None


def _buries_otherwise(p: Position) -> bool:
    """Two cards change places in different discard piles, below the tops."""
    places = {int(p.discards[i]) % 3: i for i in range(p.discarded)}
    buried = [i for i in range(p.discarded) if i not in places.values()]
    for one, two in itertools.combinations(buried, 2):
        (card, zone), (other, there) = (divmod(int(p.discards[k]), 3) for k in (one, two))
        if card != other and zone != there:
            p.discards[one], p.discards[two] = 3 * other + zone, 3 * card + there
            more = p.components.dynamite_of(other) - p.components.dynamite_of(card)
            p.dynamite[zone] += more
            p.dynamite[there] -= more
            return True
    return False


def _keeps_otherwise(p: Position) -> bool:
    """Two rivals have kept each other's shares."""
    types = p.components.types
    for a, b in itertools.permutations(range(COMPANIES), 2):
        mine, theirs = types + a, 2 * types + b
        if p.pile[mine] and p.pile[theirs] and p.turn == 0:
            for place, more in ((mine, -1), (theirs, -1), (types + b, 1), (2 * types + a, 1)):
                p.pile[place] += more
            return True
    return False


def _sells_otherwise(mogul: Mogul) -> bool:
    """A share that was sold lies in the deck, and another one was sold."""
    owners = [int(owner) for owner in mogul.owner]
    if SOLD not in owners or DECK not in owners:
        return False
    mogul.owner[owners.index(SOLD)], mogul.owner[owners.index(DECK)] = DECK, SOLD
    mogul.gather()
    return True


@pytest.mark.parametrize("memory", RECALLS)
@pytest.mark.parametrize("name", FORGETFUL)
def test_LAW_2_bots_choose_the_same_whatever_is_told(name: str, memory: Recall) -> None:
    """They remember at every table, and know no more than their seat has seen."""
    table, rng = table_of(name, memory), Rng(3)
    for _ in itertools.islice(playing(table), 60):
        for seat in table.playing.waiting if table.state == "playing" else ():
            state = table.playing.state
            worlds = [state, state.imagine(seat, rng)]
            assert len({find_bot("apprentice", 7).choose(w, seat, 0) for w in worlds}) == 1


def _another(entry: Entry) -> Entry:
    other = copy.copy(entry)
    other.text, other.events = "something else", [Event("story.else", {}, public=True)]
    return other


@pytest.mark.parametrize("name", FORGETFUL)
def test_after_the_end_everything_is_told(name: str) -> None:
    table, perfect = table_of(name), table_of(name, "perfect")
    before = [list(playing(table))[-1], list(playing(perfect))[-1]]
    assert before[0] == before[1]
    for viewer in VIEWERS:
        whole = telling.update(perfect, viewer, 0, 0, before[0])
        update = telling.update(table, viewer, before[0], 0, before[0])
        assert update == whole
        assert update.first == 0 and len(update.steps) == table.playing.step


@pytest.mark.parametrize("name", FORGETFUL)
def test_the_match_its_record_and_its_draws_are_the_same_either_way(name: str) -> None:
    table, perfect = table_of(name), table_of(name, "perfect")
    for _ in zip(playing(table), playing(perfect), strict=True):
        assert table.playing.state.dump() == perfect.playing.state.dump()
    assert table.playing.record().to_json() == perfect.playing.record().to_json()


def test_where_everything_lies_open_nothing_is_forgotten() -> None:
    speculation, ekonos = find("speculation"), find("ekonos")
    assert recall_of(speculation, {}, "table") == "perfect"
    assert recall_of(ekonos, {"moneyOpen": True}, "table") == "perfect"
    assert recall_of(ekonos, {"moneyOpen": False}, "table") == "table"
    table = table_of("speculation")
    for _ in playing(table):
        assert telling.update(table, 0, 0, 0).first == 0
        assert not Teller(table.playing, "table").forgets
    assert telling.info(table, set(), 0, 0).memory == "perfect"


def test_people_play_from_memory_unless_they_say_otherwise_and_one_among_bots_does_not() -> None:
    assert [usual_recall(people) for people in (0, 1, 2, 5)] == [
        "perfect",
        "perfect",
        "table",
        "table",
    ]


def test_a_take_back_gives_nobody_a_longer_memory() -> None:
    table, rng = table_of("wallstreet"), random.Random(2)
    for _ in range(60):
        seat = table.playing.waiting[0]
        decision = table.playing.decision_for(seat)
        assert decision is not None
        first = table.teller.first(seat)
        table.apply(table.played(seat, rng.choice(decision.actions)), 0)
        if table.playing.may_take_back(seat):
            table.apply(j.Rewound(decision.step), 0)
            assert table.teller.first(seat) == first
            table.apply(table.played(seat, rng.choice(decision.actions)), 0)
