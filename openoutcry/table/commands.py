"""What people may do at a table, and when.

Each command checks, and returns the event to apply and to store; None where there is nothing to
do. No command changes the table. Those that say "again until None" make one event at a time.
"""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from openoutcry.core.fair import pledge as pledge_of
from openoutcry.core.standing import remaining
from openoutcry.table import absence
from openoutcry.table import journal as j
from openoutcry.table.moderation import must_be_welcome
from openoutcry.table.refusal import Refusal, Stale, no_seat, not_now, not_yours
from openoutcry.table.seat import Seat, is_remote
from openoutcry.table.state import MOST_TAKE_BACKS, TableState
from openoutcry.table.timekeeping import is_time_up

MOST_PLEDGES = 20
"""How often a seat may promise another salt."""
GRACE = 60_000
"""Milliseconds that somebody must have been absent before others may let a bot sit in."""
_UNHURRIED = 3600
"""Seconds for a decision from which people come and go as they like."""

Absences = Mapping[str, int]
"""For how many milliseconds each absent person of the table has been so."""


def _must_be(table: TableState, state: str, otherwise: Refusal) -> None:
    if table.state != state:
        raise otherwise


def _must_be_open(table: TableState, otherwise: Refusal) -> None:
    """Seats and pledges are final once the host has asked to start."""
    if table.state != "open" or table.is_starting():
        raise otherwise


def _must_host(table: TableState, person: str) -> None:
    if table.host != person:
        raise not_yours("host")


def _must_own(table: TableState, person: str, seat: int) -> None:
    if not table.owns(person, seat):
        raise not_yours()


# Before the start


def join(table: TableState, person: str, name: str, seat: int | None) -> j.Event:
    """Sit down in an open seat; one person may take several."""
    _must_be_open(table, not_now("started"))
    must_be_welcome(table, person)
    free = [number for number, occupant in enumerate(table.seats) if occupant.kind == "open"]
    if not free:
        raise not_now("full")
    if seat is not None and seat not in free:
        shown = ", ".join(map(str, free))
        raise not_now("seat_taken", f"open are: {shown}")
    return j.Sat(free[0] if seat is None else seat, person, name)


def sit_here(table: TableState, person: str, name: str, seat: int) -> j.Event | None:
    """Seat one more person at the same browser, in an open seat or, for the host, in a bot's; or
    give the player of one's own seat another name."""
    must_be_welcome(table, person)
    occupant = table.seats[seat]
    if occupant.kind == "person":
        _must_own(table, person, seat)
    elif occupant.kind == "bot":
        _must_host(table, person)
    same = (occupant.person, occupant.name) == (person, name)
    return None if same else j.Sat(seat, person, name)


def pledge(table: TableState, person: str, seat: int, pledge: str) -> j.Event | None:
    """Promise a salt by its hash; another than before, if the browser has lost it."""
    _must_own(table, person, seat)
    _must_be_open(table, not_now("started_already"))
    if table.about.daily is not None:
        raise not_now("daily_draws")
    if table.about.contest is not None:
        raise not_now("contest_draws")
    if table.seats[seat].salt.pledge == pledge:
        return None
    if table.seats[seat].pledges >= MOST_PLEDGES:
        raise not_now("hurry")
    return j.Pledged(seat, pledge)


def tell_salt(table: TableState, person: str, seat: int, value: str) -> j.Event | None:
    """Tell the salt that one's seat has promised, after all promises stand and before the deal."""
    _must_own(table, person, seat)
    if not table.is_starting():
        raise not_now("not_started") if table.started is None else not_now("started_already")
    promised = table.seats[seat].salt
    if promised.pledge != pledge_of(value):
        raise not_now("salt")
    return None if promised.value is not None else j.Salted(seat, value)


def deal(table: TableState, at: int) -> j.Event | None:
    """Deal once all promised salts are told, or when no more time is left for them. `at` is now."""
    due = table.salts_due()
    if due is None or not (table.has_all_salts() or at >= due):
        return None
    return table.dealt()


def start(table: TableState, person: str) -> j.Event:
    """Deal; where seats have promised salts, call for these first."""
    may_start(table, person)
    return j.Called() if table.has_pledges() else table.dealt()


def may_start(table: TableState, person: str) -> None:
    """Raises what `start` would raise."""
    _must_host(table, person)
    _must_be_open(table, not_now("started_already"))
    if any(seat.kind == "open" for seat in table.seats):
        raise not_now("seat_open")
    if not table.people():
        raise not_now("only_bots")


def close(table: TableState, person: str) -> j.Event:
    """The host gives the table up before the match has started."""
    _must_host(table, person)
    _must_be_open(table, not_now("started_close"))
    return j.Closed()


