"""Speculation's rules, each by its id, and the worked examples with their numbers."""

import re

import pytest

from openoutcry import EditionError, OptionError, new
from openoutcry.core.edition import kind_of, parse
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out, play_out_by
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles import find
from openoutcry.titles.speculation import notation, story, view
from openoutcry.titles.speculation.rules import Speculation
from openoutcry.titles.speculation.tables import (
    CARDS,
    DRAW_ACTION,
    ENDED,
    HOLD,
    RANKING,
    TRADE,
    TRADING,
    WIDTH,
    cards_of,
)
from tests.titles.conformance.setups import legal, positions
from tests.titles.speculation.position import (
    EDITION,
    LETTERS,
    TEXT,
    cards,
    draw,
    fill_hands,
    fresh,
    play,
    play_cards,
    position,
    prices,
    ranks,
    reason,
    small_edition,
    spaces,
    undecided,
    weights,
)

EIGHT_IN_A_ROW = {letter: 8 - i for i, letter in enumerate(LETTERS)}


def dealt(seats: int = 3, start: int = 0) -> Speculation:
    """Shares A, B, C, ... dealt, hands drawn, the first movement tile still to come."""
    state = fresh(seats)
    draw(state, *[f"share {LETTERS[seat]}" for seat in range(seats)], f"start {start}")
    return fill_hands(state)


def offered(state: Speculation) -> list[str]:
    """What the mover may do."""
    return [notation.write(action) for action in legal(state, int(state.mover()))]


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
    assert view.board(plain, 0)["lists"] == view.board(star, 0)["lists"]
    assert (view.board(plain, 0)["side"], view.board(star, 0)["side"]) == ("plain", "star")
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
    players = view.board(state, SPECTATOR)["players"]
    assert [player["shares"].index(1) for player in players] == [2, 7, 0]
    assert [sum(player["shares"]) for player in players] == [1, 1, 1]
    assert list(map(int, state.bank)) == [1, 2, 1, 2, 2, 2, 2, 1]


def test_SP_07_twenty_each_and_everybody_sees_cash_and_shares() -> None:
    state = dealt(4)
    for viewer in (0, 3, SPECTATOR):
        players = view.board(state, viewer)["players"]
        assert [player["cash"] for player in players] == [20] * 4
        assert [player["shares"].index(1) for player in players] == [0, 1, 2, 3]
    assert view.worth(state, SPECTATOR) == [40] * 4


def test_SP_08_two_cards_that_only_their_owner_sees() -> None:
    state = draw(fresh(3), "share A", "share B", "share C", "start 2")
    assert weights(state) == {f"card {name}": 1 for name in [*LETTERS, "holiday"]}
    for seat in (0, 1, 2, SPECTATOR):
        assert state.witness(seat, CHANCE, 20) == (seat == 0)
    draw(state, "card A")
    assert "card A" not in weights(state)
    draw(state, "card holiday", "card A", "card B", "card C", "card D")
    assert view.board(state, 0)["hand"] == ["alhambra", "holiday"]
    assert view.board(state, 1)["hand"] == ["alhambra", "metro"]
    assert view.board(state, SPECTATOR)["hand"] is None
    assert [player["deck"] for player in view.board(state, 0)["players"]] == [7] * 3


def test_SP_09_every_seat_starts_with_equal_chance() -> None:
    state = draw(fresh(5), *[f"share {letter}" for letter in "ABCDE"])
    assert weights(state) == {f"start {seat}": 1 for seat in range(5)}
    assert draw(state, "start 3").active == 3


# Prices


def test_SP_10_the_segment_picks_the_list_and_the_rank_the_line() -> None:
    state = position(bricks={"A": 10, "B": 11, "C": 35})
    assert prices(state, "ABC") == [80, 110, 215]
    assert [company["segment"] for company in view.board(state, 0)["companies"][:4]] == [
        0,
        1,
        3,
        None,
    ]


def test_SP_11_a_brick_on_START_costs_twenty_on_both_sides() -> None:
    for side in ("plain", "star"):
        assert prices(position(bricks={"A": 5}, side=side), "BH") == [20, 20]


