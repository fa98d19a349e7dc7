"""1920 Wall Street: what a seat may know.

Hidden are others' piles and secret shares, sealed offers, and all of a discard pile but its top
card; how much dynamite lies there is never shown before the end (WS-13, WS-14).
"""

from collections.abc import Iterator
from typing import Literal

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.state import State
from openoutcry.core.title import Args, Offer, ScoreLine
from openoutcry.titles.wallstreet import scoring
from openoutcry.titles.wallstreet.board import (
    Card,
    Company,
    Exchange,
    KeptCard,
    Magnate,
    Player,
    Secret,
    Slot,
    WallStreetBoard,
    Zone,
)
from openoutcry.titles.wallstreet.box import MAGNATES
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    CARD,
    COMPANIES,
    COMPANY,
    COMPANY_MOVE,
    DISCARD,
    DUAL,
    EXPLOSION,
    FLIP,
    GOLD,
    GOLD_3,
    KEEP,
    LOAN_MAGNATE,
    LOT,
    MINUS_1,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PENALTY,
    PLACE,
    POINTS_MAGNATE,
    RAISE,
    REWARD,
    RIVAL,
    SELL,
    SHARE,
    SURPRISE,
    TAKE,
    TREND_MAGNATE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.notation import ZONES, write
from openoutcry.titles.wallstreet.position import (
    BOUGHT,
    END,
    ENDED,
    LOT_ORDER,
    MAGNATE_ORDER,
    MAGNATE_PAY,
    MAGNATE_PILE,
    MAGNATE_RIVAL,
    MAIN,
    NAME_COMPANY,
    NAME_DUAL,
    OFFERS,
    PENDING,
    PLACE_EXPLOSION,
    RETURN,
    SET_PAWN,
    SHOW,
    SWAP,
    ZONE,
    Position,
)
from openoutcry.titles.wallstreet.rules import WallStreet

