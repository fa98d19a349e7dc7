"""Ekonos: what a sensible player would do. Values are tenths of a point."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.sets import size_of
from openoutcry.core.state import Advice, State
from openoutcry.titles.ekonos.components import (
    BUY,
    CARD,
    CARDS,
    DISCARD,
    EXPAND,
    NAME,
    NOBODY,
    PLACE,
    PROTECT,
    SELL,
    SPACE,
    SPACES,
    TILE,
    USES,
)
from openoutcry.titles.ekonos.rules import Ekonos

OFFICE: Final = 3
"""What a presidency is worth beyond the shares."""


@final
class EkonosAdvice(Advice):
    """Holds what will be worth more than it costs, and works for what it holds."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Ekonos)
        buffer = vec[i64]([0] * state.width())
        count = state.legal_into(seat, buffer)
        best = buffer[0]
        highest: i64 = -1000000
        for i in range(count):
            value = 4 * value_of(state, seat, buffer[i]) + rng.below(4)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Ekonos)
        return value_of(state, seat, action)

    def expect(self, state: State) -> list[int]:
        assert isinstance(state, Ekonos)
        found: list[int] = []
        for seat in range(state.n):
            total = 10 * state.coins[seat]
            for company in range(state.companies):
                total += state.owned(seat, company) * future(state, company)
            found.append(total // 10)
        return found


def value_of(state: Ekonos, seat: i64, action: i64) -> i64:
    """The action's worth to the seat; doing nothing is worth 0."""
    if action >= CARD:
        if state.phase != CARDS:
            return 0
        return card_value(state, seat, action)
    if action >= TILE:
        return tile_value(state, seat, action - TILE)
    if action >= SPACE:
        if state.phase != SPACES:
            return 0
        return space_value(state, seat, action - SPACE)
    if action >= NAME:
        return -holdings(state, action - NAME)
    if action >= BUY:
        return buy_value(state, seat, action - BUY)
    if action >= SELL:
        return sell_value(state, seat, action - SELL)
    if action == EXPAND:
        return expand_value(state, seat)
    return 0


def stake(state: Ekonos, seat: i64, company: i64) -> i64:
    """What one more tile of the company brings the seat, compared with the others' average."""
    own = state.owned(seat, company)
    return 10 * own - 10 * (state.sold[company] - own) // (state.n - 1)


def turns_left(state: Ekonos) -> i64:
    """Cards still to be played by everybody."""
    turns = (state.rounds - state.round) * state.deal * state.n
    for seat in range(state.n):
        turns += state.held[seat]
    return turns


def future(state: Ekonos, company: i64) -> i64:
    """What a share will count at the end: tiles, growth under way, and turns to come."""
    tiles = state.count[company]
    turns = turns_left(state)
    value = 10 * tiles + turns * (state.components.supply - tiles) * 7 // 100
    if state.president[company] != NOBODY:
        value += state.growth[company] * min(turns, 12) * 4 // 12
    return min(value, 10 * state.components.supply)


# Shares


def buy_value(state: Ekonos, seat: i64, company: i64) -> i64:
    """What the share will be worth, less its price; all in one company is a risk."""
    value = future(state, company) - 10 * (state.sold[company] + 1)
    turns = turns_left(state)
    if turns > state.n:
        president = state.president[company]
        own = state.owned(seat, company)
        value -= 3 * own
        if president == NOBODY or (president != seat and own == state.owned(president, company)):
            value += OFFICE
    return value


def sell_value(state: Ekonos, seat: i64, company: i64) -> i64:
    """Its price, less what the share will be worth; an office is not given away lightly."""
    value = 10 * state.sold[company] - future(state, company)
    if turns_left(state) > state.n:
        value -= 5
        if state.president[company] == seat:
            value -= OFFICE
    return value


def holdings(state: Ekonos, seat: i64) -> i64:
    """The seat's shares at their present value: the next president should be no rival."""
    total: i64 = 0
    for company in range(state.companies):
        total += 10 * state.owned(seat, company) * state.count[company]
    return total


# Cards


def card_value(state: Ekonos, seat: i64, action: i64) -> i64:
    company = state.company_of(action)
    use = (action - CARD) % USES
    if use == DISCARD:
        return 0
    gain = stake(state, seat, company)
    if use == PLACE:
        return gain * 9 // 10
    if use == PROTECT:
        return gain * greatest_danger(state, seat, company) // 20
    return growth_value(state, seat, company, gain)


def growth_value(state: Ekonos, seat: i64, company: i64, gain: i64) -> i64:
    """A little over half a tile for a box; the whole expansion where this box brings it."""
    components = state.components
    box = state.growth[company] + 1
    if state.president[company] == NOBODY:
        return gain // 10
    if box >= components.large_box:
        if not state.can_expand(company):
            return 0
        return gain * components.large_tiles
    if box == components.small_box:
        return gain * components.small_tiles if state.can_expand(company) else gain // 10
    return gain * 6 // 10


def greatest_danger(state: Ekonos, seat: i64, company: i64) -> i64:
    """How threatened the company's most exposed plain tile is: 0 to 20."""
    plain = state.tiles[company] & ~state.locked
    worst: i64 = 0
    space: i64 = 0
    while plain != 0:
        if plain & 1 != 0:
            worst = max(worst, danger(state, seat, company, space))
        plain >>= 1
        space += 1
    return min(worst, 20)


def danger(state: Ekonos, seat: i64, company: i64, space: i64) -> i64:
    """How likely others are to replace a plain tile of the company there."""
    near = state.components.near[space]
    found: i64 = 0
    for other in range(state.companies):
        president = state.president[other]
        if other != company and president != NOBODY and president != seat:
            found += size_of(near & state.tiles[other]) * (1 + state.growth[other])
    return found


def space_value(state: Ekonos, seat: i64, space: i64) -> i64:
    """The best space for a company one has a stake in, the worst for any other."""
    company = state.company
    side: i64 = 1 if stake(state, seat, company) >= 0 else -1
    if state.use == PROTECT:
        return side * danger(state, seat, company, space)
    return side * outlook(state, seat, company, space)


def outlook(state: Ekonos, seat: i64, company: i64, space: i64) -> i64:
    """Room to expand and tiles to replace, less the danger of being replaced."""
    near = state.components.near[space]
    beyond = near & ~(state.tiles[company] | state.locked)
    return 3 * size_of(beyond) - danger(state, seat, company, space)


# Expansion


def tile_value(state: Ekonos, seat: i64, space: i64) -> i64:
    """One more tile, less what the replaced one was worth, and what can be reached from there."""
    company = state.company
    value = 10 * stake(state, seat, company)
    victim = state.company_at(space)
    if victim != NOBODY:
        value -= 10 * stake(state, seat, victim)
    return value + outlook(state, seat, company, space)


def expand_value(state: Ekonos, seat: i64) -> i64:
    """The best tile now; whoever waits may lose the office or never see the last box."""
    targets = state.targets(state.company)
    best: i64 = -1000000
    space: i64 = 0
    while targets != 0:
        if targets & 1 != 0:
            best = max(best, tile_value(state, seat, space))
        targets >>= 1
        space += 1
    return best
