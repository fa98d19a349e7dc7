"""Speculation: what a seat may know. All is public but hands, decks and face-down cards."""

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.sets import listed, size_of
from openoutcry.core.state import State
from openoutcry.core.title import Args, Offer, ScoreLine
from openoutcry.titles.speculation.board import Company, Player, SpeculationBoard, Tiles
from openoutcry.titles.speculation.box import SIDES, TILES
from openoutcry.titles.speculation.components import (
    CARDS,
    CHOICES,
    HOLD,
    HOLIDAY,
    LOWER,
    NO_CARD,
    NO_TILE,
    NOTHING,
    PLAY,
    RAISE,
    RANK_DOWN,
    RANK_UP,
    RANKING,
    TRADING,
)
from openoutcry.titles.speculation.notation import LETTERS, write
from openoutcry.titles.speculation.rules import Speculation


def _speculation(state: State) -> Speculation:
    assert isinstance(state, Speculation)
    return state


def board(state: State, seat: int) -> SpeculationBoard:
    s = _speculation(state)
    components = s.components
    return SpeculationBoard(
        side=SIDES[s.side],
        turn=int(s.turn),
        active=int(s.active) if s.turn > 0 else None,
        tile=TILES[s.tile] if s.tile != NO_TILE else None,
        steps=int(s.steps) or None,
        table=_tiles(s, on_table=True),
        bags=_tiles(s, on_table=False),
        start_price=int(components.start_price),
        segments=list(components.segments),
        lists={side: components.lists[i] for i, side in enumerate(SIDES)},
        companies=[_company(s, company) for company in range(int(components.companies))],
        hand=_names(s, int(s.hand[seat])) if seat in range(s.n) else None,
        picked=_picked(s, seat),
        players=[_player(s, other) for other in range(int(s.n))],
    )


def _tiles(s: Speculation, on_table: bool) -> Tiles:
    """The tiles that lie out, or those still in the bags: one follows from the other."""

    def count(total: vec[i64], bag: vec[i64], i: int) -> int:
        return int(total[i] - bag[i]) if on_table else int(bag[i])

    components = s.components
    return Tiles(
        actions={kind: count(components.actions, s.action_bag, i) for i, kind in enumerate(TILES)},
        steps=[
            value
            for value in range(1, len(components.steps))
            for _ in range(count(components.steps, s.steps_bag, value))
        ],
    )


def _company(s: Speculation, company: int) -> Company:
    name, label, colour = s.components.labels[company]
    space = int(s.position[company])
    return Company(
        id=name,
        letter=LETTERS[company],
        name=label,
        colour=colour,
        space=space,
        segment=int(s.components.segment[space]) if space else None,
        rank=int(s.rank(company)),
        price=int(s.price[company]),
        bank=int(s.bank[company]),
    )


def _player(s: Speculation, seat: int) -> Player:
    first = seat * s.components.companies
    face_down = s.phase == CARDS
    lies = s.pick[seat] != NO_CARD
    return Player(
        cash=int(s.cash[seat]),
        shares=[int(s.shares[first + company]) for company in range(s.components.companies)],
        hand=int(size_of(s.hand[seat])),
        deck=int(size_of(s.deck(seat))),
        played=_names(s, int(s.shown[seat])),
        decided=bool(face_down and lies),
        shown=_card(s, int(s.pick[seat])) if lies and not face_down else None,
    )


def _picked(s: Speculation, seat: int) -> str | None:
    """The viewer's own card while it lies face down."""
    if s.phase != CARDS or seat not in range(s.n) or s.pick[seat] == NO_CARD:
        return None
    return _card(s, int(s.pick[seat]))


def _names(s: Speculation, mask: int) -> list[str]:
    return [_card(s, card) for card in listed(mask)]


def _card(s: Speculation, card: int) -> str:
    return "holiday" if card == HOLIDAY else s.components.labels[card][0]


def companies(state: State) -> list[str]:
    return [name for name, _, _ in _speculation(state).components.labels]


def prices(state: State) -> list[int]:
    s = _speculation(state)
    return [int(s.price[company]) for company in range(s.components.companies)]


def worth(state: State, seat: int) -> list[int | None]:
    return list(_speculation(state).scores())


