"""What the server refuses beyond what a table does."""

from openoutcry.core.errors import OutcryError
from openoutcry.server.alerting import BadTarget
from openoutcry.server.store.interface import OutcomeUnknown, StoreDown, StoreFull
from openoutcry.table.protocol import Problem
from openoutcry.table.refusal import Refusal


def no_session() -> Refusal:
    return Refusal(401, "no_session", "session", "POST /api/session first")


def no_table() -> Refusal:
    return Refusal(404, "no_table", "table")


def not_understood(key: str, detail: str = "", **args: str | int) -> Refusal:
    return Refusal(400, "not_understood", key, detail, **args)


def bad_target(error: BadTarget) -> Refusal:
    return not_understood(str(error))


def too_many(key: str = "hurry") -> Refusal:
    return Refusal(429, "too_many", key)


def banned(key: str = "banned") -> Refusal:
    return Refusal(403, "banned", key)


def not_stored(error: StoreDown) -> Refusal:
    if isinstance(error, StoreFull):
        return Refusal(503, "store", error.said)
    if isinstance(error, OutcomeUnknown):
        return Refusal(503, "unknown", "unknown")
    return Refusal(503, "store", "store")


def passed_on(problem: Problem, status: int, detail: str = "") -> Refusal:
    """A refusal from the sandbox, passed on."""
    return Refusal(status, problem.code, problem.key.removeprefix("no."), detail, **problem.args)


def refusal_of(error: OutcryError | StoreDown) -> Refusal:
    """What the caller is told."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, StoreDown):
        return not_stored(error)
    return not_understood("request", str(error))


def failure() -> Refusal:
    return Refusal(500, "failure", "failure")


def coach_late() -> Refusal:
    """The bots' processes are busy, or one has failed: whoever asked may ask again."""
    return Refusal(503, "coach_late", "coach_late")


def unreadable(error: Exception, key: str = "body") -> Refusal:
    """A body or message of the wrong shape; says so if it was a length that was wrong."""
    detail = str(error)[:200]
    if "length" in detail and "`$.name`" in detail:
        whose = "table_name_length" if "<= 40" in detail else "name_length"
        return not_understood(whose, detail)
    if "length" in detail and "`$.password`" in detail:
        return not_understood("password_length", detail)
    return not_understood(key, detail)
