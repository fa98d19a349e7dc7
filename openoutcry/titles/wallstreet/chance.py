"""1920 Wall Street: what chance may bring, with exact weights."""

from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.titles.wallstreet.components import (
    CAPITAL_CARD,
    COMPANIES,
    EXPLOSION,
    FIRST_SEAT,
    MAGNATE,
    PENALTY,
    REWARD,
)
from openoutcry.titles.wallstreet.position import (
    CAPITAL_DEAL,
    MAGNATE_DEAL,
    REPLACE,
    RING,
    START,
    TOP,
    Position,
)


def draw(p: Position, rng: Rng) -> i64:
    if p.phase == TOP:
        index = rng.below(p.left + _explosion_weight(p))
        deck = p.deck
        for card in range(p.components.duals, p.components.types):
            index -= deck[card]
            if index < 0:
                return card
        return EXPLOSION
    if p.phase <= RING:
        return _ring_draw(p, rng)
    if p.phase == CAPITAL_DEAL:
        return _capital_draw(p, rng)
    if p.phase == START:
        return FIRST_SEAT + rng.below(p.n)
    options = outcomes(p)
    total: i64 = 0
    for _, weight in options:
        total += weight
    at = rng.below(total)
    for outcome, weight in options:
        at -= weight
        if at < 0:
            return outcome
    raise AssertionError("weights do not add up")


def _explosion_weight(p: Position) -> i64:
    """WS-25: with equal chance in any of the last places."""
    return 1 if p.hidden == 1 and p.left <= p.components.bottom else 0


def outcomes(p: Position) -> list[tuple[int, int]]:
    phase = p.phase
    if phase <= RING:
        return _ring_outcomes(p)
    found: list[tuple[int, int]] = []
    if phase == TOP:
        for card in range(p.components.duals, p.components.types):
            if p.deck[card] > 0:
                found.append((card, int(p.deck[card])))
        if _explosion_weight(p) == 1:
            found.append((EXPLOSION, 1))
    elif phase == CAPITAL_DEAL:
        for number in range(len(p.components.secret_company)):
            if not _is_dealt(p, number):
                found.append((CAPITAL_CARD + number, 1))
    elif phase == MAGNATE_DEAL:
        for who in range(COMPANIES):
            if who not in [int(p.magnate[c]) // 2 for c in range(p.at)]:
                for side in range(2):
                    if p.components.sides[who] != (REWARD if side == PENALTY else PENALTY):
                        found.append((MAGNATE + 2 * who + side, _side_weight(p, who)))
    elif phase == START:
        found = [(FIRST_SEAT + seat, 1) for seat in range(int(p.n))]
    return found


def _is_dealt(p: Position, number: i64) -> bool:
    """Has a seat this capital card?"""
    return any(p.secret[seat] == number for seat in range(p.n))


def _capital_draw(p: Position, rng: Rng) -> i64:
    cards = len(p.components.secret_company)
    index = rng.below(cards - p.at)
    for number in range(cards):
        if not _is_dealt(p, number):
            if index == 0:
                return CAPITAL_CARD + number
            index -= 1
    raise AssertionError("so many cards there are not")


def _side_weight(p: Position, who: i64) -> int:
    """WS-130: each magnate is as likely, whether its side is settled or not."""
    return 2 if p.components.sides[who] <= PENALTY else 1


def _ring_factors(p: Position) -> tuple[i64, i64]:
    """WS-22 to WS-24: a dual per player and three cards, in random order.

    How much a single dual weighs, and how much a single card of the deck.
    """
    if p.phase == REPLACE:  # WS-31
        return 0, 1
    duals = p.components.duals
    placed: i64 = 0
    for slot in range(1, p.at):
        if p.ring[slot] < duals:
            placed += 1
    cards_due = p.components.ring_cards - (p.at - 1 - placed)
    return (p.n - placed) * p.left, cards_due * max(1, duals - placed)  # none left, none due


def _ring_outcomes(p: Position) -> list[tuple[int, int]]:
    dual, plain = _ring_factors(p)
    found: list[tuple[int, int]] = []
    for card in range(p.components.types):
        weight = p.deck[card] * (dual if card < p.components.duals else plain)
        if weight > 0:
            found.append((card, int(weight)))
    return found


def _ring_draw(p: Position, rng: Rng) -> i64:
    dual, plain = _ring_factors(p)
    total: i64 = plain * p.left
    deck = p.deck
    for card in range(p.components.duals):
        total += dual * deck[card]
    at = rng.below(total)
    for card in range(p.components.types):
        at -= deck[card] * (dual if card < p.components.duals else plain)
        if at < 0:
            return card
    raise AssertionError("weights do not add up")