def test_SP_12_START_bricks_are_jointly_last() -> None:
    assert ranks(position(bricks={"C": 5})) == [2, 2, 1, 2, 2, 2, 2, 2]
    assert ranks(position(bricks={"C": 5, "A": 9}), "ABC") == [1, 3, 2]
    assert ranks(position(), "AH") == [1, 1]


def last_in_fourth_segment(
    shares: list[str] | None = None, cash: list[int] | None = None
) -> Speculation:
    """H is eighth on 32, at -10; the others are ahead."""
    bricks = {"A": 59, "B": 58, "C": 57, "D": 56, "E": 55, "F": 54, "G": 53, "H": 32}
    return position(tile="trade", bricks=bricks, shares=shares, cash=cash)


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


# The turn


def test_SP_15_both_tiles_lie_open_before_anything_is_decided() -> None:
    state = position(tile="none", active=2)
    play_cards(state, "ABC")
    fill_hands(state)
    assert state.phase == DRAW_ACTION and state.active == 0
    draw(state, "tile raise", "steps 6")
    assert state.phase == RANKING
    board = view.board(state, SPECTATOR)
    assert (board["tile"], board["steps"]) == ("rank_up", 6)


def test_SP_16_the_first_turn_sets_a_Trade_tile() -> None:
    state = dealt(3, start=1)
    assert (state.turn, state.tile) == (1, TRADE)
    assert weights(state) == {f"steps {value}": 1 for value in range(1, 7)}
    draw(state, "steps 4")
    assert (state.phase, state.mover()) == (TRADING, 1)
    assert view.board(state, 0)["bags"]["actions"]["trade"] == 2
    play(state, "hold", "hold", "hold")
    fill_hands(play_cards(state, "ABC"))
    assert view.board(state, 0)["bags"]["actions"]["trade"] == 3  # it counts as drawn
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1, "tile none": 1}


def test_SP_17_first_the_action_then_movement() -> None:
    state = position(tile="raise", bricks={"A": 5, "B": 2}, steps=1)
    play(state, "raise B")
    assert spaces(state, "AB") == [5, 6]
    assert state.phase == CARDS
    assert spaces(play_cards(state, "ABC"), "AB") == [7, 8]


# Trade


def test_SP_18_everybody_trades_once_clockwise_from_the_active_player() -> None:
    state = position(tile="trade", active=2, shares=["A", "B", "C"], cash=[20, 20, 20])
    order = []
    for text in ("hold", "sell A buy B", "buy C"):
        order.append(int(state.mover()))
        play(state, text)
    assert order == [2, 0, 1]
    assert state.phase == CARDS
    assert list(map(int, state.cash)) == [20, 0, 20]


def test_SP_18_exactly_the_trades_one_can_pay_are_offered() -> None:
    # A 110, B 95, C 80, the others 20; the bank has no G.
    bricks = {"A": 5, "B": 3, "C": 1}
    state = position(tile="trade", bricks=bricks, shares=["A", "GG", ""], cash=[20, 0, 0])
    sales = [f"sell A{rest}" for rest in (" buy B", " buy C", *[f" buy {c}" for c in "DEFH"], "")]
    assert offered(state) == [*sales, "buy D", "buy E", "buy F", "buy H", "hold"]
    last = last_in_fourth_segment(shares=["H", "", ""], cash=[9, 0, 0])
    assert offered(last) == ["sell H buy G", "buy G", "buy H", "hold"]


def test_SP_19_both_halves_are_one_step_and_cash_never_falls_below_zero() -> None:
    bricks = {"A": 12, "B": 18, "C": 22}
    state = position(tile="trade", bricks=bricks, shares=["B", "", ""], cash=[0, 94, 0])
    assert prices(state, "ABC") == [95, 110, 175]
    assert reason(state, "buy A").startswith("SP-19 too_dear")
    play(state, "sell B buy A")
    assert state.cash[0] == 15
    assert reason(state, "buy A") == "SP-19 too_dear cost=95 cash=94"


def test_SP_19_a_negative_share_is_sold_only_by_somebody_who_can_pay() -> None:
    state = last_in_fourth_segment(shares=["H", "", ""], cash=[9, 0, 0])
    assert reason(state, "sell H") == "SP-19 too_dear cost=10 cash=9"
    # Rank 7 in the sixth segment costs -10 as well: buying G pays for selling H.
    assert prices(state, "G") == [-10]
    play(state, "sell H buy G")
    assert state.cash[0] == 9


