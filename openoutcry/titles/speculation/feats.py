"""Speculation: what people are remembered for."""

from openoutcry.core.feats import Feat, told
from openoutcry.core.state import State
from openoutcry.titles.speculation.story import tell

NAMES: tuple[str, ...] = ("bought", "sold", "raised", "lowered", "holiday")
_BOUGHT = {"story.buy": "bought", "story.swap": "bought"}
_SOLD = {"story.sell": "sold", "story.swap": "sold"}
_MOVED = {"story.raised": "raised", "story.lowered": "lowered"}
_PLAYED = {"story.played": "holiday"}


def feats(before: State, actor: int, action: int, after: State) -> list[Feat]:
    story = tell(before, actor, action, after)
    holidays = [event for event in story if event.args.get("card") == "holiday"]
    return [
        *told(story, _BOUGHT),
        *told(story, _SOLD),
        *told(story, _MOVED),
        *told(holidays, _PLAYED),
    ]
