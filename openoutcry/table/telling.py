"""What is told about a table: to whom, since when, and in which form."""

from openoutcry.core.view import Step, Telling
from openoutcry.table import protocol as p
from openoutcry.table.frames import Passage
from openoutcry.table.journal import ContestTable, DailyTry
from openoutcry.table.memory import Recall, recall_of
from openoutcry.table.origin import told_origin
from openoutcry.table.protocol.contests import ContestSitting
from openoutcry.table.protocol.daily import DailyTable
from openoutcry.table.protocol.days import StandInRequest
from openoutcry.table.result import counts
from openoutcry.table.state import TableState


def told(table: TableState, viewer: int | None, since: int) -> tuple[list[Step], list[Telling]]:
    """Log and story from step `since` on, for one viewer."""
    teller = table.teller
    return teller.steps(viewer, since), teller.story(viewer, since)


def points(table: TableState, viewer: int | None, since: int) -> list[p.Point]:
    """History after step `since`, as the viewer knew it then."""
    first = table.teller.first(viewer)
    later = table.history[_first_after(table, since) :]
    return [value.point(viewer) for value in later if value.step >= first]


def _first_after(table: TableState, since: int) -> int:
    first = len(table.history)
    while first > 0 and (table.history[first - 1].step > since or since == 0):
        first -= 1
    return first


def update(
    table: TableState,
    viewer: int | None,
    since: int,
    now: int,
    seen: int | None = None,
    back_from: int | None = None,
) -> p.Update:
    """The position for one viewer, and what led to it since step `since`; `seen` is the step
    of the view that the viewer had before, for somebody who has seen all until then. `back_from`
    is the step that somebody saw last who has been away."""
    match, teller = table.playing, table.teller
    if match.over and _memory(table) == "table":
        since = 0  # the end gives back what was forgotten
    steps, story = told(table, viewer, since)
    return p.Update(
        since=since,
        first=teller.first(viewer),
        settled=match.settled,
        rewinds=len(table.rewinds),
        view=teller.view(viewer),
        steps=steps,
        story=story,
        history=points(table, viewer, since),
        frames=_frames(table, viewer, seen)
        if back_from is None
        else _frames_since(table, viewer, back_from),
        may_take_back=viewer is not None
        and table.state == "playing"
        and match.may_take_back(viewer),
        open=_is_shared(table) and match.is_open(),
        now=now,
    )


def _frames(table: TableState, viewer: int | None, seen: int | None) -> list[p.Frame]:
    """None for viewers who have not seen where the passage began."""
    if table.passage is None or table.passage.first != seen:
        return []
    return table.passage.frames(table.teller, viewer)


def _frames_since(table: TableState, viewer: int | None, step: int) -> list[p.Frame]:
    """What happened in a match over days while somebody was away, as far as it may be told."""
    first = max(step, table.teller.first(viewer))
    if not table.is_over_days or first >= table.playing.step:
        return []
    return Passage.since(table.playing, first).frames_on_arrival(table.teller, viewer)


def _is_shared(table: TableState) -> bool:
    """Do several people play at one browser?"""
    owners = [seat.person for seat in table.seats if seat.person is not None]
    return len(set(owners)) < len(owners)


def said_in_advance(table: TableState, person: str, seat: int | None) -> p.SaidNews | None:
    """What the person's seat has said in advance, where the table keeps it; for nobody else."""
    if seat is None or not table.keeps_answers or not table.owns(person, seat):
        return None
    answer = table.answer_in_advance(seat)
    said = table.seats[seat].said
    return p.SaidNews(seat, said, table.playing.step, answer.action if answer else None)


def resume(table: TableState, since: int, rewinds: int) -> int:
    """The step from which to tell somebody who knows all before `since`."""
    if table.match is None or rewinds > len(table.rewinds):
        return 0
    return min([since, table.match.settled, *table.rewinds[rewinds:]])


