"""1920 Wall Street: what a sensible player would do. Values are tenths of a point.

Everything is read from what the seat may know: its own cards and secret share, and what lies
open. Discards were public when they were made, so dynamite may be remembered.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import Advice, State
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    CARD,
    COMPANIES,
    COMPANY,
    COMPANY_MOVE,
    DISCARD,
    DUAL,
    EXPLOSION,
    FLIP,
    GOLD,
    GOLD_3,
    HALVE,
    KEEP,
    MINUS_1,
    MOVE,
    NONE,
    PAWN,
    PAY,
    PLACE,
    RAISE,
    RIVAL,
    SELL,
    SHARE,
    SURPRISE,
    TAKE,
    TREND_SLOT,
)
from openoutcry.titles.wallstreet.legal import legal_into
from openoutcry.titles.wallstreet.position import (
    END,
    MAIN,
    NAME_COMPANY,
    SWAP,
    Position,
)
from openoutcry.titles.wallstreet.rules import WallStreet

POINT: Final = 10

USUAL: Final = {
    "cash": 12,
    "level": 6,
    "level_turns": 2,
    "above": 100,
    "reach": 50,
    "hope": 100,
    "hope_turns": 2,
    "hold": 3,
    "rivals": 8,
    "dual": 100,
    "gold": 100,
    "points": 100,
    "surprise": 100,
    "shift": 100,
    "loan": 100,
    "sale": 10,
    "short": 15,
    "short_cash": 2,
    "flip": 0,
    "reserve": 25,
    "reserve_cash": 3,
    "dynamite": 25,
    "pay": 0,
    "coins": 100,
}
"""What the apprentice counts with."""


@final
class Weighing:
    """What things count for: tenths of a point, or hundredths of what they are a part of."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.cash: i64 = numbers["cash"]
        """A coin: a point at the end, and it may save a loan before then."""
        self.level: i64 = numbers["level"]
        """What a level of capital saves, per turn still to come."""
        self.level_turns: i64 = numbers["level_turns"]
        """Turns below which capital is not worth raising any more."""
        self.above: i64 = numbers["above"]
        """Percent of its value for a share beyond the minimum."""
        self.reach: i64 = numbers["reach"]
        """Percent of the shares already held that count with those that reach the minimum."""
        self.hope: i64 = numbers["hope"]
        """How much each share that is lacking takes off one on the way to the minimum."""
        self.hope_turns: i64 = numbers["hope_turns"]
        """Turns that hope lasts beyond the last one."""
        self.hold: i64 = numbers["hold"]
        """Turns at which shares that lack their minimum count half when a price changes."""
        self.rivals: i64 = numbers["rivals"]
        """What a change of price brings the others."""
        self.dual: i64 = numbers["dual"]
        """Percent of the better of its two companies, for a dual share."""
        self.gold: i64 = numbers["gold"]
        """Percent of the best share that gold may stand for."""
        self.points: i64 = numbers["points"]
        """Percent of the points printed on a card."""
        self.surprise: i64 = numbers["surprise"]
        """Percent of the best change of price that one may choose."""
        self.shift: i64 = numbers["shift"]
        """Percent of what a change of price brings."""
        self.loan: i64 = numbers["loan"]
        """Percent of the points that a loan costs."""
        self.sale: i64 = numbers["sale"]
        """What a sale must bring beyond what the share is worth."""
        self.short: i64 = numbers["short"]
        """What a sale is worth by itself where cash is short."""
        self.short_cash: i64 = numbers["short_cash"]
        """The coins below which cash is short."""
        self.flip: i64 = numbers["flip"]
        """What turning the Market Trend card is worth by itself."""
        self.reserve: i64 = numbers["reserve"]
        """Percent of what a reserved card would bring."""
        self.reserve_cash: i64 = numbers["reserve_cash"]
        """The coins below which nothing is reserved."""
        self.dynamite: i64 = numbers["dynamite"]
        """Thousandths of the loss that each dynamite on a pile brings closer."""
        self.pay: i64 = numbers["pay"]
        """What paying back a loan is worth by itself."""
        self.coins: i64 = numbers["coins"]
        """Percent of the coins on the Market Trend card."""


