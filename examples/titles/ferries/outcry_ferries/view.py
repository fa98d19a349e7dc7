"""Ferries: what a seat may know: all but the others' hands and bids that lie face down."""

from collections.abc import Iterator

from openoutcry.core.state import State
from openoutcry.core.title import Offer, ScoreLine
from outcry_ferries.board import FerriesBoard, Player
from outcry_ferries.notation import write
from outcry_ferries.rules import BIDS, ENDED, NO_LINE, NOBODY, UNDECIDED, Ferries


def _ferries(state: State) -> Ferries:
    assert isinstance(state, Ferries)
    return state


def board(state: State, seat: int) -> FerriesBoard:
    s = _ferries(state)
    return FerriesBoard(
        share=_line(s),
        auction=int(s.auctions),
        deck=sum(s.deck),
        start=int(s.start),
        winner=None if s.winner == NOBODY else int(s.winner),
        players=[_player(s, seat, other) for other in range(s.n)],
    )


def _line(s: Ferries) -> str | None:
    return None if s.line == NO_LINE else s.components.lines[s.line]


def _player(s: Ferries, viewer: int, seat: int) -> Player:
    lines = len(s.components.lines)
    mine = slice(seat * lines, (seat + 1) * lines)
    bid = int(s.bid[seat])
    knows_bid = bid != UNDECIDED and (seat == viewer or s.phase != BIDS)  # FE-06
    knows_hand = seat == viewer or s.phase == ENDED  # FE-04, FE-10
    return Player(
        coins=int(s.coins[seat]),
        bid=bid if knows_bid else None,
        decided=s.phase == BIDS and bid != UNDECIDED,
        hand=list(s.hands[mine]) if knows_hand else None,
        shares=list(s.open[mine]),
    )


def companies(state: State) -> list[str]:
    return list(_ferries(state).components.lines)


def prices(state: State) -> list[int]:
    return list(_ferries(state).price)


def worth(state: State, seat: int) -> list[int | None]:
    s = _ferries(state)
    return [int(s.worth(o)) if o == seat or s.phase == ENDED else None for o in range(s.n)]


def kind(state: State, seat: int) -> str:
    return "bid"


def offer(state: State, seat: int, action: int) -> Offer:
    line = _line(_ferries(state))
    assert line is not None
    if action == 0:
        return Offer(write(0), "offer.pass", {"line": line}, "FE-07")
    return Offer(
        write(action), "offer.bid", {"coins": int(action), "line": line}, "FE-07", ("share",)
    )


def reasons(state: State, seat: int) -> Iterator[tuple[str, str]]:
    yield "share", _ferries(state).refuse(seat, 1)


def score_lines(state: State) -> list[list[ScoreLine]]:
    s = _ferries(state)
    return [_score(s, seat) for seat in range(s.n)]


def _score(s: Ferries, seat: int) -> list[ScoreLine]:
    coins = int(s.coins[seat])
    lines = [ScoreLine("score.coins", {}, coins, "FE-12")]
    for index, line in enumerate(s.components.lines):
        held, price = int(s.held(seat, index)), int(s.price[index])
        if held:
            args: dict[str, str | int] = {"count": held, "line": line, "price": price}
            lines.append(ScoreLine("score.line", args, held * price, "FE-12"))
    return lines
