"""What keeping order does to a table: the effects of the events that `moderation` makes."""

from typing import TYPE_CHECKING

from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.seat import Seat

if TYPE_CHECKING:
    from openoutcry.table.state import TableState

Sanction = j.ChatAllowed | j.Muted | j.KickAsked | j.Kicked

_CHAT_NOTICES: dict[j.ChatFor, j.Notice] = {
    "everybody": "chat_everybody",
    "players": "chat_players",
    "nobody": "chat_nobody",
}


def carry_out(table: "TableState", event: Sanction, at: int) -> None:
    """Let the event happen, and the chat tell everybody who did what to whom."""
    match event:
        case j.ChatAllowed():
            table.chat_for = event.to
            _note(table, event, _CHAT_NOTICES[event.to], "", at)
        case j.Muted():
            others = [person for person in table.muted if person != event.person]
            table.muted = [*others, event.person] if event.muted else others
            _note(table, event, "muted" if event.muted else "unmuted", event.name, at)
        case j.KickAsked():
            table.kicks.setdefault(event.person, []).append(event.by)
            _note(table, event, "kick_asked", event.name, at)
        case j.Kicked():
            _kick(table, event)
            _note(table, event, "kicked", event.name, at)


def _note(table: "TableState", event: Sanction, notice: j.Notice, about: str, at: int) -> None:
    number = table.chatted + 1
    table.write(p.ChatLine(number, event.by, event.by_name, "", at, notice, about))


def _kick(table: "TableState", event: j.Kicked) -> None:
    for seat in table.seats_of(event.person):
        if table.state == "open":
            table.seats[seat] = Seat(None, "", None)
        elif table.state == "playing":
            table.seats[seat] = Seat(None, "", event.level)
            if table.request is not None and table.request.seat == seat:
                table.request = None
    if table.host == event.person:
        table.host = event.by
    table.barred.append(event.person)
    table.kicks = {
        person: [by for by in wanting if by != event.person]
        for person, wanting in table.kicks.items()
        if person != event.person
    }
