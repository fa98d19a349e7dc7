"""Answers that people give before they are asked, where a table keeps and gives them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from openoutcry.core.title import Offer
    from openoutcry.core.view import View

Said = Mapping[str, bool | int | str]
"""What somebody has said in advance. It comes from a client: anything may be missing or odd."""


class Answer(NamedTuple):
    """What is answered to the question at hand."""

    action: str
    secret: bool = False
    """Nobody may know what was answered: neither may the time it took tell."""
    uses: Mapping[str, bool | int | str | None] = {}
    """What is said differently afterwards; None where it has been used up."""


class Standing(Protocol):
    """standing.py: what may be said in advance in this title."""

    def answer(self, view: "View", said: Said) -> Answer | None:
        """The answer to the viewer's decision, if it has been given in advance. The same as
        `advance.ts` gives in a browser."""


def remaining(
    said: Said, uses: Mapping[str, bool | int | str | None]
) -> dict[str, bool | int | str]:
    """What was said, with what an answer changes.

    >>> remaining({"borrow": True, "leave_at": 3}, {"borrow": None, "borrowed": True})
    {'leave_at': 3, 'borrowed': True}
    """
    return {key: value for key, value in {**said, **uses}.items() if value is not None}


def lighting(view: "View", target: str) -> "Offer | None":
    """The viewer's offer that lights up this piece of the board."""
    offers = view.decision.offers if view.decision is not None else ()
    return next((offer for offer in offers if target in offer.targets), None)


def declining(view: "View") -> "Offer | None":
    """The viewer's offer that declines or ends something: it lights nothing up."""
    offers = view.decision.offers if view.decision is not None else ()
    return next((offer for offer in offers if not offer.targets), None)