def test_SP_19_money_from_a_negative_purchase_pays_for_a_negative_sale() -> None:
    state = last_in_fourth_segment(shares=["G", "", ""], cash=[0, 0, 0])
    assert reason(state, "sell G") == "SP-19 too_dear cost=10 cash=0"
    assert reason(state, "sell G buy H") == ""


def test_SP_20_only_what_is_owned_is_sold_and_what_the_bank_has_is_bought() -> None:
    state = position(tile="trade", shares=["A", "A", ""], cash=[50, 50, 50])
    assert reason(state, "sell B") == "SP-20 none_owned company=metro"
    assert reason(state, "buy A") == "SP-20 none_in_bank company=alhambra"
    assert reason(state, "sell A buy A") == "SP-20 same_company company=alhambra"
    play(state, "sell A buy B")
    assert reason(state, "buy A") == ""


def test_SP_21_no_limit_but_the_supply() -> None:
    state = position(seats=6, tile="trade", shares=["AAAABBBBCC"], cash=[20] * 6)
    play(state, "buy A")
    assert state.shares[0] == 5


def test_SP_22_a_trade_touches_nobody_elses_shares() -> None:
    state = position(tile="trade", shares=["A", "B", "C"], cash=[20, 20, 20])
    play(state, "sell A buy B")
    players = view.board(state, 0)["players"]
    assert [player["shares"] for player in players[1:]] == [
        [0, 1, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0, 0, 0],
    ]
    assert not any("seat" in word for word in map(notation.write, range(WIDTH)))


# Ranks


def test_SP_23_the_active_player_must_choose_a_brick() -> None:
    state = position(tile="raise", bricks={"A": 5, "B": 2}, active=1)
    assert state.mover() == 1
    assert offered(state) == ["raise B", *[f"raise {letter}" for letter in "CDEFGH"]]
    assert reason(state, "hold") == "SP-18 no_trade"
    assert reason(state, "lower A") == "SP-23 no_ranking"


def test_SP_24_rank_up_skips_occupied_spaces_and_not_for_the_leader() -> None:
    state = position(tile="raise", bricks={"A": 21, "C": 22, "B": 18})
    assert reason(state, "raise C") == "SP-24 leads company=timbuktu"
    play(state, "raise B")
    assert spaces(state, "ABC") == [21, 23, 22]
    assert ranks(state, "ABC") == [3, 1, 2]


def test_SP_25_from_START_past_the_hindmost_that_has_moved() -> None:
    state = position(tile="raise", bricks={"A": 9, "B": 4, "C": 5})
    play(state, "raise H")
    assert spaces(state, "H") == [6]


def test_SP_26_onto_END_when_every_space_ahead_is_taken() -> None:
    state = position(tile="raise", bricks={"A": 59, "B": 57})
    play(state, "raise B")
    assert spaces(state, "AB") == [59, 60]
    assert ranks(state, "BA") == [1, 2]


def test_SP_27_rank_down_skips_occupied_spaces_and_not_for_the_last() -> None:
    row = {**EIGHT_IN_A_ROW, "A": 30, "H": 9}  # A 30, H 9, B 7, C 6, ... G 2
    state = position(tile="lower", bricks=row)
    assert reason(state, "lower G") == "SP-27 last company=shogun"
    play(state, "lower A")
    assert spaces(state, "A") == [8]
    state = position(tile="lower", bricks=row)
    play(state, "lower H")
    assert spaces(state, "H") == [1]


def test_SP_28_back_to_START() -> None:
    state = position(tile="lower", bricks={"A": 9, "B": 4})
    assert offered(state) == ["lower A", "lower B"]
    assert reason(state, "lower C") == "SP-28 on_start company=timbuktu"
    play(state, "lower B")
    assert spaces(state, "AB") == [9, 0]
    assert prices(state, "AB") == [110, 20]


