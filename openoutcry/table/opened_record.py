"""A record that somebody opens: a file that anybody may have made, so everything in it is checked.

Nothing of it is hidden. A record is the whole truth of a match, and whoever has the file has it
all: any seat's view may be asked for.
"""

import unicodedata
from functools import cached_property
from typing import Literal

import msgspec
from msgspec import structs

from openoutcry.analysis import report
from openoutcry.analysis.fitting import misfit
from openoutcry.analysis.report import Analysis
from openoutcry.core import record as records
from openoutcry.core.errors import OptionError, OutcryError, RecordError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.origin import OriginError
from openoutcry.core.record import Record
from openoutcry.core.state import CHANCE
from openoutcry.core.title import Title
from openoutcry.table import protocol as p
from openoutcry.table.ending import ending
from openoutcry.table.frames import Passage
from openoutcry.table.memory import Teller
from openoutcry.table.origin import told_origin
from openoutcry.table.refusal import Refusal, no_seat
from openoutcry.table.valuation import Valuation
from openoutcry.titles import find, names

MOST_STEPS = 5_000
"""Ten times as many as the longest match of ours has."""
NAME_LENGTH = 40


class OpenedRecord:
    """A record that was replayed to its end, every line by the rules."""

    def __init__(self, text: bytes) -> None:
        """`Refusal` if it is not the record of a match that can be shown here."""
        self._record = _read(text)
        self._match, self._history = _followed(self._record)
        _check_result(self._record, self._match)
        self._analysis = _analysis(self._record, self._match)

    def about(self, viewer: int | None) -> p.OpenedRecord:
        """All that a replay shows but its moments."""
        record, match = self._record, self._match
        return p.OpenedRecord(
            title=record.title.name,
            rules=record.title.rules_version,
            edition=record.edition.identity,
            edition_name=record.edition.name,
            labels=match.labels,
            options=record.options,
            names=_names(record),
            steps=match.step,
            over=match.over,
            scores=match.scores() if match.over else None,
            places=match.places() if match.over else None,
            draws=self._draws,
            film=self.film(viewer),
            analysis=self._analysis,
            origin=told_origin(record.setup.origin),
        )

    @cached_property
    def _draws(self) -> Literal["fair", "unfair", "promised", "local"]:
        if self._record.commitment is None:
            return "local"
        if self._record.seed is None:
            return "promised"
        try:
            self._record.verify()
        except RecordError:
            return "unfair"
        return "fair"

    def film(self, viewer: int | None) -> p.Film:
        """All steps, story and charts, as the viewer knew them."""
        self._check_seat(viewer)
        match = self._match
        return p.Film(
            id="",
            title=match.title.name,
            seat=viewer,
            over=match.over,
            commitment=self._record.commitment or "",
            first=0,
            steps=match.steps(viewer),
            story=match.story_for(viewer),
            history=[value.point(viewer) for value in self._history],
            ending=ending(match, self._history),
        )

    def moment(self, step: int, viewer: int | None) -> p.Moment:
        """The match after that many steps. The lines were checked: only the rules run again, which
        takes less than a millisecond."""
        self._check_seat(viewer)
        match = self._match
        if step > match.step:
            raise Refusal(404, "no_step", "step", last=match.step)
        earlier = Match(self._record.setup, match.draws)
        earlier.log = match.log[:step]
        for entry in earlier.log[:-1]:
            earlier.state.apply(entry.actor, entry.action)
        passage = Passage(max(0, step - 1), earlier.state)
        for entry in earlier.log[-1:]:
            earlier.state.apply(entry.actor, entry.action)
            passage.add(earlier.state)
        return p.Moment(earlier.view(viewer), match.step, passage.frames(Teller(match), viewer))

    def _check_seat(self, viewer: int | None) -> None:
        if viewer is not None and viewer >= self._match.seats:
            raise no_seat(viewer)


def _read(text: bytes) -> Record:
    try:
        file = msgspec.json.decode(text, type=p.GivenRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(str(error)[:200]) from None
    if file.format != records.FORMAT:
        raise unreadable(f"format {file.format}")
    if len(file.log) > MOST_STEPS:
        raise Refusal(400, "bad_record", "record_long", most=MOST_STEPS)
    if file.origin is not None and sum(len(leg.lines) for leg in file.origin.legs) > MOST_STEPS:
        raise Refusal(400, "bad_record", "record_long", most=MOST_STEPS)
    title = _title(file.title, file.rules)
    try:
        return records.parse(as_file(file), lambda *_: title)
    except OriginError as error:
        raise Refusal(400, "bad_record", "record_origin", str(error)[:200]) from None
    except OptionError as error:
        raise Refusal(400, "bad_record", "record_setup", str(error)[:200]) from None
    except OutcryError as error:
        raise Refusal(400, "bad_record", "record_edition", str(error)[:200]) from None


def as_file(given: p.GivenRecord) -> bytes:
    """As a record's file has it: what there is none of is left out."""
    parts = msgspec.to_builtins(given)
    return msgspec.json.encode({name: part for name, part in parts.items() if part is not None})


def unreadable(detail: str) -> Refusal:
    """It is no record; `detail` is for programmers."""
    return Refusal(400, "bad_record", "record_unreadable", detail)


def _title(name: str, version: int) -> Title:
    if name not in names():
        raise Refusal(400, "bad_record", "record_title", known=", ".join(names()))
    try:
        return find(name, version)
    except OutcryError:
        raise Refusal(400, "bad_record", "record_rules", title=name, version=version) from None


def _followed(record: Record) -> tuple[Match, list[Valuation]]:
    """The match at its end, and what everybody was worth whenever somebody had a choice."""
    match = Match(record.setup, QuickDraws(0))
    history: list[Valuation] = []
    for number, line in enumerate(record.log):
        before = None if match.state.mover() == CHANCE else Valuation.of(match)
        try:
            records.follow(match, number, line)
        except RecordError as error:
            raise Refusal(
                400, "bad_record", "record_step", str(error)[:200], step=number + 1
            ) from None
        if before is not None and not match.log[-1].forced:
            history.append(before)
    return match, [*history, Valuation.of(match)]


def _check_result(record: Record, match: Match) -> None:
    """Somebody may have altered who won."""
    scores = match.scores() if match.over else None
    places = match.places() if match.over else None
    if (record.scores, record.places) != (scores, places):
        raise Refusal(400, "bad_record", "record_result")


def _analysis(record: Record, match: Match) -> Analysis | None:
    """What is said of the match in the file, if it can be said of this match."""
    if record.analysis is None:
        return None
    try:
        found = report.decode(record.analysis)
    except msgspec.MsgspecError as error:
        raise Refusal(400, "bad_record", "record_analysis", str(error)[:200]) from None
    if wrong := misfit(found, match):
        raise Refusal(400, "bad_record", "record_analysis", wrong)
    seats = [structs.replace(seat, name=_tidy(seat.name)) for seat in found.seats]
    return structs.replace(found, seats=seats)


def _names(record: Record) -> list[str]:
    given = [_tidy(name) for name in record.names or []]
    return [given[seat] if seat < len(given) else "" for seat in range(record.seats)]


def _tidy(name: str) -> str:
    """One line of visible text, without direction tricks."""
    visible = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in name)
    return " ".join(visible.split())[:NAME_LENGTH]