@final
class WallStreetAdvice(Advice):
    """Looks one action ahead: shares by value and by the way to the minimum, less their price."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.known = numbers
        self.weighing = Weighing(numbers)

    def numbers(self) -> dict[str, int]:
        return dict(self.known)

    def with_numbers(self, numbers: dict[str, int]) -> Advice:
        return WallStreetAdvice({**USUAL, **numbers})

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, WallStreet)
        w = self.weighing
        p = state.p
        buffer = vec[i64]([0] * p.components.width())
        count = legal_into(p, seat, buffer)
        best = buffer[0]
        top = rate(w, p, seat, best) + rng.below(4)
        for i in range(1, count):
            value = rate(w, p, seat, buffer[i]) + rng.below(4)
            if value > top:
                top = value
                best = buffer[i]
        return best

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, WallStreet)
        return rate(self.weighing, state.p, seat, action)

    def expect(self, state: State) -> list[int]:
        """The scores as they stand, and a part of the shares that lack the minimum."""
        assert isinstance(state, WallStreet)
        found = state.scores()
        for seat in range(state.p.n):
            found[seat] += hopes(state.p, seat) // POINT
        return found


def rate(w: Weighing, p: Position, seat: i64, action: i64) -> i64:
    if action >= SELL:
        return _sell_value(w, p, seat, action - SELL)
    if action >= CARD:
        return -keep_value(w, p, seat, action - CARD)  # shown, offered or returned: the least
    if action >= PAWN:
        return 0
    if action >= PLACE:
        return _option_value(w, p, seat, action - PLACE)
    if action > MOVE:
        return move_value(w, p, seat, action - MOVE)
    if action == KEEP:
        return keep_value(w, p, seat, p.hand)
    if DISCARD <= action < TAKE:
        return zone_value(w, p, seat, action - DISCARD, p.top if p.hand == NONE else p.hand)
    return _rare_value(w, p, seat, action)


def _rare_value(w: Weighing, p: Position, seat: i64, action: i64) -> i64:
    if TAKE <= action < COMPANY:
        return keep_value(w, p, seat, p.tops[action - TAKE])
    if COMPANY <= action < RIVAL and p.phase == NAME_COMPANY:
        return shift_value(w, p, seat, action - COMPANY, p.components.levels[p.hand])
    if RIVAL <= action < MOVE and p.phase == SWAP:
        return keep_value(w, p, seat, p.offer[action - RIVAL])
    if action == RAISE:
        turns = turns_left(p)
        gain: i64 = 0
        if turns > w.level_turns:
            gain = w.level * turns
        return gain - payment(w, p, seat, p.components.raise_cost)
    if action == PAY:
        return POINT * (p.components.loan_points - p.components.redemption) + w.pay
    if action == FLIP:
        return _flip_value(w, p, seat)
    return 0


def turns_left(p: Position) -> i64:
    """Roughly, for each seat: Explosion lies among the last cards."""
    ahead = p.left
    if p.hidden == 1:
        ahead -= p.components.bottom // 2
    if ahead <= 0:
        return 0
    return ahead // p.n


def payment(w: Weighing, p: Position, seat: i64, amount: i64) -> i64:
    """Cash that leaves, and the points that a loan costs."""
    return w.cash * amount + w.loan * p.components.loan_points * p.loans_for(seat, amount) // POINT


def own_shares(p: Position, seat: i64, company: i64) -> i64:
    """Shares that count for the company, the secret one and fitting duals included."""
    components = p.components
    total = p.shares[seat * COMPANIES + company] + p.fitting[seat * COMPANIES + company]
    secret = p.secret[seat]
    if secret != NONE and components.secret_company[secret] == company:
        total += components.secret_shares[secret]
    return total


def share_value(w: Weighing, p: Position, seat: i64, company: i64, count: i64) -> i64:
    """More shares of a company: full value near its minimum, little far from it."""
    value = POINT * p.value(company)
    own = own_shares(p, seat, company)
    lacking = p.components.minimum[company] - own
    if lacking <= 0:
        return value * count * w.above // 100
    if lacking <= count:
        return value * (count + own * w.reach // 100)
    ahead = turns_left(p)
    if 2 * lacking > 2 * ahead + 1:
        return 0
    ahead += w.hope_turns
    return value * count * 100 * ahead // max(ahead * 100 + lacking * w.hope, 1)


def hopes(p: Position, seat: i64) -> i64:
    """Shares that count for nothing yet, by how far the minimum still is."""
    ahead = turns_left(p)
    total: i64 = 0
    for company in range(COMPANIES):
        held = own_shares(p, seat, company)
        lacking = p.components.minimum[company] - held
        if lacking > 0 and 2 * lacking <= 2 * ahead + 1:
            value = POINT * p.value(company) * held
            total += value * (ahead + 2) // (ahead + 2 + 2 * lacking)
    return total


def shift_value(w: Weighing, p: Position, seat: i64, company: i64, levels: i64) -> i64:
    """What a price change means for one's own shares."""
    components = p.components
    level = max(0, min(components.last[company], p.level[company] + levels))
    change = components.cells[company * components.longest + level] - p.value(company)
    if change == 0:
        return 0
    held = own_shares(p, seat, company)
    if held < components.minimum[company]:
        turns = turns_left(p)
        held = held * turns // max(turns + w.hold, 1)
    return change * (POINT * held - w.rivals) * w.shift // 100  # rivals hold some too


