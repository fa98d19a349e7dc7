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


def as_html(record: Record, analysis: Analysis) -> str:
    """Chances as lines, what each seat made of them, turning points as a table."""
    about = (
        f"{analysis.simulations} simulations a position, seed {analysis.seed}. By the whole truth"
        " all that is dealt is known; a seat's own chance is judged from what it could know."
    )
    return plots.page(
        f"Analysis: {called(record.title.name)}",
        [
            plots.paragraph(about),
            plots.lines(
                "Chance to win after each step, by the whole truth",
                _series(analysis, lambda moment, seat: moment.truth[seat]),
                "step",
                "%",
                top=100,
            ),
            plots.lines(
                "Chance to win after each step, as each seat could tell",
                _series(analysis, lambda moment, seat: moment.known[seat]),
                "step",
                "%",
                top=100,
            ),
            plots.heading("Decisions and luck"),
            plots.table(SEAT_HEADS, seat_rows(analysis), ("who",)),
            plots.heading("Turning points"),
            plots.table(
                TURN_HEADS, [turn_row(analysis, turn) for turn in turns(analysis)], TURN_WORDS
            )
            if analysis.turns
            else plots.paragraph("No choice was clearly worse than another."),
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


SEAT_HEADS = ("who", "decisions", "accuracy", "given away", "luck", "best step", "worst step")


def whole_percent(accuracy: float) -> int:
    """Rounded down: a hundred is only for whoever has given nothing away."""
    return int(round(100 * accuracy, 2))


def seat_rows(analysis: Analysis) -> list[list[str]]:
    """A line for each seat."""
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


TURN_HEADS = ("who", "step", "chose", "chance", "better", "chance", "lost")
TURN_WORDS = ("who", "chose", "better")


def turn_row(analysis: Analysis, turn: Judgement) -> list[str]:
    """A line of the table of turning points."""
    return [
        analysis.seats[turn.seat].name,
        str(turn.step),
        turn.chosen,
        f"{turn.chance:.0%}",
        turn.better,
        f"{turn.chance_better:.0%}",
        f"{turn.cost:.0%}",
    ]
