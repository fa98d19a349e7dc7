"""Ekonos: what a seat may do, and why it may not do something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.sets import least_of
from openoutcry.titles.ekonos.components import (
    BOTTOM,
    BUY,
    CARD,
    CARDS,
    DECISION,
    DISCARD,
    ENDED,
    EXPAND,
    KEEP,
    MIDDLE,
    NAME,
    NAMING,
    NOBODY,
    PASS,
    PLACE,
    PROTECT,
    PURCHASE,
    SALE,
    SELL,
    SPACE,
    SPACES,
    STOP,
    TILE,
    TILES,
    USES,
    WAIT,
)

if TYPE_CHECKING:
    from openoutcry.titles.ekonos.rules import Ekonos


def legal_into(state: Ekonos, seat: i64, out: vec[i64]) -> i64:
    if seat < 0 or seat != state.mover():
        return 0
    phase = state.phase
    if phase == CARDS:
        return _cards_into(state, seat, out)
    if phase == SPACES:
        return _spaces_into(state.open_spaces(), SPACE, out, 0)
    if phase == TILES:
        count: i64 = 0
        if state.partial and state.fresh != 0:  # EK-29, option allowPartialExpansion
            out[0] = STOP
            count = 1
        return _spaces_into(state.targets(state.company), TILE, out, count)
    if phase == DECISION:
        out[0] = EXPAND
        out[1] = WAIT
        return 2
    if phase == NAMING:
        return _heirs_into(state, out)
    return _trades_into(state, seat, out)


def _cards_into(state: Ekonos, seat: i64, out: vec[i64]) -> i64:
    components = state.components
    top, middle, bottom = components.top, components.middle, components.bottom
    uses = state.uses()
    left = state.hand[seat]
    count: i64 = 0
    while left != 0:
        card = least_of(left)
        left &= left - 1
        # Written over by the next if it may not be; a jump that nobody foresees would cost more.
        out[count] = CARD + USES * card + PLACE
        count += uses >> top[card] & 1
        out[count] = CARD + USES * card + PROTECT
        count += uses >> (top[card] + 8) & 1
        out[count] = CARD + USES * card + MIDDLE
        count += uses >> (middle[card] + 16) & 1
        out[count] = CARD + USES * card + BOTTOM
        count += uses >> (bottom[card] + 16) & 1
    if count > 0:
        return count
    left = state.hand[seat]
    while left != 0:  # EK-21
        out[count] = CARD + USES * least_of(left) + DISCARD
        count += 1
        left &= left - 1
    return count


def _spaces_into(spaces: i64, first: i64, out: vec[i64], count: i64) -> i64:
    left = spaces
    while left != 0:
        out[count] = first + least_of(left)
        count += 1
        left &= left - 1
    return count


def _heirs_into(state: Ekonos, out: vec[i64]) -> i64:
    count: i64 = 0
    for seat in range(state.n):
        if state.is_heir(seat):
            out[count] = NAME + seat
            count += 1
    return count


def _trades_into(state: Ekonos, seat: i64, out: vec[i64]) -> i64:
    if state.phase == SALE:
        out[0] = KEEP
        count: i64 = 1
        for c in range(state.companies):
            if state.may_sell(seat, c):
                out[count] = SELL + c
                count += 1
        return count
    out[0] = PASS
    count = 1
    for c in range(state.companies):
        if state.may_buy(seat, c):
            out[count] = BUY + c
            count += 1
    return count


def forced(state: Ekonos, seat: i64) -> i64:
    # A single use in a larger hand would tell that the other cards have none.
    if state.phase == CARDS and state.held[seat] > 1:
        return -1
    buffer = vec[i64]([0] * state.width())
    if legal_into(state, seat, buffer) == 1:
        return buffer[0]
    return -1


def default(state: Ekonos, seat: i64) -> i64:
    phase = state.phase
    if phase == DECISION:
        return WAIT
    if phase == SALE:
        return KEEP
    if phase == PURCHASE:
        return PASS
    buffer = vec[i64]([0] * state.width())
    count = legal_into(state, seat, buffer)
    best = buffer[0]
    for i in range(1, count):
        if _harm(state, seat, buffer[i]) < _harm(state, seat, best):
            best = buffer[i]
    return best


def _harm(state: Ekonos, seat: i64, action: i64) -> i64:
    """How much an absent player's action would change; the least is the default."""
    if action >= CARD:
        use = (action - CARD) % USES
        if use in (MIDDLE, BOTTOM):
            box = state.growth[state.company_of(action)] + 1
            asks = box == state.components.small_box or box >= state.components.large_box
            return 3 if asks else 0
        return 1 if use == PROTECT else 2
    if action >= TILE:
        victim = state.company_at(action - TILE)
        return 0 if victim == NOBODY else 1 + state.owned(seat, victim)
    return 0


