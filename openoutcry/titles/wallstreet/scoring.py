"""1920 Wall Street: the best way to assign duals and gold at the end."""

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.titles.wallstreet.components import COMPANIES, GOLD_3, HALVE, MINUS_1, NONE
from openoutcry.titles.wallstreet.position import Position


def assign(
    held: vec[i64],
    duals: vec[i64],
    gold: i64,
    value: vec[i64],
    minimum: vec[i64],
    fewer: i64,
    best: vec[i64],
) -> i64:
    """Points for the companies by the best assignment (WS-111), found by trying all.

    `held`: shares per company; `duals`: two companies for each dual card; `fewer`: shares
    that do not count in each company (WS-96). `best` receives the shares per company.
    """
    trial = vec[i64]([0] * COMPANIES)
    top: i64 = -1
    count: i64 = len(duals) // 2
    chosen: i64 = 0
    last: i64 = 1
    for _dual in range(count):
        last *= 2
    while chosen < last:
        for company in range(COMPANIES):
            trial[company] = held[company]
        bits = chosen
        for i in range(count):
            trial[duals[2 * i + (bits & 1)]] += 1
            bits >>= 1
        points = _place_gold(trial, gold, value, minimum, fewer, top, best)
        if points > top:
            top = points
        chosen += 1
    return top


def _place_gold(
    trial: vec[i64],
    gold: i64,
    value: vec[i64],
    minimum: vec[i64],
    fewer: i64,
    top: i64,
    best: vec[i64],
) -> i64:
    """Every split of the gold cards over the companies."""
    for a in range(gold + 1):
        first = company_points(trial[0] + a - fewer, value[0], minimum[0])
        for b in range(gold - a + 1):
            second = company_points(trial[1] + b - fewer, value[1], minimum[1])
            for c in range(gold - a - b + 1):
                d = gold - a - b - c
                points = first + second
                points += company_points(trial[2] + c - fewer, value[2], minimum[2])
                points += company_points(trial[3] + d - fewer, value[3], minimum[3])
                if points > top:
                    top = points
                    best[0] = trial[0] + a
                    best[1] = trial[1] + b
                    best[2] = trial[2] + c
                    best[3] = trial[3] + d
    return top


def company_points(shares: i64, value: i64, minimum: i64) -> i64:
    """WS-112: nothing below the minimum; a count below zero is none (WS-96)."""
    if shares < minimum or shares <= 0:
        return 0
    return shares * value


def event(p: Position) -> i64:
    """The zone with strictly the most dynamite, or NONE (WS-95)."""
    best: i64 = 0
    for zone in range(1, 3):
        if p.dynamite[zone] > p.dynamite[best]:
            best = zone
    for zone in range(3):
        if zone != best and p.dynamite[zone] == p.dynamite[best]:
            return NONE
    return best


def final_value(p: Position, company: i64, event: i64) -> i64:
    value = p.value(company)
    return (value + 1) // 2 if event == HALVE else value


def best_companies(p: Position, seat: i64, event: i64, best: vec[i64]) -> i64:
    """WS-111, WS-112; `best` receives the shares per company."""
    components = p.components
    shares, pile = p.shares, p.pile
    for company in range(COMPANIES):
        best[company] = shares[seat * COMPANIES + company]
    if p.secret[seat] != NONE:
        best[components.secret_company[p.secret[seat]]] += components.secret_shares[p.secret[seat]]
    first = seat * components.types
    count: i64 = 0
    for card in range(components.duals):
        count += pile[first + card]
    gold: i64 = 0 if event == GOLD_3 else p.gold(seat)
    fewer: i64 = 1 if event == MINUS_1 else 0
    if count == 0 and gold == 0:  # nothing to assign
        points: i64 = 0
        for company in range(COMPANIES):
            value_here = final_value(p, company, event)
            points += company_points(best[company] - fewer, value_here, components.minimum[company])
        return points
    held = best[:]
    value = vec[i64]([0] * COMPANIES)
    for company in range(COMPANIES):
        value[company] = final_value(p, company, event)
    pairs = vec[i64]([0] * (2 * count))
    for card in range(components.duals):
        for _copy in range(pile[first + card]):
            count -= 1
            pairs[2 * count] = components.company[card]
            pairs[2 * count + 1] = components.other[card]
    return assign(held, pairs, gold, value, components.minimum, fewer, best)


def worth(p: Position, seat: i64, event: i64) -> i64:
    """WS-114."""
    components = p.components
    total = p.points[seat] - components.loan_points * p.loans[seat]
    total += p.cash[seat] + p.extra[seat]
    if p.secret[seat] != NONE:
        total += components.secret_points[p.secret[seat]]  # WS-113
    if event == GOLD_3:
        total += components.gold_points * p.gold(seat)
    return total + best_companies(p, seat, event, vec[i64]([0] * COMPANIES))
