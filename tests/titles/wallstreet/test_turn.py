"""The turn and the three actions, each rule by its id (WS-32 to WS-75), with the examples."""

import pytest

from openoutcry.core.state import SPECTATOR
from openoutcry.titles.wallstreet import view
from openoutcry.titles.wallstreet.components import NONE
from openoutcry.titles.wallstreet.faces import card_name
from openoutcry.titles.wallstreet.notation import read
from openoutcry.titles.wallstreet.position import BOUGHT, END, MAIN, PLACE_EXPLOSION
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import (
    card,
    listed,
    offered,
    pile,
    play,
    position,
    refused,
    ring_name,
    sell,
    values,
)


def moves(state: WallStreet) -> list[str]:
    return [text for text in offered(state) if text.startswith("move ")]


def lot_names(state: WallStreet, slot: int) -> list[str]:
    cards = (state.p.ring[slot], state.p.lot[slot])
    return [card_name(state.p, number) for number in cards if number != NONE]


# The turn


def test_WS_32_flip_then_one_action_then_the_next_player() -> None:
    state = position(3, pawns=[1, 4, 5], ring={2: "single.maize"})
    assert "flip" in offered(state)
    play(state, "move 1", "keep")
    assert (state.p.phase, state.mover()) == (END, 0)
    assert refused(state, "move 1") == "WS-32"
    play(state, "done")
    assert (state.p.phase, state.mover()) == (MAIN, 1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("keep", "WS-45 nothing_to_keep"),
        ("done", "WS-33 act_first"),
        ("pay", "WS-135 nothing_to_redeem"),
        ("decline", "WS-135 nothing_to_redeem"),
        ("discard gold", "WS-48 nothing_to_discard"),
        ("discard halve", "WS-48 nothing_to_discard"),
        ("take gold", "WS-134 nothing_to_take"),
        ("take halve", "WS-134 nothing_to_take"),
        ("company maize", "WS-81 no_company_now"),
        ("company oil", "WS-81 no_company_now"),
        ("first 1", "WS-45 no_lot"),
        ("first 2", "WS-45 no_lot"),
        ("seat 0", "WS-85 no_rival_now"),
        ("pawn 0", "WS-30 pawns_stand"),
        ("card 0", "WS-85 no_card_now"),
    ],
)
def test_WS_33_an_answer_nobody_asked_for_is_refused_for_its_own_reason(
    answer: str, reason: str
) -> None:
    state = position(3, pawns=[1, 4, 5])
    assert state.refuse(state.mover(), read(answer)) == reason


def test_WS_32_explosion_comes_before_everything_else() -> None:
    state = position(3, pawns=[1, 4, 5])
    state.p.phase, state.p.top, state.p.hidden = END, 96, 0
    play(state, "done")
    assert (state.p.phase, state.mover()) == (PLACE_EXPLOSION, 1)


def test_WS_33_passing_is_not_possible_and_a_move_always_is() -> None:
    state = position(2, cash=[0, 4], capital=[4, 4])
    assert refused(state, "done") == "WS-33"
    assert len(moves(state)) == 6
    state = position(
        2, cash=[0, 4], ring=dict.fromkeys(range(1, 6), "gold"), loans_for_optional=False
    )
    state.p.capital[0] = 0
    state.p.pawn[0] = 0  # nothing can be paid: all moves are offered
    assert len(moves(state)) == 6


def test_WS_34_a_flip_costs_1_that_stays_on_the_card() -> None:
    state = position(cash=[4, 4, 4], coins=2)
    play(state, "flip")
    assert (state.p.cash[0], state.p.coins, state.p.direction) == (3, 3, -1)
    play(state, "move 1")
    assert refused(state, "flip") == "WS-34"


def test_WS_35_EX_10_one_flip_a_turn_at_the_start() -> None:
    state = position(3, pawns=[2, 5, 5], ring={1: "single.maize", 2: "gold"}, cash=[4, 4, 4])
    assert state.p.reach(0, 6) == 1  # green: six steps
    play(state, "flip")
    assert state.p.coins == 1
    assert state.p.reach(0, 1) == 1  # red: one step
    assert refused(state, "flip") == "WS-35"
    play(state, "move 1", "keep")
    assert state.mover() == 1  # no second flip: the turn is over


