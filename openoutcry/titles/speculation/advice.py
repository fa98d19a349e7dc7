"""Speculation: what a sensible player would do, from one's own hand and what lies open."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import Advice, State
from openoutcry.titles.speculation.components import (
    CHOICES,
    HOLIDAY,
    LOWER,
    NOTHING,
    PLAY,
    RAISE,
    TRADING,
    WIDTH,
)
from openoutcry.titles.speculation.rules import Speculation

SPACE: Final = 100
"""Where bricks are expected is counted in hundredths of a space."""
LATER: Final = 3
"""Steps of the cards that will probably be played before one can trade again."""


@final
class SpeculationAdvice(Advice):
    """Expects every unseen card to be played with equal chance and reads the prices then."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Speculation)
        legal = vec[i64]([0] * WIDTH)
        count = state.legal_into(seat, legal)
        best = legal[0]
        if count == 1:
            return best
        highest: i64 = -1000000
        trading = state.phase == TRADING
        steps = state.steps
        ahead = expected_rise(state, seat) if trading else expected_spaces(state, seat, steps)
        for i in range(count):
            action = legal[i]
            if trading:
                value = 4 * trade_gain(action, ahead)
            else:
                value = 4 * gain_from(state, seat, action, ahead)
            value += rng.below(4)  # ties are broken by chance
            if value > highest:
                best = action
                highest = value
        return best

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Speculation)
        if state.phase == TRADING:
            return trade_gain(action, expected_rise(state, seat))
        return gain_from(state, seat, action, expected_spaces(state, seat, state.steps))


def trade_gain(trade: i64, rise: vec[i64]) -> i64:
    """What the share bought will gain, less what the share sold would have gained."""
    sold = trade // CHOICES
    bought = trade % CHOICES
    value: i64 = 0
    if bought != NOTHING:
        value = rise[bought]
    if sold != NOTHING:
        value -= rise[sold]
    return value


def expected_rise(state: Speculation, seat: i64) -> vec[i64]:
    """How much each share should gain until the next trade; own cards help own shares."""
    steps = state.steps + LATER
    where = expected_spaces(state, seat, steps)
    for company in range(state.components.companies):
        if state.hand[seat] >> company & 1:
            where[company] += SPACE * steps // 2
    rise = expected_prices(state, where)
    for company in range(state.components.companies):
        rise[company] -= state.price[company]
    return rise


def gain_from(state: Speculation, seat: i64, action: i64, where: vec[i64]) -> i64:
    """What a change of rank or a card brings, compared with the others' average.

    `where` is where the bricks are expected without it.
    """
    if action == PLAY + HOLIDAY:
        later = expected_spaces(state, seat, state.steps_with(1))
        return lead(state, seat, expected_prices(state, later))
    if action >= PLAY:
        company = action - PLAY
        moved = SPACE * state.steps
    elif action >= LOWER:
        company = action - LOWER
        moved = SPACE * (state.space_behind(company) - state.position[company])
    else:
        company = action - RAISE
        moved = SPACE * (state.space_ahead(company) - state.position[company])
    where[company] += moved
    found = lead(state, seat, expected_prices(state, where))
    where[company] -= moved
    return found


def expected_spaces(state: Speculation, seat: i64, steps: i64) -> vec[i64]:
    """Where the bricks will stand, on average, after the cards of the others."""
    components = state.components
    where = vec[i64]([0] * components.companies)
    unseen = components.set_size - state.played
    holidays: i64 = 0
    for other in range(state.n):
        if other != seat:
            if not state.shown[other] >> HOLIDAY & 1:
                holidays += 1
            for company in range(components.companies):
                if not state.shown[other] >> company & 1:
                    where[company] += 1
    # Each holiday still unseen stops or halves one of the turns left before the shuffle.
    free = max(unseen * 2 - holidays, 1) * steps * SPACE
    for company in range(components.companies):
        where[company] = where[company] * free // (2 * unseen * unseen)
        where[company] += SPACE * state.position[company]
    return where


def expected_prices(state: Speculation, where: vec[i64]) -> vec[i64]:
    """The prices with the bricks at these hundredths of a space."""
    components = state.components
    prices = vec[i64]([components.start_price] * components.companies)
    first = state.side * len(components.segments)
    for company in range(components.companies):
        here = where[company]
        if here <= 0:
            continue
        rank: i64 = 0
        for other in range(components.companies):
            if where[other] > here:
                rank += 1
        segment = components.segment[min((here + SPACE // 2) // SPACE, components.end)]
        price = components.prices[(first + segment) * components.companies + rank]
        # A brick expected just before the first space may well stay on START.
        if here < SPACE:
            price = (price * here + components.start_price * (SPACE - here)) // SPACE
        prices[company] = price
    return prices


def lead(state: Speculation, seat: i64, prices: vec[i64]) -> i64:
    """One's own wealth at these prices, less the average of the others'."""
    companies = state.components.companies
    total: i64 = 0
    for other in range(state.n):
        worth = state.cash[other]
        for company in range(companies):
            worth += state.shares[other * companies + company] * prices[company]
        total += worth * (state.n - 1) if other == seat else -worth
    return total // (state.n - 1)
