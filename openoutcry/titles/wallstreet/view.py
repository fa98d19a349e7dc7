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
    Player,
    Secret,
    Slot,
    WallStreetBoard,
    Zone,
)
from openoutcry.titles.wallstreet.components import (
    CARD,
    COMPANIES,
    COMPANY,
    DISCARD,
    FLIP,
    GOLD_3,
    KEEP,
    MINUS_1,
    MOVE,
    NONE,
    PAY,
    RAISE,
    SELL,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.faces import EVENTS, NAMES, card_face, magnate_of
from openoutcry.titles.wallstreet.notation import ZONES, write
from openoutcry.titles.wallstreet.offers import VERBS, shown
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


def _position(state: State) -> Position:
    assert isinstance(state, WallStreet)
    return state.p


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

_KEPT_OR_DISCARDED = ("hand", *[f"zone:{zone}" for zone in ZONES])
"""Among these one chooses what becomes of a single card that was bought (WS-45)."""


def kind(state: State, seat: int) -> str:
    return KINDS[int(_position(state).phase)]


def offer(state: State, seat: int, action: int) -> Offer:
    p = _position(state)
    key, args, targets, rule = shown(p, seat, action)
    confirm = "confirm.loan" if args.get("loans") else ""
    verb, leads = VERBS.get(key, ""), _KEPT_OR_DISCARDED if key == "move" else ()
    return Offer(write(action), f"offer.{key}", args, rule, targets, confirm, verb, leads)


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