def test_WS_35_or_one_flip_at_the_end() -> None:
    state = position(3, pawns=[1, 4, 4], ring={2: "single.maize"})
    play(state, "move 1", "keep", "flip")
    assert (state.mover(), state.p.direction, state.p.coins) == (1, -1, 1)


def test_WS_35_option_two_flips_one_at_each_end() -> None:
    state = position(3, pawns=[2, 4, 4], ring={1: "single.maize"}, flips=2)
    play(state, "flip")
    assert refused(state, "flip") == "WS-35"
    play(state, "move 1", "keep")
    assert offered(state) == ["flip", "done"]
    play(state, "flip")
    assert (state.mover(), state.p.direction, state.p.coins) == (1, 1, 2)


def test_WS_36_the_own_coin_may_be_taken_back_on_trend() -> None:
    state = position(3, pawns=[1, 4, 4], cash=[4, 4, 4])
    play(state, "flip", "move 1")
    assert (state.p.pawn[0], state.p.cash[0], state.p.coins) == (0, 4, 0)


# Move and acquire


def test_WS_40_one_to_a_full_lap() -> None:
    state = position(3, pawns=[2, 4, 4])
    assert moves(state) == [f"move {k}" for k in range(1, 8)]
    assert refused(state, "move 8") == "WS-40"
    assert state.p.reach(0, 7) == 2


def test_WS_40_EX_12_the_own_card_takes_a_full_lap() -> None:
    state = position(
        4, pawns=[1, 4, 4, 4], ring={1: "double.maize"}, capital=[7, 5, 5, 5], cash=[4, 4, 4, 4]
    )
    offer = view.offer(state, 0, read("move 8"))
    numbers = [offer.args[key] for key in ("slot", "cost", "capital_part", "cash_part")]
    assert numbers == [1, 10, 7, 3]
    assert all(state.p.reach(0, k) != 1 for k in range(1, 8))
    play(state, "move 8")
    assert state.p.cash[0] == 1


def test_WS_41_WS_43_WS_44_EX_01_the_printed_purchase() -> None:
    state = position(
        3, pawns=[1, 4, 6], ring={4: "double.maize"}, capital=[5, 5, 5], cash=[4, 4, 4], top="gold"
    )
    assert state.p.price(0, 3) == 3 + 2  # steps and card, all of it capital
    play(state, "move 3", "keep")
    assert listed(state.p.cash) == [3, 5, 4]
    assert pile(state, 0) == ["double.maize"]
    assert ring_name(state, 4) == "gold"


def test_WS_42_EX_05_above_capital_in_cash() -> None:
    state = position(3, pawns=[1, 2, 2], ring={5: "single.oil"}, capital=[4, 4, 4], cash=[4, 4, 4])
    play(state, "move 4")
    assert (state.p.cash[0], state.p.capital[0]) == (1, 4)


def test_WS_43_occupants_are_paid_once_per_pawn_not_per_card() -> None:
    state = position(
        4,
        pawns=[1, 3, 3, 5],
        ring={3: "single.maize"},
        lots={3: "single.maize"},
        cash=[4, 4, 4, 4],
        capital=[7, 5, 5, 5],
    )
    play(state, "move 2")
    assert listed(state.p.cash) == [2, 5, 5, 4]


def test_WS_44_fees_are_due_also_for_a_card_that_is_discarded() -> None:
    state = position(3, pawns=[1, 2, 5], ring={2: "black_day"}, cash=[4, 4, 4])
    play(state, "move 1", "discard halve")
    assert listed(state.p.cash) == [3, 5, 4]


def test_WS_44_a_loan_for_the_fee_comes_before_the_price() -> None:
    state = position(
        3, pawns=[1, 2, 2], ring={2: "single.maize"}, cash=[0, 4, 4], capital=[1, 4, 4]
    )
    play(state, "move 1")  # 2 in fees, price 2 of which 1 by capital
    assert (state.p.cash[0], state.p.loans[0]) == (2, 1)
    assert listed(state.p.cash)[1:] == [5, 5]


