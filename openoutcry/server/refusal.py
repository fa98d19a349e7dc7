"""What the server says no to, and how it says so."""

from openoutcry.core.errors import OutcryError


class Refusal(OutcryError):
    """One clear line, a code for programs and an HTTP status."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code


def no_session() -> Refusal:
    return Refusal(401, "no_session", "no session: POST /api/session first")


def no_table() -> Refusal:
    return Refusal(404, "no_table", "there is no such table")


def not_yours(text: str = "that seat is not yours") -> Refusal:
    return Refusal(403, "not_yours", text)


def not_now(text: str) -> Refusal:
    return Refusal(409, "not_now", text)


def not_understood(text: str) -> Refusal:
    return Refusal(400, "not_understood", text)


def too_many(text: str = "too many requests: wait a moment and try again") -> Refusal:
    return Refusal(429, "too_many", text)
