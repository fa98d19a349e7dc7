"""Speculation: what to tell about a step."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import FINAL_SCORE, Args, Event
from openoutcry.titles.speculation.box import TILES
from openoutcry.titles.speculation.components import (
    CARD,
    CARDS,
    CHOICES,
    DEAL,
    DRAW_STEPS,
    ENDED,
    FILL,
    FIRST_SEAT,
    HOLD,
    HOLIDAY,
    LOWER,
    NO_ACTION,
    NOTHING,
    PLAY,
    RAISE,
    SHARE,
    START,
    TRADE,
)
from openoutcry.titles.speculation.rules import Speculation
from openoutcry.titles.speculation.view import space_name, trade_key

MOVES = ("story.moved", "story.stays")
"""What is told about each brick whose card was played."""


def tell(before: State, actor: int, action: int, after: State) -> list[Event]:
    assert isinstance(before, Speculation) and isinstance(after, Speculation)
    if actor == CHANCE:
        events = _drawn(before, action, after)
    elif before.phase == CARDS:
        events = _laid(before, actor, action, after)
    elif action <= HOLD:
        events = [_traded(before, actor, action)]
    else:
        events = [_ranked(before, actor, action, after)]
    return events + _final(after)


def _name(s: Speculation, card: int) -> str:
    return "holiday" if card == HOLIDAY else s.components.labels[card][0]


def _drawn(before: Speculation, outcome: int, after: Speculation) -> list[Event]:
    phase = before.phase
    if phase == DEAL:
        company = _name(before, outcome - SHARE)
        return [Event("story.dealt", {"seat": int(before.at), "company": company})]
    if phase == START:
        return [Event("story.start", {"seat": outcome - FIRST_SEAT})]
    if phase == FILL:
        card = _name(before, outcome - CARD)
        return [Event("story.drew", {"seat": int(before.at), "card": card})]
    if phase != DRAW_STEPS:
        return []
    turn: Args = {
        "turn": int(after.turn),
        "seat": int(after.active),
        "tile": TILES[after.tile],
        "steps": int(after.steps),
    }
    events = [Event("story.first_turn" if after.turn == 1 else "story.turn", turn)]
    if after.phase == CARDS and after.tile not in (TRADE, NO_ACTION):
        events.append(Event("story.all_on_start", {"tile": TILES[after.tile]}))
    return events


def _traded(before: Speculation, seat: int, action: int) -> Event:
    sold, bought = divmod(action, CHOICES)
    args: Args = {"seat": seat}
    if sold != NOTHING:
        args |= {"sell": _name(before, sold), "gain": int(before.price[sold])}
    if bought != NOTHING:
        args |= {"buy": _name(before, bought), "price": int(before.price[bought])}
    return Event(trade_key("story", action), args)


def _ranked(before: Speculation, seat: int, action: int, after: Speculation) -> Event:
    key, company = ("raised", action - RAISE) if action < LOWER else ("lowered", action - LOWER)
    args: Args = {
        "seat": seat,
        "company": _name(before, company),
        "space": space_name(after, int(after.position[company])),
    }
    return Event(f"story.{key}", args)


def _laid(before: Speculation, actor: int, action: int, after: Speculation) -> list[Event]:
    """Nothing while cards lie face down; with the last one, everybody sees all of them."""
    if after.phase == CARDS:
        return []
    picks = [action - PLAY if seat == actor else int(before.pick[seat]) for seat in range(before.n)]
    order = _in_order(before)
    events = [
        Event("story.played", {"seat": seat, "card": _name(before, picks[seat])}) for seat in order
    ]
    holidays = picks.count(HOLIDAY)
    steps = int(before.steps_with(holidays))
    if holidays:
        key = "story.half" if steps else "story.holiday"
        events.append(Event(key, {"steps": steps} if steps else {}))
    if steps:
        moved = [picks[seat] for seat in order if picks[seat] != HOLIDAY]
        events += _moves(before, moved, steps)
    if after.played == 0:
        events.append(Event("story.shuffled", {}))
    return events


def _in_order(s: Speculation) -> list[int]:
    """The seats, from the one that drew this turn's tiles on."""
    return [(int(s.active) + i) % int(s.n) for i in range(s.n)]


def _moves(before: Speculation, cards: list[int], steps: int) -> list[Event]:
    """The bricks' moves, one by one, on a copy of the board."""
    board = before.clone()
    events = []
    for company in cards:
        name = _name(board, company)
        if board.position[company] == board.components.end:
            events.append(Event("story.stays", {"company": name}))
            continue
        start = space_name(board, int(board.position[company]))
        board.advance(company, steps)
        space = space_name(board, int(board.position[company]))
        events.append(Event("story.moved", {"company": name, "from": start, "space": space}))
    return events


def between(before: State, actor: int, action: int, after: State) -> list[tuple[int, State]]:
    """The cards turned up, then the bricks' moves one by one, each with its prices (SP-31)."""
    assert isinstance(before, Speculation) and isinstance(after, Speculation)
    if before.phase != CARDS or after.phase == CARDS:
        return []
    told = [event.key for event in tell(before, actor, action, after)]
    board = _turned_up(before, actor, action)
    first = min((told.index(key) for key in MOVES if key in told), default=len(told))
    passed: list[tuple[int, State]] = [(first, board.clone())]
    steps = int(before.steps_with(sum(board.pick[seat] == HOLIDAY for seat in range(board.n))))
    moved = [
        int(board.pick[seat]) for seat in _in_order(board) if steps and board.pick[seat] != HOLIDAY
    ]
    for number, company in enumerate(moved, first + 1):
        board.advance(company, steps)
        board.reprice()
        passed.append((number, board.clone()))
    return [(number, state) for number, state in passed if number < len(told)]


def _turned_up(before: Speculation, actor: int, action: int) -> Speculation:
    """All cards lie open, and no brick has moved."""
    board = before.clone()
    board.pick[actor] = action - PLAY
    board.phase, board.at = FILL, 0
    for seat in range(board.n):
        card = 1 << board.pick[seat]
        board.hand[seat] &= ~card
        board.shown[seat] |= card
    return board


def _final(after: Speculation) -> list[Event]:
    if after.phase != ENDED:
        return []
    wealth = [
        Event(FINAL_SCORE, {"seat": seat, "wealth": score, "cash": int(after.cash[seat])}, True)
        for seat, score in enumerate(after.scores())
    ]
    return [Event("story.end", {}, True), *wealth]
