"""What people may do at a table, and when. Each right checks, carries out on the sheet and
returns the event to be stored; a `Refusal` leaves the sheet as it was."""

from openoutcry.table import journal as j
from openoutcry.table.refusal import Refusal, Stale, not_now, not_yours
from openoutcry.table.state import TableState


def _done(sheet: TableState, event: j.Event, at: int) -> j.Event:
    sheet.apply(event, at)
    return event


def _must_be(sheet: TableState, state: str, otherwise: Refusal) -> None:
    if sheet.state != state:
        raise otherwise


def _must_host(sheet: TableState, person: str) -> None:
    if sheet.host != person:
        raise not_yours("host")


def _must_own(sheet: TableState, person: str, seat: int) -> None:
    if not sheet.owns(person, seat):
        raise not_yours()


# Before the start


def join(sheet: TableState, at: int, person: str, name: str, seat: int | None) -> j.Event:
    """Sit down in an open seat; one person may take several."""
    _must_be(sheet, "open", not_now("started"))
    free = [number for number, place in enumerate(sheet.seats) if place.kind == "open"]
    if not free:
        raise not_now("full")
    if seat is not None and seat not in free:
        shown = ", ".join(map(str, free))
        raise not_now("seat_taken", f"open are: {shown}")
    return _done(sheet, j.Sat(free[0] if seat is None else seat, person, name), at)


def sit_here(sheet: TableState, at: int, person: str, name: str, seat: int) -> j.Event | None:
    """One more person at the same browser sits down, the host's also in a bot's place; or an
    own seat's player is called otherwise. None: all is so already."""
    place = sheet.seats[seat]
    if place.kind == "person":
        _must_own(sheet, person, seat)
    elif place.kind == "bot":
        _must_host(sheet, person)
    same = (place.person, place.name) == (person, name)
    return None if same else _done(sheet, j.Sat(seat, person, name), at)


def start(sheet: TableState, at: int, person: str) -> j.Event:
    _must_host(sheet, person)
    _must_be(sheet, "open", not_now("started_already"))
    if any(place.kind == "open" for place in sheet.seats):
        raise not_now("seat_open")
    if not sheet.people():
        raise not_now("only_bots")
    return sheet.deal(at)


def close(sheet: TableState, at: int, person: str) -> j.Event:
    _must_host(sheet, person)
    _must_be(sheet, "open", not_now("started_close"))
    return _done(sheet, j.Closed(), at)


def change_before(
    sheet: TableState, at: int, person: str, seat: int, level: str | None
) -> j.Event | None:
    """The host opens a seat (also somebody's) or puts a bot there."""
    _must_host(sheet, person)
    if sheet.seats_of(person) == [seat]:
        raise not_now("only_seat")
    if level is None:
        return _done(sheet, j.SeatOpened(seat), at) if sheet.seats[seat].kind != "open" else None
    if sheet.seats[seat].kind == "person":
        raise not_now("somebody_sits")
    return _done(sheet, j.BotSat(seat, level), at)


def leave(sheet: TableState, at: int, person: str, seat: int | None, level: str) -> j.Event | None:
    """One step of leaving: to be asked again until there is nothing more to do."""
    mine = [number for number in sheet.seats_of(person) if seat in (None, number)]
    if sheet.state == "playing":
        mine = [number for number in mine if sheet.seats[number].bot is None]
        return _done(sheet, j.BotSat(mine[0], level), at) if mine else None
    if sheet.state != "open":
        return None
    return _done(sheet, j.SeatOpened(mine[0]), at) if mine else step_down(sheet, at, person)


def step_down(sheet: TableState, at: int, person: str) -> j.Event | None:
    """Before the start a host without a seat makes somebody else the host; if there is nobody,
    the table closes."""
    if sheet.state != "open" or sheet.host != person or sheet.seats_of(person):
        return None
    others = sheet.people()
    return _done(sheet, j.Hosted(others[0]) if others else j.Closed(), at)


def rematched(sheet: TableState, at: int, person: str, table: str) -> j.Event | None:
    """The new table has been opened; None if somebody else was quicker."""
    may_rematch(sheet, person)
    return None if sheet.next else _done(sheet, j.Rematched(table), at)


def unlink(sheet: TableState, at: int, table: str) -> j.Event | None:
    """The rematch at that table has been given up."""
    return _done(sheet, j.Unlinked(table), at) if sheet.next == table else None


def may_rematch(sheet: TableState, person: str) -> None:
    if person not in sheet.people():
        raise not_yours("rematch")
    _must_be(sheet, "over", not_now("not_over"))


# During play


def play(
    sheet: TableState, at: int, person: str, seat: int, step: int, rewinds: int, action: str
) -> j.Event:
    """Play an offered action for one's own seat."""
    _must_own(sheet, person, seat)
    _must_be(sheet, "playing", not_now("not_playing"))
    if sheet.seats[seat].bot is not None:
        raise not_now("bot_plays")
    if not sheet.is_current(seat, step, rewinds):
        raise Stale
    return sheet.play(seat, action, None, at)


