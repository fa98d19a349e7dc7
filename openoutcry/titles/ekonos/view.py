"""Ekonos: what a seat may know. Hidden are the others' hands and the stock, and, if the table
wants it, the others' coins (EK-54)."""

from collections.abc import Iterator

from openoutcry.core.sets import size_of
from openoutcry.core.state import OVER, State
from openoutcry.core.title import Args, Offer, ScoreLine
from openoutcry.titles.ekonos.board import (
    Card,
    Company,
    EkonosBoard,
    Expansion,
    Map,
    Pending,
    Player,
    Space,
    Track,
)
from openoutcry.titles.ekonos.components import (
    BUY,
    CARD,
    CARDS,
    DECISION,
    DISCARD,
    ENDED,
    EXPAND,
    KEEP,
    NAME,
    NAMING,
    NOBODY,
    PASS,
    PLACE,
    PROTECT,
    PURCHASE,
    SALE,
    SELL,
    SPACE,
    SPACES,
    STOP,
    TILE,
    TILES,
    USES,
)
from openoutcry.titles.ekonos.notation import USE_WORDS, write
from openoutcry.titles.ekonos.rules import Ekonos

_KINDS = {
    CARDS: "card",
    SPACES: "place",
    DECISION: "decision",
    TILES: "tile",
    SALE: "sale",
    NAMING: "naming",
    PURCHASE: "purchase",
}

_VERBS = {
    "card_place": "place",
    "card_protect": "protect",
    "card_grow": "grow",
    "card_discard": "discard",
    "place": "place",
    "protect": "protect",
    "tile": "expand",
    "tile_replace": "expand",
    "sell": "sell",
    "buy": "buy",
}
"""What many offers have in common, by their messages."""

Shown = tuple[str, Args, tuple[str, ...], str]
"""Message, arguments, pieces to light up and rule."""


def _ekonos(state: State) -> Ekonos:
    assert isinstance(state, Ekonos)
    return state


def board(state: State, seat: int) -> EkonosBoard:
    s = _ekonos(state)
    mover = int(s.mover())
    dealt = sum(int(s.held[other]) for other in range(s.n)) + int(size_of(s.played))
    return EkonosBoard(
        round=int(s.round),
        rounds=int(s.rounds),
        starter=int(s.starter),
        active=None if mover == OVER else int(s.active),
        decider=mover if mover >= 0 else None,
        stock=len(s.components.cards) - dealt,
        card=_card(s, int(s.card)) if s.card >= 0 else None,
        use=USE_WORDS[int(s.use)] if s.card >= 0 else None,
        pending=_pending(s),
        expansion=_expansion(s),
        hand=[_card(s, card) for card in _members(s.hand[seat])] if seat >= 0 else None,
        discards=[_card(s, card) for card in _members(s.played)],
        companies=[_company(s, company) for company in range(s.companies)],
        spaces=[_space(s, space) for space in range(len(s.components.spaces))],
        map=Map(int(s.components.map_width), int(s.components.map_height)),
        track=_track(s),
        players=[_player(s, seat, other) for other in range(s.n)],
    )


def _pending(s: Ekonos) -> Pending | None:
    """The company that a card, a president or a resignation is about."""
    if s.phase not in (SPACES, DECISION, TILES, NAMING):
        return None
    return Pending(_name(s, s.company), _KINDS[int(s.phase)])


def _expansion(s: Ekonos) -> Expansion | None:
    if s.phase not in (DECISION, TILES):
        return None
    return Expansion(
        company=_name(s, s.company),
        president=int(s.president[s.company]),
        tiles=_tiles_of(s),
        left=int(s.todo) if s.phase == TILES else _tiles_of(s),
        laid=[space + 1 for space in _members(s.fresh)],
    )


def _tiles_of(s: Ekonos) -> int:
    """The size of the expansion at hand."""
    last = s.growth[s.company] == s.components.large_box
    return int(s.components.large_tiles if last else s.components.small_tiles)