def kind(state: State, seat: int) -> str:
    s = _speculation(state)
    if s.phase == RANKING:
        return "raise" if s.tile == RANK_UP else "lower"
    return "trade" if s.phase == TRADING else "cards"


def offer(state: State, seat: int, action: int) -> Offer:
    s = _speculation(state)
    args: Args
    if action <= HOLD:
        return _trade_offer(s, seat, action)
    if action >= PLAY:
        card = _card(s, action - PLAY)
        args = {"card": card, **_alone(s, action - PLAY)}
        return Offer(write(action), "offer.play", args, "SP-30", (f"card:{card}",))
    if action < LOWER:
        company, space = action - RAISE, int(s.space_ahead(action - RAISE))
        verb, rule = "raise", "SP-24"
    else:
        company, space = action - LOWER, int(s.space_behind(action - LOWER))
        verb, rule = "lower", "SP-27"
    name = s.components.labels[company][0]
    args = {"company": name, "space": space_name(s, space)}
    return Offer(write(action), f"offer.{verb}", args, rule, (f"brick:{name}",), verb=verb)


def _alone(s: Speculation, card: int) -> Args:
    """Where a card would bring its brick, and to which price, if nobody else played any."""
    if card == HOLIDAY:
        return {"space": "stays"}
    after = s.clone()
    after.advance(card, after.steps)
    after.reprice()
    space = space_name(s, int(after.position[card]))
    return {"space": space, "before": int(s.price[card]), "price": int(after.price[card])}


def space_name(s: Speculation, space: int) -> str | int:
    """A space as messages name it."""
    if space == 0:
        return "start"
    return "end" if space == s.components.end else space


def _trade_offer(s: Speculation, seat: int, action: int) -> Offer:
    sold, bought = divmod(action, CHOICES)
    cost = int(s.cost(action))
    args: Args = {"sell": "nothing", "buy": "nothing"}
    targets = []
    if sold != NOTHING:
        args |= {"sell": s.components.labels[sold][0], "gain": int(s.price[sold])}
        targets.append(f"share:{args['sell']}")
    if bought != NOTHING:
        args |= {"buy": s.components.labels[bought][0], "price": int(s.price[bought])}
        targets.append(f"bank:{args['buy']}")
    args |= {"cost": cost, "cash_after": int(s.cash[seat]) - cost}
    # SP-13: selling for less than nothing costs money, which may surprise.
    confirm = "confirm.pay_to_sell" if sold != NOTHING and s.price[sold] < 0 else ""
    key = trade_key("offer", action)
    return Offer(write(action), key, args, "SP-18", tuple(targets), confirm)


def trade_key(prefix: str, action: int) -> str:
    """The message for a trade: hold, sell, buy or swap."""
    sold, bought = divmod(action, CHOICES)
    if action == HOLD:
        return f"{prefix}.hold"
    if bought == NOTHING:
        return f"{prefix}.sell"
    return f"{prefix}.buy" if sold == NOTHING else f"{prefix}.swap"


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    s = _speculation(state)
    rank = LOWER if s.tile == RANK_DOWN else RAISE
    for company in range(int(s.components.companies)):
        name = s.components.labels[company][0]
        yield f"share:{name}", s.refuse(seat, company * CHOICES + NOTHING)
        yield f"bank:{name}", s.refuse(seat, NOTHING * CHOICES + company)
        yield f"brick:{name}", s.refuse(seat, rank + company)
    for card in range(HOLIDAY + 1):
        if s.hand[seat] >> card & 1:
            yield f"card:{_card(s, card)}", s.refuse(seat, PLAY + card)


def score_lines(state: State) -> list[list[ScoreLine]]:
    s = _speculation(state)
    return [_lines(s, seat) for seat in range(int(s.n))]


def _lines(s: Speculation, seat: int) -> list[ScoreLine]:
    lines = [ScoreLine("score.cash", {}, int(s.cash[seat]), "SP-39")]
    for company in range(int(s.components.companies)):
        count = int(s.shares[seat * s.components.companies + company])
        price = int(s.price[company])
        if count:
            args: Args = {
                "company": s.components.labels[company][0],
                "count": count,
                "price": price,
            }
            lines.append(ScoreLine("score.shares", args, count * price, "SP-39"))
    return lines
