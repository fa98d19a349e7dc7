"""Mogul: what people are remembered for."""

from openoutcry.core.feats import Feat, told
from openoutcry.core.state import State
from openoutcry.titles.mogul.rules import SELL, WINNER, Mogul
from openoutcry.titles.mogul.story import tell

NAMES: tuple[str, ...] = ("won", "blocked", "sold", "dividend")
_TOLD = {"story.won": "won", "story.dividend": "dividend"}


def feats(before: State, actor: int, action: int, after: State) -> list[Feat]:
    assert isinstance(before, Mogul)
    found = told(tell(before, actor, action, after), _TOLD)
    if actor < 0 or action < SELL:
        return found
    count = action - SELL
    if count == 0 and before.phase == WINNER and _could_sell(before, int(before.second)):
        found.append(Feat(actor, "blocked"))  # MO-29
    return found + [Feat(actor, "sold")] * count


def _could_sell(before: Mogul, seat: int) -> bool:
    border = before.components.border[before.card]
    return bool(before.shares[seat * before.components.colours + border] > 0)
