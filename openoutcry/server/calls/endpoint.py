"""What the server has to know about a call before anybody makes it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

from openoutcry.server.calls.call import Call

Method = Literal["GET", "POST", "PUT", "PATCH"]

LARGEST_BODY = 32 * 1024
LARGEST_EDITION = 128 * 1024
"""The body of a call that takes an edition; ours have up to 12 kB."""
LARGEST_RECORD = 1024 * 1024
"""The body of a call that takes a record; ours have 6 kB, and with an analysis up to 700 kB."""
PAGE_QUERY = ("before", "before_id")
"""A page of a list begins after the table with that last change and that id."""


@dataclass(frozen=True)
class Endpoint:
    """One call; `body` and `answer` are types of the protocol."""

    handler: Callable[[Call], Awaitable[Any]]
    method: Method
    path: str
    summary: str
    answer: Any = None
    body: Any = None
    query: tuple[str, ...] = ()
    """Names of query parameters: whole numbers if `NUMBERS` lists them, otherwise text."""
    problems: tuple[int, ...] = ()
    """Statuses with a `Problem` beyond those that every call may give."""
    needs_person: bool = False
    proves_person: bool = False
    """It is about a password or a cookie, which a floor in a browser does without."""
    for_bots: bool = False
    """It is made with a bot's token; all others are made with a person's cookie."""
    largest: int = LARGEST_BODY
    """Bytes of the body."""
    kind: str = "application/json"
    """Of the answer."""
    misread: str = "body"
    """What is said of a body that is not of its type."""

    @property
    def name(self) -> str:
        return self.handler.__name__
