"""Speculation: the worked examples with their numbers."""

import pytest

from openoutcry.core.decisions import legal_actions
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles.speculation import notation, story, view
from openoutcry.titles.speculation.components import CARDS
from openoutcry.titles.speculation.rules import Speculation
from tests.titles.speculation.position import (
    EIGHT_IN_A_ROW,
    LETTERS,
    cards,
    dealt,
    fill_hands,
    fresh,
    last_in_fourth_segment,
    offered,
    play,
    play_cards,
    position,
    prices,
    ranks,
    reason,
    spaces,
    undecided,
)

# Worked examples. A Alhambra, B Metro, C Timbuktu, D to H the others.

RULEBOOK = {"A": 12, "B": 18, "C": 22, "D": 9, "E": 5, "F": 3, "G": 1}


def test_SX_01_prices_of_the_rulebooks_example() -> None:
    assert prices(position(bricks=RULEBOOK), "CBADEFGH") == [175, 110, 95, 65, 50, 40, 30, 20]
    star = position(bricks=RULEBOOK, side="star")
    assert prices(star, "CBADEFGH") == [110, 80, 65, 45, 40, 30, 25, 20]


def test_SX_02_leaders_on_21_19_and_18() -> None:
    assert prices(position(bricks={"A": 21, "B": 19, "C": 18}), "ABC") == [175, 110, 95]


def test_SX_03_the_last_of_eight_on_32() -> None:
    assert prices(last_in_fourth_segment(), "H") == [-10]


def test_SX_04_all_on_START() -> None:
    state = fresh()
    assert prices(state) == [20] * 8
    assert ranks(state) == [8] * 8


def test_SX_05_rank_up_over_an_occupied_space() -> None:
    state = position(tile="raise", bricks={"A": 21, "C": 22, "B": 18})
    assert view.offer(state, 0, notation.read("raise B")).args["space"] == 23
    play(state, "raise B")
    assert prices(state, "BCA") == [175, 130, 105]


def test_SX_06_rank_up_from_START() -> None:
    state = position(tile="raise", bricks={"C": 5})
    assert "raise C" not in offered(state)
    play(state, "raise A")
    assert (spaces(state, "A"), prices(state, "AC")) == ([6], [110, 95])


def test_SX_07_rank_down_of_the_only_brick_that_has_moved() -> None:
    state = position(tile="lower", bricks={"C": 5})
    assert offered(state) == ["lower C"]
    assert view.offer(state, 0, notation.read("lower C")).args["space"] == "start"
    play(state, "lower C")
    assert prices(state) == [20] * 8


def test_SX_09_only_START_is_left_behind() -> None:
    state = position(tile="lower", bricks={"C": 9, "A": 2, "B": 1})
    play(state, "lower A")
    assert spaces(state, "CAB") == [9, 0, 1]
    assert (prices(state, "AB"), ranks(state, "B")) == ([20, 95], [2])


def test_SX_11_rank_down_with_all_eight_on_the_track() -> None:
    state = position(tile="lower", bricks=EIGHT_IN_A_ROW)
    assert reason(state, "lower H") == "SP-27 last company=showmanager"
    play(state, "lower G")
    assert spaces(state, "GH") == [0, 1]


def test_SX_12_rank_up_onto_END() -> None:
    state = position(tile="raise", bricks={"A": 59, "B": 58, "C": 57})
    assert view.offer(state, 0, notation.read("raise C")).args["space"] == "end"
    play(state, "raise C")
    assert (spaces(state, "C"), ranks(state, "C"), prices(state, "C")) == ([60], [1], [365])
    fill_hands(play_cards(state, "DEF"))
    assert state.mover() == OVER


def test_SX_13_three_empty_spaces_and_twice_the_same_brick() -> None:
    state = position(bricks={"B": 10, "C": 12, "A": 30}, steps=3)
    before = state.clone()
    play_cards(state, "BCB")
    assert spaces(state, "BCA") == [18, 16, 30]
    told = story.tell(*last_card(before, "BCB"), state)
    ways = [(e.args["from"], e.args["space"]) for e in told if e.key == "story.moved"]
    assert ways == [(10, 14), (12, 16), (14, 18)]


def last_card(state: Speculation, letters: str) -> tuple[Speculation, int, int]:
    """All but the last card laid; the seat and action still to come."""
    play_cards(state, letters[:-1])
    state.hand[2] = cards(letters[-1] + "H")
    return state, 2, notation.read(f"play {letters[-1]}")


def test_SX_14_jumping_over_a_row() -> None:
    row = {"D": 5, "A": 6, "B": 7, "C": 8}
    assert spaces(play_cards(position(bricks=row, steps=1), "DGH"), "D") == [9]
    assert spaces(play_cards(position(bricks=row, steps=6), "EGH"), "E") == [10]


def test_SX_16_onto_END_over_an_occupied_space() -> None:
    state = play_cards(position(bricks={"A": 57, "B": 58}, steps=2), "ACD")
    assert spaces(state, "AB") == [60, 58]


@pytest.mark.parametrize(("played", "steps"), [("+ABC", 0), ("+ABCD", 3), ("++ABC", 0)])
def test_SX_17_bank_holiday_on_tile_five(played: str, steps: int) -> None:
    state = position(seats=len(played), steps=5)
    assert state.steps_with(played.count("+")) == steps
    assert spaces(play_cards(state, played), "A") == [steps]


def test_SX_18_the_card_cycle() -> None:
    state = dealt(3)
    rng = Rng(1)
    sizes = []
    while state.turn < 11:
        if state.phase == CARDS and undecided(state) == [0, 1, 2]:
            player = view.board(state, 0).players[0]
            sizes.append((player.hand, player.deck))
        mover = int(state.mover())
        action = state.draw(rng) if mover == CHANCE else legal_actions(state, mover)[0]
        state.apply(mover, action)
    assert sizes == [(2, 7 - play_number) for play_number in range(8)] + [(1, 0), (2, 7)]


def test_SX_19_a_purchase_paid_by_a_sale() -> None:
    state = position(tile="trade", bricks=RULEBOOK, shares=["B", "", ""], cash=[0, 0, 0])
    assert reason(state, "buy A") == "SP-19 too_dear cost=95 cash=0"
    offer = view.offer(state, 0, notation.read("sell B buy A"))
    assert (offer.args["cost"], offer.args["cash_after"]) == (-15, 15)
    assert offer.targets == ("share:metro", "bank:alhambra")
    play(state, "sell B buy A")
    assert state.cash[0] == 15


def test_SX_21_the_supply() -> None:
    def supply() -> Speculation:
        return position(tile="trade", shares=["A", "B", "C"], cash=[20, 20, 20])

    state = supply()
    assert state.bank[0] == 1
    play(state, "hold", "buy A")
    assert reason(state, "buy A") == "SP-20 none_in_bank company=alhambra"
    assert reason(play(supply(), "sell A", "buy A"), "buy A") == ""


def test_SX_23_segment_edges() -> None:
    edges = dict(zip(LETTERS, (10, 11, 20, 21, 30, 31, 40, 41), strict=True))
    state = position(bricks=edges)
    assert prices(state) == [20, 20, 35, 50, 75, 115, 155, 260]
    assert ranks(state) == [8, 7, 6, 5, 4, 3, 2, 1]


def test_SX_25_set_up_for_five() -> None:
    state = dealt(5)
    assert sorted(map(int, state.bank)) == [3] * 5 + [4] * 3
    assert list(map(int, state.cash)) == [20] * 5