def set_seat(table: TableState, person: str, seat: int, level: str | None) -> j.Event | None:
    """The host opens a seat, even somebody's, or puts a bot into an empty one."""
    _must_host(table, person)
    if table.seats_of(person) == [seat]:
        raise not_now("only_seat")
    if level is None:
        return j.SeatOpened(seat) if table.seats[seat].kind != "open" else None
    if table.seats[seat].kind == "person":
        raise not_now("somebody_sits")
    return j.BotSat(seat, level)


def change_seat(
    table: TableState,
    person: str,
    seat: int,
    kind: Literal["open", "bot", "person"],
    level: str | None,
    name: str,
    absent: Absences,
) -> j.Event | None:
    """What asking for a seat to be of that kind means before the start and during play."""
    if seat >= len(table.seats):
        raise no_seat(seat)
    if table.is_starting():
        raise not_now("started_already")
    if kind == "person" and table.state == "open":
        return sit_here(table, person, name, seat)
    if kind == "person":
        return come_back(table, person, seat)
    if table.state == "open":
        return set_seat(table, person, seat, level)
    if level is None:
        raise not_now("seats_fixed")
    return hand_over(table, person, seat, level, absent, name)


def leave(table: TableState, person: str, seat: int | None, level: str) -> j.Event | None:
    """Leave a seat, or all of one's own; again until None."""
    mine = [number for number in table.seats_of(person) if seat in (None, number)]
    if table.is_try:
        return None  # it waits
    if table.state == "playing" or table.is_starting():
        mine = [number for number in mine if table.seats[number].bot is None]
        return j.BotSat(mine[0], level) if mine else None
    if table.state != "open":
        return None
    return j.SeatOpened(mine[0]) if mine else step_down(table, person)


def step_down(table: TableState, person: str) -> j.Event | None:
    """Before the start, a host who has no seat left hands the table to somebody who has; if there
    is nobody, the table closes."""
    if table.state != "open" or table.host != person or table.seats_of(person):
        return None
    others = table.people()
    return j.Hosted(others[0]) if others else j.Closed()


def rematched(table: TableState, person: str, next: str) -> j.Event | None:
    """Link the rematch's table; None if somebody else was quicker."""
    may_rematch(table, person)
    return None if table.next else j.Rematched(next)


def unlink(table: TableState, next: str) -> j.Event | None:
    """Drop the link to a rematch that was given up."""
    return j.Unlinked(next) if table.next == next else None


def again(
    table: TableState, host: str, seed: str, absent: Absences, unwelcome: Collection[str] = ()
) -> j.Opened:
    """The rematch's table: the same people and bots, everybody one seat further on. Whoever left
    is not seated: the bot that played for them stays, and the seat of somebody who has gone since
    the end is free. Where a decision may take an hour, nobody needs to be here. Nor are seats for
    the `unwelcome`, whom the host has blocked."""
    gone = {*absent} if (table.about.seconds or 0) < _UNHURRIED else set()
    out = gone.union(unwelcome, table.barred)
    plans = [_again(seat, host, out) for seat in table.seats]
    if table.about.origin is None:  # one that plays on from another begins at the same seat
        plans = plans[-1:] + plans[:-1]
    return msgspec.structs.replace(
        table.about,
        seats=plans,
        host=host,
        seed=seed,
        previous=table.id,
        chat=table.chat_for,
        barred=table.barred,
        daily=None,
        contest=None,
    )


def _again(seat: Seat, host: str, out: Collection[str]) -> j.SeatPlan:
    if seat.person == host:
        return j.SeatPlan(seat.person, seat.name)
    if is_remote(seat.bot):
        return j.SeatPlan()  # it may be elsewhere by now
    if seat.person is None or seat.bot is not None:
        return j.SeatPlan(bot=seat.bot)
    return j.SeatPlan() if seat.person in out else j.SeatPlan(seat.person, seat.name)


def may_rematch(table: TableState, person: str) -> None:
    """`Refusal` unless the person has played here, and the match is over."""
    if person not in table.people():
        raise not_yours("rematch")
    _must_be(table, "over", not_now("not_over"))


# During play


def play(
    table: TableState, person: str, seat: int, step: int, rewinds: int, action: str
) -> j.Event:
    """Play an offered action for one's own seat."""
    may_play(table, person, seat, step, rewinds, action)
    return table.played(seat, action)


def may_play(
    table: TableState, person: str, seat: int, step: int, rewinds: int, action: str
) -> None:
    """Raises what `play` would raise, without looking any further."""
    _must_own(table, person, seat)
    _must_be(table, "playing", not_now("not_playing"))
    if table.seats[seat].bot is not None:
        raise not_now("bot_plays")
    if not table.is_current(seat, step, rewinds):
        raise Stale
    table.playing.check(seat, action)


