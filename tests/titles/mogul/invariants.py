"""Mogul's invariants, checked after every step of random play."""

from openoutcry.core.sets import listed
from openoutcry.core.state import CHANCE, State
from openoutcry.core.title import Offer
from openoutcry.titles.mogul.rules import (
    AUCTION,
    CRASH,
    DECK,
    ENDED,
    POOL,
    REVEAL,
    SECOND,
    SELL,
    SOLD,
    TAKE,
    UP,
    WINDOW,
    WINNER,
    Mogul,
)

AUCTIONS = {3: (24, 28), 4: (23, 27), 5: (22, 26), 6: (21, 25)}


def check(before: State, actor: int, action: int, after: State) -> None:
    assert isinstance(before, Mogul) and isinstance(after, Mogul)
    seats = range(int(after.n))
    assert sum(int(after.chips[s]) for s in seats) + after.pot + after.bank == 45
    assert all(after.chips[s] >= 0 for s in seats)
    assert after.bank % 2 == 1 and after.bank <= before.bank
    _check_cards(after)
    assert after.pot == 0 or after.phase == AUCTION
    if after.phase in (WINNER, SECOND):
        assert after.winner != after.second
    if before.phase in (WINNER, SECOND):
        _check_action(before, actor, action, after)
    if after.phase == ENDED:
        assert actor == CHANCE and action == CRASH


def _check_cards(state: Mogul) -> None:
    places = [int(state.owner[card]) for card in range(31)]
    assert places.count(DECK) == state.left
    assert listed(state.deck[0]) == [card for card in range(31) if places[card] == DECK]
    assert places.count(UP) == (state.phase in (WINDOW, AUCTION, WINNER))
    assert places.count(POOL) == 0 or state.phase < REVEAL
    assert all(place in (DECK, SOLD, POOL, UP) or 0 <= place < state.n for place in places)
    for seat in range(int(state.n)):
        for colour in range(5):
            held = sum(
                places[card] == seat and state.components.background[card] == colour
                for card in range(31)
            )
            assert held == state.shares[seat * 5 + colour]


def _check_action(before: Mogul, actor: int, action: int, after: Mogul) -> None:
    border = int(before.components.border[before.card])
    gained = int(after.points[actor] - before.points[actor])
    if action != TAKE:
        count, price = action - SELL, int(before.price(border))
        assert price >= before.shares[actor * 5 + border]
        assert gained == count * price
    if after.phase == REVEAL:
        assert after.start in (before.winner, before.second)
        assert after.owner[before.card] == after.start
        assert after.left == before.left


def final(state: State) -> None:
    assert isinstance(state, Mogul)
    least, most = AUCTIONS[int(state.n)]
    quick = int(state.n) if state.quick else 0
    assert least - quick <= state.auctions <= most - quick


def money(state: State, seat: int) -> tuple[int, int]:
    """Chips and points."""
    assert isinstance(state, Mogul)
    return int(state.chips[seat]), int(state.points[seat])


def promise(before: State, seat: int, offer: Offer) -> tuple[int, int] | None:
    """The money afterwards, by the words of an offer; loans in the window are only wishes."""
    chips, points = money(before, seat)
    said = {word: number for word, number in offer.args.items() if isinstance(number, int)}
    match offer.key.removeprefix("offer."):
        case "pay":
            return chips - 1, points
        case "leave":
            return chips + said["chips"], points
        case "sell" | "sell_none":
            return chips, points + said["points"]
        case "loan" if not before.sealed():
            return chips + said["chips"], points - said["points"]
        case _:
            return None
