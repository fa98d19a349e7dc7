"""Keeping order at a table: who may write, who is silenced, who has to go.

Commands, as in `commands`: each checks, and returns the event; none changes the table.
"""

from openoutcry.table import journal as j
from openoutcry.table.refusal import Refusal, not_now, not_yours
from openoutcry.table.state import TableState

_FEWEST = 2
"""People who must want a player removed: else a host alone with a guest could take the seat."""


def say(table: TableState, person: str, name: str, text: str) -> j.Event:
    """Write a line into the chat."""
    if person in table.muted:
        raise not_yours("muted")
    if table.chat_for == "nobody":
        raise not_now("chat_nobody")
    if table.chat_for == "players" and not table.seats_of(person):
        raise not_yours("chat_players")
    return j.Said(person, name, text)


def allow_chat(table: TableState, by: str, by_name: str, to: j.ChatFor) -> j.Event | None:
    """The host says who may write."""
    _must_host(table, by)
    if table.chat_for == to:
        return None
    return j.ChatAllowed(to, by, table.name_of(by) or by_name)


def mute(table: TableState, by: str, by_name: str, person: str, muted: bool) -> j.Event | None:
    """The host silences somebody, or lets them write again."""
    _must_host(table, by)
    name = _other(table, by, person)
    if (person in table.muted) == muted:
        return None
    return j.Muted(person, name, muted, by, table.name_of(by) or by_name)


def kick(table: TableState, by: str, by_name: str, person: str, level: str) -> j.Event | None:
    """Remove somebody for good. The host alone decides before the start, after the end, and about
    those who watch. Whoever plays goes only if all the others who play want it: a seat is worth
    something, and no one person may take it away."""
    name = _other(table, by, person)
    if person in table.barred:
        return None
    if table.state == "playing" and table.seats_of(person):
        if not _all_agree(table, by, person):
            return j.KickAsked(person, name, by, table.name_of(by) or by_name)
    else:
        _must_host(table, by)
    return j.Kicked(person, name, level, by, table.name_of(by) or by_name)


def _all_agree(table: TableState, by: str, person: str) -> bool:
    others = {voter for voter in table.voters() if voter != person}
    wanting = table.kicks.get(person, [])
    if by not in others:
        raise not_yours("not_voter")
    if len(others) < _FEWEST:
        raise not_now("kick_alone")
    if others <= {by, *wanting}:
        return True
    if by in wanting:
        raise not_now("agreed_already")
    return False


def must_be_welcome(table: TableState, person: str) -> None:
    """Whoever was removed does not come back."""
    if person in table.barred:
        raise Refusal(403, "kicked", "kicked")


def _must_host(table: TableState, person: str) -> None:
    if table.host != person:
        raise not_yours("host")


def _other(table: TableState, by: str, person: str) -> str:
    """The name of somebody else who is or was at the table."""
    if by == person:
        raise not_now("yourself")
    name = table.name_of(person)
    if name is None:
        raise Refusal(404, "no_person", "person")
    return name
