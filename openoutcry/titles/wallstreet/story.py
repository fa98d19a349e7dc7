"""1920 Wall Street: what to tell about a step: who did what, who paid, which price moved why."""

from openoutcry.core.state import CHANCE, State
from openoutcry.core.ties import broken_ties
from openoutcry.core.title import FINAL_SCORE, TIE_BREAK, Args, Event
from openoutcry.titles.wallstreet import scoring
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    CARD,
    COMPANIES,
    COMPANY,
    DISCARD,
    EXPLOSION,
    FIRST_SEAT,
    FLIP,
    KEEP,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    RIVAL,
    SELL,
    STOCK_EXCHANGE,
    TAKE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.faces import EVENTS, NAMES, card_name, magnate_of
from openoutcry.titles.wallstreet.offers import move_costs
from openoutcry.titles.wallstreet.position import (
    BOUGHT,
    CAPITAL_DEAL,
    ENDED,
    MAGNATE_DEAL,
    MAIN,
    NAME_COMPANY,
    NAME_DUAL,
    OFFERS,
    PLACE_EXPLOSION,
    RAISED,
    RETURN,
    RING,
    SALE,
    SET_PAWN,
    SHOW,
    STOP,
    SWAP,
    TOP,
    ZONE,
    Position,
)
from openoutcry.titles.wallstreet.rules import WallStreet


def tell(before: State, actor: int, action: int, after: State) -> list[Event]:
    assert isinstance(before, WallStreet) and isinstance(after, WallStreet)
    b, a = before.p, after.p
    if actor == CHANCE:
        events = _drawn(b, action, a)
    else:
        events = _told(b, actor, action, a) + _consequences(b, actor, action, a)
    if a.phase == ENDED:  # a draw may be the last step
        events += _final(after)
    return events


# Draws


def _drawn(b: Position, outcome: int, a: Position) -> list[Event]:
    phase = int(b.phase)
    if phase == CAPITAL_DEAL:
        return _secret_dealt(b, a)
    if phase == MAGNATE_DEAL:
        magnate = _magnate(a, int(b.at))
        return [Event("story.magnate_dealt", {"company": NAMES[b.at], "magnate": magnate})]
    if phase > TOP:
        return [Event("story.start", {"seat": outcome - FIRST_SEAT})]
    if outcome == EXPLOSION:
        return [Event("story.explosion_seen", {})]
    card: Args = {"card": card_name(a, outcome)}
    if a.boxed > b.boxed:
        return [Event("story.removed", card)]
    if phase <= RING:
        return [Event("story.dealt", {**card, "slot": int(b.at)})]
    return [Event("story.top", card)]


def _secret_dealt(b: Position, a: Position) -> list[Event]:
    seat = int(b.at)
    number = a.secret[seat]
    secret: Args = {
        "company": NAMES[a.components.secret_company[number]],
        "shares": int(a.components.secret_shares[number]),
        "points": int(a.components.secret_points[number]),
    }
    return [
        Event("story.capital_dealt", {"seat": seat, "capital": int(a.capital[seat])}, public=True),
        Event("story.secret", secret, only=seat),
    ]


def _magnate(p: Position, company: int) -> str:
    """The magnate's key below `magnate.`: "points.reward"."""
    found = magnate_of(p, company)
    assert found is not None
    return f"{found.id}.{found.side}"


# What a seat did


def _told(b: Position, actor: int, action: int, a: Position) -> list[Event]:
    if PLACE <= action < PAWN:
        slot = action - PLACE
        args: Args = {"seat": actor, "slot": slot, "card": card_name(b, b.ring[slot])}
        return [Event("story.option", args)]
    phase = int(b.phase)
    if action == FLIP:
        direction = "green" if a.direction > 0 else "red"
        flip: Args = {"seat": actor, "cost": int(b.components.flip_cost), "direction": direction}
        return [Event("story.flip", flip)]
    if phase == MAIN:
        return _acted(b, actor, action)
    if phase == SET_PAWN:
        slot = action - PAWN
        card = "trend" if slot == TREND_SLOT else card_name(b, b.ring[slot])
        return [Event("story.pawn", {"seat": actor, "slot": slot, "card": card})]
    if phase == PLACE_EXPLOSION:
        args = {"seat": actor, "zone": EVENTS[action - DISCARD]}
        return [Event("story.explosion_placed", args)]
    if phase == BOUGHT:
        return _resolved(b, actor, action)
    if phase == ZONE:
        return _discarded(b, actor, action - DISCARD, a)
    return _answered(b, actor, action, a)


