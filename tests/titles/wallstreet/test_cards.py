"""Variation cards, Stock Exchange and discards, each rule by its id (WS-80 to WS-96)."""

from typing import Any

import pytest

from openoutcry.core.rng import Rng
from openoutcry.core.state import SPECTATOR
from openoutcry.titles.wallstreet import scoring, story, view
from openoutcry.titles.wallstreet.components import NONE
from openoutcry.titles.wallstreet.notation import read
from openoutcry.titles.wallstreet.position import OFFERS, SHOW, SWAP
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import (
    card,
    offered,
    pile,
    play,
    position,
    refused,
    sell,
    show,
    values,
)


def buying(name: str, now: list[int], board: str = "orange", **more: Any) -> WallStreet:
    """The card has been bought and paid; keep it?"""
    state = position(3, pawns=[1, 5, 5], ring={2: name}, values=now, board=board, **more)
    return play(state, "move 1")


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("move.maize.up1:1", [4, 4, 5, 6]),
        ("move.cotton.up2:2", [3, 6, 5, 6]),
        ("move.steel.down1:-1", [3, 4, 4, 6]),
        ("move.oil.down2:-2", [3, 4, 5, 4]),
    ],
)
def test_WS_80_company_moves(name: str, after: list[int]) -> None:
    assert values(play(buying(name, [3, 4, 5, 6]), "keep")) == after


def test_WS_81_a_surprise_moves_the_company_of_choice_also_one_at_its_limit() -> None:
    state = play(buying("surprise_up:1", [7, 4, 5, 6]), "keep")
    assert offered(state) == ["company maize", "company cotton", "company steel", "company oil"]
    assert values(play(state.clone(), "company oil")) == [7, 4, 5, 7]
    assert values(play(state, "company maize")) == [7, 4, 5, 6]
    state = play(buying("surprise_down:-1", [7, 4, 5, 6]), "keep", "company cotton")
    assert values(state) == [7, 3, 5, 6]
    assert refused(state, "company oil") == "WS-81"


@pytest.mark.parametrize(
    ("name", "now", "after"),
    [
        ("fluctuation_up", [3, 4, 5, 3], [4, 4, 5, 4]),  # EX-14
        ("fluctuation_down", [3, 5, 5, 4], [3, 4, 4, 4]),
        ("fluctuation_mixed", [3, 4, 5, 6], [4, 4, 5, 5]),
        ("fluctuation_mixed", [3, 3, 6, 6], [4, 4, 5, 5]),
    ],
)
def test_WS_82_EX_14_fluctuations_move_all_that_tie(
    name: str, now: list[int], after: list[int]
) -> None:
    assert values(play(buying(name, now), "keep")) == after


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("fluctuation_up", [7, 8, 9, 10]),  # EX-14: the lowest is at its top
        ("fluctuation_mixed", [5, 5, 5, 5]),  # lowest and highest at once
        ("fluctuation_mixed", [7, 7, 7, 7]),
    ],
)
def test_WS_83_EX_14_at_a_limit_and_all_equal_nothing_moves(name: str, now: list[int]) -> None:
    assert values(play(buying(name, now), "keep")) == now


def test_WS_83_values_are_compared_before_any_cube_moves() -> None:
    state = play(buying("fluctuation_mixed", [4, 4, 5, 4]), "keep")
    assert values(state) == [5, 5, 4, 5]


def test_WS_84_a_black_day_that_forces_the_buyer_into_debt_is_confirmed() -> None:
    state = buying("black_day", [3, 4, 5, 6], cash=[1, 4, 4])
    offer = view.offer(state, 0, read("keep"))
    assert (offer.confirm, offer.args["loans"]) == ("confirm.loan", 1)
    play(state, "keep")
    assert [int(state.p.cash[seat]) for seat in range(3)] == [4, 2, 2]


# Stock Exchange


def exchange(piles: list[list[str]], seats: int = 3, **more: Any) -> WallStreet:
    """Seat 0 has kept the Stock Exchange."""
    state = position(
        seats, pawns=[1] + [5] * (seats - 1), ring={2: "stock_exchange"}, piles=piles, **more
    )
    return play(state, "move 1", "keep")


def test_WS_85_show_offer_in_secret_and_swap() -> None:
    state = exchange([["single.maize", "gold"], ["single.oil", "double.steel"], ["double.cotton"]])
    assert offered(state) == [show(state, "single.maize")]  # no gold
    play(state, show(state, "single.maize"))
    assert state.p.phase == OFFERS and state.sealed()
    assert [state.waiting(seat) for seat in range(3)] == [False, True, True]
    state.apply(2, read(show(state, "double.cotton")))
    assert [state.waiting(seat) for seat in range(3)] == [False, True, False]
    state.apply(1, read(show(state, "single.oil")))
    assert not state.sealed() and state.mover() == 0
    assert offered(state) == ["seat 1", "seat 2"]
    play(state, "seat 1")
    assert pile(state, 0) == ["single.oil", "gold", "stock_exchange"]
    assert pile(state, 1) == ["single.maize", "double.steel"]
    assert pile(state, 2) == ["double.cotton"]


def test_WS_85_offers_are_hidden_until_all_lie_there() -> None:
    state = exchange([["single.maize"], ["single.oil", "double.steel"], ["double.cotton"]])
    play(state, show(state, "single.maize"))
    action = read(show(state, "single.oil"))
    seen = [state.witness(seat, 1, action) for seat in (0, 1, 2, SPECTATOR)]
    assert seen == [False, True, False, False]
    state.apply(1, action)
    others, own = view.board(state, 0).exchange, view.board(state, 1).exchange
    assert others is not None and own is not None
    assert others.offers == [None] * 3
    assert others.decided == [False, True, False]
    assert [card and card.name for card in own.offers] == [None, "single.oil", None]
    worlds = {int(state.imagine(0, Rng(seed)).p.offer[1]) for seed in range(30)}
    assert worlds == {card(state.p, "single.oil"), card(state.p, "double.steel")}
    assert int(state.imagine(1, Rng(1)).p.offer[1]) == card(state.p, "single.oil")


