"""Speculation: which card to play at the next reveal, said in advance."""

from openoutcry.core.standing import Answer, Said, lighting
from openoutcry.core.view import View


def answer(view: View, said: Said) -> Answer | None:
    if view.decision is None or view.decision.kind != "cards":
        return None
    offer = lighting(view, f"card:{said.get('card')}")
    return Answer(offer.action, secret=True, uses={"card": None}) if offer else None
