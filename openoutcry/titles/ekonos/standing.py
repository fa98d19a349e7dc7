"""Ekonos: what to sell and to buy next, said in advance, and that nothing is sold otherwise."""

from openoutcry.core.standing import Answer, Said, declining, lighting
from openoutcry.core.view import View

_WAYS = {"sale": "sell", "purchase": "buy"}


def answer(view: View, said: Said) -> Answer | None:
    way = _WAYS.get(view.decision.kind) if view.decision is not None else None
    if way is None:
        return None
    if way in said:
        offer = lighting(view, f"company:{said[way]}")
        if offer is not None:
            return Answer(offer.action, uses={way: None})
    no_sale = way == "sell" and said.get("no_sale") is not False
    none = declining(view) if no_sale else None
    return Answer(none.action) if none is not None else None
