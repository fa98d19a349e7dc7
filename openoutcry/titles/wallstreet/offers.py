"""1920 Wall Street: how an action is offered to a seat."""

from openoutcry.core.title import Args
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    CARD,
    COMPANY,
    DISCARD,
    FLIP,
    KEEP,
    LOT,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    RIVAL,
    SELL,
    TAKE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.faces import EVENTS, NAMES, card_name, magnate_of
from openoutcry.titles.wallstreet.notation import ZONES
from openoutcry.titles.wallstreet.position import (
    BOUGHT,
    END,
    MAGNATE_ORDER,
    NAME_DUAL,
    OFFERS,
    PLACE_EXPLOSION,
    RETURN,
    SHOW,
    SWAP,
    Position,
)

VERBS = {
    "pawn": "pawn",
    "pawn_trend": "pawn",
    "move": "move",
    "move_lot": "move",
    "move_trend": "move",
    "sell": "sell",
    "option": "option",
    "show": "show",
    "give": "give",
    "return": "return",
}
"""What many offers have in common, by their messages."""
Shown = tuple[str, Args, tuple[str, ...], str]
"""Message, arguments, pieces to light up and rule."""


def shown(p: Position, seat: int, action: int) -> Shown:
    """The offer of a legal action."""
    if action >= SELL:
        return _sale(p, action - SELL)
    if action >= CARD:
        return _card_offer(p, action - CARD)
    if action >= PAWN:
        return _pawn_offer(p, action - PAWN)
    if action >= PLACE:
        return _option_offer(p, seat, action - PLACE)
    if action > MOVE:
        return _move_offer(p, seat, action - MOVE)
    if action >= LOT:
        return _lot_or_rival(p, action)
    if action >= COMPANY:
        return _company_offer(p, action - COMPANY)
    if action >= DISCARD:
        return _zone_offer(p, action)
    return _plain_offer(p, seat, action)


def _loans(p: Position, seat: int, amount: int) -> Args:
    loans = int(p.loans_for(seat, amount))
    return {"loans": loans, "penalty": loans * int(p.components.loan_points)}


def _card_args(p: Position, card: int) -> Args:
    """Name and cost, and what tells equal shares apart: the effect on the price."""
    levels = int(p.components.levels[card]) if p.components.is_share(card) else 0
    return {"card": card_name(p, card), "cost": int(p.components.cost[card]), "levels": levels}


def move_costs(p: Position, seat: int, steps: int) -> Args:
    """What a move would cost, and who pays what."""
    slot = int(p.reach(seat, steps))
    price, capital = int(p.price(seat, steps)), int(p.capital[seat])
    option = int(p.surcharge(seat, slot)) if slot != TREND_SLOT else 0
    fees, due = int(p.fees(seat, slot)), int(p.cash_due(seat, steps))
    loans = _loans(p, seat, due)
    return {
        "slot": slot,
        "steps": steps,
        "cost": price,
        "option": option,
        "cards": price - steps - option,
        "capital_part": min(price, capital),
        "cash_part": max(0, price - capital),
        "fees": fees,
        "total": price + fees,
        "cash_due": due,
        "cash_after": int(p.cash[seat]) - due + int(loans["loans"]) * int(p.components.loan_cash),
        **loans,
    }


def _move_offer(p: Position, seat: int, steps: int) -> Shown:
    args = move_costs(p, seat, steps)
    slot = int(args["slot"])
    target = (f"slot:{slot}",)
    if slot == TREND_SLOT:
        args["cash_after"] = int(args["cash_after"]) + int(p.coins)
        return "move_trend", {**args, "coins": int(p.coins)}, target, "WS-50"
    args["card"] = card_name(p, p.ring[slot])
    if p.lot[slot] == NONE:
        return "move", args, target, "WS-41"
    return "move_lot", {**args, "second": card_name(p, p.lot[slot])}, target, "WS-60"


def _sale(p: Position, card: int) -> Shown:
    args = {**_card_args(p, card), "cash": int(p.sale_value(card))}
    return "sell", args, (f"card:{card}",), "WS-57"


def _card_offer(p: Position, card: int) -> Shown:
    key, rule = {
        SHOW: ("show", "WS-85"),
        OFFERS: ("give", "WS-85"),
        RETURN: ("return", "WS-134"),
    }[int(p.phase)]
    return key, _card_args(p, card), (f"card:{card}",), rule