def refuse(state: Ekonos, seat: i64, action: i64) -> str:
    if state.phase == ENDED:
        return "EK-50 over"
    if seat < 0 or seat != state.mover():
        return "EK-08 not_your_turn"
    if action < 0 or action >= state.width():
        return "EK-11 unknown"
    if action >= CARD:
        return _refuse_card(state, seat, action)
    if action >= TILE:
        return _refuse_tile(state, action - TILE)
    if action >= SPACE:
        return _refuse_space(state, action - SPACE)
    if action >= NAME:
        return _refuse_name(state, action - NAME)
    if action >= BUY:
        return _refuse_buy(state, seat, action - BUY)
    if action >= SELL:
        return _refuse_sell(state, seat, action - SELL)
    return _refuse_word(state, action)


def _refuse_word(state: Ekonos, action: i64) -> str:
    phase = state.phase
    if action in (EXPAND, WAIT):
        if phase == TILES and action == WAIT:
            return "EK-25 must_expand"
        return "" if phase == DECISION else "EK-23 no_decision"
    if action == STOP:
        if phase != TILES:
            return "EK-29 no_expansion"
        return "" if state.partial and state.fresh != 0 else "EK-29 no_stop"
    if action == KEEP:
        return "" if phase == SALE else "EK-11 no_sale"
    return "" if phase == PURCHASE else "EK-11 no_purchase"


def _refuse_card(state: Ekonos, seat: i64, action: i64) -> str:
    if state.phase != CARDS:
        return "EK-11 no_card"
    card = (action - CARD) // USES
    use = (action - CARD) % USES
    if state.hand[seat] >> card & 1 == 0:
        return f"EK-12 not_in_hand card={card + 1}"
    company = state.company_of(action)
    name = state.components.companies[company][0]
    uses = state.uses()
    if use == PLACE and uses >> company & 1 == 0:
        if state.count[company] >= state.components.supply:
            return f"EK-17 all_placed company={name} tiles={state.components.supply}"
        return "EK-20 map_full"
    if use == PROTECT and uses >> (company + 8) & 1 == 0:
        return f"EK-20 nothing_plain company={name}"
    if (use in (MIDDLE, BOTTOM)) and uses >> (company + 16) & 1 == 0:
        return f"EK-20 fully_grown company={name} box={state.components.large_box}"
    if use == DISCARD and _usable(state, seat, uses):
        return "EK-21 must_use"
    return ""


def _usable(state: Ekonos, seat: i64, uses: i64) -> bool:
    """Has any card in the seat's hand an available function?"""
    return state.hand[seat] & state.live_cards(uses) != 0


def _refuse_space(state: Ekonos, space: i64) -> str:
    if state.phase != SPACES:
        return "EK-12 no_space_asked"
    if space >= len(state.components.near):
        return f"EK-13 no_such_space spaces={len(state.components.near)}"
    if state.open_spaces() >> space & 1 != 0:
        return ""
    if state.use == PLACE:
        return f"EK-13 occupied space={space + 1}"
    name = state.components.companies[state.company][0]
    return f"EK-14 not_plain space={space + 1} company={name}"


def _refuse_tile(state: Ekonos, space: i64) -> str:
    if state.phase != TILES:
        return "EK-27 no_expansion"
    if space >= len(state.components.near):
        return f"EK-13 no_such_space spaces={len(state.components.near)}"
    if state.targets(state.company) >> space & 1 != 0:
        return ""
    name = state.components.companies[state.company][0]
    if state.tiles[state.company] >> space & 1 != 0:
        return f"EK-27 own_tile space={space + 1} company={name}"
    if state.locked >> space & 1 != 0:
        return f"EK-27 protected space={space + 1}"
    return f"EK-27 not_linked space={space + 1} company={name}"


def _refuse_name(state: Ekonos, seat: i64) -> str:
    if state.phase != NAMING:
        return "EK-47 no_naming"
    return "" if seat < state.n and state.is_heir(seat) else "EK-47 not_heir"


def _refuse_sell(state: Ekonos, seat: i64, company: i64) -> str:
    if company >= state.companies:
        return "EK-11 unknown"
    if state.phase != SALE:
        return "EK-11 no_sale"
    if state.may_sell(seat, company):
        return ""
    name = state.components.companies[company][0]
    if state.owned(seat, company) == 0:
        return f"EK-36 not_owned company={name}"
    return f"EK-40 no_tile company={name}"


def _refuse_buy(state: Ekonos, seat: i64, company: i64) -> str:
    if company >= state.companies:
        return "EK-11 unknown"
    if state.phase != PURCHASE:
        return "EK-11 no_purchase"
    if state.may_buy(seat, company):
        return ""
    name = state.components.companies[company][0]
    price = state.sold[company] + 1
    if price > state.max_shares:
        return f"EK-38 column_full company={name} shares={state.max_shares}"
    if state.coins[seat] < price:
        return f"EK-37 too_dear company={name} price={price} coins={state.coins[seat]}"
    if state.needs_tile and state.count[company] == 0:
        return f"EK-40 no_tile company={name}"
    return f"EK-43 no_marker markers={state.components.markers}"