NAMES = ("maize", "cotton", "steel", "oil")
EVENTS = ("gold_3", "minus_1", "halve")
KINDS = {
    SET_PAWN: "pawn",
    PLACE_EXPLOSION: "explosion",
    MAIN: "action",
    LOT_ORDER: "lot",
    BOUGHT: "bought",
    ZONE: "discard",
    NAME_COMPANY: "company",
    SHOW: "show",
    NAME_DUAL: "dual",
    OFFERS: "offer",
    SWAP: "swap",
    MAGNATE_ORDER: "magnate_order",
    MAGNATE_RIVAL: "magnate_rival",
    MAGNATE_PILE: "magnate_pile",
    MAGNATE_PAY: "magnate_loan",
    RETURN: "return",
    END: "end",
}
_SPECIALS = (
    "fluctuation_up",
    "fluctuation_down",
    "fluctuation_mixed",
    "black_day",
    "stock_exchange",
)
_VERBS = {
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


def _position(state: State) -> Position:
    assert isinstance(state, WallStreet)
    return state.p


# Cards


def card_name(p: Position, card: int) -> str:
    """The card's key below `card.` in the catalogue."""
    if card == EXPLOSION:
        return "explosion"
    components = p.components
    kind, levels = int(components.kind[card]), int(components.levels[card])
    if kind == DUAL:
        return f"dual.{NAMES[components.company[card]]}.{NAMES[components.other[card]]}"
    if kind == SHARE:
        size = "double" if components.shares[card] == 2 else "single"
        return f"{size}.{NAMES[components.company[card]]}"
    if kind == GOLD:
        return "gold"
    if kind == COMPANY_MOVE:
        way = "up" if levels > 0 else "down"
        return f"move.{NAMES[components.company[card]]}.{way}{max(levels, -levels)}"
    if kind == SURPRISE:
        return "surprise_up" if levels > 0 else "surprise_down"
    return _SPECIALS[kind - SURPRISE - 1]


def card_face(p: Position, card: int) -> Card:
    """What is printed on the card."""
    components = p.components
    name, dynamite = card_name(p, card), int(components.dynamite_of(card))
    if card == EXPLOSION:
        return Card(
            type=None,
            name=name,
            dynamite=dynamite,
            companies=[],
            share=False,
            shares=0,
            levels=0,
            cost=None,
            points=0,
            due=0,
            copies=1,
        )
    return Card(
        type=int(card),
        name=name,
        dynamite=dynamite,
        companies=[
            NAMES[c] for c in (components.company[card], components.other[card]) if c != NONE
        ],
        share=bool(components.is_share(card)),
        shares=int(components.shares[card]),
        levels=int(components.levels[card]),
        cost=int(components.cost[card]),
        points=int(components.points[card]),
        due=int(components.black_day_cost) if components.kind[card] == BLACK_DAY else 0,
        copies=int(components.copies[card]),
    )


def _face(p: Position, card: int) -> Card | None:
    return None if card == NONE else card_face(p, card)


# The board


def board(state: State, seat: int) -> WallStreetBoard:
    p = _position(state)
    components = p.components
    return WallStreetBoard(
        phase=KINDS.get(int(p.phase), "chance"),
        ring=[_slot(p, slot) for slot in range(components.slots)],
        direction=int(p.direction),
        coins=int(p.coins),
        top=_face(p, p.top),
        deck=int(p.left + p.hidden) + (p.top != NONE),
        explosion_possible=bool(p.hidden == 1 and p.left <= components.bottom),
        explosion_placed=bool(p.placed == 1),
        turns_left=_turns_left(p),
        zones=[_zone(p, zone) for zone in range(3)],
        market=[_company(p, company) for company in range(COMPANIES)],
        players=[_player(p, seat, other) for other in range(p.n)],
        turn=int(p.turn) if p.phase > SET_PAWN and p.phase != ENDED else None,
        start=int(p.start) if p.phase >= SET_PAWN else None,
        turns=int(p.turns),
        hand=_face(p, p.hand),
        second=_face(p, p.second),
        sold=_face(p, p.sold),
        exchange=_exchange(p, seat),
        magnate=NAMES[p.now] if p.now != NONE else None,
        call_options=bool(components.call_options),
    )


def _slot(p: Position, slot: int) -> Slot:
    option = int(p.option_at(slot)) if p.components.call_options else NONE
    cards = [card_face(p, card) for card in (p.ring[slot], p.lot[slot]) if card != NONE]
    return Slot(
        trend=slot == TREND_SLOT,
        cards=cards,
        pawns=[seat for seat in range(p.n) if p.pawn[seat] == slot],
        option=None if option == NONE else option,
    )


def _zone(p: Position, zone: int) -> Zone:
    height = sum(p.discards[i] % 3 == zone for i in range(p.discarded))
    ended = p.phase == ENDED
    return Zone(
        event=EVENTS[zone],
        top=_face(p, p.tops[zone]),
        cards=height,
        dynamite=int(p.dynamite[zone]) if ended else None,
        strikes=scoring.event(p) == zone if ended else None,
    )


def _company(p: Position, company: int) -> Company:
    components = p.components
    first = company * components.longest
    return Company(
        id=NAMES[company],
        cells=[int(components.cells[first + i]) for i in range(components.last[company] + 1)],
        start=int(components.start[company]),
        level=int(p.level[company]),
        value=int(p.value(company)),
        minimum=int(components.minimum[company]),
        magnate=magnate_of(p, company),
    )


def _turns_left(p: Position) -> int | None:
    """Once Explosion lies in a pile, play goes on up to the start player (WS-101)."""
    if p.placed == 0 or p.phase == ENDED:
        return None
    return int((p.start - p.turn - 1) % p.n + 1)


def magnate_of(p: Position, company: int) -> Magnate | None:
    """The magnate above a company, and the side it lies on."""
    code = int(p.magnate[company])
    if code == NONE:
        return None
    side: Literal["reward", "penalty"] = "reward" if code % 2 == REWARD else "penalty"
    return Magnate(MAGNATES[code // 2], side, _amount_of(p, code))


def _amount_of(p: Position, code: int) -> int:
    """The number that a magnate's side speaks of (WS-132 to WS-135)."""
    amounts = {
        2 * POINTS_MAGNATE + REWARD: p.components.magnate_points,
        2 * POINTS_MAGNATE + PENALTY: p.components.magnate_points,
        2 * TREND_MAGNATE + PENALTY: p.components.fine,
        2 * LOAN_MAGNATE + REWARD: p.components.redemption,
        2 * LOAN_MAGNATE + PENALTY: p.components.rich,
    }
    return int(amounts.get(code, 0))


def _player(p: Position, viewer: int, seat: int) -> Player:
    components = p.components
    open_secret = (seat == viewer or p.phase == ENDED) and p.secret[seat] != NONE
    own = seat == viewer or p.phase == ENDED
    return Player(
        cash=int(p.cash[seat]),
        capital=int(p.capital[seat]),
        top_capital=int(components.top_capital),
        loans=int(p.loans[seat]),
        penalty=int(p.loans[seat] * components.loan_points),
        pawn=int(p.pawn[seat]) if p.pawn[seat] != NONE else None,
        shares=int(p.sizes[2 * seat]),
        variations=int(p.sizes[2 * seat + 1]),
        extra=int(p.extra[seat]),
        option=_option_place(p, seat),
        returned=bool(p.returned[seat] != NONE),
        cards=_cards(p, seat, own) if own or components.kept_shown else None,
        unsure=_unsure(p, seat) if components.kept_shown and not own else [],
        secret=_secret(p, seat) if open_secret else None,
    )


def _option_place(p: Position, seat: int) -> Literal["hand"] | int | None:
    if not p.components.call_options:
        return None
    return "hand" if p.marker[seat] == NONE else int(p.marker[seat])


def _cards(p: Position, seat: int, own: bool) -> list[KeptCard]:
    """Kept cards that are there for certain: of a rival, as far as everybody has seen."""
    suspects = [] if own else _suspects(p, seat)
    found = []
    for card in range(p.components.types):
        count = int(p.known(seat, card)) - 1 if card in suspects else int(p.held(seat, card))
        if count:
            found.append(_kept(card_face(p, card), count))
    return found


def _kept(face: Card, count: int) -> KeptCard:
    return KeptCard(
        type=face.type,
        name=face.name,
        dynamite=face.dynamite,
        companies=face.companies,
        share=face.share,
        shares=face.shares,
        levels=face.levels,
        cost=face.cost,
        points=face.points,
        due=face.due,
        copies=face.copies,
        count=count,
    )


def _unsure(p: Position, seat: int) -> list[Card]:
    return [card_face(p, card) for card in _suspects(p, seat)]


def _suspects(p: Position, seat: int) -> list[int]:
    """What the card returned unseen may have been, in others' eyes; nothing once they know."""
    if p.returned[seat] == NONE:
        return []
    types = p.components.types
    found = [card for card in range(types) if p.doubt[seat * types + card] == 1]
    return found if len(found) > 1 else []


def _secret(p: Position, seat: int) -> Secret:
    number = p.secret[seat]
    return Secret(
        company=NAMES[p.components.secret_company[number]],
        shares=int(p.components.secret_shares[number]),
        points=int(p.components.secret_points[number]),
    )


def _exchange(p: Position, viewer: int) -> Exchange | None:
    if p.shown == NONE:
        return None
    offers = []
    for seat in range(p.n):
        seen = p.phase == SWAP or seat == viewer
        offers.append(_face(p, p.offer[seat]) if seen and p.offer[seat] >= 0 else None)
    return Exchange(
        shown=card_face(p, p.shown),
        company=NAMES[p.named] if p.named != NONE else None,
        offers=offers,
        decided=[bool(p.phase == OFFERS and p.offer[s] >= 0) for s in range(p.n)],
        asked=[bool(p.offer[s] >= 0 or p.offer[s] == PENDING) for s in range(p.n)],
    )


# Market and worth


def companies(state: State) -> list[str]:
    return list(NAMES)


def prices(state: State) -> list[int]:
    p = _position(state)
    return [int(p.value(company)) for company in range(COMPANIES)]


def worth(state: State, seat: int) -> list[int | None]:
    """One's own as the values stand, without the end event: nobody may count the dynamite."""
    p = _position(state)
    if p.phase == ENDED:
        return list(state.scores())
    return [int(scoring.worth(p, s, NONE)) if s == seat else None for s in range(p.n)]


# Offers


def kind(state: State, seat: int) -> str:
    return KINDS[int(_position(state).phase)]


def offer(state: State, seat: int, action: int) -> Offer:
    p = _position(state)
    key, args, targets, rule = _shown(p, seat, action)
    confirm = "confirm.loan" if args.get("loans") else ""
    return Offer(write(action), f"offer.{key}", args, rule, targets, confirm, _VERBS.get(key, ""))


def _shown(p: Position, seat: int, action: int) -> Shown:
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


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    p = _position(state)
    pieces = {"trend": FLIP, "capital": RAISE, "loan": PAY, "hand": KEEP}
    pieces |= {f"zone:{zone}": DISCARD + index for index, zone in enumerate(ZONES)}
    pieces |= {f"company:{name}": COMPANY + index for index, name in enumerate(NAMES)}
    if p.pawn[seat] != NONE:
        steps = range(1, int(p.components.slots) + 1)
        pieces |= {f"slot:{p.reach(seat, step)}": MOVE + step for step in steps}
    for target, action in pieces.items():
        yield target, state.refuse(seat, action)
    for card in range(int(p.components.types)):
        if p.held(seat, card):
            yield f"card:{card}", state.refuse(seat, (SELL if p.phase == MAIN else CARD) + card)


# The score


def score_lines(state: State) -> list[list[ScoreLine]]:
    p = _position(state)
    event = int(scoring.event(p))
    return [_lines(p, seat, event) for seat in range(p.n)]


def _lines(p: Position, seat: int, event: int) -> list[ScoreLine]:
    components = p.components
    secret = _secret(p, seat)
    loans = int(p.loans[seat])
    held: Args = {"company": secret.company, "shares": secret.shares}
    lines = [
        ScoreLine("score.secret", held, secret.points, "WS-113"),
        ScoreLine(
            "score.variations",
            {"cards": int(p.sizes[2 * seat + 1])},
            int(p.points[seat]),
            "WS-110",
        ),
        ScoreLine("score.loans", {"loans": loans}, -loans * int(components.loan_points), "WS-71"),
    ]
    best = vec[i64]([0] * COMPANIES)
    scoring.best_companies(p, seat, event, best)
    for company in range(COMPANIES):
        lines.append(_company_line(p, company, int(best[company]), event))
    gold = int(p.gold(seat))
    if event == GOLD_3 and gold:
        points = gold * int(components.gold_points)
        lines.append(ScoreLine("score.gold", {"cards": gold}, points, "WS-95"))
    if p.extra[seat]:
        lines.append(ScoreLine("score.magnates", {}, int(p.extra[seat]), "WS-132"))
    lines.append(ScoreLine("score.cash", {}, int(p.cash[seat]), "WS-110"))
    return lines


def _company_line(p: Position, company: int, shares: int, event: int) -> ScoreLine:
    counted = max(0, shares - (event == MINUS_1))
    value = int(scoring.final_value(p, company, event))
    minimum = int(p.components.minimum[company])
    points = int(scoring.company_points(counted, value, minimum))
    args: Args = {"company": NAMES[company], "shares": counted, "value": value, "minimum": minimum}
    return ScoreLine("score.company" if points else "score.short", args, points, "WS-112")
