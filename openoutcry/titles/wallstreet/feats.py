"""1920 Wall Street: what people are remembered for."""

from openoutcry.core.feats import Feat, told
from openoutcry.core.state import OVER, State
from openoutcry.titles.wallstreet.components import COMPANIES
from openoutcry.titles.wallstreet.features import reaches_minimum
from openoutcry.titles.wallstreet.story import tell

NAMES: tuple[str, ...] = ("minimum", "raised", "option", "magnate")
_TOLD = {
    "story.raised": "raised",
    "story.option": "option",
    "story.magnate": "magnate",
}


def feats(before: State, actor: int, action: int, after: State) -> list[Feat]:
    found = told(tell(before, actor, action, after), _TOLD)
    if after.mover() == OVER:
        found += [
            Feat(seat, "minimum")
            for seat in range(after.seats())
            for company in range(COMPANIES)
            if reaches_minimum(seat, company)(after)
        ]
    return found
