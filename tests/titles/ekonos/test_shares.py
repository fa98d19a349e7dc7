"""Ekonos: selling and buying shares, and who is president."""

from typing import Any

import pytest

from openoutcry.titles.ekonos import view
from openoutcry.titles.ekonos.components import NAMING, NOBODY, PURCHASE, SALE
from openoutcry.titles.ekonos.rules import Ekonos
from tests.titles.ekonos.positions import (
    GAMMA,
    A,
    B,
    D,
    E,
    G,
    O,
    do,
    holdings,
    offers,
    position,
    selling,
    why_not,
)

# Shares


def test_EK_35_EK_36_X_01_the_printed_sale() -> None:
    state = do(selling(**GAMMA, coins=[6, 0, 0]), "sell G")
    assert state.coins[0] == 10
    assert holdings(state, G) == [1, 1, 1] and state.sold[G] == 3
    assert state.president[G] == 0


def test_EK_37_X_02_the_printed_purchase() -> None:
    state = do(selling(**GAMMA, coins=[6, 0, 0]), "keep", "buy G")
    assert state.coins[0] == 1
    assert holdings(state, G) == [3, 1, 1] and state.sold[G] == 5
    assert state.president[G] == 0


def test_EK_37_a_purchase_needs_the_price() -> None:
    state = do(selling(**GAMMA, coins=[4, 0, 0]), "keep")
    assert why_not(state, "buy G") == "EK-37 too_dear"
    assert offers(state) == ["pass", "buy A", "buy B", "buy D", "buy E", "buy O"]


def test_EK_36_only_what_one_owns_is_sold() -> None:
    assert why_not(selling(**GAMMA), "sell A") == "EK-36 not_owned"


def test_EK_38_X_10_a_full_column() -> None:
    full: dict[str, Any] = {"shares": {O: [3, 3, 2]}, "presidents": {O: 0}, "coins": [99, 99, 99]}
    state = do(selling(**full), "keep")
    assert why_not(state, "buy O") == "EK-38 column_full"
    state = do(selling(**full, active=2), "sell O")
    assert state.coins[2] == 107 and state.sold[O] == 7
    do(state, "buy O")
    assert state.coins[2] == 99


@pytest.mark.parametrize("limit", [5, 6, 7, 9, 10, 12])
def test_EK_38_maxShares_replaces_the_eight(limit: int) -> None:
    def column(count: int) -> Ekonos:
        more: dict[str, Any] = {"shares": {O: [count, 0, 0]}, "presidents": {O: 0}}
        return do(selling(**more, coins=[99, 0, 0], maxShares=limit), "keep")

    assert "buy O" in offers(column(limit - 1))
    assert why_not(column(limit), "buy O") == "EK-38 column_full"
    assert view.board(column(limit), 0).companies[O].slots == limit


def test_EK_39_X_03_selling_and_buying_back_changes_nothing() -> None:
    state = do(selling(**GAMMA, coins=[0, 0, 0]), "sell G")
    assert state.coins[0] == 4 and state.sold[G] == 3
    do(state, "buy G")
    assert state.coins[0] == 0
    assert holdings(state, G) == [2, 1, 1] and state.president[G] == 0
    assert state.active == 1  # one sale and one purchase


def test_EK_40_any_company_may_be_traded_tile_or_not() -> None:
    state = selling(**GAMMA, coins=[9, 0, 0])
    assert "sell G" in offers(state)
    do(state, "keep")
    assert "buy B" in offers(state)


def test_EK_40_tradeNeedsTile_only_companies_on_the_map_are_traded() -> None:
    state = selling(**GAMMA, coins=[9, 0, 0], plain={B: [1]}, tradeNeedsTile=True)
    assert why_not(state, "sell G") == "EK-40 no_tile"
    do(state, "keep")
    assert offers(state) == ["pass", "buy B"]
    assert why_not(state, "buy G") == "EK-40 no_tile"


def test_EK_41_there_is_no_debt() -> None:
    state = do(selling(**GAMMA, coins=[0, 0, 0]), "keep")
    assert state.active == 1 and state.coins[0] == 0


def test_EK_42_the_bank_pays_whatever_it_owes() -> None:
    state = selling(shares={O: [8, 0, 0]}, presidents={O: 0}, coins=[150, 0, 0])
    assert do(state, "sell O").coins[0] == 158