def _acted(b: Position, actor: int, action: int) -> list[Event]:
    if action == RAISE:
        events = [Event("story.raises", {"seat": actor, "cost": int(b.components.raise_cost)})]
        if b.top == NONE:  # nothing to discard first
            events.append(_raised(b, actor))
        return events
    if action >= SELL:
        return [Event("story.sells", {"seat": actor, "card": card_name(b, action - SELL)})]
    costs = {"seat": actor, **move_costs(b, actor, action - MOVE)}
    slot = int(costs["slot"])
    if slot == TREND_SLOT:
        return [Event("story.trend", {**costs, "coins": int(b.coins)})]
    costs["card"] = card_name(b, b.ring[slot])
    if b.lot[slot] == NONE:
        events = [Event("story.bought", costs)]
    else:
        costs["second"] = card_name(b, b.lot[slot])
        events = [Event("story.bought_lot", costs)]
    other = int(b.after(actor))
    while other != actor:
        if b.pawn[other] == slot:
            fee: Args = {"seat": actor, "other": other, "cost": int(b.components.fee)}
            events.append(Event("story.fee", fee))
        other = int(b.after(other))
    return events


def _raised(p: Position, actor: int) -> Event:
    return Event("story.raised", {"seat": actor, "capital": int(p.capital[actor]) + 1})


def _resolved(b: Position, actor: int, action: int) -> list[Event]:
    card: Args = {"seat": actor, "card": card_name(b, b.hand)}
    if action != KEEP:
        return [Event("story.discarded", {**card, "zone": EVENTS[action - DISCARD]})]
    events = [Event("story.kept", card)]
    if b.components.kind[b.hand] == BLACK_DAY:
        events.append(Event("story.black_day", {"cost": int(b.components.black_day_cost)}))
    return events


def _discarded(b: Position, actor: int, zone: int, a: Position) -> list[Event]:
    card = b.hand if b.why == SALE else b.top
    args: Args = {"seat": actor, "card": card_name(b, card), "zone": EVENTS[zone]}
    events = [Event("story.discarded", args)]
    if b.why == SALE:
        cash = int(a.cash[actor] - b.cash[actor])
        sold: Args = {"seat": actor, "card": card_name(b, b.sold), "cash": cash}
        events.append(Event("story.sold", sold))
    elif b.why == RAISED:
        events.append(_raised(b, actor))
    else:
        assert b.why == STOP
    return events


def _answered(b: Position, actor: int, action: int, a: Position) -> list[Event]:
    """Lots, surprises, Stock Exchange and magnates."""
    phase = int(b.phase)
    if phase == NAME_COMPANY:
        return [Event("story.surprise", {"seat": actor, "company": NAMES[action - COMPANY]})]
    if phase == SHOW:
        return [Event("story.shows", {"seat": actor, "card": card_name(b, action - CARD)})]
    if phase == NAME_DUAL:
        return [Event("story.as_company", {"seat": actor, "company": NAMES[action - COMPANY]})]
    if phase == OFFERS:
        return _offered(b, actor, action, a)
    if phase == SWAP:
        other = action - RIVAL
        cards: Args = {"card": card_name(b, b.shown), "theirs": card_name(b, b.offer[other])}
        return [Event("story.swapped", {"seat": actor, "other": other, **cards})]
    if phase == RETURN:
        return _returned(b, actor, action - CARD)
    if TAKE <= action < COMPANY:
        zone = action - TAKE
        args: Args = {"card": card_name(b, b.tops[zone]), "zone": EVENTS[zone]}
        return [Event("story.took", {"seat": actor, **args})]
    if action == PAY:
        return [Event("story.redeemed", {"seat": actor, "cost": int(b.components.redemption)})]
    return []


def _offered(b: Position, actor: int, action: int, a: Position) -> list[Event]:
    """Nothing while the seal holds; then everybody sees all offers."""
    if a.phase == OFFERS:
        return []
    events = []
    for seat in range(b.n):
        card = action - CARD if seat == actor else int(b.offer[seat])
        if card >= 0:
            args: Args = {"seat": seat, "card": card_name(b, card)}
            events.append(Event("story.offered", args, public=True))
    return events


def _returned(b: Position, actor: int, card: int) -> list[Event]:
    return [
        Event("story.returned", {"seat": actor}, public=True),
        Event("story.you_returned", {"card": card_name(b, card)}, only=actor),
    ]


# What followed from it


