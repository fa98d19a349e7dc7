"""Mogul: what a seat may know: all but others' chips and their answers about loans (MO-49)."""

from collections.abc import Iterator

from openoutcry.core.state import State
from openoutcry.core.title import Args, Offer, ScoreLine
from openoutcry.titles.mogul.board import Card, MogulBoard, Player
from openoutcry.titles.mogul.notation import write
from openoutcry.titles.mogul.rules import (
    AUCTION,
    ENDED,
    LEAVE,
    LOAN,
    NO_LOAN,
    PAY,
    SECOND,
    SELL,
    SOLD,
    TAKE,
    WINDOW,
    WINNER,
    Mogul,
)

_KINDS = {WINDOW: "loan", AUCTION: "auction", WINNER: "winner", SECOND: "second"}


def _mogul(state: State) -> Mogul:
    assert isinstance(state, Mogul)
    return state


def board(state: State, seat: int) -> MogulBoard:
    s = _mogul(state)
    auction = s.phase in (WINDOW, AUCTION, WINNER, SECOND)
    return MogulBoard(
        card=_card(s, s.card) if s.card >= 0 else None,
        pot=int(s.pot),
        bank=int(s.bank),
        deck=int(s.left) + (s.phase != ENDED),
        crash_possible=bool(s.left <= s.components.crash_among),
        auction=int(s.auctions),
        start=int(s.start),
        winner=int(s.winner) if s.phase in (WINNER, SECOND) else None,
        second=int(s.second) if s.phase in (WINNER, SECOND) else None,
        sold=_per_colour(s, SOLD),
        unseen=[int(s.unseen(colour)) for colour in range(s.components.colours)],
        spaces=int(s.components.spaces),
        players=[_player(s, seat, other, auction) for other in range(int(s.n))],
    )


def _player(s: Mogul, viewer: int, seat: int, auction: bool) -> Player:
    cards = [card for card in range(len(s.owner)) if s.owner[card] == seat]
    # MO-08: chips may be held concealed.
    knows_chips = seat == viewer or s.open_chips or s.phase == ENDED
    points, spaces = int(s.points[seat]), int(s.components.spaces)
    return Player(
        points=points,
        space=points % spaces,  # MO-47
        lap=points // spaces + 1,
        chips=int(s.chips[seat]) if knows_chips else None,
        shares=[
            int(s.shares[seat * s.components.colours + c]) for c in range(s.components.colours)
        ],
        cards=[_card(s, card) for card in cards],
        in_=bool(auction and s.inside >> seat & 1),
        decided=bool(s.phase == WINDOW and s.decided >> seat & 1),
    )


def _card(s: Mogul, card: int) -> Card:
    palette = s.components.palette
    return Card(
        id=int(card),
        colour=palette[s.components.background[card]],
        border=palette[s.components.border[card]],
    )


def _per_colour(s: Mogul, owner: int) -> list[int]:
    counts = [0] * int(s.components.colours)
    for card in range(len(s.owner)):
        if s.owner[card] == owner:
            counts[s.components.background[card]] += 1
    return counts


def companies(state: State) -> list[str]:
    return list(_mogul(state).components.palette)


def prices(state: State) -> list[int]:
    s = _mogul(state)
    return [int(s.price(colour)) for colour in range(s.components.colours)]


def worth(state: State, seat: int) -> list[int | None]:
    s = _mogul(state)
    if s.phase == ENDED:
        return list(s.scores())
    return [int(s.points[other]) for other in range(s.n)]


def kind(state: State, seat: int) -> str:
    return _KINDS[int(_mogul(state).phase)]


def offer(state: State, seat: int, action: int) -> Offer:
    s = _mogul(state)
    text, args, targets, rule = _shown(s, seat, action)
    verb = "sell" if text == "sell" else ""
    return Offer(write(action), f"offer.{text}", args, rule, targets, verb=verb)


def _shown(s: Mogul, seat: int, action: int) -> tuple[str, Args, tuple[str, ...], str]:
    """Message, arguments, pieces to light up and rule."""
    if action == LEAVE:
        return "leave", {"chips": int(s.pot)}, ("pot",), "MO-19"
    if action == PAY:
        return "pay", {"chips": int(s.chips[seat])}, ("chips",), "MO-18"
    if action == LOAN:
        cost: Args = {
            "chips": int(s.components.loan_chips),
            "points": int(s.components.loan_points),
        }
        return "loan", cost, ("bank",), "MO-35"
    if action == NO_LOAN:
        return "no_loan", {}, (), "MO-36"
    if action == TAKE:
        return "take", {"colour": _card(s, s.card).colour}, ("card",), "MO-25"
    colour = int(s.components.border[s.card])
    count, price = action - SELL, int(s.price(colour))
    name = s.components.palette[colour]
    args: Args = {"count": count, "colour": name, "price": price, "points": count * price}
    if count == 0:
        return "sell_none", args, (), "MO-29"
    return "sell", args, (f"company:{name}",), "MO-26"


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    s = _mogul(state)
    for target, action in (("pot", LEAVE), ("chips", PAY), ("bank", LOAN), ("card", TAKE)):
        yield target, s.refuse(seat, action)
    for colour, name in enumerate(s.components.palette):
        yield f"company:{name}", _sale_reason(s, seat, colour)


def _sale_reason(s: Mogul, seat: int, colour: int) -> str:
    if s.phase in (WINNER, SECOND) and colour != s.components.border[s.card]:
        return f"MO-26 not_border colour={s.components.palette[s.components.border[s.card]]}"
    return s.refuse(seat, SELL + 1)


def score_lines(state: State) -> list[list[ScoreLine]]:
    s = _mogul(state)
    lines = []
    for seat in range(int(s.n)):
        chips = int(s.chips[seat])
        points = int(s.points[seat])
        lines.append(
            [
                ScoreLine("score.points", {}, points, "MO-04"),
                ScoreLine(
                    "score.chips",
                    {"chips": chips},
                    chips // int(s.components.chips_per_point),
                    "MO-43",
                ),
            ]
        )
    return lines