def info(table: TableState, present: set[str], watching: int, now: int) -> p.Table:
    """The table as everybody may see it; `present`: people connected."""
    over = table.is_open_to_all
    about, match = table.about, table.match
    return p.Table(
        id=table.id,
        name=about.name,
        title=about.title,
        edition=table.edition.identity,
        edition_name=table.edition.name,
        labels=table.labels,
        options=about.options,
        state=table.state,
        private=about.private,
        host=table.host,
        seats=[_seat(table, seat, present, now) for seat in range(len(table.seats))],
        clock=_clock(table),
        pace=about.pace,
        memory=_memory(table),
        watching=watching,
        step=match.step if match else 0,
        rewinds=len(table.rewinds),
        starting=table.is_starting(),
        commitment=table.commitment,
        seed=about.seed if table.may_tell_seed(now) else None,
        scores=match.scores() if match and over else None,
        places=match.places() if match and over else None,
        request=_asked(table),
        chat=table.chat_for,
        muted=table.muted,
        kicks=_kicks(table),
        next=table.next,
        previous=about.previous,
        created=table.created,
        started=table.started,
        ended=table.ended,
        now=now,
        origin=told_origin(about.origin, about.parent),
        daily=_daily(about.daily),
        stand_ins=_stand_ins(table),
        contest=_contest(about.contest),
        counts=counts(table),
    )


def _contest(table: ContestTable | None) -> ContestSitting | None:
    return None if table is None else ContestSitting(table.contest, table.round)


def _clock(table: TableState) -> p.Clock | None:
    about = table.about
    return None if about.seconds is None else p.Clock(about.seconds, about.reserve)


def _daily(tried: DailyTry | None) -> DailyTable | None:
    return None if tried is None else DailyTable(tried.day, tried.counts)


def _memory(table: TableState) -> Recall:
    """As it is played: with everything in the open there is nothing to remember."""
    return recall_of(table.title, table.about.options, table.about.memory)


def _seat(table: TableState, seat: int, present: set[str], now: int) -> p.Seat:
    occupant = table.seats[seat]
    rests = [ends for begins, ends in table.rests_of(occupant.person) if begins <= now < ends]
    return p.Seat(
        seat=seat,
        kind=occupant.kind,
        name=occupant.name,
        person=occupant.person,
        bot=occupant.bot,
        away=occupant.person is not None and occupant.bot is not None,
        connected=occupant.person in present,
        missed=occupant.missed,
        deadline=table.deadline(seat),
        replaced_by=occupant.replaced_by,
        pledge=occupant.salt.pledge,
        # Told to nobody before the deal: whoever has not told theirs must not know the others'.
        salt=None if table.started is None else occupant.salt.value,
        reserve=occupant.reserve if table.about.reserve else None,
        late=occupant.late,
        rests_until=max(rests, default=None),
    )


def _asked(table: TableState) -> p.BackRequest | None:
    request = table.request
    if request is None:
        return None
    missing = [person for person in table.voters() if person not in request.agreed]
    return p.BackRequest(request.seat, request.step, request.agreed, missing)


def _kicks(table: TableState) -> list[p.KickRequest]:
    return [
        p.KickRequest(
            person,
            table.name_of(person) or "",
            wanting,
            [other for other in table.voters() if other not in (person, *wanting)],
        )
        for person, wanting in table.kicks.items()
        if wanting and table.state == "playing"
    ]


def _stand_ins(table: TableState) -> list[StandInRequest]:
    if table.state != "playing":
        return []
    return [
        StandInRequest(seat, wanting, _missing(table, seat))
        for seat, wanting in table.stand_ins.items()
    ]


def _missing(table: TableState, seat: int) -> list[str]:
    """Who has yet to say whether a bot shall take the seat."""
    others = table.others_than(table.seats[seat].person)
    return [other for other in others if other not in table.stand_ins[seat]]


def _late(table: TableState) -> list[str]:
    if table.state != "playing" or not table.is_over_days:
        return []
    late = (seat.person for seat in table.seats if seat.missed and seat.bot is None)
    return list(dict.fromkeys(person for person in late if person is not None))


def line(table: TableState) -> p.TableLine:
    """The table in a list."""
    over = table.is_open_to_all
    return p.TableLine(
        id=table.id,
        name=table.about.name,
        title=table.about.title,
        state=table.state,
        private=table.about.private,
        seats=[seat.shown for seat in table.seats],
        people=table.people(),
        clock=_clock(table),
        places=table.playing.places() if over else None,
        scores=table.playing.scores() if over else None,
        created=table.created,
        changed=table.changed,
        turn=sorted(table.asking),
        turn_of=table.awaited(),
        owners=[seat.person for seat in table.seats],
        deadlines=[table.deadline(seat) for seat in range(len(table.seats))],
        late=_late(table),
        stand_in_of=list(
            dict.fromkeys(p for request in _stand_ins(table) for p in request.missing)
        ),
    )
