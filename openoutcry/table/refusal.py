"""What is refused at a table, and how that is said."""

from openoutcry.core.errors import OutcryError
from openoutcry.core.title import Args
from openoutcry.text import say


class Refusal(OutcryError):
    """One clear line, a code for programs and an HTTP status.

    The line is the message `no.` + `key` of the shared catalogues: a reader of another language
    words it anew from key and arguments. `detail` is for programmers only.
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


class Stale(Refusal):
    """An answer to a question that is no longer asked."""

    def __init__(self) -> None:
        super().__init__(409, "stale", "stale")


class UnknownRules(Refusal):
    """A table played by rules that are not installed: of a newer release, or of a title whose
    package is gone."""

    def __init__(self, title: str, version: int) -> None:
        super().__init__(409, "unknown_rules", "unknown_rules", title=title, version=version)


def no_seat(seat: int) -> Refusal:
    """There is no such seat."""
    return Refusal(404, "no_seat", "seat_number", f"seat {seat}")


def not_yours(key: str = "seat") -> Refusal:
    """It is not for this person to do."""
    return Refusal(403, "not_yours", key)


def not_now(key: str, detail: str = "", **args: str | int) -> Refusal:
    """It cannot be done at present."""
    return Refusal(409, "not_now", key, detail, **args)