@pytest.mark.parametrize("tile", ["raise", "lower"])
def test_SP_29_rank_tiles_do_nothing_while_all_bricks_are_on_START(tile: str) -> None:
    state = position(tile="none")
    fill_hands(play_cards(state, "+BC"))
    draw(state, f"tile {tile}", "steps 4")
    assert state.phase == CARDS


# Movement


def started() -> Match:
    """A match of four whose cards are being chosen."""
    match = new("speculation", seats=4, seed=11)
    while match.decision.kind != "cards":
        match.play(match.decision.default)
    return match


def test_SP_30_all_choose_at_once_in_any_order() -> None:
    match = started()
    assert match.waiting == [0, 1, 2, 3]
    for seat in (2, 0, 3):
        decision = match.decision_for(seat)
        assert decision is not None
        match.play(seat, decision.actions[0])
    assert match.waiting == [1]
    assert match.decision.kind == "cards"


def test_SP_30_nobody_learns_a_card_before_all_are_turned_up() -> None:
    match = started()
    decision = match.decision_for(2)
    assert decision is not None
    before = {viewer: match.view(viewer) for viewer in (0, 1, 3, None)}
    match.play(2, decision.actions[1])
    for viewer in (0, 1, 3, None):
        after = match.view(viewer).board
        hidden = {**after, "players": before[viewer].board["players"]}
        assert hidden == before[viewer].board
        assert after["players"][2]["decided"] and after["players"][2]["shown"] is None
        assert match.steps(viewer)[-1].action is None
        assert match.story_for(viewer, since=match.step - 1) == []
    assert match.view(2).board["picked"] == decision.offers[1].args["card"]
    assert match.steps(2)[-1].action == decision.actions[1]
    laid = match.step - 1
    while not match.steps(None)[laid].action:
        match.play(match.decision.default)
    assert match.steps(None)[laid].action == decision.actions[1]


def test_SP_30_a_card_once_laid_stays() -> None:
    match = started()
    match.play(1, match.decision_for(1).actions[0])  # type: ignore[union-attr]
    assert match.state.refuse(1, HOLD) == "SP-30 already_played"
    assert match.state.refuse(0, notation.read("hold")) == "SP-18 no_trade"


def test_SP_30_only_cards_of_the_hand_are_played() -> None:
    state = position(hands=["AB", "CD", "E+"])
    assert offered(state) == ["play A", "play B"]
    assert reason(state, "play C") == "SP-30 not_in_hand"
    assert reason(state, "play holiday", seat=2) == ""


def test_SP_31_only_empty_spaces_count_and_cards_go_by_seat_order() -> None:
    state = position(bricks={"A": 1, "B": 2, "C": 4}, steps=2, active=1)
    play_cards(state, "ABD")  # seats 1, 2, 0
    assert spaces(state, "ABCD") == [5, 6, 4, 2]


def test_SP_31_a_company_played_by_everybody_moves_for_everybody() -> None:
    assert spaces(play_cards(position(seats=4, steps=6), "HHHH"), "H") == [24]


def test_SP_32_END_stops_and_what_is_there_stays() -> None:
    state = position(bricks={"A": 57}, steps=6)
    play_cards(state, "AAA")
    assert (spaces(state, "A"), state.arrived) == ([60], 1)


@pytest.mark.parametrize(
    ("played", "moved"),
    [
        ("BCD", 5),
        ("+BC", 0),
        ("++B", 0),
        ("BCDE", 5),
        ("+BCD", 0),
        ("BCDEF", 5),
        ("+BCDE", 3),
        ("++BCD", 0),
        ("BCDEFG", 5),
        ("+BCDEF", 3),
        ("++BCDE", 0),
        ("++++++", 0),
    ],
)
def test_SP_33_bank_holidays(played: str, moved: int) -> None:
    state = play_cards(position(seats=len(played), steps=5), played)
    reached = [space for space in spaces(state) if space]
    assert len(reached) == (len(played.replace("+", "")) if moved else 0)
    assert min(reached, default=0) == moved


