"""Ekonos: what people are remembered for."""

from openoutcry.core.feats import Feat, told
from openoutcry.core.state import State
from openoutcry.titles.ekonos.story import tell

NAMES: tuple[str, ...] = ("president", "replaced", "laid", "protected")
_TOLD = {
    "story.office": "president",
    "story.succeeded": "president",
    "story.replaced": "replaced",
    "story.laid": "laid",
    "story.protected": "protected",
}


def feats(before: State, actor: int, action: int, after: State) -> list[Feat]:
    return told(tell(before, actor, action, after), _TOLD)
