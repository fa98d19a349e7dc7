"""Positions of Ekonos by name. Spaces and cards are numbered from 1, as people see them."""

from collections.abc import Iterable, Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE
from openoutcry.titles.ekonos import TITLE, notation
from openoutcry.titles.ekonos.components import CARDS, SALE
from openoutcry.titles.ekonos.rules import Ekonos

EDITION = TITLE.edition()
A, B, G, D, E, O = range(6)  # noqa: E741  (the company's letter)
EVERYWHERE = range(1, 37)
TEN = tuple(range(1, 11))


def fresh(seats: int = 3, **options: Any) -> Ekonos:
    """The position before the first draw."""
    state = TITLE.box.start(EDITION, seats, TITLE.options(EDITION, seats, options))
    assert isinstance(state, Ekonos)
    return state


def position(
    seats: int = 3,
    hands: Mapping[int, Iterable[int]] | None = None,
    coins: Iterable[int] = (),
    shares: Mapping[int, Iterable[int]] | None = None,
    presidents: Mapping[int, int] | None = None,
    plain: Mapping[int, Iterable[int]] | None = None,
    protected: Mapping[int, Iterable[int]] | None = None,
    growth: Mapping[int, int] | None = None,
    phase: int = CARDS,
    active: int = 0,
    round: int = 1,
    **options: Any,
) -> Ekonos:
    """Seat 0 to play in round 1; without hands everybody holds cards 1, 2, 3, ... in turn."""
    state = fresh(seats, **options)
    state.phase, state.active, state.round = phase, active, round
    for seat in range(seats):
        cards = list((hands or {}).get(seat, (1 + seat * 2, 2 + seat * 2)))
        state.hand[seat] = sum(1 << (card - 1) for card in cards)
        state.held[seat] = len(cards)
    for seat, amount in enumerate(coins):
        state.coins[seat] = amount
    for company, holdings in (shares or {}).items():
        for seat, count in enumerate(holdings):
            state.shares[seat * 6 + company] = count
            state.sold[company] += count
    for company, seat in (presidents or {}).items():
        state.president[company] = seat
    for tiles, locks in ((plain or {}, False), (protected or {}, True)):
        for company, spaces in tiles.items():
            for space in spaces:
                state.tiles[company] |= 1 << (space - 1)
                state.count[company] += 1
                if locks:
                    state.locked |= 1 << (space - 1)
    for company, height in (growth or {}).items():
        state.growth[company] = height
    return state


def do(state: Ekonos, *texts: str) -> Ekonos:
    """Legal actions of whoever is to move."""
    for text in texts:
        action = notation.read(text)
        assert state.refuse(state.mover(), action) == "", text
        state.apply(state.mover(), action)
    return state


def why_not(state: Ekonos, text: str) -> str:
    """Why the mover may not do this: the rule id and the reason, without arguments."""
    return " ".join(state.refuse(state.mover(), notation.read(text)).split()[:2])


def offers(state: Ekonos) -> list[str]:
    buffer = vec[i64]([0] * state.width())
    count = state.legal_into(state.mover(), buffer)
    return [notation.write(int(buffer[i])) for i in range(count)]


def spaces_of(state: Ekonos, company: int) -> set[int]:
    return {space for space in EVERYWHERE if state.tiles[company] >> (space - 1) & 1}


def targets(state: Ekonos) -> set[int]:
    return {int(text.split()[1]) for text in offers(state) if text.startswith("tile ")}


def holdings(state: Ekonos, company: int) -> list[int]:
    return [int(state.owned(seat, company)) for seat in range(int(state.n))]


def deal(state: Ekonos, seed: int = 1) -> Ekonos:
    """Draws until somebody is to decide."""
    rng = Rng(seed)
    while state.mover() == CHANCE:
        state.apply(CHANCE, state.draw(rng))
    return state


def ekonos(match: oo.Match) -> Ekonos:
    assert isinstance(match.state, Ekonos)
    return match.state


def growing(at: int, **more: Any) -> Ekonos:
    """Gamma's counter stands on box `at`; seat 1 is about to play card 2 (Alpha/Beta/Gamma)."""
    settings: dict[str, Any] = {
        "hands": {0: [9], 1: [2, 5, 6], 2: [10]},
        "growth": {G: at},
        "plain": {G: [13]},
        "shares": {G: [2, 1, 1]},
        "presidents": {G: 0},
        "active": 1,
    }
    return position(**{**settings, **more})


def selling(**more: Any) -> Ekonos:
    """Seat 0 in its sale step."""
    return position(**{"phase": SALE, **more})


GAMMA: dict[str, Any] = {"shares": {G: [2, 1, 1]}, "presidents": {G: 0}}


def chosen(state: Ekonos, seed: int = 1) -> str:
    return notation.write(int(TITLE.advice.choose(state, state.mover(), Rng(seed))))
