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
from openoutcry.titles.wallstreet.notation import ZONES, write
from openoutcry.titles.wallstreet.position import (
    BLACK_DAY_COST,
    BOUGHT,
    END,
    ENDED,
    FLIP_COST,
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
    RAISE_COST,
    RETURN,
    SET_PAWN,
    SHOW,
    SWAP,
    ZONE,
    Position,
)
from openoutcry.titles.wallstreet.rules import WallStreet
from openoutcry.titles.wallstreet.tables import (
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
    LOT,
    MINUS_1,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    REWARD,
    RIVAL,
    SELL,
    SHARE,
    SURPRISE,
    TAKE,
    TREND_SLOT,
)

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
    tables = p.tables
    kind, levels = int(tables.kind[card]), int(tables.levels[card])
    if kind == DUAL:
        return f"dual.{NAMES[tables.company[card]]}.{NAMES[tables.other[card]]}"
    if kind == SHARE:
        return f"{'double' if tables.shares[card] == 2 else 'single'}.{NAMES[tables.company[card]]}"
    if kind == GOLD:
        return "gold"
    if kind == COMPANY_MOVE:
        way = "up" if levels > 0 else "down"
        return f"move.{NAMES[tables.company[card]]}.{way}{max(levels, -levels)}"
    if kind == SURPRISE:
        return "surprise_up" if levels > 0 else "surprise_down"
    return _SPECIALS[kind - SURPRISE - 1]


def card_face(p: Position, card: int) -> Card:
    """What is printed on the card."""
    tables = p.tables
    name, dynamite = card_name(p, card), int(tables.dynamite_of(card))
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
            copies=1,
        )
    return Card(
        type=int(card),
        name=name,
        dynamite=dynamite,
        companies=[NAMES[c] for c in (tables.company[card], tables.other[card]) if c != NONE],
        share=bool(tables.is_share(card)),
        shares=int(tables.shares[card]),
        levels=int(tables.levels[card]),
        cost=int(tables.cost[card]),
        points=int(tables.points[card]),
        copies=int(tables.copies[card]),
    )


def _face(p: Position, card: int) -> Card | None:
    return None if card == NONE else card_face(p, card)


# The board


def board(state: State, seat: int) -> WallStreetBoard:
    p = _position(state)
    tables = p.tables
    return WallStreetBoard(
        phase=KINDS.get(int(p.phase), "chance"),
        ring=[_slot(p, slot) for slot in range(tables.slots)],
        direction=int(p.direction),
        coins=int(p.coins),
        top=_face(p, p.top),
        deck=int(p.left + p.hidden) + (p.top != NONE),
        explosion_possible=bool(p.hidden == 1 and p.left <= tables.bottom),
        explosion_placed=bool(p.placed == 1),
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
        call_options=bool(tables.call_options),
    )


def _slot(p: Position, slot: int) -> Slot:
    option = int(p.option_at(slot)) if p.tables.call_options else NONE
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
    tables = p.tables
    first = company * tables.longest
    return Company(
        id=NAMES[company],
        cells=[int(tables.cells[first + i]) for i in range(tables.last[company] + 1)],
        start=int(tables.start[company]),
        level=int(p.level[company]),
        value=int(p.value(company)),
        minimum=int(tables.minimum[company]),
        magnate=magnate_of(p, company),
    )


