"""Ferries: what to tell about a step."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import FINAL_SCORE, Args, Event
from outcry_ferries.rules import BIDS, DEAL, ENDED, NOBODY, Ferries


def tell(before: State, actor: int, action: int, after: State) -> list[Event]:
    assert isinstance(before, Ferries) and isinstance(after, Ferries)
    if actor == CHANCE:
        return _drawn(before, action, after)
    if after.phase == BIDS:
        return [Event("story.bid_made", {"seat": actor}, public=True)]
    return [*_settled(before, actor, action, after), *_final(after)]


def _drawn(before: Ferries, line: int, after: Ferries) -> list[Event]:
    name = before.components.lines[line]
    if before.phase == DEAL:
        seat = int(before.receiver())
        return [Event("story.dealt", {"line": name}, only=seat)]
    return [Event("story.revealed", {"auction": int(after.auctions), "line": name})]


def _settled(before: Ferries, actor: int, action: int, after: Ferries) -> list[Event]:
    """The last bid turns up all the others too."""
    bids = [int(action if seat == actor else before.bid[seat]) for seat in range(before.n)]
    events = [
        Event("story.bid", {"seat": seat, "coins": coins}, public=True)
        for seat, coins in enumerate(bids)
    ]
    line = before.components.lines[before.line]
    if after.winner == NOBODY:
        return [*events, Event("story.unsold", {"line": line}, public=True)]
    price = int(after.price[before.line])
    args: Args = {"seat": int(after.winner), "line": line, "price": price}
    return [*events, Event("story.sold", args, public=True)]


def _final(after: Ferries) -> list[Event]:
    if after.phase != ENDED:
        return []
    return [
        Event(FINAL_SCORE, {"seat": seat, "score": score}, public=True)
        for seat, score in enumerate(after.scores())
    ]
