"""Ekonos: what to tell about a step."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import FINAL_SCORE, Args, Event
from openoutcry.titles.ekonos.components import (
    BUY,
    CARD,
    CARDS,
    DEALING,
    DECISION,
    DISCARD,
    ENDED,
    EXPAND,
    KEEP,
    NAMING,
    NOBODY,
    PASS,
    PLACE,
    PROTECT,
    SALE,
    SELL,
    SPACE,
    SPACES,
    STARTER,
    STOP,
    TILE,
    TILES,
    USES,
)
from openoutcry.titles.ekonos.rules import Ekonos
from openoutcry.titles.ekonos.view import card_names


def tell(before: State, actor: int, action: int, after: State) -> list[Event]:
    assert isinstance(before, Ekonos) and isinstance(after, Ekonos)
    if actor == CHANCE:
        return _drawn(before, action, after)
    return [*_acted(before, actor, action, after), *_round_over(before, after)]


def _acted(before: Ekonos, actor: int, action: int, after: Ekonos) -> list[Event]:
    phase = before.phase
    if phase == CARDS:
        return _card(before, actor, action, after)
    if phase == SPACES:
        text = "story.placed" if before.use == PLACE else "story.protected"
        return [Event(text, {"seat": actor, **_spot(before, action - SPACE)})]
    if phase == DECISION:
        text = "story.expands" if action == EXPAND else "story.waits"
        return [Event(text, {"seat": actor, **_about(before)})]
    if phase == TILES:
        return _tile(before, actor, action, after)
    if phase == NAMING:
        return _office(before, int(before.company), after)
    if phase == SALE:
        return [] if action == KEEP else _sold(before, actor, action - SELL, after)
    return [] if action == PASS else _bought(before, actor, action - BUY, after)


def _name(state: Ekonos, company: int) -> str:
    return state.components.companies[company][0]


def _about(state: Ekonos) -> Args:
    return {"company": _name(state, state.company)}


def _spot(state: Ekonos, space: int) -> Args:
    return {"space": space + 1, "label": state.components.spaces[space][0], **_about(state)}


# Draws


def _drawn(before: Ekonos, outcome: int, after: Ekonos) -> list[Event]:
    if before.phase == STARTER:
        return [Event("story.start", {"seat": int(after.starter)}), _round(after)]
    events = [Event("story.dealt", {"seat": int(before.at), **card_names(before, outcome)})]
    if after.phase != DEALING:
        money: Args = {"coins": int(after.income), "cards": int(after.deal)}
        events.append(Event("story.income", money, public=True))
    return events


def _round(after: Ekonos) -> Event:
    numbers: Args = {"round": int(after.round), "rounds": int(after.rounds)}
    return Event("story.round", {**numbers, "seat": int(after.starter)})


def _round_over(before: Ekonos, after: Ekonos) -> list[Event]:
    if after.phase == ENDED:
        scores = enumerate(after.scores())
        final = [Event(FINAL_SCORE, {"seat": seat, "score": score}) for seat, score in scores]
        return [Event("story.end", {}), *final]
    return [_round(after)] if after.round > before.round else []


# Step 1


def _card(before: Ekonos, actor: int, action: int, after: Ekonos) -> list[Event]:
    card, use = divmod(action - CARD, USES)
    company = int(before.company_of(action))
    shown: Args = {"seat": actor, **card_names(before, card)}
    args: Args = {**shown, "company": _name(before, company)}
    if use == DISCARD:
        return [Event("story.discarded", args)]
    if use == PLACE:
        return [Event("story.plays_place", args)]
    if use == PROTECT:
        return [Event("story.plays_protect", args)]
    box = min(int(before.growth[company]) + 1, int(before.components.large_box))
    events = [Event("story.grew", {**args, "box": box})]
    return events + _reached(before, company, box, after)


def _reached(before: Ekonos, company: int, box: int, after: Ekonos) -> list[Event]:
    """What the box reached leads to."""
    name = _name(before, company)
    if after.phase in (DECISION, TILES):
        president = int(after.president[company])
        text = "story.asked" if after.phase == DECISION else "story.must_expand"
        tiles = _tiles(before, box)
        return [Event(text, {"seat": president, "company": name, "tiles": tiles})]
    if box != before.components.large_box:
        return []
    text = "story.blocked" if after.growth[company] == box else "story.lapsed"
    return [Event(text, {"company": name})]


def _tiles(state: Ekonos, box: int) -> int:
    components = state.components
    return int(components.large_tiles if box == components.large_box else components.small_tiles)


def _tile(before: Ekonos, actor: int, action: int, after: Ekonos) -> list[Event]:
    reset = [] if after.phase == TILES else [Event("story.expanded", _about(before))]
    if action == STOP:
        return [Event("story.stopped", {"seat": actor, **_about(before)}), *reset]
    space = action - TILE
    args: Args = {"seat": actor, **_spot(before, space)}
    victim = int(before.company_at(space))
    if victim == NOBODY:
        return [Event("story.laid", args), *reset]
    return [Event("story.replaced", {**args, "victim": _name(before, victim)}), *reset]


# Steps 2 and 3


def _sold(before: Ekonos, actor: int, company: int, after: Ekonos) -> list[Event]:
    args: Args = {"seat": actor, "company": _name(before, company)}
    events = [Event("story.sold", {**args, "price": int(before.sold[company])})]
    return events + _office(before, company, after)


def _bought(before: Ekonos, actor: int, company: int, after: Ekonos) -> list[Event]:
    args: Args = {"seat": actor, "company": _name(before, company)}
    events = [Event("story.bought", {**args, "price": int(before.sold[company]) + 1})]
    return events + _office(before, company, after)


def _office(before: Ekonos, company: int, after: Ekonos) -> list[Event]:
    former, president = int(before.president[company]), int(after.president[company])
    args: Args = {"company": _name(before, company)}
    if president == former:
        return []
    if president == NOBODY:
        return [Event("story.vacant", args)]
    if former == NOBODY:
        return [Event("story.office", {"seat": president, **args})]
    return [Event("story.succeeded", {"seat": president, "other": former, **args})]
