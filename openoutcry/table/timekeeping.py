"""The clocks of a table's seats: what decisions have used, reserves, and what going back keeps."""

from typing import TYPE_CHECKING

from openoutcry.table import clocks
from openoutcry.table.seat import Decided

if TYPE_CHECKING:
    from openoutcry.table.state import TableState


def used(table: "TableState", seat: int, at: int) -> int:
    """How long the seat's decision has taken, rests left out."""
    rests = table.rests_of(table.seats[seat].person)
    return clocks.running(table.asking[seat].at, at, rests)


def note_decision(table: "TableState", seat: int, step: int, at: int) -> None:
    """Note how long the decision at `step` took, which the seat has just made."""
    table.decided[step] = Decided(table.asking[seat].at, used(table, seat, at))


def use_reserve(table: "TableState", seat: int, at: int) -> None:
    """A decision that took too long is paid from the reserve; one made in time refills it."""
    occupant, about = table.seats[seat], table.about
    if about.seconds is not None and about.reserve and occupant.bot is None:
        times = 1000 * about.reserve, 1000 * about.seconds, used(table, seat, at)
        occupant.reserve = clocks.reserve_after(occupant.reserve, *times)


def give_reserves_back(table: "TableState", step: int) -> None:
    """Undo what decisions from `step` on did to the reserves."""
    about = table.about
    for number, made in table.decided.items() if about.reserve else ():
        if number >= step and about.seconds is not None:
            occupant = table.seats[table.playing.log[number].actor]
            times = 1000 * about.reserve, 1000 * about.seconds, made.used
            occupant.reserve = clocks.reserve_before(occupant.reserve, *times)


def restart_beside(table: "TableState", seat: int, at: int) -> None:
    """People at one browser answer one after the other: each gets the whole time."""
    person = table.seats[seat].person
    if person is not None:
        for other in table.asking.keys() & table.seats_of(person):
            table.asking[other].at = at


def clocks_to_keep(table: "TableState", step: int, at: int) -> dict[int, int]:
    """Since when each seat counts as asked after going back: time used is used. Whoever takes
    their own last decision back had not decided yet, so their clock has run all the time; where
    all agreed, it stands where it stood when they decided."""
    since = {seat: asking.at for seat, asking in table.asking.items()}
    if _is_own_last(table, step):
        return since | {table.playing.log[step].actor: table.decided[step].asked}
    made = {
        table.playing.log[number].actor: at - decided.used
        for number, decided in sorted(table.decided.items(), reverse=True)
        if number >= step
    }
    return since | made


def is_time_up(table: "TableState", step: int, at: int) -> bool:
    """Would no time be left after going back to that step?"""
    if table.about.seconds is None or step not in table.decided:
        return False
    decided, occupant = table.decided[step], table.seats[table.playing.log[step].actor]
    taken = decided.used
    if _is_own_last(table, step):
        taken = clocks.running(decided.asked, at, table.rests_of(occupant.person))
    return taken >= 1000 * table.about.seconds + occupant.reserve


def _is_own_last(table: "TableState", step: int) -> bool:
    match = table.playing
    return match.may_take_back(match.log[step].actor)