def ask_coach(table: TableState, person: str, seat: int, step: int, rewinds: int) -> j.Event | None:
    """Note that somebody asks the coach about their present decision. `Refusal` where another
    person plays, or may come back to a seat that a bot holds for them, and where one plays from
    memory: what the coach says follows from all that has passed."""
    _must_own(table, person, seat)
    _must_be(table, "playing", not_now("not_playing"))
    if any(s.person is not None for number, s in enumerate(table.seats) if number != seat):
        raise not_now("coach_people")
    if table.is_try:
        raise not_now("daily_coach")
    if table.teller.forgets:
        raise not_now("coach_memory")
    if table.about.contest is not None:
        raise not_now("contest_coach")
    if table.seats[seat].bot is not None:
        raise not_now("bot_plays")
    if not table.is_current(seat, step, rewinds):
        raise Stale
    return None if seat in table.coached else j.Coached(seat)


def say_in_advance(
    table: TableState, person: str, seat: int, said: Mapping[str, bool | int | str]
) -> j.Event | None:
    """Say what one's seat answers to later questions, in place of all said before."""
    _must_own(table, person, seat)
    _must_be(table, "playing", not_now("not_playing"))
    if not table.keeps_answers:
        raise not_now("advance")
    if table.seats_of(person) != [seat]:
        raise not_now("advance_shared")
    return None if table.seats[seat].said == said else j.SaidInAdvance(seat, dict(said))


def answer_in_advance(table: TableState, seat: int, step: int, rewinds: int) -> j.Event | None:
    """Give the answer that was said in advance, if the seat is still asked the same; None if its
    person would now rather be asked."""
    if table.state != "playing" or not table.is_current(seat, step, rewinds):
        raise Stale
    answer, said = table.answer_in_advance(seat), table.seats[seat].said
    if answer is None or said is None:
        return None
    played = table.played(seat, answer.action)
    return j.PlayedInAdvance(seat, played.lines, said=remaining(said, answer.uses))


def play_for(table: TableState, seat: int, step: int, rewinds: int, choice: int | None) -> j.Event:
    """Play a bot's choice, if the bot still sits there and is still asked the same; the default
    where the choice is missing or illegal."""
    is_asked = table.state == "playing" and table.is_current(seat, step, rewinds)
    if not is_asked or table.seats[seat].bot is None:
        raise Stale
    match = table.playing
    if choice not in match.legal(seat):
        choice = int(match.state.default(seat))
    return table.played(seat, table.title.notation.write(choice))


def answer_from_elsewhere(
    table: TableState, bot: str, seat: int, step: int, rewinds: int, action: str
) -> j.Event:
    """Play what a bot from elsewhere has chosen for its seat."""
    may_answer(table, bot, seat, step, rewinds, action)
    return table.played(seat, action)


def may_answer(
    table: TableState, bot: str, seat: int, step: int, rewinds: int, action: str
) -> None:
    """Raises what `answer_from_elsewhere` would raise, without looking any further."""
    if not 0 <= seat < len(table.seats) or table.seats[seat].bot != bot:
        raise not_yours()
    _must_be(table, "playing", not_now("not_playing"))
    if not table.is_current(seat, step, rewinds):
        raise Stale
    table.playing.check(seat, action)


def give_up_on(
    table: TableState, bot: str, seat: int, step: int, rewinds: int, stand_in: str
) -> j.Event:
    """Play the default for a bot from elsewhere that has not answered in time."""
    is_asked = table.state == "playing" and table.is_current(seat, step, rewinds)
    if not is_asked or table.seats[seat].bot != bot:
        raise Stale
    default = int(table.playing.state.default(seat))
    return table.played(seat, table.title.notation.write(default), stand_in)


def run_out(table: TableState, at: int, stand_in: str) -> j.Event | None:
    """Play the default of a decision whose time is up, and let bots sit in where nobody comes any
    more; again until None."""
    if table.state != "playing":
        return None
    for seat in list(table.asking):
        deadline = table.deadline(seat)
        if deadline is not None and deadline <= at:
            default = int(table.playing.state.default(seat))
            return table.played(seat, table.title.notation.write(default), stand_in)
    return absence.deserted(table, at, stand_in)


