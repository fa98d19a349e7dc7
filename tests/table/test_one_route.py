"""A table in play and the same table read anew from its journal never differ."""

import random
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openoutcry.core.errors import IllegalAction
from openoutcry.table import commands, moderation, telling
from openoutcry.table import journal as j
from openoutcry.table.refusal import Refusal
from openoutcry.table.state import TableState
from openoutcry.titles import find, names

PEOPLE = ("ann", "bob", "cy", "dee")
LEVEL = "apprentice"


def opened(title: str, rng: random.Random) -> j.Opened:
    found = find(title)
    edition = found.edition()
    plans = [j.SeatPlan("ann", "ann"), j.SeatPlan(), j.SeatPlan(bot=LEVEL)]
    return j.Opened(
        title=title,
        rules=found.rules_version,
        edition=dict(edition.data),
        options=found.options(edition, 3, {}),
        seats=rng.sample(plans, 3),
        host="ann",
        name="",
        private=False,
        seconds=rng.choice([None, 30]),
        pace=0,
        seed=rng.randbytes(32).hex(),
    )


def everything(table: TableState) -> dict[str, Any]:
    """All that a table is, as values that can be compared."""
    known = {
        f.name: getattr(table, f.name) for f in fields(table) if f.name not in ("match", "passage")
    }
    if table.match is not None:
        seen = table.passage.first if table.passage is not None else None
        known["lines"] = table.match.lines()
        known["updates"] = [telling.update(table, viewer, 0, 0, seen) for viewer in (None, 0, 1, 2)]
    known["info"] = telling.info(table, set(), 0, 0)
    known["line"] = telling.line(table)
    known["due"] = table.due()
    return known


def a_command(table: TableState, at: int, rng: random.Random) -> j.Event | None:
    """Anything that somebody may try, allowed or not."""
    person, other, seat = rng.choice(PEOPLE), rng.choice(PEOPLE), rng.randrange(3)
    owner = table.seats[seat].person or person
    if table.state == "open" and rng.random() < 0.7:  # or it would close before anybody plays
        is_full = all(seat.kind != "open" for seat in table.seats)
        return (
            commands.start(table, table.host)
            if is_full
            else commands.join(table, person, person, None)
        )
    ways: list[Callable[[], j.Event | None]] = [
        lambda: commands.join(table, person, person, None),
        lambda: commands.sit_here(table, person, other, seat),
        lambda: commands.set_seat(table, person, seat, rng.choice([None, LEVEL])),
        lambda: commands.leave(table, person, None, LEVEL),
        lambda: commands.start(table, table.host),
        lambda: commands.hand_over(table, person, seat, LEVEL, {other: 99_999}, person),
        lambda: commands.come_back(table, owner, seat),
        lambda: commands.seen(table, owner),
        lambda: commands.take_back(table, owner, seat, at),
        lambda: commands.consent(table, person, rng.random() < 0.8),
        lambda: moderation.say(table, person, person, "hm"),
        lambda: moderation.mute(table, table.host, "host", person, rng.random() < 0.5),
        lambda: moderation.allow_chat(table, table.host, "host", rng.choice(["players", "nobody"])),
        lambda: moderation.kick(table, owner, owner, other, LEVEL) if rng.random() < 0.2 else None,
        lambda: commands.rename(table, person, person, other),
        lambda: commands.run_out(table, at, LEVEL),
        lambda: commands.remove(table, person, LEVEL) if rng.random() < 0.1 else None,
        lambda: commands.rematched(table, person, "next"),
        lambda: commands.unlink(table, "next"),
    ]
    if table.state == "playing" and rng.random() < 0.7:
        return a_move(table, rng)
    return rng.choice(ways)()


def a_move(table: TableState, rng: random.Random) -> j.Event:
    seat = rng.choice(table.playing.waiting)
    occupant, question = table.seats[seat], (table.playing.step, len(table.rewinds))
    choice = rng.choice(table.playing.legal(seat))
    if occupant.bot is not None:
        return commands.play_for(table, seat, *question, choice)
    text = table.title.notation.write(choice)
    return commands.play(table, str(occupant.person), seat, *question, text)


def replayed(journal: list[tuple[bytes, int]]) -> TableState:
    """Of journals that do not begin at the beginning, all but the number of entries is known."""
    is_whole = b"opened" in journal[0][0][:20]
    table = TableState("t", 0 if is_whole else 25)
    for body, at in journal:
        table.apply(j.decode(body), at)
    return table


@pytest.mark.parametrize("title", names())
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_people_try_the_journal_read_anew_gives_the_same_table(
    title: str, seed: int
) -> None:
    rng, at = random.Random(seed), 0
    event: j.Event | None = opened(title, rng)
    live, journal = TableState("t"), list[tuple[bytes, int]]()
    while len(journal) < 40:
        if event is not None:
            live.apply(event, at)
            journal.append((j.encode(event), at))
        if len(journal) % 10 == 0:
            assert everything(live) == everything(replayed(journal))
        if len(journal) == 25 and live.snapshot == 0:
            snapshot = j.encode(live.summary())
            live.apply(j.decode(snapshot), at)
            journal.append((snapshot, at))
        if live.snapshot and len(journal) % 5 == 0:
            assert everything(live) == everything(replayed(journal[live.snapshot :]))
        before = everything(live)
        at += rng.choice([1, 1000, 20_000])
        try:
            event = a_command(live, at, rng)
        except (Refusal, IllegalAction):
            event = None
        assert everything(live) == before, "a command only says what is to happen"


@pytest.mark.parametrize("title", names())
def test_what_is_foreseen_is_what_the_rules_and_the_seed_give(title: str) -> None:
    rng = random.Random(11)
    table = TableState("t")
    table.apply(opened(title, rng), 0)
    table.apply(commands.join(table, "bob", "bob", None), 0)
    table.apply(commands.start(table, "ann"), 0)
    while table.state == "playing":
        table.apply(a_move(table, rng), 0)
        step = table.playing.step
        table.playing.settle()
        assert table.playing.step == step, "nothing was left to happen by itself"
    assert "derive from the seed" in table.playing.record().verify()[-1]