def play_for(
    sheet: TableState, at: int, seat: int, step: int, rewinds: int, choice: int | None
) -> j.Event:
    """A bot's choice, if it still sits there and the question is the same; where it has no
    choice that is legal, the default."""
    is_asked = sheet.state == "playing" and sheet.is_current(seat, step, rewinds)
    if not is_asked or sheet.seats[seat].bot is None:
        raise Stale
    match = sheet.playing
    if choice not in match.legal(seat):
        choice = int(match.state.default(seat))
    return sheet.play(seat, sheet.title.notation.write(choice), None, at)


def run_out(sheet: TableState, at: int, stand_in: str) -> j.Event | None:
    """Play the default of a decision whose time is over; None if there is none."""
    if sheet.state != "playing":
        return None
    for seat in list(sheet.asking):
        deadline = sheet.deadline(seat)
        if deadline is not None and deadline <= at:
            default = int(sheet.playing.state.default(seat))
            return sheet.play(seat, sheet.title.notation.write(default), stand_in, at)
    return None


def hand_over(
    sheet: TableState, at: int, person: str, seat: int, level: str, present: set[str]
) -> j.Event:
    """Put a bot into one's own seat; the host also into an absent person's, and whoever plays
    into an absent host's, or while the host is absent."""
    _must_be(sheet, "playing", not_now("not_playing"))
    place = sheet.seats[seat]
    if place.person is None:
        raise not_now("bot_there")
    if place.person != person:
        no_host = place.person == sheet.host or sheet.host not in present
        if sheet.host != person and not (no_host and sheet.seats_of(person)):
            raise not_yours()
        if place.person in present and not place.missed:
            raise not_now("present", name=place.name)
    return _done(sheet, j.BotSat(seat, level, place.person != person), at)


def come_back(sheet: TableState, at: int, person: str, seat: int) -> j.Event | None:
    """Take one's seat back from the bot."""
    _must_own(sheet, person, seat)
    if sheet.state != "playing" or sheet.seats[seat].bot is None:
        return None
    return _done(sheet, j.Returned(seat), at)


def seen(sheet: TableState, at: int, person: str) -> j.Event | None:
    """The person has connected: bots that sat in leave; to be asked until None."""
    for seat in sheet.seats_of(person):
        if sheet.seats[seat].until_seen and sheet.state == "playing":
            return _done(sheet, j.Returned(seat), at)
    return None


def take_back(sheet: TableState, at: int, person: str, seat: int) -> j.Event:
    """Own last decision at once if nothing followed it; else everybody at the table is asked."""
    _must_own(sheet, person, seat)
    _must_be(sheet, "playing", not_now("not_playing"))
    step = sheet.playing.decided_at(seat)
    if step is None:
        raise not_now("nothing_back")
    if sheet.playing.may_take_back(seat) or set(sheet.voters()) <= {person}:
        return _done(sheet, j.Rewound(step), at)
    request = sheet.request
    if request is not None and set(sheet.voters()) <= set(request.agreed):
        return _done(sheet, j.Rewound(request.step), at)  # who had not agreed has left
    if request is not None:
        raise not_now("asked_already")
    return _done(sheet, j.Asked(seat, person, step), at)


def consent(sheet: TableState, at: int, person: str, agree: bool) -> j.Event:
    """Answer a request to go back; the last consent carries it out."""
    request = sheet.request
    if request is None:
        raise not_now("nobody_asks")
    if person not in sheet.voters():
        raise not_yours("not_voter")
    if not agree:
        return _done(sheet, j.Declined(person), at)
    if set(sheet.voters()) <= {person, *request.agreed}:
        return _done(sheet, j.Rewound(request.step), at)
    if person in request.agreed:
        raise not_now("agreed_already")
    return _done(sheet, j.Agreed(person), at)


# Always


def say(sheet: TableState, at: int, person: str, name: str, text: str) -> j.Event:
    return _done(sheet, j.Said(person, name, text), at)


def rename(sheet: TableState, at: int, person: str, old: str, new: str) -> j.Event | None:
    """The person is called otherwise now, and so are the seats that bear the old name; to be
    asked until None."""
    for seat in sheet.seats_of(person):
        if sheet.seats[seat].name == old != new and sheet.state in ("open", "playing"):
            return _done(sheet, j.Renamed(seat, new), at)
    return None


def end(sheet: TableState, at: int) -> j.Event | None:
    """For the host of the server, not of the table."""
    return _done(sheet, j.Closed(), at) if sheet.state in ("open", "playing") else None


def remove(sheet: TableState, at: int, person: str, level: str) -> j.Event | None:
    """A banned person's seats go to bots, or are open again; to be asked until None."""
    for seat in sheet.seats_of(person):
        if sheet.state == "open":
            return _done(sheet, j.SeatOpened(seat), at)
        if sheet.state == "playing" and sheet.seats[seat].bot is None:
            return _done(sheet, j.BotSat(seat, level), at)
    return None