@pytest.mark.parametrize(("tile", "half"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_SP_33_half_is_rounded_up(tile: int, half: int) -> None:
    assert spaces(play_cards(position(seats=5, steps=tile), "+AAAA"), "A") == [4 * half]


def test_SP_34_played_cards_are_discarded_and_one_is_drawn() -> None:
    state = position(hands=["AB", "CD", "E+"])
    play(state, "play A", "play D", "play holiday")
    assert [cards_of(int(state.shown[seat])) for seat in range(3)] == [[0], [3], [8]]
    assert [cards_of(int(state.hand[seat])) for seat in range(3)] == [[1], [2], [4]]
    assert weights(state) == {f"card {name}": 1 for name in [*"CDEFGH", "holiday"]}
    draw(state, "card C")
    assert (state.at, cards_of(int(state.hand[0]))) == (1, [1, 2])


def test_SP_35_after_nine_cards_everybody_shuffles() -> None:
    state = position()
    for seat in range(3):
        state.shown[seat] = cards("BCDEFGH+")
        state.hand[seat] = cards("A")
    state.played = 8
    assert [int(state.forced(seat)) for seat in range(3)] == [notation.read("play A")] * 3
    play(state, "play A", "play A", "play A")
    assert (state.played, list(map(int, state.shown))) == (0, [0, 0, 0])
    assert len(weights(state)) == 9
    fill_hands(state)
    assert [len(view.board(state, seat)["hand"]) for seat in range(3)] == [2, 2, 2]


def test_SP_35_cards_of_the_cycle_are_public() -> None:
    state = play_cards(position(), "A+C")
    for viewer in (0, 1, 2, SPECTATOR):
        players = view.board(state, viewer)["players"]
        assert [p["played"] for p in players] == [["alhambra"], ["holiday"], ["timbuktu"]]


# End of the turn and of the match


def test_SP_36_tiles_stay_out_until_a_Trade_turn() -> None:
    state = dealt(3)
    draw(state, "steps 1")
    play(state, "hold", "hold", "hold")
    fill_hands(play_cards(state, "BCD"))
    # After Trade the bags are full: the chances are 3, 1, 1, 1 in 6.
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1, "tile none": 1}
    draw(state, "tile none")
    assert weights(state) == {f"steps {value}": 1 for value in (1, 2, 3, 4, 5, 6)}
    draw(state, "steps 6")
    fill_hands(play_cards(state, "EFG"))
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1}
    draw(state, "tile lower")
    assert weights(state) == {f"steps {value}": 1 for value in (1, 2, 3, 4, 5)}
    draw(state, "steps 2")
    play(state, offered(state)[0])
    fill_hands(play_cards(state, "HAB"))
    draw(state, "tile raise", "steps 3")
    play(state, offered(state)[0])
    fill_hands(play_cards(state, "FGH"))
    # Three turns without Trade: now it is certain.
    assert weights(state) == {"tile trade": 3}
    table = view.board(state, SPECTATOR)["table"]
    assert table["actions"] == {"trade": 0, "rank_up": 1, "rank_down": 1, "no_action": 1}
    assert table["steps"] == [2, 3, 6]
    assert view.board(state, SPECTATOR)["bags"]["steps"] == [1, 4, 5]
    draw(state, "tile trade", "steps 1")
    play(state, "hold", "hold", "hold")
    fill_hands(play_cards(state, "CDE"))
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1, "tile none": 1}
    assert view.board(state, SPECTATOR)["table"]["steps"] == []


def test_SP_36_the_bags_go_clockwise() -> None:
    state = position(active=2)
    fill_hands(play_cards(state, "BCD"))
    assert state.active == 0


def test_SP_37_the_turn_is_finished_and_the_match_is_over() -> None:
    state = position(bricks={"A": 58, "B": 10}, steps=2)
    play_cards(state, "ABB")
    assert spaces(state, "AB") == [60, 14]  # the cards after it still move
    fill_hands(state)
    assert (state.phase, state.mover()) == (ENDED, OVER)
    assert reason(state, "hold", seat=0) == "SP-37 over"


def test_SP_37_movement_follows_a_rank_up_onto_END() -> None:
    state = position(tile="raise", bricks={"A": 59, "B": 58, "C": 57}, steps=1)
    play(state, "raise C")
    assert state.phase == CARDS
    fill_hands(play_cards(state, "DDD"))
    assert (spaces(state, "CD"), state.mover()) == ([60, 3], OVER)