@pytest.mark.parametrize("first", ["first 1", "first 2"])
def test_WS_45_a_lot_card_by_card_in_an_order_of_choice(first: str) -> None:
    state = position(
        3, pawns=[1, 5, 5], ring={2: "single.maize"}, lots={2: "single.oil"}, capital=[7, 4, 4]
    )
    assert offered(play(state, "move 1")) == ["first 1", "first 2"]
    play(state, first)
    assert refused(state, first) == "WS-45"
    assert card_name(state.p, state.p.hand) == ("single.maize", "single.oil")[first == "first 2"]
    play(state, "keep")
    assert state.p.phase == BOUGHT
    play(state, "discard fewer")
    assert pile(state, 0) == [("single.maize", "single.oil")[first == "first 2"]]
    assert state.p.discarded == 1


@pytest.mark.parametrize(("choice", "kept", "thrown"), [("keep", 2, 0), ("discard gold", 0, 2)])
def test_WS_45_keep_both_or_neither(choice: str, kept: int, thrown: int) -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "gold"}, lots={2: "gold"}, capital=[7, 4, 4])
    play(state, "move 1", choice, choice)  # two equal cards: no order to ask for
    assert (len(pile(state, 0)), state.p.discarded) == (kept, thrown)


def test_WS_46_a_kept_share_moves_its_company_first() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "single.oil:1"}, values=[3, 4, 5, 6])
    play(state, "move 1", "keep")
    assert values(state) == [3, 4, 5, 7]
    assert pile(state, 0) == ["single.oil"]


def test_WS_47_a_kept_variation_acts_and_counts_its_points() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "move.steel.down2:-2"}, values=[3, 4, 5, 6])
    play(state, "move 1", "keep")
    assert values(state) == [3, 4, 3, 6]
    assert (state.p.sizes[1], state.p.points[0]) == (1, 2)


def test_WS_48_a_discarded_card_does_nothing() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "move.steel.down2:-2"}, values=[3, 4, 5, 6])
    play(state, "move 1", "discard fewer")
    assert values(state) == [3, 4, 5, 6]
    assert card_name(state.p, state.p.tops[1]) == "move.steel.down2"
    assert refused(state, "discard gold") == "WS-48"


def test_WS_49_one_card_refills_also_after_a_lot() -> None:
    state = position(
        3, pawns=[1, 5, 5], ring={2: "gold"}, lots={2: "single.maize"}, top="black_day"
    )
    left = int(state.p.left)
    play(state, "move 1", "first 1", "keep", "keep")
    assert lot_names(state, 2) == ["black_day"]
    assert state.p.left == left - 1


def test_WS_50_EX_09_stopping_on_trend() -> None:
    state = position(
        3, pawns=[5, 0, 3], coins=3, cash=[4, 4, 4], capital=[5, 4, 4], top="black_day"
    )
    play(state, "move 2")
    assert listed(state.p.cash) == [7, 4, 4] and state.p.coins == 0  # no fee on Trend
    assert offered(state) == ["discard gold", "discard fewer", "discard halve"]
    play(state, "discard halve")
    assert card_name(state.p, state.p.tops[2]) == "black_day"
    assert state.p.sizes[0] == state.p.sizes[1] == 0


def test_WS_50_EX_09_the_price_is_settled_before_the_coins_are_taken() -> None:
    state = position(3, pawns=[1, 3, 3], coins=3, cash=[0, 4, 4], capital=[4, 4, 4])
    play(state, "move 6")
    assert (state.p.cash[0], state.p.loans[0]) == (6, 1)


def test_WS_50_trend_without_coins_and_a_lap_from_trend_to_trend() -> None:
    state = position(2, pawns=[0, 3], capital=[7, 4])
    assert "move 6" in offered(state)
    play(state, "move 6")
    assert state.p.pawn[0] == 0