def magnate_of(p: Position, company: int) -> Magnate | None:
    """The magnate above a company, and the side it lies on."""
    code = p.magnate[company]
    if code == NONE:
        return None
    return Magnate(MAGNATES[code // 2], "reward" if code % 2 == REWARD else "penalty")


def _player(p: Position, viewer: int, seat: int) -> Player:
    tables = p.tables
    open_secret = (seat == viewer or p.phase == ENDED) and p.secret[seat] != NONE
    own = seat == viewer or p.phase == ENDED
    return Player(
        cash=int(p.cash[seat]),
        capital=int(p.capital[seat]),
        top_capital=int(tables.top_capital),
        loans=int(p.loans[seat]),
        penalty=int(p.loans[seat] * tables.loan_points),
        pawn=int(p.pawn[seat]) if p.pawn[seat] != NONE else None,
        shares=int(p.sizes[2 * seat]),
        variations=int(p.sizes[2 * seat + 1]),
        extra=int(p.extra[seat]),
        option=_option_place(p, seat),
        returned=bool(p.returned[seat] != NONE),
        cards=_cards(p, seat, own) if own or tables.kept_shown else None,
        unsure=_unsure(p, seat) if tables.kept_shown and not own else [],
        secret=_secret(p, seat) if open_secret else None,
    )


def _option_place(p: Position, seat: int) -> Literal["hand"] | int | None:
    if not p.tables.call_options:
        return None
    return "hand" if p.marker[seat] == NONE else int(p.marker[seat])


def _cards(p: Position, seat: int, own: bool) -> list[KeptCard]:
    """Kept cards that are there for certain: of a rival, as far as everybody has seen."""
    suspects = [] if own else _suspects(p, seat)
    found = []
    for card in range(p.tables.types):
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
        copies=face.copies,
        count=count,
    )


def _unsure(p: Position, seat: int) -> list[Card]:
    return [card_face(p, card) for card in _suspects(p, seat)]


def _suspects(p: Position, seat: int) -> list[int]:
    """What the card returned unseen may have been, in others' eyes; nothing once they know."""
    if p.returned[seat] == NONE:
        return []
    types = p.tables.types
    found = [card for card in range(types) if p.doubt[seat * types + card] == 1]
    return found if len(found) > 1 else []


def _secret(p: Position, seat: int) -> Secret:
    number = p.secret[seat]
    return Secret(
        company=NAMES[p.tables.secret_company[number]],
        shares=int(p.tables.secret_shares[number]),
        points=int(p.tables.secret_points[number]),
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
    return Offer(write(action), f"offer.{key}", args, rule, targets, confirm)


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
    return {"loans": loans, "penalty": loans * int(p.tables.loan_points)}


def _card_args(p: Position, card: int) -> Args:
    """Name and cost, and what tells equal shares apart: the effect on the price."""
    levels = int(p.tables.levels[card]) if p.tables.is_share(card) else 0
    return {"card": card_name(p, card), "cost": int(p.tables.cost[card]), "levels": levels}


def move_costs(p: Position, seat: int, steps: int) -> Args:
    """What a move would cost, and who pays what."""
    slot = int(p.reach(seat, steps))
    price, capital = int(p.price(seat, steps)), int(p.capital[seat])
    return {
        "slot": slot,
        "steps": steps,
        "cost": price,
        "option": int(p.surcharge(seat, slot)) if slot != TREND_SLOT else 0,
        "capital_part": min(price, capital),
        "cash_part": max(0, price - capital),
        "fees": int(p.fees(seat, slot)),
        **_loans(p, seat, int(p.cash_due(seat, steps))),
    }


def _move_offer(p: Position, seat: int, steps: int) -> Shown:
    args = move_costs(p, seat, steps)
    slot = int(args["slot"])
    target = (f"slot:{slot}",)
    if slot == TREND_SLOT:
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
    cost = int(p.tables.option_cost)
    price: Args = {"price": cost, "surcharge": int(p.tables.option_surcharge)}
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
    points = int(p.tables.magnate_points)
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
    levels = int(p.tables.levels[p.hand])
    level = max(0, min(int(p.tables.last[company]), int(p.level[company]) + levels))
    value = int(p.tables.cells[company * p.tables.longest + level])
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
        "dynamite": int(p.tables.dynamite_of(card)),
    }
    return "discard", args, (f"zone:{ZONES[zone]}",), rule


def _plain_offer(p: Position, seat: int, action: int) -> Shown:
    if action == FLIP:
        direction = "red" if p.direction > 0 else "green"
        flip: Args = {"cost": FLIP_COST, "direction": direction, **_loans(p, seat, FLIP_COST)}
        return "flip", flip, ("trend",), "WS-34"
    if action == RAISE:
        cost: Args = {"cost": RAISE_COST, "capital": int(p.capital[seat]) + 1}
        return "raise", {**cost, **_loans(p, seat, RAISE_COST)}, ("capital",), "WS-65"
    if action == KEEP:
        return _keep_offer(p, seat)
    if action == PAY:
        redeem: Args = {"cost": int(p.tables.redemption), "points": int(p.tables.loan_points)}
        return "redeem", redeem, ("loan",), "WS-135"
    return ("done", {}, (), "WS-32") if p.phase == END else ("decline", {}, (), "WS-135")


def _keep_offer(p: Position, seat: int) -> Shown:
    card = int(p.hand)
    args: Args = {"card": card_name(p, card), "points": int(p.tables.points[card])}
    if p.tables.kind[card] == BLACK_DAY:
        return "keep_black_day", {**args, **_loans(p, seat, BLACK_DAY_COST)}, ("hand",), "WS-84"
    if not p.tables.is_share(card):
        return "keep_variation", args, ("hand",), "WS-47"
    levels = int(p.tables.levels[card])
    if levels == 0:
        return "keep", args, ("hand",), "WS-46"
    company = NAMES[p.tables.company[card]]
    return "keep_moving", {**args, "company": company, "levels": levels}, ("hand",), "WS-46"


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    p = _position(state)
    pieces = {"trend": FLIP, "capital": RAISE, "loan": PAY, "hand": KEEP}
    pieces |= {f"zone:{zone}": DISCARD + index for index, zone in enumerate(ZONES)}
    pieces |= {f"company:{name}": COMPANY + index for index, name in enumerate(NAMES)}
    if p.pawn[seat] != NONE:
        steps = range(1, int(p.tables.slots) + 1)
        pieces |= {f"slot:{p.reach(seat, step)}": MOVE + step for step in steps}
    for target, action in pieces.items():
        yield target, state.refuse(seat, action)
    for card in range(int(p.tables.types)):
        if p.held(seat, card):
            yield f"card:{card}", state.refuse(seat, (SELL if p.phase == MAIN else CARD) + card)


# The score


def score_lines(state: State) -> list[list[ScoreLine]]:
    p = _position(state)
    event = int(scoring.event(p))
    return [_lines(p, seat, event) for seat in range(p.n)]


def _lines(p: Position, seat: int, event: int) -> list[ScoreLine]:
    tables = p.tables
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
        ScoreLine("score.loans", {"loans": loans}, -loans * int(tables.loan_points), "WS-71"),
    ]
    best = vec[i64]([0] * COMPANIES)
    scoring.best_companies(p, seat, event, best)
    for company in range(COMPANIES):
        lines.append(_company_line(p, company, int(best[company]), event))
    gold = int(p.gold(seat))
    if event == GOLD_3 and gold:
        points = gold * int(tables.gold_points)
        lines.append(ScoreLine("score.gold", {"cards": gold}, points, "WS-95"))
    if p.extra[seat]:
        lines.append(ScoreLine("score.magnates", {}, int(p.extra[seat]), "WS-132"))
    lines.append(ScoreLine("score.cash", {}, int(p.cash[seat]), "WS-110"))
    return lines


def _company_line(p: Position, company: int, shares: int, event: int) -> ScoreLine:
    counted = max(0, shares - (event == MINUS_1))
    value = int(scoring.final_value(p, company, event))
    minimum = int(p.tables.minimum[company])
    points = int(scoring.company_points(counted, value, minimum))
    args: Args = {"company": NAMES[company], "shares": counted, "value": value, "minimum": minimum}
    return ScoreLine("score.company" if points else "score.short", args, points, "WS-112")