def _track(s: Ekonos) -> Track:
    t = s.components
    return Track(
        small_box=int(t.small_box),
        small_tiles=int(t.small_tiles),
        large_box=int(t.large_box),
        large_tiles=int(t.large_tiles),
    )


def _company(s: Ekonos, company: int) -> Company:
    name, letter, colour = s.components.companies[company]
    sold = int(s.sold[company])
    return Company(
        id=name,
        letter=letter,
        colour=colour,
        tiles=int(s.count[company]),
        protected=int(size_of(s.tiles[company] & s.locked)),
        supply=int(s.components.supply - s.count[company]),
        growth=int(s.growth[company]),
        sold=sold,
        slots=int(s.max_shares),
        sell=sold,
        buy=sold + 1 if sold < s.max_shares else None,
        president=_seat_or_none(s.president[company]),
        owned=[int(s.owned(seat, company)) for seat in range(s.n)],
    )


def _space(s: Ekonos, space: int) -> Space:
    label, x, y = s.components.spaces[space]
    company = int(s.company_at(space))
    return Space(
        number=space + 1,
        label=label,
        x=x,
        y=y,
        links=[other + 1 for other in _members(s.components.near[space])],
        company=None if company == NOBODY else _name(s, company),
        protected=bool(s.locked >> space & 1),
    )


def _player(s: Ekonos, viewer: int, seat: int) -> Player:
    presidencies = [_name(s, c) for c in range(s.companies) if s.president[c] == seat]
    return Player(
        coins=int(s.coins[seat]) if _knows_coins(s, viewer, seat) else None,
        cards=int(s.held[seat]),
        shares=[int(s.owned(seat, company)) for company in range(s.companies)],
        presidencies=presidencies,
    )


def _knows_coins(s: Ekonos, viewer: int, seat: int) -> bool:
    return seat == viewer or s.money_open or s.phase == ENDED


def _card(s: Ekonos, card: int) -> Card:
    top, middle, bottom = s.components.cards[card]
    return Card(
        id=card + 1,
        top=_name(s, top),
        middle=_name(s, middle),
        bottom=_name(s, bottom),
    )


def _name(s: Ekonos, company: int) -> str:
    return s.components.companies[company][0]


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _members(mask: int) -> list[int]:
    return [i for i in range(int(mask).bit_length()) if mask >> i & 1]


def companies(state: State) -> list[str]:
    return [name for name, _, _ in _ekonos(state).components.companies]


def prices(state: State) -> list[int]:
    s = _ekonos(state)
    return [int(s.price(company)) for company in range(s.companies)]


def worth(state: State, seat: int) -> list[int | None]:
    s = _ekonos(state)
    return [
        score if _knows_coins(s, seat, other) else None for other, score in enumerate(s.scores())
    ]


def kind(state: State, seat: int) -> str:
    return _KINDS[int(_ekonos(state).phase)]


def offer(state: State, seat: int, action: int) -> Offer:
    s = _ekonos(state)
    text, args, targets, rule = _shown(s, seat, action)
    verb, leads = _VERBS.get(text, ""), _leads(s, action)
    return Offer(write(action), f"offer.{text}", args, rule, targets, verb=verb, leads=leads)


def _leads(s: Ekonos, action: int) -> tuple[str, ...]:
    """The spaces that a card's function is used on (EK-13, EK-14)."""
    if action < CARD:
        return ()
    use, company = (action - CARD) % USES, int(s.company_of(action))
    taken = 0
    for other in range(s.companies):
        taken |= int(s.tiles[other])
    if use == PLACE:
        spaces = int(s.components.everywhere) & ~taken
    elif use == PROTECT:
        spaces = int(s.tiles[company] & ~s.locked)
    else:
        return ()
    return tuple([f"space:{space + 1}" for space in _members(spaces)])


