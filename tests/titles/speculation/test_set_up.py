"""Speculation: material, set-up and prices."""

import pytest

from openoutcry import OptionError, new
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out_by
from openoutcry.core.state import CHANCE, SPECTATOR
from openoutcry.titles import find
from openoutcry.titles.speculation import notation, view
from tests.titles.speculation.position import (
    EDITION,
    LETTERS,
    dealt,
    draw,
    fresh,
    last_in_fourth_segment,
    play,
    play_cards,
    position,
    prices,
    ranks,
    spaces,
    weights,
)

# Material and set-up


@pytest.mark.parametrize("seats", [2, 7])
def test_SP_01_three_to_six_players(seats: int) -> None:
    with pytest.raises(OptionError, match="3 to 6"):
        new("speculation", seats=seats)
    for right in (3, 4, 5, 6):
        assert new("speculation", seats=right).seats == right


def test_SP_02_the_material() -> None:
    assert len(EDITION.texts("companies", "names")) == 8
    assert EDITION.number("shares", "printed") * 8 == 40
    assert EDITION.number("cards", "sets") * (8 + 1) == 54
    kinds = ("trade", "rank_up", "rank_down", "no_action")
    assert [EDITION.number("tiles", kind) for kind in kinds] == [3, 1, 1, 1]
    assert EDITION.numbers("movement", "values") == [1, 2, 3, 4, 5, 6]


def test_SP_03_only_the_price_lists_of_the_two_sides_differ() -> None:
    plain, star = fresh(4, "plain"), fresh(4, "star")
    assert plain.dump()[2:] == star.dump()[2:]
    assert view.board(plain, 0).lists == view.board(star, 0).lists
    assert (view.board(plain, 0).side, view.board(star, 0).side) == ("plain", "star")
    bricks = {"A": 12}
    assert prices(position(bricks=bricks), "AB") == [140, 20]
    assert prices(position(bricks=bricks, side="star"), "AB") == [90, 20]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_SP_03_the_star_side_is_harder_for_players_of_equal_skill(seats: int) -> None:
    def mean_wealth(side: str) -> float:
        total = 0
        for seed in range(40):
            state = fresh(seats, side)
            play_out_by(state, find("speculation").advice, Rng(seed))
            total += sum(state.scores())
        return total / (40 * seats)

    assert mean_wealth("star") < 0.8 * mean_wealth("plain")


def test_SP_03_an_unknown_side_is_refused() -> None:
    with pytest.raises(OptionError, match="plain, star"):
        new("speculation", seats=3, options={"side": "back"})


def test_SP_04_all_bricks_start_together_and_other_spaces_hold_one() -> None:
    state = fresh()
    assert spaces(state) == [0] * 8
    crowd = {"A": 60, "B": 60, "C": 7}
    assert spaces(play_cards(position(bricks=crowd, steps=1), "DDD")) == [60, 60, 7, 3, 0, 0, 0, 0]


@pytest.mark.parametrize(("seats", "each"), [(3, 2), (4, 3), (5, 4), (6, 5)])
def test_SP_05_one_share_fewer_than_players(seats: int, each: int) -> None:
    assert list(map(int, fresh(seats).bank)) == [each] * 8


def test_SP_06_everybody_draws_a_share_of_another_company() -> None:
    state = fresh(3)
    assert weights(state) == {f"share {letter}": 1 for letter in LETTERS}
    draw(state, "share C")
    assert weights(state) == {f"share {letter}": 1 for letter in "ABDEFGH"}
    draw(state, "share H", "share A")
    players = view.board(state, SPECTATOR).players
    assert [player.shares.index(1) for player in players] == [2, 7, 0]
    assert [sum(player.shares) for player in players] == [1, 1, 1]
    assert list(map(int, state.bank)) == [1, 2, 1, 2, 2, 2, 2, 1]


def test_SP_07_twenty_each_and_everybody_sees_cash_and_shares() -> None:
    state = dealt(4)
    for viewer in (0, 3, SPECTATOR):
        players = view.board(state, viewer).players
        assert [player.cash for player in players] == [20] * 4
        assert [player.shares.index(1) for player in players] == [0, 1, 2, 3]
    assert view.worth(state, SPECTATOR) == [40] * 4


def test_SP_08_two_cards_that_only_their_owner_sees() -> None:
    state = draw(fresh(3), "share A", "share B", "share C", "start 2")
    assert weights(state) == {f"card {name}": 1 for name in [*LETTERS, "holiday"]}
    for seat in (0, 1, 2, SPECTATOR):
        assert state.witness(seat, CHANCE, 20) == (seat == 0)
    draw(state, "card A")
    assert "card A" not in weights(state)
    draw(state, "card holiday", "card A", "card B", "card C", "card D")
    assert view.board(state, 0).hand == ["alhambra", "holiday"]
    assert view.board(state, 1).hand == ["alhambra", "metro"]
    assert view.board(state, SPECTATOR).hand is None
    assert [player.deck for player in view.board(state, 0).players] == [7] * 3


def test_SP_09_every_seat_starts_with_equal_chance() -> None:
    state = draw(fresh(5), *[f"share {letter}" for letter in "ABCDE"])
    assert weights(state) == {f"start {seat}": 1 for seat in range(5)}
    assert draw(state, "start 3").active == 3


# Prices


def test_SP_10_the_segment_picks_the_list_and_the_rank_the_line() -> None:
    state = position(bricks={"A": 10, "B": 11, "C": 35})
    assert prices(state, "ABC") == [80, 110, 215]
    assert [company.segment for company in view.board(state, 0).companies[:4]] == [
        0,
        1,
        3,
        None,
    ]


def test_SP_11_a_brick_on_START_costs_twenty_on_both_sides() -> None:
    for side in ("plain", "star"):
        assert prices(position(bricks={"A": 5}, side=side), "BH") == [20, 20]


def test_SP_12_START_bricks_are_jointly_last() -> None:
    assert ranks(position(bricks={"C": 5})) == [8, 8, 1, 8, 8, 8, 8, 8]
    assert ranks(position(bricks={"C": 5, "A": 9}), "ABC") == [1, 8, 2]
    assert ranks(position(), "AH") == [8, 8]


def test_SP_13_a_negative_price_turns_payment_round() -> None:
    state = last_in_fourth_segment(shares=["H", "", ""], cash=[30, 0, 0])
    assert prices(state, "H") == [-10]
    play(state, "sell H", "buy H")
    assert list(map(int, state.cash)) == [20, 10, 0]


def test_SP_13_paying_to_sell_asks_for_confirmation() -> None:
    state = last_in_fourth_segment(shares=["H", "", ""], cash=[30, 0, 0])
    assert view.offer(state, 0, notation.read("sell H")).confirm == "confirm.pay_to_sell"
    assert view.offer(state, 0, notation.read("buy H")).confirm == ""


def test_SP_14_prices_hold_during_a_Trade() -> None:
    state = position(tile="trade", bricks={"A": 5, "B": 3}, cash=[200, 200, 200])
    before = prices(state)
    play(state, "buy A")
    assert prices(state) == before
    play(state, "buy B")
    assert prices(state) == before
