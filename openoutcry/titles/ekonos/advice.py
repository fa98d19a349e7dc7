"""Ekonos: what a sensible player would do. Values are tenths of a point."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.sets import least_of, size_of
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

USUAL: Final = {
    "office": 3,
    "kept_office": 3,
    "loyalty": 5,
    "risk": 3,
    "shy": 0,
    "climb": 70,
    "grow": 400,
    "soon": 12,
    "rivals": 10,
    "place": 90,
    "protect": 50,
    "spare": 10,
    "box": 60,
    "large": 100,
    "small": 100,
    "room": 30,
    "danger": 10,
    "shadow": 100,
    "tile": 100,
    "victim": 100,
    "expand": 0,
    "hand": 0,
    "open": 0,
    "steer": 0,
    "sold": 0,
}
"""What the apprentice counts with."""


@final
class Weighing:
    """What things count for: tenths of a point, or hundredths of what they are a part of."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.office: i64 = numbers["office"]
        """A presidency that the share would bring or contest."""
        self.kept_office: i64 = numbers["kept_office"]
        """A presidency that the sale might lose."""
        self.loyalty: i64 = numbers["loyalty"]
        """What a sale must bring beyond what is expected of the share."""
        self.risk: i64 = numbers["risk"]
        """What each share already held takes off one more of its company."""
        self.shy: i64 = numbers["shy"]
        """What a purchase must promise beyond its price."""
        self.climb: i64 = numbers["climb"]
        """Thousandths of a company's tiles in stock that each turn to come adds to a share."""
        self.grow: i64 = numbers["grow"]
        """Hundredths of what a growth box counts for."""
        self.soon: i64 = numbers["soon"]
        """Turns after which growth counts fully."""
        self.rivals: i64 = numbers["rivals"]
        """What a tile is worth to each share of the others', against 10 for one's own."""
        self.place: i64 = numbers["place"]
        """Percent of what a tile brings, for a card that places it."""
        self.protect: i64 = numbers["protect"]
        """Thousandths of what a tile brings, for each danger that a protection ends."""
        self.spare: i64 = numbers["spare"]
        """Percent of what a tile brings, for a growth box that leads nowhere yet."""
        self.box: i64 = numbers["box"]
        """Percent of what a tile brings, for a growth box on the way."""
        self.large: i64 = numbers["large"]
        """Percent of what the tiles of a large expansion bring."""
        self.small: i64 = numbers["small"]
        """Percent of what the tiles of a small expansion bring."""
        self.room: i64 = numbers["room"]
        """Tenths for each space next to a tile where the company may grow."""
        self.danger: i64 = numbers["danger"]
        """Tenths for each danger to a tile."""
        self.shadow: i64 = numbers["shadow"]
        """Percent that each growth box of a neighbour adds to its danger."""
        self.tile: i64 = numbers["tile"]
        """Percent of what a tile brings, where one is placed."""
        self.victim: i64 = numbers["victim"]
        """Percent of what the replaced tile brought."""
        self.expand: i64 = numbers["expand"]
        """What an expansion is worth by itself."""
        self.hand: i64 = numbers["hand"]
        """Tenths for each function of one's own cards that serves a share's company."""
        self.open: i64 = numbers["open"]
        """Thousandths of a tile's worth for each space where the company may grow, by turn."""
        self.steer: i64 = numbers["steer"]
        """The same for each share that its president holds."""
        self.sold: i64 = numbers["sold"]
        """The same for each share sold: its owners work for it."""