MANY: dict[str, Any] = {
    "shares": {A: [6, 0, 0], B: [6, 0, 0], G: [0, 2, 2], D: [3, 2, 0]},
    "presidents": {A: 0, B: 0, G: 1, D: 0},
    "coins": [99, 0, 0],
}
"""Seat 0 uses 15 markers for shares and 3 for offices."""


def test_EK_43_markers_are_not_counted() -> None:
    state = do(selling(**MANY), "keep")
    assert {"buy A", "buy G", "buy E"} <= set(offers(state))


def test_EK_43_countMarkers_limits_shares_and_offices_to_18() -> None:
    state = do(selling(**MANY, countMarkers=True), "sell D", "buy A")
    assert sum(holdings(state, c)[0] for c in range(6)) == 15
    office = do(selling(**MANY, countMarkers=True), "sell D")
    assert why_not(office, "buy E") == "EK-43 no_marker"  # a share and an office
    assert "buy G" in offers(office)  # no office with it
    none_left = selling(**MANY, countMarkers=True, hands={0: [], 1: [1], 2: [3]})
    do(none_left, "keep")
    assert none_left.active == 1  # nothing may be bought


def test_EK_43_countMarkers_never_refuses_an_inherited_office() -> None:
    many = {**MANY, "shares": {**MANY["shares"], G: [2, 3, 0]}, "coins": [0, 0, 0]}
    state = selling(**many, countMarkers=True, active=1)
    do(state, "sell G")
    assert state.president[G] == 1  # equal holdings
    state.active, state.phase = 1, SALE
    do(state, "sell G")
    assert state.president[G] == 0


# Presidency


def test_EK_44_X_05_the_first_share_makes_the_president() -> None:
    state = position(coins=[0, 0, 12], active=2, phase=PURCHASE)
    do(state, "buy B")
    assert state.coins[2] == 11
    assert holdings(state, B) == [0, 0, 1] and state.president[B] == 2


def test_EK_45_X_06_a_takeover_needs_more() -> None:
    state = position(
        coins=[0, 9, 0], shares={B: [2, 1, 0]}, presidents={B: 0}, active=1, phase=PURCHASE
    )
    do(state, "buy B")
    assert state.coins[1] == 5 and holdings(state, B) == [2, 2, 0] and state.president[B] == 0
    state.active, state.phase = 1, PURCHASE
    do(state, "buy B")
    assert state.coins[1] == 0 and holdings(state, B) == [2, 3, 0] and state.president[B] == 1


def test_EK_46_X_07_the_only_heir_takes_over() -> None:
    state = do(selling(shares={A: [3, 3, 2]}, presidents={A: 0}), "sell A")
    assert state.coins[0] == 8 and holdings(state, A) == [2, 3, 2]
    assert state.president[A] == 1 and state.phase == PURCHASE


def test_EK_47_X_08_several_heirs_the_seller_names_one() -> None:
    state = do(selling(shares={E: [2, 2, 2]}, presidents={E: 0}), "sell E")
    assert state.coins[0] == 6 and holdings(state, E) == [1, 2, 2]
    assert (state.phase, state.mover()) == (NAMING, 0)
    assert offers(state) == ["name 1", "name 2"]
    assert why_not(state, "name 0") == "EK-47 not_heir"
    assert why_not(state, "buy E") == "EK-11 no_purchase"
    do(state, "name 2")
    assert state.president[E] == 2
    do(state, "buy E")
    assert state.coins[0] == 0 and holdings(state, E) == [2, 2, 2] and state.president[E] == 2


def test_EK_47_only_holders_of_the_maximum_are_heirs() -> None:
    state = selling(seats=4, shares={E: [2, 2, 1, 2]}, presidents={E: 0})
    assert offers(do(state, "sell E")) == ["name 1", "name 3"]


def test_EK_48_X_09_without_shares_no_president() -> None:
    state = selling(shares={D: [0, 1, 0]}, presidents={D: 1}, growth={D: 3}, active=1)
    do(state, "sell D")
    assert state.coins[1] == 1 and state.sold[D] == 0
    assert state.president[D] == NOBODY and state.growth[D] == 3
    do(state, "buy D")
    assert state.president[D] == 1


def test_EK_49_others_may_sell_without_changing_the_office() -> None:
    state = do(selling(shares={A: [2, 2, 0]}, presidents={A: 0}, active=1), "sell A")
    assert state.president[A] == 0 and state.phase == PURCHASE