def _consequences(b: Position, actor: int, action: int, a: Position) -> list[Event]:
    """Read off the difference: options, loans, prices, exchange, magnates, capital.

    All of it lies open, also where the action itself does not.
    """
    events = _options_home(b, a) + _loans(b, a) + _prices(b, a) + _exchange(b, actor, action, a)
    return [Event(event.key, event.args, public=True) for event in events + _magnates(b, actor, a)]


def _options_home(b: Position, a: Position) -> list[Event]:
    return [
        Event("story.option_home", {"seat": seat})
        for seat in range(b.n)
        if b.marker[seat] != NONE and a.marker[seat] == NONE
    ]


def _loans(b: Position, a: Position) -> list[Event]:
    events = []
    for seat in range(b.n):
        new = int(a.loans[seat] - b.loans[seat])
        if new > 0:
            numbers: Args = {
                "loans": new,
                "cash": new * int(a.components.loan_cash),
                "points": int(a.loans[seat] * a.components.loan_points),
            }
            events.append(Event("story.loan", {"seat": seat, **numbers}))
    return events


def _prices(b: Position, a: Position) -> list[Event]:
    events = []
    for company in range(COMPANIES):
        if a.level[company] != b.level[company]:
            key = "story.rise" if a.level[company] > b.level[company] else "story.fall"
            args: Args = {"company": NAMES[company], "value": int(b.value(company))}
            events.append(Event(key, {**args, "to": int(a.value(company))}))
    return events


def _exchange(b: Position, actor: int, action: int, a: Position) -> list[Event]:
    """No share to show, or rivals who prove that they have nothing (WS-86, WS-87)."""
    if b.phase == BOUGHT and action == KEEP:
        is_exchange = b.components.kind[b.hand] == STOCK_EXCHANGE
        return [Event("story.no_exchange", {})] if is_exchange and a.phase != SHOW else []
    if b.phase not in (SHOW, NAME_DUAL) or a.phase == NAME_DUAL or PLACE <= action < PAWN:
        return []
    events = []
    for seat in range(b.n):
        asked = a.phase == OFFERS and a.offer[seat] != NONE
        if seat != actor and not asked:
            events.append(Event("story.proves", {"seat": seat}))
            events += _all_shares(b, seat)
    return events if a.phase == OFFERS else [*events, Event("story.no_exchange", {})]


def _all_shares(p: Position, seat: int) -> list[Event]:
    return [
        Event(
            "story.proves_card",
            {"seat": seat, "card": card_name(p, card), "count": int(p.held(seat, card))},
        )
        for card in range(p.components.types)
        if p.held(seat, card) > 0 and p.components.is_share(card)
    ]


def _magnates(b: Position, actor: int, a: Position) -> list[Event]:
    events = []
    turn = int(b.turn)
    for company in range(COMPANIES):
        called = a.now == company and b.now != company
        gone = b.magnate[company] != NONE and a.magnate[company] == NONE and b.now != company
        if called or gone:
            args: Args = {"seat": turn, "company": NAMES[company], "magnate": _magnate(b, company)}
            events.append(Event("story.magnate", args))
    for seat in range(b.n):
        points = int(a.extra[seat] - b.extra[seat])
        if points:
            events.append(Event("story.extra", {"seat": seat, "points": points}))
        if a.capital[seat] < b.capital[seat]:
            capital = int(a.capital[seat])
            events.append(Event("story.capital_down", {"seat": seat, "capital": capital}))
    return events


# The end


def _final(after: WallStreet) -> list[Event]:
    p = after.p
    event = int(scoring.event(p))
    counts: Args = {word: int(p.dynamite[zone]) for zone, word in enumerate(EVENTS)}
    key = "story.no_event" if event == NONE else f"story.event_{EVENTS[event]}"
    events = [Event(key, {**counts, "coins": int(p.components.gold_points)})]
    for seat, score in enumerate(after.scores()):
        number = p.secret[seat]
        company = NAMES[p.components.secret_company[number]]
        secret: Args = {"company": company, "shares": int(p.components.secret_shares[number])}
        events.append(Event(FINAL_SCORE, {"seat": seat, "score": score, **secret}))
    return [*events, *_ties(after)]


def _ties(after: WallStreet) -> list[Event]:
    """The higher capital breaks a tie (WS-115)."""
    capital = [int(level) for level in after.p.capital]
    return [
        Event(
            TIE_BREAK,
            {"seat": seat, "other": other, "capital": capital[seat], "lower": capital[other]},
        )
        for seat, other in broken_ties(after.scores(), after.places())
    ]
