"""Mogul: what to tell about a step."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.ties import broken_ties
from openoutcry.core.title import FINAL_SCORE, TIE_BREAK, Event
from openoutcry.titles.mogul.rules import (
    CRASH,
    DEAL,
    LEAVE,
    LOAN,
    NO_LOAN,
    PAY,
    QUICK_DEAL,
    REVEAL,
    SELL,
    START,
    TAKE,
    WINDOW,
    WINNER,
    Mogul,
)


def tell(before: State, actor: int, action: int, after: State) -> list[Event]:
    assert isinstance(before, Mogul) and isinstance(after, Mogul)
    if actor == CHANCE:
        return _drawn(before, action, after)
    if before.phase == WINDOW:
        return _window(before, actor, action, after)
    if action == LOAN:
        return [_loan(after, actor)]
    if action == PAY:
        return [Event("story.paid", {"seat": actor, "pot": int(after.pot)})]
    if action == LEAVE:
        return _left(before, actor, after)
    if action == TAKE:
        return [Event("story.took", {"seat": actor, "colour": _colour(before)})]
    return _sold(before, actor, action - SELL)


def _drawn(before: Mogul, outcome: int, after: Mogul) -> list[Event]:
    phase = before.phase
    palette = after.components.palette
    if phase == START:
        return [Event("story.start", {"seat": int(after.start)})]
    if phase in (DEAL, QUICK_DEAL):
        colour = palette[after.components.background[outcome]]
        return [Event("story.dealt", {"seat": int(before.at), "colour": colour})]
    if phase != REVEAL:
        return []
    if outcome == CRASH:
        return [Event("story.crash", {}), *_final(after)]
    names = {
        "colour": palette[after.components.background[outcome]],
        "border": palette[after.components.border[outcome]],
    }
    events = [Event("story.revealed", {**names, "auction": int(after.auctions)})]
    for seat in range(after.n):
        gain = int(after.points[seat] - before.points[seat])
        if gain > 0:
            events.append(Event("story.dividend", {"seat": int(seat), "points": gain, **names}))
    return events


def _final(after: Mogul) -> list[Event]:
    scores = [
        Event(FINAL_SCORE, {"seat": seat, "score": score, "chips": int(after.chips[seat])})
        for seat, score in enumerate(after.scores())
    ]
    return [*scores, *_ties(after)]


def _ties(after: Mogul) -> list[Event]:
    """More shares break a tie (MO-45)."""
    colours = int(after.components.colours)
    owned = [
        sum(int(after.shares[seat * colours + colour]) for colour in range(colours))
        for seat in range(int(after.n))
    ]
    return [
        Event(
            TIE_BREAK,
            {"seat": seat, "other": other, "shares": owned[seat], "fewer": owned[other]},
        )
        for seat, other in broken_ties(after.scores(), after.places())
    ]


def _window(before: Mogul, actor: int, action: int, after: Mogul) -> list[Event]:
    """Nothing while answers are open; with the last one, everybody hears who borrows."""
    if after.phase == WINDOW:
        return []
    events = []
    seat = int(before.start)
    for _ in range(before.n):
        asked = action != NO_LOAN if seat == actor else bool(before.asked >> seat & 1)
        if asked:
            granted = after.chips[seat] > before.chips[seat]
            events.append(_loan(after, seat) if granted else Event("story.void", {"seat": seat}))
        seat = (seat + 1) % int(before.n)
    return events


def _loan(after: Mogul, seat: int) -> Event:
    numbers = {
        "chips": int(after.components.loan_chips),
        "points": int(after.components.loan_points),
    }
    return Event("story.loan", {"seat": seat, **numbers})


def _left(before: Mogul, actor: int, after: Mogul) -> list[Event]:
    events = [Event("story.left", {"seat": actor, "chips": int(before.pot)})]
    if after.phase == WINNER:
        events.append(Event("story.won", {"seat": int(after.winner), "second": actor}))
    return events


def _colour(before: Mogul) -> str:
    return before.components.palette[before.components.background[before.card]]


def _sold(before: Mogul, actor: int, count: int) -> list[Event]:
    border = before.components.border[before.card]
    price = int(before.price(border))
    if count:
        numbers = {"count": count, "price": price, "points": count * price}
        event = Event(
            "story.sold", {"seat": actor, "colour": before.components.palette[border], **numbers}
        )
    else:
        event = Event("story.sold_none", {"seat": actor})
    if before.phase != WINNER:
        return [event]
    return [event, Event("story.received", {"seat": int(before.second), "colour": _colour(before)})]