def keep_value(w: Weighing, p: Position, seat: i64, card: i64) -> i64:
    """What keeping the card brings."""
    if card in (NONE, EXPLOSION):
        return 0
    components = p.components
    kind = components.kind[card]
    if kind == SHARE:
        company = components.company[card]
        gain = share_value(w, p, seat, company, components.shares[card])
        return gain + shift_value(w, p, seat, company, components.levels[card])
    if kind == DUAL:
        first = share_value(w, p, seat, components.company[card], 1)
        return max(first, share_value(w, p, seat, components.other[card], 1)) * w.dual // 100
    if kind == GOLD:
        return _gold_value(w, p, seat) * w.gold // 100
    points = POINT * components.points[card] * w.points // 100
    if kind == COMPANY_MOVE:
        return points + shift_value(w, p, seat, components.company[card], components.levels[card])
    if kind == SURPRISE:
        return points + _best_shift(w, p, seat, components.levels[card]) * w.surprise // 100
    if kind == BLACK_DAY:
        cost = components.black_day_cost
        return points - payment(w, p, seat, cost) + w.cash * cost
    return points


def _gold_value(w: Weighing, p: Position, seat: i64) -> i64:
    best: i64 = 0
    for company in range(COMPANIES):
        best = max(best, share_value(w, p, seat, company, 1))
    return best


def _best_shift(w: Weighing, p: Position, seat: i64, levels: i64) -> i64:
    best = shift_value(w, p, seat, 0, levels)
    for company in range(1, COMPANIES):
        best = max(best, shift_value(w, p, seat, company, levels))
    return best


def card_worth(w: Weighing, p: Position, seat: i64, card: i64) -> i64:
    """Kept or discarded, whichever is better."""
    if card == NONE:
        return 0
    return max(keep_value(w, p, seat, card), 0)


def move_value(w: Weighing, p: Position, seat: i64, steps: i64) -> i64:
    """The cards there, or the coins on Trend, less what the move costs."""
    return _target_value(w, p, seat, steps, p.cash_due(seat, steps))


def _target_value(w: Weighing, p: Position, seat: i64, steps: i64, cash: i64) -> i64:
    slot = p.reach(seat, steps)
    if slot == TREND_SLOT:
        return w.cash * p.coins * w.coins // 100 - payment(w, p, seat, cash)
    cards = card_worth(w, p, seat, p.ring[slot]) + card_worth(w, p, seat, p.lot[slot])
    return cards - payment(w, p, seat, cash)


def _sell_value(w: Weighing, p: Position, seat: i64, card: i64) -> i64:
    """Cash now for a share that does not help, more so when cash is short."""
    short: i64 = 0
    if p.cash[seat] < w.short_cash:
        short = w.short
    return w.cash * p.sale_value(card) - keep_value(w, p, seat, card) - w.sale + short


def _flip_value(w: Weighing, p: Position, seat: i64) -> i64:
    """At the start: the best target the other way. At the end it is rarely worth a coin."""
    if p.phase != MAIN:
        return -w.cash
    return _best_move_turned(w, p, seat) - payment(w, p, seat, p.components.flip_cost) + w.flip


def _best_move_turned(w: Weighing, p: Position, seat: i64) -> i64:
    """The best target with the Trend card turned: a slot is then the rest of a lap away."""
    slots = p.components.slots
    best: i64 = -10000
    for steps in range(1, slots + 1):
        if not p.is_target(p.reach(seat, steps)):
            continue
        walked = slots
        if steps < slots:
            walked = slots - steps
        part = max(p.price(seat, steps) - steps + walked - p.capital[seat], 0)
        due = p.fees(seat, p.reach(seat, steps)) + part
        best = max(best, _target_value(w, p, seat, steps, due))
    return best


def _option_value(w: Weighing, p: Position, seat: i64, slot: i64) -> i64:
    """Reserve a card worth much, with cash to spare, at the end of the turn."""
    if p.phase != END or p.cash[seat] < w.reserve_cash:
        return -w.cash
    return keep_value(w, p, seat, p.ring[slot]) * w.reserve // 100 - 2 * w.cash


def zone_value(w: Weighing, p: Position, seat: i64, zone: i64, card: i64) -> i64:
    """Dynamite goes where one's own loss would be least; a card not kept counts as nothing."""
    if card == NONE or p.components.dynamite_of(card) == 0:
        return 0
    loss = event_loss(w, p, seat, zone)
    least = loss
    for other in range(3):
        least = min(least, event_loss(w, p, seat, other))
    return -(loss - least) * p.components.dynamite_of(card) * w.dynamite // 1000


def event_loss(w: Weighing, p: Position, seat: i64, zone: i64) -> i64:
    """Roughly what the event would cost the seat."""
    components = p.components
    if zone == GOLD_3:
        price = _gold_value(w, p, seat) - POINT * components.gold_points
        return p.gold(seat) * max(0, price)
    loss: i64 = 0
    for company in range(COMPANIES):
        held = own_shares(p, seat, company)
        value = POINT * p.value(company)
        if held < components.minimum[company]:
            held = held * turns_left(p) // (turns_left(p) + 3)
        if zone == MINUS_1 and held > 0:
            if held == components.minimum[company]:
                value *= held
            loss += value
        if zone == HALVE:
            loss += held * (value - POINT * ((p.value(company) + 1) // 2))
    return loss
