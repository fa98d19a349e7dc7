"""What a person types at a decision: a key, an action's text, or nothing."""

from dataclasses import dataclass

from openoutcry.core.title import Offer
from openoutcry.core.view import Decision


@dataclass(frozen=True)
class Unclear:
    """What was typed fits no offer, or several."""

    offers: tuple[Offer, ...]


def whole(text: str) -> int | None:
    """The number that somebody typed; None if it is not one, or absurdly long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def harmless_default(decision: Decision) -> Offer | None:
    """What Enter means: the default, if it touches nothing on the board."""
    for offer in decision.offers:
        if offer.action == decision.default and not offer.targets and not offer.confirm:
            return offer
    return None


def keys(decision: Decision) -> list[int]:
    """A number for each offer: its own where all have one ("space 20"), else 1, 2, 3, ..."""
    words = [offer.action.split() for offer in decision.offers]
    if all(len(word) == 2 and word[0] == words[0][0] and word[1].isdigit() for word in words):
        return [int(number) for _, number in words]
    return list(range(1, len(words) + 1))


def key_range(decision: Decision) -> str:
    """The keys' bounds as shown to people: "0-7"."""
    numbers = keys(decision)
    return f"{numbers[0]}-{numbers[-1]}"


def read(text: str, decision: Decision) -> Offer | Unclear:
    """The offer that was meant: by its key, its text, or the beginning of its text."""
    offers = decision.offers
    number = whole(text)
    for key, offer in zip(keys(decision), offers, strict=True):
        if key == number:
            return offer
    typed = " ".join(text.lower().split())
    for offer in offers:
        if offer.action.lower() == typed:
            return offer
    begun = tuple(offer for offer in offers if offer.action.lower().startswith(typed))
    return begun[0] if len(begun) == 1 and typed else Unclear(begun if typed else ())