@final
class EkonosAdvice(Advice):
    """Holds what will be worth more than it costs, and works for what it holds."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.known = numbers
        self.weighing = Weighing(numbers)

    def numbers(self) -> dict[str, int]:
        return dict(self.known)

    def with_numbers(self, numbers: dict[str, int]) -> Advice:
        return EkonosAdvice({**USUAL, **numbers})

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Ekonos)
        w = self.weighing
        buffer = vec[i64]([0] * state.width())
        count = state.legal_into(seat, buffer)
        best = buffer[0]
        highest: i64 = -1000000
        for i in range(count):
            value = 4 * value_of(w, state, seat, buffer[i]) + rng.below(4)
            if value > highest:
                highest = value
                best = buffer[i]
        return best

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Ekonos)
        return value_of(self.weighing, state, seat, action)

    def expect(self, state: State) -> list[int]:
        assert isinstance(state, Ekonos)
        found: list[int] = []
        for seat in range(state.n):
            total = 10 * state.coins[seat]
            for company in range(state.companies):
                total += state.owned(seat, company) * future(self.weighing, state, company)
            found.append(total // 10)
        return found


def value_of(w: Weighing, state: Ekonos, seat: i64, action: i64) -> i64:
    """The action's worth to the seat; doing nothing is worth 0."""
    if action >= CARD:
        if state.phase != CARDS:
            return 0
        return card_value(w, state, seat, action)
    if action >= TILE:
        return tile_value(w, state, seat, action - TILE)
    if action >= SPACE:
        if state.phase != SPACES:
            return 0
        return space_value(w, state, seat, action - SPACE)
    if action >= NAME:
        return -holdings(state, action - NAME)
    if action >= BUY:
        return buy_value(w, state, seat, action - BUY)
    if action >= SELL:
        return sell_value(w, state, seat, action - SELL)
    if action == EXPAND:
        return expand_value(w, state, seat)
    return 0


def stake(w: Weighing, state: Ekonos, seat: i64, company: i64) -> i64:
    """What one more tile of the company brings the seat, compared with the others' average."""
    own = state.owned(seat, company)
    return 10 * own - w.rivals * (state.sold[company] - own) // (state.n - 1)


def turns_left(state: Ekonos) -> i64:
    """Cards still to be played by everybody."""
    turns = (state.rounds - state.round) * state.deal * state.n
    for seat in range(state.n):
        turns += state.held[seat]
    return turns


def future(w: Weighing, state: Ekonos, company: i64) -> i64:
    """What a share will count at the end: tiles, growth under way, and turns to come."""
    tiles = state.count[company]
    turns = turns_left(state)
    value = 10 * tiles + turns * (state.components.supply - tiles) * w.climb // 1000
    if state.president[company] != NOBODY:
        value += state.growth[company] * min(turns, w.soon) * w.grow // 1200
        if w.steer != 0:
            own = state.owned(state.president[company], company)
            value += w.steer * own * min(turns, w.soon) // 100
    if w.open != 0:
        value += w.open * size_of(state.targets(company)) * min(turns, w.soon) // 100
    if w.sold != 0:
        value += w.sold * state.sold[company] * min(turns, w.soon) // 100
    return min(value, 10 * state.components.supply)


# Shares


def buy_value(w: Weighing, state: Ekonos, seat: i64, company: i64) -> i64:
    """What the share will be worth, less its price; all in one company is a risk."""
    value = future(w, state, company) - 10 * (state.sold[company] + 1) - w.shy
    if w.hand != 0:
        value += w.hand * served(state, seat, company) // 10
    turns = turns_left(state)
    if turns > state.n:
        president = state.president[company]
        own = state.owned(seat, company)
        value -= w.risk * own
        if president == NOBODY or (president != seat and own == state.owned(president, company)):
            value += w.office
    return value


def sell_value(w: Weighing, state: Ekonos, seat: i64, company: i64) -> i64:
    """Its price, less what the share will be worth; an office is not given away lightly."""
    value = 10 * state.sold[company] - future(w, state, company)
    if w.hand != 0:
        value -= w.hand * served(state, seat, company) // 10
    if turns_left(state) > state.n:
        value -= w.loyalty
        if state.president[company] == seat:
            value -= w.kept_office
    return value


def served(state: Ekonos, seat: i64, company: i64) -> i64:
    """The functions of the seat's own cards that concern the company."""
    components = state.components
    cards = state.hand[seat]
    found: i64 = 0
    while cards != 0:
        card = least_of(cards)
        cards &= cards - 1
        if components.top[card] == company:
            found += 1
        if components.middle[card] == company:
            found += 1
        if components.bottom[card] == company:
            found += 1
    return found


