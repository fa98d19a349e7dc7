"""An edition that somebody made: read, checked, compared and written, and nothing of it kept.

Anybody may have made it. It is data, never run; what is too large or too deep is refused before
anything is looked at (`core.edition`), and who asks bounds the time.
"""

from typing import Any

from openoutcry.core import edition as editions
from openoutcry.core.checklist import checklist, numbers
from openoutcry.core.edition import Edition
from openoutcry.core.edition_changes import changes
from openoutcry.core.edition_text import to_toml
from openoutcry.core.errors import EditionError
from openoutcry.core.misfit import Misfit
from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.table import protocol as p
from openoutcry.table.refusal import Refusal

MOST_PROBLEMS = 50
"""That are told at once."""
WHERE = "the edition"


def read_edition(title: Title, given: p.GivenEdition, ours: Edition) -> p.EditionReading:
    """All that is to be said about it; `ours` is what it is compared with."""
    try:
        edition = title.completed(_parsed(given))
        checklist(edition)  # sources of values have to be found
    except EditionError as error:
        return _unread(error.problem)
    problems = [problem_of(problem) for problem in problems_of(title, edition)[:MOST_PROBLEMS]]
    return p.EditionReading(
        problems=problems,
        name=edition.name,
        identity=edition.identity,
        data=dict(edition.data),
        toml=to_toml(edition),
        changes=[
            p.EditionChange(c.table, c.key, c.row, c.column, c.before, c.after)
            for c in changes(ours, edition)
        ],
        seats=[] if problems else list(title.box.seats(edition)),
        wanted=wanted(edition),
        numbers=numbers(edition),
    )


def playable(title: Title, data: dict[str, Any]) -> Edition:
    """The edition of somebody's table; `Refusal` with the first thing that is wrong."""
    try:
        edition = title.completed(editions.from_data(data, WHERE))
    except EditionError as error:
        raise _refused(error.problem) from None
    for problem in problems_of(title, edition):
        raise _refused(problem)
    return edition


def problems_of(title: Title, edition: Edition) -> list[str]:
    """Everything that is wrong; empty if it can be played."""
    try:
        for seats in title.box.seats(title.edition(edition)):
            Setup.of(title, seats, {}, edition).start()
        return []
    except EditionError as error:
        found = [str(error)] if type(error.problem) is str else [error.problem]
    except Exception:  # an odd edition can make a title's code raise anything
        return [Misfit("this cannot be played", "odd")]
    try:
        return title.box.check(edition) or found
    except EditionError:
        return found


def problem_of(problem: str) -> p.EditionProblem:
    """What a check found, as it is told."""
    if not isinstance(problem, Misfit):
        return p.EditionProblem(problem, "", {}, "", "", None, "")
    table, name, row = (*problem.path, *[""] * 3)[:3]
    return p.EditionProblem(
        text=str(problem),
        key=f"wrong.{problem.key}",
        args=dict(problem.args),
        table=str(table),
        name=str(name),
        row=row if isinstance(row, int) else None,
        rule=problem.rule,
    )


def wanted(edition: Edition) -> list[p.EditionWanted]:
    """What somebody who has the box could tell, the most needed first."""
    return [
        p.EditionWanted(part.part, part.reconstructed, part.reported, part.total, part.rows)
        for part in checklist(edition)
    ]


def _parsed(given: p.GivenEdition) -> Edition:
    if given.toml is not None:
        return editions.parse(given.toml, WHERE)
    return editions.from_data(given.data or {}, WHERE)


def _unread(problem: str) -> p.EditionReading:
    return p.EditionReading([problem_of(problem)], "", "", None, "", [], [], [], {})


def _refused(problem: str) -> Refusal:
    return Refusal(400, "bad_edition", "edition_wrong", problem[:200])
