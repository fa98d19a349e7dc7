"""What happens at a match over days when somebody does not come: rests, and a gentle end.

Commands, as in `commands`: each checks, and returns the event; none changes the table.
"""

from openoutcry.table import journal as j
from openoutcry.table.refusal import not_now, not_yours
from openoutcry.table.state import TableState


def rest(table: TableState, person: str, begins: int, ends: int) -> j.Event | None:
    """The person's clocks stand still, if it is a match over days and this is news."""
    if table.state != "playing" or not table.is_over_days or not table.seats_of(person):
        return None
    return None if (begins, ends) in table.rests_of(person) else j.Rested(person, begins, ends)


def overdue(table: TableState, at: int) -> list[str]:
    """The people for whom the clock of a match over days would decide now."""
    if table.state != "playing" or not table.is_over_days:
        return []
    late = (seat for seat in table.asking if (table.deadline(seat) or at + 1) <= at)
    return list(dict.fromkeys(p for seat in late if (p := table.seats[seat].person) is not None))


def answer(table: TableState, person: str, seat: int, agree: bool, level: str) -> j.Event:
    """Say whether a bot shall take the seat of somebody who lets time run out. It does when all
    the others want it; if one of them would rather wait, nobody is asked until it happens again."""
    wanting = table.stand_ins.get(seat)
    if wanting is None or table.state != "playing":
        raise not_now("nobody_late")
    others = table.others_than(table.seats[seat].person)
    if person not in others:
        raise not_yours("not_voter")
    if not agree:
        return j.Waited(seat, person)
    if set(others) <= {person, *wanting}:
        return j.BotSat(seat, level)
    if person in wanting:
        raise not_now("agreed_already")
    return j.StandInWanted(seat, person)


def deserted(table: TableState, at: int, level: str) -> j.BotSat | None:
    """A bot sits in for somebody about whom nobody is left to be asked, as all the others who play
    let time run out as often: else the match would go on at the clock's pace, for a year. Whoever
    is on vacation now is waited for.

    A round of a contest has an end of its own, and a bot there would cost people its points."""
    if table.state != "playing" or table.about.contest is not None:
        return None
    playing = {number for number, seat in enumerate(table.seats) if seat.bot is None}
    if not playing or not playing <= table.stand_ins.keys():
        return None
    if any(_rests(table, number, at) for number in playing):
        return None
    return j.BotSat(min(playing), level, until_seen=True)


def _rests(table: TableState, seat: int, at: int) -> bool:
    rests = table.rests_of(table.seats[seat].person)
    return any(begins <= at < ends for begins, ends in rests)