# Sell


def test_WS_55_not_on_trend_nor_on_a_lot_nor_without_a_share() -> None:
    state = position(3, pawns=[1, 2, 3], piles=[["gold"]])
    assert sell(state, "gold") in offered(state)
    variation = read(sell(state, "black_day"))
    assert state.refuse(state.mover(), variation) == "WS-55 not_a_share"
    assert refused(state, sell(state, "single.oil")) == "WS-55"
    state.p.pawn[0] = 0
    assert refused(state, sell(state, "gold")) == "WS-55"
    state = position(3, pawns=[1, 2, 3], piles=[["gold"]], lots={1: "gold"})
    assert refused(state, sell(state, "gold")) == "WS-55"
    state = position(3, pawns=[1, 2, 3], piles=[["black_day"]])
    assert not [text for text in offered(state) if text.startswith("sell")]


def test_WS_56_WS_57_EX_02_the_printed_sale() -> None:
    state = position(
        3,
        pawns=[2, 5, 5],
        ring={2: "gold"},
        piles=[["single.steel"]],
        values=[3, 4, 7, 6],
        cash=[4, 4, 4],
        top="single.oil",
    )
    play(state, sell(state, "single.steel"), "discard fewer")
    assert card_name(state.p, state.p.tops[1]) == "gold"
    assert lot_names(state, 2) == ["single.steel", "single.oil"]
    assert (state.p.cash[0], state.p.pawn[0], pile(state, 0)) == (8, 2, [])
    assert values(state) == [3, 4, 7, 6]


def test_WS_57_EX_03_a_double_sells_at_full_value() -> None:
    state = position(3, piles=[["double.steel"]], values=[3, 4, 7, 6], cash=[0, 4, 4])
    play(state, sell(state, "double.steel"), "discard gold")
    assert state.p.cash[0] == 7


@pytest.mark.parametrize(
    ("now", "name", "cash"),
    [
        ([3, 4, 7, 6], "dual.cotton.oil", 2),
        ([3, 4, 7, 6], "dual.maize.steel", 2),
        ([3, 4, 7, 6], "gold", 2),
        ([5, 5, 9, 6], "gold", 3),
        ([5, 5, 9, 6], "single.steel", 5),
    ],
)
def test_WS_57_EX_04_duals_and_gold_sell_at_the_lowest(
    now: list[int], name: str, cash: int
) -> None:
    state = position(3, values=now, board="orange")
    assert state.p.sale_value(card(state.p, name)) == cash


def test_WS_58_selling_moves_nothing_but_the_next_buyer_does() -> None:
    state = position(
        2,
        pawns=[2, 1],
        piles=[["single.oil:1"]],
        values=[3, 4, 5, 6],
        top="single.maize",
        capital=[7, 7],
    )
    play(state, sell(state, "single.oil:1"), "discard gold", "done")
    assert values(state) == [3, 4, 5, 6]
    play(state, "move 1", "first 1", "keep")
    assert values(state) == [3, 4, 5, 7]


def test_WS_59_other_pawns_on_the_slot_do_not_matter_to_a_sale() -> None:
    state = position(3, pawns=[1, 1, 1], piles=[["single.steel"]], values=[3, 4, 5, 6])
    play(state, sell(state, "single.steel"), "discard gold")
    assert listed(state.p.cash) == [7, 4, 4]


def test_WS_60_a_lot_costs_the_sum() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "gold"}, lots={2: "single.oil"})
    assert state.p.price(0, 1) == 1 + 4 + 3
    assert view.offer(state, 0, read("move 1")).key == "offer.move_lot"


# Raise capital


def test_WS_65_EX_16_raising_capital() -> None:
    state = position(3, pawns=[2, 5, 5], cash=[3, 4, 4], capital=[5, 4, 4], top="gold")
    play(state, "raise")
    assert (state.p.cash[0], state.p.capital[0]) == (1, 5)
    play(state, "discard gold")
    assert (state.p.capital[0], state.p.pawn[0]) == (6, 2)
    assert card_name(state.p, state.p.tops[0]) == "gold"
    state = position(3, cash=[1, 4, 4], capital=[5, 4, 4])
    play(state, "raise", "discard gold")
    assert (state.p.cash[0], state.p.loans[0], state.p.capital[0]) == (4, 1, 6)


