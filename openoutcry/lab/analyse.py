"""`outcry analyse`: a record's steps judged over all cores, kept beside it, and shown as a page."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import msgspec

from openoutcry.analysis import report
from openoutcry.analysis.effort import Effort, identity
from openoutcry.analysis.judging import Finding, done, judging
from openoutcry.analysis.replay import Replay
from openoutcry.analysis.report import Analysis, Judgement
from openoutcry.analysis.summary import summed
from openoutcry.core import record as records
from openoutcry.core.errors import RecordError
from openoutcry.core.record import Record
from openoutcry.drawing import plots
from openoutcry.lab.games import called
from openoutcry.lab.spread import Workers
from openoutcry.lab.words import heads, say
from openoutcry.titles import find


def analyse(
    record: Record, effort: Effort, workers: Workers, seen: Callable[[int], None]
) -> Analysis:
    """Judge every step of the record; `seen` is told how many are done."""
    text = record.bare().to_json()
    steps = Replay(record).steps(effort.every_step)
    findings = []
    with closing(workers.each(partial(_judge, text, effort), steps)) as judged:
        for finding in judged:
            findings.append(finding)
            seen(len(findings))
    return summed(record, effort, findings)


def _judge(text: str, effort: Effort, step: int) -> Finding:
    return done(judging(_replay(text), step, effort))


@cache
def _replay(text: str) -> Replay:
    """Each worker process replays the record once."""
    return Replay(records.parse(text, find))


# Kept beside the record


def with_analysis(record: Record, analysis: Analysis) -> Record:
    """The record whose file has its analysis in it: any floor opens it."""
    return replace(record, analysis=report.encode(analysis))


def beside(record_file: Path) -> Path:
    """Where an analysis is kept: game.json -> game.analysis.json."""
    return record_file.with_name(record_file.stem + ".analysis.json")


def kept(file: Path, record: Record, effort: Effort) -> Analysis | None:
    """The analysis that the file has, if it is the one that is wanted."""
    try:
        found = records.parse(file.read_bytes(), find).analysis
        analysis = None if found is None else report.decode(found)
    except (OSError, RecordError, msgspec.MsgspecError):
        return None
    wanted = identity(record, effort)
    return analysis if analysis is not None and analysis.identity == wanted else None


def keep(file: Path, record: Record, analysis: Analysis) -> None:
    """Write it whole or not at all; where the folder is read-only, nothing is kept."""
    try:
        with_analysis(record, analysis).save(file)
    except RecordError:
        return


# As a page


def as_html(record: Record, analysis: Analysis, lang: str = "en") -> str:
    """Chances as lines, what each seat made of them, turning points as a table."""
    effort = say(
        lang,
        "analyse.page_about",
        simulations=analysis.simulations,
        seed=str(analysis.seed),
    )
    chances = {
        "analyse.truth": _series(analysis, lambda moment, seat: moment.truth[seat]),
        "analyse.known": _series(analysis, lambda moment, seat: moment.known[seat]),
    }
    return plots.page(
        say(lang, "analyse.page", title=called(record.title.name, lang)),
        [
            plots.paragraph(effort),
            *(
                plots.lines(say(lang, key), series, say(lang, "plot.step"), "%", top=100)
                for key, series in chances.items()
            ),
            plots.heading(say(lang, "analyse.seats")),
            plots.table(*by_seat(analysis, lang)),
            plots.heading(say(lang, "analyse.turns")),
            plots.table(*by_turn(analysis, lang))
            if analysis.turns
            else plots.paragraph(say(lang, "analyse.none")),
        ],
    )


def _series(
    analysis: Analysis, chance: Callable[[report.Outlook, int], float]
) -> list[tuple[str, list[tuple[float, float]]]]:
    return [
        (seat.name, [(moment.step, 100 * chance(moment, number)) for moment in analysis.moments])
        for number, seat in enumerate(analysis.seats)
    ]


def turns(analysis: Analysis) -> list[Judgement]:
    """The decisions that gave away the most, the costliest first."""
    return [analysis.decision_at(step) for step in analysis.turns]


Table = tuple[list[str], list[list[str]], list[str]]
"""Heads, rows, and which of the heads stand above words."""


def whole_percent(accuracy: float) -> int:
    """Rounded down: a hundred is only for whoever has given nothing away."""
    return int(round(100 * accuracy, 2))


def by_seat(analysis: Analysis, lang: str = "en") -> Table:
    """A line for each seat."""
    names = heads(lang, "analyse.seat_heads")
    return names, _seat_rows(analysis), names[:1]


def _seat_rows(analysis: Analysis) -> list[list[str]]:
    return [
        [
            seat.name,
            str(seat.decisions),
            f"{whole_percent(seat.accuracy)}%",
            f"{max(0.0, seat.lost):.0%}",
            f"{seat.luck:+.0%} ± {seat.luck_error:.0%}",
            "" if seat.best is None else str(seat.best),
            "" if seat.worst is None else str(seat.worst),
        ]
        for seat in analysis.seats
    ]


def by_turn(analysis: Analysis, lang: str = "en") -> Table:
    """A line for each turning point."""
    names = heads(lang, "analyse.turn_heads")
    who, _, chose, _, better, *_ = names
    rows = [_turn_row(analysis, turn) for turn in turns(analysis)]
    return names, rows, [who, chose, better]


def _turn_row(analysis: Analysis, turn: Judgement) -> list[str]:
    return [
        analysis.seats[turn.seat].name,
        str(turn.step),
        turn.chosen,
        f"{turn.chance:.0%}",
        turn.better,
        f"{turn.chance_better:.0%}",
        f"{turn.cost:.0%}",
    ]