def _pawn_offer(p: Position, slot: int) -> Shown:
    target = (f"slot:{slot}",)
    if slot == TREND_SLOT:
        return "pawn_trend", {"slot": slot}, target, "WS-30"
    return "pawn", {"slot": slot, **_card_args(p, p.ring[slot])}, target, "WS-30"


def _option_offer(p: Position, seat: int, slot: int) -> Shown:
    cost = int(p.components.option_cost)
    price: Args = {"price": cost, "surcharge": int(p.components.option_surcharge)}
    args = {"slot": slot, **_card_args(p, p.ring[slot]), **price, **_loans(p, seat, cost)}
    return "option", args, (f"slot:{slot}",), "WS-121"


def _lot_or_rival(p: Position, action: int) -> Shown:
    if action < RIVAL:
        card = p.hand if action == LOT else p.second
        return "first", _card_args(p, card), (f"lot:{action - LOT}",), "WS-45"
    rival = action - RIVAL
    target = (f"seat:{rival}",)
    if p.phase == SWAP:
        cards: Args = {"card": card_name(p, p.shown), "theirs": card_name(p, p.offer[rival])}
        return "swap", {"other": rival, **cards}, target, "WS-85"
    points = int(p.components.magnate_points)
    return "rival", {"other": rival, "points": points}, target, "WS-132"


def _company_offer(p: Position, company: int) -> Shown:
    name = NAMES[company]
    target = (f"company:{name}",)
    if p.phase == NAME_DUAL:
        return "as_company", {"company": name}, target, "WS-85"
    if p.phase == MAGNATE_ORDER:
        magnate = magnate_of(p, company)
        assert magnate is not None
        args: Args = {"company": name, "magnate": f"{magnate.id}.{magnate.side}"}
        return "magnate_first", args, target, "WS-131"
    levels = int(p.components.levels[p.hand])
    level = max(0, min(int(p.components.last[company]), int(p.level[company]) + levels))
    value = int(p.components.cells[company * p.components.longest + level])
    change: Args = {"company": name, "value": int(p.value(company)), "to": value}
    return "surprise", change, target, "WS-81"


def _zone_offer(p: Position, action: int) -> Shown:
    if action >= TAKE:
        zone = action - TAKE
        args: Args = {"card": card_name(p, p.tops[zone]), "zone": EVENTS[zone]}
        return "take", args, (f"zone:{ZONES[zone]}",), "WS-134"
    zone = action - DISCARD
    card = p.top if p.hand == NONE else p.hand
    rule = "WS-100" if p.phase == PLACE_EXPLOSION else "WS-48" if p.phase == BOUGHT else "WS-90"
    args = {
        "card": card_name(p, card),
        "zone": EVENTS[zone],
        "dynamite": int(p.components.dynamite_of(card)),
    }
    return "discard", args, (f"zone:{ZONES[zone]}",), rule


def _plain_offer(p: Position, seat: int, action: int) -> Shown:
    if action == FLIP:
        direction = "red" if p.direction > 0 else "green"
        flip_cost = int(p.components.flip_cost)
        flip: Args = {"cost": flip_cost, "direction": direction, **_loans(p, seat, flip_cost)}
        return "flip", flip, ("trend",), "WS-34"
    if action == RAISE:
        raise_cost = int(p.components.raise_cost)
        cost: Args = {"cost": raise_cost, "capital": int(p.capital[seat]) + 1}
        return "raise", {**cost, **_loans(p, seat, raise_cost)}, ("capital",), "WS-65"
    if action == KEEP:
        return _keep_offer(p, seat)
    if action == PAY:
        redeem: Args = {
            "cost": int(p.components.redemption),
            "points": int(p.components.loan_points),
        }
        return "redeem", redeem, ("loan",), "WS-135"
    return ("done", {}, (), "WS-32") if p.phase == END else ("decline", {}, (), "WS-135")


def _keep_offer(p: Position, seat: int) -> Shown:
    card = int(p.hand)
    args: Args = {"card": card_name(p, card), "points": int(p.components.points[card])}
    if p.components.kind[card] == BLACK_DAY:
        cost = int(p.components.black_day_cost)
        black_day: Args = {**args, "cost": cost, **_loans(p, seat, cost)}
        return "keep_black_day", black_day, ("hand",), "WS-84"
    if not p.components.is_share(card):
        return "keep_variation", args, ("hand",), "WS-47"
    levels = int(p.components.levels[card])
    if levels == 0:
        return "keep", args, ("hand",), "WS-46"
    company = NAMES[p.components.company[card]]
    return "keep_moving", {**args, "company": company, "levels": levels}, ("hand",), "WS-46"
