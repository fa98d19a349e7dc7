"""What a person types at a decision: a key, an action's text, or nothing."""

from dataclasses import dataclass

from openoutcry.core.title import Offer
from openoutcry.core.view import Decision


@dataclass(frozen=True)
class Unclear:
    """No offer, or several, begin with what was typed."""

    offers: tuple[Offer, ...]


def harmless_default(decision: Decision) -> Offer | None:
    """What Enter means: the default, if it touches nothing on the board."""
    for offer in decision.offers:
        if offer.action == decision.default and not offer.targets and not offer.confirm:
            return offer
    return None


def read(text: str, decision: Decision) -> Offer | Unclear:
    """The offer that was meant: by its key, its text, or the beginning of its text."""
    offers = decision.offers
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(offers):
        return offers[int(text) - 1]
    typed = " ".join(text.lower().split())
    for offer in offers:
        if offer.action.lower() == typed:
            return offer
    begun = tuple(offer for offer in offers if offer.action.lower().startswith(typed))
    return begun[0] if len(begun) == 1 and typed else Unclear(begun if typed else ())
