"""What a trained network was made from and how strong it is: a card and a page with the curve."""

import hashlib
from collections.abc import Sequence

from openoutcry.drawing import plots
from openoutcry.lab.games import called
from openoutcry.lab.training import Course, Lap

WEAKNESSES = (
    "It has seen the title's own edition only: editions of another shape are played by the advice,"
    " those of the same shape but other numbers are judged as if they were ours.",
    "It does not know which options are chosen, except where its observation shows them.",
    "It learned from matches among equals: a table of beginners is strange to it.",
)


def card(course: Course, laps: Sequence[Lap], network: bytes) -> str:
    """The model card, as Markdown."""
    spent = sum(lap.seconds for lap in laps)
    lines = [
        f"# The network of {called(course.title.name)}",
        "",
        f"- SHA-256: {hashlib.sha256(network).hexdigest()}",
        f"- Size: {len(network):,} bytes",
        f"- Made by: `{command(course)}`",
        f"- Rules version {course.title.rules_version}, edition {course.title.edition().identity}",
        f"- Learned from {sum(lap.positions for lap in laps):,} positions of"
        f" {len(laps) * course.matches:,} matches of {_teachers(len(laps))}, in {_time(spent)}",
        "",
        "Each round's network, alone among those that it should replace:",
        "",
        "| round | positions | error | games | win share | 95 % | fair | kept |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        *(f"| {' | '.join(_row(lap))} |" for lap in laps),
        "",
        "Known weaknesses:",
        "",
        *(f"- {weakness}" for weakness in WEAKNESSES),
    ]
    return "\n".join(lines) + "\n"


def command(course: Course) -> str:
    """What makes the same network again."""
    return (
        f"outcry train {course.title.name} --rounds {course.rounds} --matches {course.matches}"
        f" --simulations {course.simulations} --epochs {course.epochs} --deals {course.deals}"
        f" --seed {course.seed}"
    )


def _teachers(rounds: int) -> str:
    return "the advice" if rounds == 1 else "the advice (round 1) and of search against itself"


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def _row(lap: Lap) -> list[str]:
    return [
        str(lap.number),
        f"{lap.positions:,}",
        f"{min(lap.error):.4f}",
        str(lap.games),
        f"{lap.share:.1%}",
        f"{lap.low:.1%} to {lap.high:.1%}",
        f"{lap.fair:.1%}",
        "yes" if lap.kept else "no",
    ]


def page(course: Course, laps: Sequence[Lap]) -> str:
    """The curves, on a page of their own."""
    errors = [
        (f"round {lap.number}", [(float(n), e) for n, e in enumerate(lap.error, 1)]) for lap in laps
    ]
    surprises = [
        (f"round {lap.number}", [(float(n), e) for n, e in enumerate(lap.surprise, 1)])
        for lap in laps
    ]
    shares = [
        (f"round {lap.number}", 100 * lap.share, 100 * lap.low, 100 * lap.high) for lap in laps
    ]
    fair = 100 * laps[0].fair if laps else 0.0
    return plots.page(
        f"Training: {called(course.title.name)}",
        [
            plots.paragraph(f"Made by: {command(course)}"),
            plots.lines("Error of the worth on matches held back", errors, "epoch", "error"),
            plots.lines("Surprise at the search's preferences", surprises, "epoch", "nats"),
            plots.bars("Wins against the predecessor (dashed: a fair share)", shares, "%", fair),
        ],
    )