def _shown(s: Ekonos, seat: int, action: int) -> Shown:
    if action >= CARD:
        return _shown_card(s, action)
    if action >= TILE:
        return _shown_tile(s, action - TILE)
    if action >= SPACE:
        space = action - SPACE
        text, rule = ("place", "EK-13") if s.use == PLACE else ("protect", "EK-14")
        return text, {**_where(s, space), **_who(s)}, (f"space:{space + 1}",), rule
    if action >= NAME:
        heir = action - NAME
        return "name", {"heir": heir, **_who(s)}, (f"seat:{heir}",), "EK-47"
    if action >= SELL:
        return _shown_trade(s, seat, action)
    if action in (KEEP, PASS):
        return ("keep" if action == KEEP else "pass"), {}, (), "EK-11"
    if action == STOP:
        return "stop", _who(s), (), "EK-29"
    tiles: Args = {"tiles": _tiles_of(s), **_who(s)}
    lit = (f"company:{_name(s, s.company)}",)
    return ("expand", tiles, lit, "EK-23") if action == EXPAND else ("wait", tiles, lit, "EK-31")


def _who(s: Ekonos) -> Args:
    return {"company": _name(s, s.company)}


def _where(s: Ekonos, space: int) -> Args:
    return {"space": space + 1, "label": s.components.spaces[space][0]}


def _shown_card(s: Ekonos, action: int) -> Shown:
    card, use = divmod(action - CARD, USES)
    company = int(s.company_of(action))
    args: Args = {**card_names(s, card), "company": _name(s, company)}
    lit: tuple[str, ...] = (f"card:{card + 1}", f"company:{_name(s, company)}")
    if use == DISCARD:
        return "card_discard", args, lit[:1], "EK-21"
    if use == PLACE:
        return "card_place", args, lit[:1], "EK-13"
    if use == PROTECT:
        return "card_protect", args, lit[:1], "EK-14"
    box = min(int(s.growth[company]) + 1, int(s.components.large_box))
    return "card_grow", {**args, "box": box}, lit, "EK-15"


def card_names(s: Ekonos, card: int) -> Args:
    """A card is named by what it shows; its number is for the notation."""
    top, middle, bottom = s.components.cards[card]
    shown: Args = {"top": _name(s, top), "middle": _name(s, middle), "bottom": _name(s, bottom)}
    return {"card": card + 1, **shown}


def _shown_tile(s: Ekonos, space: int) -> Shown:
    args: Args = {**_where(s, space), **_who(s)}
    lit = (f"space:{space + 1}",)
    victim = int(s.company_at(space))
    if victim == NOBODY:
        return "tile", args, lit, "EK-27"
    return "tile_replace", {**args, "victim": _name(s, victim)}, lit, "EK-27"


def _shown_trade(s: Ekonos, seat: int, action: int) -> Shown:
    buys = action >= BUY
    company = action - (BUY if buys else SELL)
    price = int(s.sold[company]) + buys
    after = int(s.coins[seat]) + (-price if buys else price)
    args: Args = {
        "company": _name(s, company),
        "price": price,
        "value": int(s.count[company]),
        "coins_after": after,
    }
    lit = (f"company:{_name(s, company)}",)
    return ("buy", args, lit, "EK-37") if buys else ("sell", args, lit, "EK-36")


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    s = _ekonos(state)
    first_space = TILE if s.phase == TILES else SPACE
    for space in range(len(s.components.spaces)):
        yield f"space:{space + 1}", s.refuse(seat, first_space + space)
    first_trade = BUY if s.phase == PURCHASE else SELL
    for company in range(s.companies):
        yield f"company:{_name(s, company)}", s.refuse(seat, first_trade + company)
    for card in _members(s.hand[seat]):
        yield f"card:{card + 1}", s.refuse(seat, CARD + card * USES + PLACE)


def score_lines(state: State) -> list[list[ScoreLine]]:
    s = _ekonos(state)
    return [_seat_lines(s, seat) for seat in range(s.n)]


def _seat_lines(s: Ekonos, seat: int) -> list[ScoreLine]:
    lines = [ScoreLine("score.coins", {}, int(s.coins[seat]), "EK-52")]
    for company in range(s.companies):
        shares, value = int(s.owned(seat, company)), int(s.count[company])
        if shares:
            args: Args = {"company": _name(s, company), "shares": shares, "value": value}
            lines.append(ScoreLine("score.shares", args, shares * value, "EK-52"))
    return lines