def test_WS_85_a_dual_is_named_for_one_of_its_companies() -> None:
    state = exchange([["dual.maize.cotton"], ["single.cotton"], ["single.maize"]])
    play(state, show(state, "dual.maize.cotton"))
    assert offered(state) == ["company maize", "company cotton"]
    play(state, "company cotton")
    assert [state.waiting(seat) for seat in range(3)] == [False, False, True]


def test_WS_86_EX_22_proof_of_having_nothing() -> None:
    state = exchange(
        [
            ["dual.maize.cotton"],
            ["single.cotton", "double.steel", "gold"],
            ["single.cotton", "gold"],
        ],
        values=[3, 4, 5, 6],
    )
    play(state, show(state, "dual.maize.cotton"))
    before = state.clone()
    play(state, "company cotton")
    told = story.tell(before, 0, read("company cotton"), state)
    proof = [e.args.get("card") for e in told if e.key == "story.proves_card" and e.public]
    assert proof == ["single.cotton", "gold"]
    assert offered(state, 1) == [show(state, "double.steel")]
    assert offered(state, 2) == []
    play(state, show(state, "double.steel"))
    assert state.p.phase == SWAP and offered(state) == ["seat 1"]
    play(state, "seat 1")
    assert pile(state, 0) == ["double.steel", "stock_exchange"]
    assert pile(state, 1) == ["dual.maize.cotton", "single.cotton", "gold"]
    assert values(state) == [3, 4, 5, 6]


def test_WS_87_no_exchange_without_a_share_or_an_offer() -> None:
    state = exchange([["gold"], ["single.oil"], []])
    assert pile(state, 0) == ["gold", "stock_exchange"]
    state = exchange([["single.oil"], ["single.oil", "gold"], []])
    play(state, show(state, "single.oil"))
    assert pile(state, 0) == ["single.oil", "stock_exchange"]
    assert state.p.points[0] == 2


def test_WS_87_a_rivals_dual_is_always_valid_and_no_effect_acts() -> None:
    state = exchange([["single.cotton:1"], ["dual.maize.cotton"], []], values=[3, 4, 5, 6])
    play(state, show(state, "single.cotton:1"))
    assert offered(state, 1) == [show(state, "dual.maize.cotton")]
    play(state, show(state, "dual.maize.cotton"), "seat 1")
    assert values(state) == [3, 4, 5, 6]
    assert "dual.maize.cotton" in pile(state, 0)


def test_a_single_answer_is_not_played_by_itself_where_it_would_betray_a_pile() -> None:
    state = exchange([["single.cotton"], ["single.oil"], []])
    assert state.p.phase == SHOW and state.forced(0) == -1
    play(state, show(state, "single.cotton"))
    assert state.forced(1) == -1
    play(state, show(state, "single.oil"))
    assert state.forced(0) == read("seat 1")  # everybody sees that there is one offer


# Discards and the end event


def test_WS_90_who_discards_and_that_the_zone_is_free() -> None:
    zones = ["discard gold", "discard fewer", "discard halve"]
    bought = buying("gold", [3, 4, 5, 6])
    assert offered(bought) == ["keep", *zones]
    assert offered(play(position(3, pawns=[6, 5, 5]), "move 1")) == zones  # Trend
    selling = position(3, piles=[["gold"]])
    assert offered(play(selling, sell(selling, "gold"))) == zones
    assert offered(play(position(3), "raise")) == zones


@pytest.mark.parametrize(
    ("dynamite", "event"),
    [
        ([7, 7, 5], NONE),
        ([7, 5, 5], 0),
        ([4, 9, 3], 1),
        ([6, 6, 6], NONE),
        ([0, 0, 0], NONE),
        ([1, 2, 3], 2),
        ([3, 1, 3], NONE),
    ],
)
def test_WS_95_EX_18_the_pile_with_strictly_the_most_dynamite(
    dynamite: list[int], event: int
) -> None:
    state = position(3)
    for zone, icons in enumerate(dynamite):
        state.p.dynamite[zone] = icons
    assert scoring.event(state.p) == event


def scored(event: int, piles: list[str], now: list[int], seats: int = 3) -> int:
    """Points of seat 0, who has no cash and an oil share without points as secret."""
    state = position(seats, piles=[piles], values=now, secrets=[3, 0, 1], cash=[0, 0, 0])
    if event != NONE:
        state.p.dynamite[event] = 1
    return state.scores()[0]


def test_WS_95_each_event_by_its_numbers() -> None:
    hand = ["double.oil", "gold"]  # with the secret share 3 oil, minimum 3; gold makes 4
    assert scored(NONE, hand, [3, 4, 5, 6]) == 4 * 6
    assert scored(0, hand, [3, 4, 5, 6]) == 3 * 6 + 3  # gold is 3 coins
    assert scored(1, hand, [3, 4, 5, 6]) == 3 * 6  # one fewer
    assert scored(2, hand, [3, 4, 5, 7]) == 4 * 4  # 7 halved, rounded up


def test_WS_96_one_fewer_counts_for_the_minimum_too_after_assigning() -> None:
    assert scored(1, ["double.oil"], [3, 4, 5, 6]) == 0  # 3 - 1 is below the minimum of 3
    assert scored(1, ["double.oil", "gold"], [3, 4, 5, 6]) == 18
    assert scored(1, [], [3, 4, 5, 6]) == 0
