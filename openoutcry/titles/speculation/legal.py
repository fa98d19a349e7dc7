"""Speculation: what a seat may do, and why it may not do something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.titles.speculation.components import (
    CARDS,
    CHOICES,
    ENDED,
    HOLD,
    LOWER,
    NOTHING,
    PLAY,
    RAISE,
    RANK_DOWN,
    RANK_UP,
    RANKING,
    TRADING,
    WIDTH,
)

if TYPE_CHECKING:
    from openoutcry.titles.speculation.rules import Speculation


def legal_into(state: Speculation, seat: i64, out: vec[i64]) -> i64:
    if not state.waiting(seat):
        return 0
    if state.phase == TRADING:
        return _trades_into(state, seat, out)
    count: i64 = 0
    if state.phase == CARDS:
        hand = state.hand[seat]
        for card in range(CHOICES):
            out[count] = PLAY + card  # written over by the next if it is not there
            count += hand >> card & 1
        return count
    for company in range(state.components.companies):
        if state.tile == RANK_UP:
            if state.next_ahead(company) > 0:
                out[count] = RAISE + company
                count += 1
        elif state.next_behind(company) >= 0:
            out[count] = LOWER + company
            count += 1
    return count


def _trades_into(state: Speculation, seat: i64, out: vec[i64]) -> i64:
    companies = state.components.companies
    lying: i64 = 0  # a bit for each company that has shares in the bank
    for company in range(companies - 1, -1, -1):
        lying <<= 1
        if state.bank[company] > 0:
            lying |= 1
    first = seat * companies
    cash = state.cash[seat]
    price, shares = state.price, state.shares
    count: i64 = 0
    own: i64 = 1  # the bit of the company that is sold
    for sold in range(companies):
        if shares[first + sold] > 0:
            offered = lying & ~own
            count = _purchases_into(price, companies, offered, sold, cash + price[sold], out, count)
        own <<= 1
    return _purchases_into(price, companies, lying, NOTHING, cash, out, count)


def _purchases_into(
    price: vec[i64],
    companies: i64,
    offered: i64,
    sold: i64,
    cash: i64,
    out: vec[i64],
    count: i64,
) -> i64:
    """The trades that sell this and buy one of the offered, given the cash then in hand (SP-19,
    SP-20)."""
    trade = sold * CHOICES
    for bought in range(companies):
        out[count] = trade + bought  # written over by the next if it may not be
        # Counted without "if", by the sign of what would be left: a jump costs more than all else.
        count += offered & ~((cash - price[bought]) >> 63) & 1
        offered >>= 1
    if cash >= 0:
        out[count] = sold * CHOICES + NOTHING
        count += 1
    return count


def default(state: Speculation, seat: i64) -> i64:
    if state.phase == TRADING:
        return HOLD
    buffer = vec[i64]([0] * WIDTH)
    legal_into(state, seat, buffer)
    return buffer[0]


def refuse(state: Speculation, seat: i64, action: i64) -> str:
    phase = state.phase
    if phase == ENDED:
        return "SP-37 over"
    if not state.waiting(seat):
        if phase == CARDS and 0 <= seat < state.n:
            return "SP-30 already_played"
        return "SP-18 not_your_turn"
    if action < 0 or action >= WIDTH:
        return "SP-15 unknown"
    if action <= HOLD:
        return _refuse_trade(state, seat, action) if phase == TRADING else "SP-18 no_trade"
    if action >= PLAY:
        if phase != CARDS:
            return "SP-30 no_cards"
        return "" if state.hand[seat] >> (action - PLAY) & 1 else "SP-30 not_in_hand"
    wanted: i64 = RANK_UP if action < LOWER else RANK_DOWN
    if phase != RANKING or state.tile != wanted:
        return "SP-23 no_ranking"
    return _refuse_rank(state, action)


def _refuse_trade(state: Speculation, seat: i64, action: i64) -> str:
    companies = state.components.companies
    sold = action // CHOICES
    bought = action % CHOICES
    if (sold >= companies and sold != NOTHING) or (bought >= companies and bought != NOTHING):
        return "SP-02 no_company"
    if sold != NOTHING and sold == bought:
        return f"SP-20 same_company company={state.components.id(sold)}"
    if sold != NOTHING and state.shares[seat * companies + sold] == 0:
        return f"SP-20 none_owned company={state.components.id(sold)}"
    if bought != NOTHING and state.bank[bought] == 0:
        return f"SP-20 none_in_bank company={state.components.id(bought)}"
    cost = state.cost(action)
    if cost > state.cash[seat]:
        return f"SP-19 too_dear cost={cost} cash={state.cash[seat]}"
    return ""


def _refuse_rank(state: Speculation, action: i64) -> str:
    company = (action - RAISE) % (LOWER - RAISE)
    if company >= state.components.companies:
        return "SP-02 no_company"
    if action < LOWER:
        if state.next_ahead(company) > 0:
            return ""
        return f"SP-24 leads company={state.components.id(company)}"
    if state.position[company] == 0:
        return f"SP-28 on_start company={state.components.id(company)}"
    return (
        ""
        if state.next_behind(company) >= 0
        else f"SP-27 last company={state.components.id(company)}"
    )
