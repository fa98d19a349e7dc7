"""A table's state as one event, and back: a reader may begin there and skip all that led to it."""

from typing import TYPE_CHECKING, TypeVar

import msgspec

from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table.seat import BackRequest, Decided, Seat

if TYPE_CHECKING:
    from openoutcry.table.state import TableState

Kind = TypeVar("Kind")


def taken(table: "TableState") -> j.Snapshot:
    """All of it but the match's positions, which its lines lead to again."""
    return j.Snapshot(
        opened=table.about,
        state=table.state,
        host=table.host,
        seats=[_like(seat, j.SeatThen) for seat in table.seats],
        lines=table.match.lines() if table.match else None,
        points=[value.step for value in table.history],
        asked=[j.AskedThen(seat, a.step, a.at) for seat, a in table.asking.items()],
        decided={step: (made.asked, made.used) for step, made in table.decided.items()},
        rewinds=table.rewinds[:],
        taken_back=table.taken_back.copy(),
        request=_like(table.request, j.RequestThen) if table.request else None,
        chat=[_like(line, j.LineThen) for line in table.chat],
        chatted=table.chatted,
        next=table.next,
        created=table.created,
        started=table.started,
        ended=table.ended,
        changed=table.changed,
        chat_for=table.chat_for,
        muted=table.muted[:],
        barred=table.barred[:],
        kicks={person: wanting[:] for person, wanting in table.kicks.items()},
        coached=table.coached[:],
        rests={person: rests[:] for person, rests in table.rests.items()},
        stand_ins={seat: wanting[:] for seat, wanting in table.stand_ins.items()},
        unsealed=table.unsealed,
        remote_left=table.remote_left,
        called=table.called,
    )


def put_back(table: "TableState", then: j.Snapshot) -> None:
    """All of it but the match, and who has been asked since when."""
    table.host, table.state = then.host, then.state
    table.seats = [_like(seat, Seat) for seat in then.seats]
    table.called = then.called
    table.rewinds, table.taken_back = then.rewinds[:], then.taken_back.copy()
    table.decided = {step: Decided(*made) for step, made in then.decided.items()}
    table.request = _like(then.request, BackRequest) if then.request else None
    table.chat = [_like(line, p.ChatLine) for line in then.chat]
    table.chat_for = then.chat_for or table.chat_for
    table.muted, table.barred = then.muted[:], then.barred[:]
    table.kicks = {person: wanting[:] for person, wanting in then.kicks.items()}
    table.coached, table.unsealed = then.coached[:], then.unsealed
    table.remote_left = then.remote_left
    table.rests = {person: rests[:] for person, rests in then.rests.items()}
    table.stand_ins = {seat: wanting[:] for seat, wanting in then.stand_ins.items()}
    table.chatted, table.next = then.chatted, then.next
    table.started, table.ended, table.changed = then.started, then.ended, then.changed


def _like(thing: object, kind: type[Kind]) -> Kind:
    """The same as another type whose fields have the same names."""
    return msgspec.convert(thing, kind, from_attributes=True)