def test_WS_66_EX_16_not_above_7() -> None:
    state = position(3, capital=[7, 4, 4])
    assert "raise" not in offered(state)
    assert refused(state, "raise") == "WS-66"


# Loans


def test_WS_70_WS_84_EX_07_loans_in_a_rivals_turn_too() -> None:
    state = position(
        3, pawns=[1, 5, 5], ring={2: "black_day"}, cash=[1, 2, 0], loans=[1, 0, 0], capital=[4] * 3
    )
    play(state, "move 1", "keep")
    assert listed(state.p.cash) == [4, 0, 3]
    assert listed(state.p.loans) == [2, 0, 1]


def test_WS_71_8_points_the_first_16_with_the_second() -> None:
    state = position(3, loans=[1, 2, 0])
    players = view.board(state, SPECTATOR).players
    assert [player.penalty for player in players] == [8, 16, 0]
    without = position(3).scores()
    assert [before - now for before, now in zip(without, state.scores(), strict=True)] == [8, 16, 0]


def test_WS_72_a_third_loan_costs_8_more() -> None:
    state = position(3, cash=[0, 4, 4], loans=[2, 0, 0], capital=[4] * 3)
    before = state.scores()[0]
    play(state, "raise")
    assert state.p.loans[0] == 3
    assert state.scores()[0] == before + 5 - 2 - 8


def test_WS_73_one_payment_several_loans() -> None:
    state = position(3, pawns=[1, 5, 5], ring={1: "gold"}, cash=[0, 4, 4], capital=[4] * 3)
    assert state.p.loans_for(0, 7) == 2
    play(state, "move 7")  # price 11, 7 in cash
    assert (state.p.loans[0], state.p.cash[0]) == (2, 3)


def test_WS_74_a_choice_may_force_a_loan_and_is_asked_for() -> None:
    state = position(3, cash=[0, 4, 4])
    offer = view.offer(state, 0, read("flip"))
    assert (offer.confirm, offer.args["loans"], offer.args["penalty"]) == ("confirm.loan", 1, 8)
    assert view.offer(position(3), 0, read("flip")).confirm == ""
    play(state, "flip")
    assert (state.p.loans[0], state.p.cash[0]) == (1, 4)


def test_WS_74_option_no_loans_for_what_is_chosen() -> None:
    state = position(
        3,
        pawns=[1, 2, 5],
        ring={2: "gold", 3: "single.maize"},
        cash=[0, 4, 4],
        capital=[4] * 3,
        loans_for_optional=False,
        call_options=True,
    )
    assert offered(state)[0] == "move 2"  # neither flip nor raise, nor a fee for slot 2
    for text in ("flip", "raise", "move 1", "option 3"):
        assert refused(state, text) == "WS-74"
    state.p.cash[0] = 2
    assert {"flip", "raise", "move 1", "option 3"} <= {*offered(state)}


def test_WS_75_a_payee_gets_the_full_amount() -> None:
    state = position(5, pawns=[1, 2, 2, 2, 2], ring={2: "gold"}, cash=[0] + [4] * 4)
    play(state, "move 1")
    assert listed(state.p.cash) == [1, 5, 5, 5, 5]
    assert state.p.loans[0] == 1


@pytest.mark.parametrize("steps", range(1, 8))
def test_the_offer_of_a_move_says_who_pays_what(steps: int) -> None:
    state = position(3, pawns=[1, 3, 4], cash=[1, 4, 4], capital=[4] * 3)
    args = view.offer(state, 0, read(f"move {steps}")).args
    price = int(args["cost"])
    assert int(args["capital_part"]) + int(args["cash_part"]) == price
    due = int(args["cash_part"]) + int(args["fees"])
    assert args["loans"] == max(0, -(-(due - 1) // 5))
