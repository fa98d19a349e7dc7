"""What the server says no to, and how it says so."""

from openoutcry.core.errors import OutcryError
from openoutcry.core.title import Args
from openoutcry.server.store.interface import StoreDown, StoreFull
from openoutcry.text import say


class Refusal(OutcryError):
    """One clear line, a code for programs and an HTTP status.

    The line is the message `no.` + `key` of the shared catalogues: whoever reads another
    language words it anew from key and arguments. `detail` is for programmers only.
    """

    def __init__(
        self, status: int, code: str, key: str, detail: str = "", **args: str | int
    ) -> None:
        self.status = status
        self.code = code
        self.key = f"no.{key}"
        self.arguments: Args = dict(args)
        line = say("en", self.key, args)
        super().__init__(f"{line} ({detail})" if detail else line)


def no_session() -> Refusal:
    return Refusal(401, "no_session", "session", "POST /api/session first")


def no_table() -> Refusal:
    return Refusal(404, "no_table", "table")


def no_seat(seat: int) -> Refusal:
    return Refusal(404, "no_seat", "seat_number", f"seat {seat}")


def not_yours(key: str = "seat") -> Refusal:
    return Refusal(403, "not_yours", key)


def not_now(key: str, detail: str = "", **args: str | int) -> Refusal:
    return Refusal(409, "not_now", key, detail, **args)


def not_understood(key: str, detail: str = "", **args: str | int) -> Refusal:
    return Refusal(400, "not_understood", key, detail, **args)


def too_many(key: str = "hurry") -> Refusal:
    return Refusal(429, "too_many", key)


def banned() -> Refusal:
    return Refusal(403, "banned", "banned")


def not_stored(error: StoreDown) -> Refusal:
    if isinstance(error, StoreFull):
        return Refusal(503, "store", "store_full")
    return Refusal(503, "store", "store")


def failure() -> Refusal:
    return Refusal(500, "failure", "failure")


def unreadable(error: Exception) -> Refusal:
    """A body or message that is not what was agreed on; says which length was wrong."""
    detail = str(error)[:200]
    if "length" in detail and "`$.name`" in detail:
        return not_understood("name_length", detail)
    if "length" in detail and "`$.password`" in detail:
        return not_understood("password_length", detail)
    return not_understood("body", detail)
