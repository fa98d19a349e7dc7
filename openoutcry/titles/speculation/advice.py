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

USUAL: Final = {
    "later": 300,
    "own": 50,
    "pace": 100,
    "card_pace": 100,
    "mine": 0,
    "card": 100,
    "rivals": 100,
    "rest": 0,
    "rest_pace": 100,
    "shy": 0,
    "sticky": 0,
    "doubt": 0,
    "card_doubt": 0,
}
"""What the apprentice counts with."""


@final
class Weighing:
    """What the advice counts with; percent where nothing else is said."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.later: i64 = numbers["later"]
        """Hundredths of a step that cards will probably still move before the next trade."""
        self.own: i64 = numbers["own"]
        """Percent of the steps that a company in one's own hand is expected to go."""
        self.pace: i64 = numbers["pace"]
        """Percent of the usual moves to reckon with when trading."""
        self.card_pace: i64 = numbers["card_pace"]
        """Percent of the usual moves to reckon with when a card is laid."""
        self.mine: i64 = numbers["mine"]
        """Hundredths of a step for the companies in one's own hand when a card is laid."""
        self.card: i64 = numbers["card"]
        """Hundredths of a space that a card moves its brick for each step."""
        self.rivals: i64 = numbers["rivals"]
        """Percent of the others' wealth that is held against one's own."""
        self.rest: i64 = numbers["rest"]
        """What a Bank Holiday is worth by itself."""
        self.rest_pace: i64 = numbers["rest_pace"]
        """Percent of the usual moves to reckon with after a Bank Holiday."""
        self.shy: i64 = numbers["shy"]
        """What a share must gain to be bought."""
        self.sticky: i64 = numbers["sticky"]
        """What a share would have to lose to be sold."""
        self.doubt: i64 = numbers["doubt"]
        """Hundredths of a space within which it is open who will be ahead, when trading."""
        self.card_doubt: i64 = numbers["card_doubt"]
        """The same when a card is laid."""


@final
class SpeculationAdvice(Advice):
    """Expects every unseen card to be played with equal chance and reads the prices then."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.known = numbers
        self.weighing = Weighing(numbers)

    def numbers(self) -> dict[str, int]:
        return dict(self.known)

    def with_numbers(self, numbers: dict[str, int]) -> Advice:
        return SpeculationAdvice({**USUAL, **numbers})

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Speculation)
        w = self.weighing
        legal = vec[i64]([0] * WIDTH)
        count = state.legal_into(seat, legal)
        best = legal[0]
        if count == 1:
            return best
        highest: i64 = -1000000
        trading = state.phase == TRADING
        steps = state.steps
        ahead = expected_rise(w, state, seat) if trading else card_spaces(w, state, seat, steps)
        for i in range(count):
            action = legal[i]
            if trading:
                value = 4 * trade_gain(w, action, ahead)
            else:
                value = 4 * gain_from(w, state, seat, action, ahead)
            value += rng.below(4)  # ties are broken by chance
            if value > highest:
                best = action
                highest = value
        return best

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Speculation)
        if state.phase == TRADING:
            return trade_gain(self.weighing, action, expected_rise(self.weighing, state, seat))
        w = self.weighing
        return gain_from(w, state, seat, action, card_spaces(w, state, seat, state.steps))


def trade_gain(w: Weighing, trade: i64, rise: vec[i64]) -> i64:
    """What the share bought will gain, less what the share sold would have gained."""
    sold = trade // CHOICES
    bought = trade % CHOICES
    value: i64 = 0
    if bought != NOTHING:
        value = rise[bought] - w.shy
    if sold != NOTHING:
        value -= rise[sold] + w.sticky
    return value


def card_spaces(w: Weighing, state: Speculation, seat: i64, steps: i64) -> vec[i64]:
    """Where the bricks will stand without one's own card."""
    where = expected_spaces(state, seat, steps * w.card_pace)
    if w.mine != 0:
        for company in range(state.components.companies):
            if state.hand[seat] >> company & 1:
                where[company] += w.mine * steps
    return where


def expected_rise(w: Weighing, state: Speculation, seat: i64) -> vec[i64]:
    """How much each share should gain until the next trade; own cards help own shares."""
    steps = state.steps * 100 + w.later
    where = expected_spaces(state, seat, steps * w.pace // 100)
    for company in range(state.components.companies):
        if state.hand[seat] >> company & 1:
            where[company] += w.own * steps // 100
    rise = expected_prices(state, where, w.doubt)
    for company in range(state.components.companies):
        rise[company] -= state.price[company]
    return rise


def gain_from(w: Weighing, state: Speculation, seat: i64, action: i64, where: vec[i64]) -> i64:
    """What a change of rank or a card brings, compared with the others' average.

    `where` is where the bricks are expected without it.
    """
    if action == PLAY + HOLIDAY:
        later = expected_spaces(state, seat, state.steps_with(1) * w.rest_pace)
        return lead(w, state, seat, expected_prices(state, later, w.card_doubt)) + w.rest
    if action >= PLAY:
        company = action - PLAY
        moved = w.card * state.steps
    elif action >= LOWER:
        company = action - LOWER
        moved = SPACE * (state.space_behind(company) - state.position[company])
    else:
        company = action - RAISE
        moved = SPACE * (state.space_ahead(company) - state.position[company])
    where[company] += moved
    found = lead(w, state, seat, expected_prices(state, where, w.card_doubt))
    where[company] -= moved
    return found


def expected_spaces(state: Speculation, seat: i64, moved: i64) -> vec[i64]:
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
    free = max(unseen * 2 - holidays, 1) * moved
    for company in range(components.companies):
        where[company] = where[company] * free // (2 * unseen * unseen)
        where[company] += SPACE * state.position[company]
    return where


def expected_prices(state: Speculation, where: vec[i64], doubt: i64) -> vec[i64]:
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
        line = (first + segment) * components.companies
        if doubt <= 0:
            price = components.prices[line + rank]
        else:
            part: i64 = 0
            for other in range(components.companies):
                if other != company:
                    ahead = where[other] - here
                    if ahead >= doubt:
                        part += 100
                    elif ahead > -doubt:
                        part += (ahead + doubt) * 50 // doubt
            rank = part // 100
            part = part % 100
            price = components.prices[line + rank]
            if part > 0:
                price = (price * (100 - part) + components.prices[line + rank + 1] * part) // 100
        # A brick expected just before the first space may well stay on START.
        if here < SPACE:
            price = (price * here + components.start_price * (SPACE - here)) // SPACE
        prices[company] = price
    return prices


def lead(w: Weighing, state: Speculation, seat: i64, prices: vec[i64]) -> i64:
    """One's own wealth at these prices, less the average of the others'."""
    companies = state.components.companies
    total: i64 = 0
    for other in range(state.n):
        worth = state.cash[other]
        for company in range(companies):
            worth += state.shares[other * companies + company] * prices[company]
        total += worth * (state.n - 1) if other == seat else -worth * w.rivals // 100
    return total // (state.n - 1)