def test_SP_38_bricks_on_END_rank_by_arrival() -> None:
    state = position(bricks={"H": 58, "A": 59, "B": 57, "C": 50}, steps=3)
    play_cards(state, "BHA")
    assert ranks(state, "BHAC") == [1, 2, 3, 4]
    assert prices(state, "BHAC") == [365, 245, 160, 85]


def test_SP_39_wealth_is_cash_and_shares_and_ties_are_shared() -> None:
    state = last_in_fourth_segment(shares=["AH", "", "C"], cash=[0, 300, 155])
    assert prices(state, "AHC") == [310, -10, 145]
    assert state.scores() == [300, 300, 300]
    assert state.places() == [1, 1, 1]
    state.cash[1] = 290
    assert state.places() == [1, 3, 1]
    lines = view.score_lines(state)[0]
    assert [(line.key, line.points) for line in lines] == [
        ("score.cash", 0),
        ("score.shares", 310),
        ("score.shares", -10),
    ]


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
    assert ranks(state) == [1] * 8


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
            player = view.board(state, 0)["players"][0]
            sizes.append((player["hand"], player["deck"]))
        mover = int(state.mover())
        action = state.draw(rng) if mover == CHANCE else legal(state, mover)[0]
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


# Notation and views


def test_trades_are_written_in_just_one_way() -> None:
    assert notation.write(HOLD) == "hold"
    assert notation.read("sell B buy A") == 1 * 9 + 0
    assert [notation.write(action) for action in (8, 72)] == ["sell A", "buy A"]
    for text in ("buy A sell B", "sell b", "sell  A", "buy I", "play 1", "raise", "hold "):
        with pytest.raises(ValueError):
            notation.read(text)


def test_a_seat_cannot_tell_which_cards_others_hold() -> None:
    state = play_cards(position(seats=4, hands=["AB", "AB", "AB", "AB"]), "CDEF")
    fill_hands(state)
    rng = Rng(5)
    seen = set()
    for _ in range(40):
        world = state.imagine(0, rng)
        assert world.hand[0] == state.hand[0]
        assert all(not world.hand[seat] & world.shown[seat] for seat in range(4))
        seen.add(int(world.hand[1]))
    assert len(seen) > 10


def test_advice_uses_only_what_the_seat_may_know() -> None:
    advice = find("speculation").advice
    rng = Rng(6)
    for number, state in enumerate(positions("speculation", 60, 6)):
        for seat in range(int(state.seats())):
            if not state.waiting(seat):
                continue
            world = state.imagine(seat, rng)
            assert advice.choose(state, seat, Rng(number)) == advice.choose(
                world, seat, Rng(number)
            )
            for action in legal(state, seat):
                assert advice.rate(state, seat, action) == advice.rate(world, seat, action)


def test_a_sensible_player_beats_random_ones() -> None:
    advice = find("speculation").advice
    wins = 0
    for seed in range(40):
        state, rng, sensible = fresh(4), Rng(seed), seed % 4
        while (mover := int(state.mover())) != OVER:
            if mover == CHANCE:
                action = int(state.draw(rng))
            elif mover == sensible:
                action = int(advice.choose(state, mover, rng))
            else:
                actions = legal(state, mover)
                action = actions[rng.below(len(actions))]
            state.apply(mover, action)
        wins += state.places()[sensible] == 1
    assert wins >= 28  # 10 would be luck


# Editions


def test_a_corrected_price_list_is_played_with() -> None:
    better = parse(TEXT.replace("[110,  95,  80, 65", "[115,  95,  80, 65"), "mine")
    match = new("speculation", seats=3, edition=better)
    assert match.view(0).board["lists"]["plain"][0][0] == 115
    assert match.record().edition.identity != EDITION.identity


def test_reported_prices_are_told_apart_cell_by_cell() -> None:
    plain = EDITION.table("prices.plain")
    assert kind_of(plain["source"]) == kind_of(EDITION.table("prices.star")["source"])
    reported = {
        cell: plain["lists"][int(cell[0]) - 1][int(cell[2]) - 1]
        for cell, source in plain["cells"].items()
        if kind_of(source) == "reported"
    }
    assert reported == {"1,1": 110, "1,2": 95, "2,2": 110, "2,3": 95, "3,1": 175, "4,8": -10}
    assert EDITION.table("prices.star")["cells"] == {}