def hand_over(
    table: TableState, person: str, seat: int, level: str, absent: Absences, name: str
) -> j.Event:
    """Put a bot into one's own seat. The host may do so for whoever has been absent for a while;
    while the host has been, so may everybody who plays. `name` is who did it, for the others."""
    _must_be(table, "playing", not_now("not_playing"))
    occupant = table.seats[seat]
    if is_remote(level):
        raise not_now("bot_started")  # it would take over what it has not seen
    if table.is_try:
        raise not_now("daily_bot")
    if occupant.person is None:
        raise not_now("bot_there")
    if occupant.person == person:
        return j.BotSat(seat, level)
    no_host = occupant.person == table.host or absent.get(table.host, 0) >= GRACE
    if table.host != person and not (no_host and table.seats_of(person)):
        raise not_yours()
    if occupant.person not in absent:
        raise not_now("present", name=occupant.name)
    if absent[occupant.person] < GRACE:
        wait = 1 + (GRACE - absent[occupant.person]) // 1000
        raise not_now("grace", name=occupant.name, seconds=wait)
    if occupant.bot is not None:
        raise not_now("bot_there")
    return j.Replaced(seat, level, person, name)


def come_back(table: TableState, person: str, seat: int) -> j.Event | None:
    """Take one's seat back from the bot."""
    _must_own(table, person, seat)
    if table.state != "playing" or table.seats[seat].bot is None:
        return None
    return j.Returned(seat)


def seen(table: TableState, person: str) -> j.Event | None:
    """The person has connected, so the bots that sat in leave; again until None."""
    for seat in table.seats_of(person):
        if table.seats[seat].until_seen and table.state == "playing":
            return j.Returned(seat)
    return None


def take_back(table: TableState, person: str, seat: int, at: int) -> j.Event:
    """Undo one's own last decision, at once if nothing has followed it; otherwise everybody at
    the table is asked. `at` is now."""
    _must_own(table, person, seat)
    _must_be(table, "playing", not_now("not_playing"))
    step = table.playing.decided_at(seat)
    if step is None:
        raise not_now("nothing_back")
    is_asking = table.request is not None and table.request.seat == seat
    if table.taken_back.get(seat, 0) >= MOST_TAKE_BACKS and not is_asking:
        raise not_now("take_backs", most=MOST_TAKE_BACKS)
    if is_time_up(table, step, at):
        raise not_now("time_up")
    if table.playing.may_take_back(seat):
        return j.Rewound(step)
    if table.is_try:
        raise not_now("daily_back")
    if table.about.contest is not None:
        raise not_now("contest_back")
    if set(table.voters()) <= {person}:
        return j.Rewound(step)
    request = table.request
    if request is not None and set(table.voters()) <= set(request.agreed):
        return j.Rewound(request.step)  # whoever had not agreed has left
    if request is not None:
        raise not_now("asked_already")
    return j.Asked(seat, person, step)


def consent(table: TableState, person: str, agree: bool) -> j.Event:
    """Answer a request to go back; the last consent carries it out."""
    request = table.request
    if request is None:
        raise not_now("nobody_asks")
    if person not in table.voters():
        raise not_yours("not_voter")
    if not agree:
        return j.Declined(person)
    if set(table.voters()) <= {person, *request.agreed}:
        return j.Rewound(request.step)
    if person in request.agreed:
        raise not_now("agreed_already")
    return j.Agreed(person)


# Always


def summarise(table: TableState) -> j.Event | None:
    """A snapshot, when it is time for one."""
    return table.summary() if table.is_snapshot_due() else None


def rename(table: TableState, person: str, old: str, new: str) -> j.Event | None:
    """Put the person's new name on the seats that bear the old one; again until None."""
    for seat in table.seats_of(person):
        if table.seats[seat].name == old != new and table.state in ("open", "playing"):
            return j.Renamed(seat, new)
    return None


def unseal(table: TableState) -> j.Event | None:
    """The round of the contest is over everywhere."""
    return j.Unsealed() if table.is_sealed else None


def finish_by_bots(table: TableState, level: str) -> j.Event | None:
    """The deadline of a contest's round: bots play what is left; again until None."""
    if table.about.contest is None or table.state != "playing":
        return None
    for seat, occupant in enumerate(table.seats):
        if occupant.bot is None:
            return j.BotSat(seat, level)
    return None


def end(table: TableState) -> j.Event | None:
    """Close the table: for the server's operator, not for the table's host."""
    return j.Closed() if table.state in ("open", "playing") else None


def remove(table: TableState, person: str, level: str) -> j.Event | None:
    """Give a banned person's seats to bots, or open them before the start; again until None."""
    is_open = table.state == "open" and not table.is_starting()
    for seat in table.seats_of(person):
        if is_open:
            return j.SeatOpened(seat)
        if table.state in ("open", "playing") and table.seats[seat].bot is None:
            return j.BotSat(seat, level)
    return None


def retire(table: TableState, bot: str, level: str) -> j.Event | None:
    """The same for the seats of a bot from elsewhere that is no more."""
    is_open = table.state == "open" and not table.is_starting()
    for number, seat in enumerate(table.seats):
        if seat.bot == bot and table.state in ("open", "playing"):
            return j.SeatOpened(number) if is_open else j.BotSat(number, level)
    return None