def holdings(state: Ekonos, seat: i64) -> i64:
    """The seat's shares at their present value: the next president should be no rival."""
    total: i64 = 0
    for company in range(state.companies):
        total += 10 * state.owned(seat, company) * state.count[company]
    return total


# Cards


def card_value(w: Weighing, state: Ekonos, seat: i64, action: i64) -> i64:
    company = state.company_of(action)
    use = (action - CARD) % USES
    if use == DISCARD:
        return 0
    gain = stake(w, state, seat, company)
    if use == PLACE:
        return gain * w.place // 100
    if use == PROTECT:
        return gain * greatest_danger(w, state, seat, company) * w.protect // 1000
    return growth_value(w, state, seat, company, gain)


def growth_value(w: Weighing, state: Ekonos, seat: i64, company: i64, gain: i64) -> i64:
    """A little over half a tile for a box; the whole expansion where this box brings it."""
    components = state.components
    box = state.growth[company] + 1
    if state.president[company] == NOBODY:
        return gain * w.spare // 100
    if box >= components.large_box:
        if not state.can_expand(company):
            return 0
        return gain * components.large_tiles * w.large // 100
    if box == components.small_box:
        return (
            gain * components.small_tiles * w.small // 100
            if state.can_expand(company)
            else gain * w.spare // 100
        )
    return gain * w.box // 100


def greatest_danger(w: Weighing, state: Ekonos, seat: i64, company: i64) -> i64:
    """How threatened the company's most exposed plain tile is: 0 to 20."""
    plain = state.tiles[company] & ~state.locked
    worst: i64 = 0
    space: i64 = 0
    while plain != 0:
        if plain & 1 != 0:
            worst = max(worst, danger(w, state, seat, company, space))
        plain >>= 1
        space += 1
    return min(worst, 20)


def danger(w: Weighing, state: Ekonos, seat: i64, company: i64, space: i64) -> i64:
    """How likely others are to replace a plain tile of the company there."""
    near = state.components.near[space]
    found: i64 = 0
    for other in range(state.companies):
        president = state.president[other]
        if other != company and president != NOBODY and president != seat:
            found += (
                size_of(near & state.tiles[other]) * (100 + w.shadow * state.growth[other]) // 100
            )
    return found


def space_value(w: Weighing, state: Ekonos, seat: i64, space: i64) -> i64:
    """The best space for a company one has a stake in, the worst for any other."""
    company = state.company
    side: i64 = 1 if stake(w, state, seat, company) >= 0 else -1
    if state.use == PROTECT:
        return side * danger(w, state, seat, company, space)
    return side * outlook(w, state, seat, company, space)


def outlook(w: Weighing, state: Ekonos, seat: i64, company: i64, space: i64) -> i64:
    """Room to expand and tiles to replace, less the danger of being replaced."""
    near = state.components.near[space]
    beyond = near & ~(state.tiles[company] | state.locked)
    return (w.room * size_of(beyond) - w.danger * danger(w, state, seat, company, space)) // 10


# Expansion


def tile_value(w: Weighing, state: Ekonos, seat: i64, space: i64) -> i64:
    """One more tile, less what the replaced one was worth, and what can be reached from there."""
    company = state.company
    value = w.tile * stake(w, state, seat, company) // 10
    victim = state.company_at(space)
    if victim != NOBODY:
        value -= w.victim * stake(w, state, seat, victim) // 10
    return value + outlook(w, state, seat, company, space)


def expand_value(w: Weighing, state: Ekonos, seat: i64) -> i64:
    """The best tile now; whoever waits may lose the office or never see the last box."""
    targets = state.targets(state.company)
    best: i64 = -1000000
    space: i64 = 0
    while targets != 0:
        if targets & 1 != 0:
            best = max(best, tile_value(w, state, seat, space))
        targets >>= 1
        space += 1
    return best + w.expand