def test_the_star_side_was_built_to_be_harder() -> None:
    plain, star = (EDITION.rows(f"prices.{side}", "lists") for side in ("plain", "star"))
    for easy, hard in zip(plain, star, strict=True):
        assert all(h <= e for e, h in zip(easy, hard, strict=True))
        for rank in range(7):
            assert hard[rank] - hard[rank + 1] <= easy[rank] - easy[rank + 1]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("side", ["plain", "star"])
def test_a_small_edition_plays_to_its_end(seats: int, side: str) -> None:
    edition = find("speculation").edition(small_edition())
    for seed in range(20):
        state = fresh(seats, side, edition)
        play_out(state, Rng(seed))
        assert max(int(state.position[c]) for c in range(3)) == 8
        advised = fresh(seats, side, edition)
        play_out_by(advised, find("speculation").advice, Rng(seed))
        assert advised.mover() == OVER


def test_a_small_edition_offers_only_its_own_companies() -> None:
    match = new("speculation", seats=3, edition=small_edition(), seed=1)
    assert match.view(0).companies == ["ash", "birch", "cedar"]
    assert match.view(0).board["players"][0]["hand"] == 2
    assert match.state.refuse(int(match.state.mover()), notation.read("buy D")) == (
        "SP-02 no_company"
    )
    texts = {word for action in match.decision.actions for word in re.findall("[A-H]", action)}
    assert texts <= {"A", "B", "C"}


@pytest.mark.parametrize(
    ("old", "new_text", "complaint"),
    [
        ("most = 6", "most = 9", "SP-06"),
        ("in_play = [2, 3, 4, 5]", "in_play = [2, 3, 4]", "SP-05"),
        ("in_play = [2, 3, 4, 5]", "in_play = [2, 3, 4, 6]", "SP-05"),
        ("sets = 6", "sets = 5", "SP-02"),
        ("hand = 2", "hand = 10", "SP-08"),
        ("start_cash = 20", "start_cash = -1", "start_cash"),
        ("start_cash = 20", 'start_cash = "20"', "whole number"),
        ("half_from = 5", "half_from = 0", "SP-33"),
        ("trade = 3", "trade = 0", "SP-16"),
        ("values = [1, 2, 3, 4, 5, 6]", "values = [1, 2, 3]", "SP-36"),
        ("values = [1, 2, 3, 4, 5, 6]", "values = [0, 2, 3, 4, 5, 6]", "from 1 to 20"),
        ("[11, 20]", "[12, 20]", "begin at 11"),
        ("[11, 20]", "[11]", r"\[first, last\]"),
        ("[51, 59], [60, 60]", "[51, 60]", "END"),
        ("[51, 59], [60, 60]", "[51, 69], [70, 70]", "62 at most"),
        ("[51, 59], [60, 60]", "[51, 55], [56, 59], [60, 60]", "8 segments"),
        ("[110,  95,  80, 65, 50", "[110,  95,  95, 65, 50", "list 1: every rank"),
        ("[110,  95,  80, 65, 50", "[110,  95,  80, 65.5, 50", "list 1: 8 prices"),
        ("[110,  95,  80, 65, 50, ", "[110,  95,  80, 65, ", "list 1: 8 prices"),
        ('"4,8" =', '"8,8" =', '"8,8" is not'),
        ('"4,8" = "reported', '"4,8" = "rumoured', "must begin with"),
        ('"metro", "timbuktu"', '"alhambra", "timbuktu"', "its own"),
        ('"metro", "timbuktu"', '"Me tro", "timbuktu"', "lower-case"),
        ('"metro", "timbuktu"', '"timbuktu"', "differ in length"),
        ('source = "printed: rulebook, moving the bricks"', "", "source"),
    ],
)
def test_an_edition_that_cannot_be_right_is_refused(
    old: str, new_text: str, complaint: str
) -> None:
    assert old in TEXT
    with pytest.raises(EditionError, match=complaint):
        new("speculation", seats=3, edition=parse(TEXT.replace(old, new_text), "mine"))
