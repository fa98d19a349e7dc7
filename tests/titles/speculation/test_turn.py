"""Speculation: a turn from its tiles to its end, and the end of the match."""

import pytest
from msgspec.structs import replace

from openoutcry import new
from openoutcry.core.match import Match
from openoutcry.core.sets import listed
from openoutcry.core.state import OVER, SPECTATOR
from openoutcry.titles.speculation import notation, view
from openoutcry.titles.speculation.board import SpeculationBoard
from openoutcry.titles.speculation.components import (
    CARDS,
    DRAW_ACTION,
    ENDED,
    HOLD,
    RANKING,
    TRADE,
    TRADING,
    WIDTH,
)
from tests.titles.speculation.position import (
    EIGHT_IN_A_ROW,
    cards,
    dealt,
    draw,
    fill_hands,
    last_in_fourth_segment,
    offered,
    play,
    play_cards,
    position,
    prices,
    ranks,
    reason,
    spaces,
    weights,
)

# The turn


def test_SP_15_both_tiles_lie_open_before_anything_is_decided() -> None:
    state = position(tile="none", active=2)
    play_cards(state, "ABC")
    fill_hands(state)
    assert state.phase == DRAW_ACTION and state.active == 0
    draw(state, "tile raise", "steps 6")
    assert state.phase == RANKING
    board = view.board(state, SPECTATOR)
    assert (board.tile, board.steps) == ("rank_up", 6)


def test_SP_16_the_first_turn_sets_a_Trade_tile() -> None:
    state = dealt(3, start=1)
    assert (state.turn, state.tile) == (1, TRADE)
    assert weights(state) == {f"steps {value}": 1 for value in range(1, 7)}
    draw(state, "steps 4")
    assert (state.phase, state.mover()) == (TRADING, 1)
    assert view.board(state, 0).bags.actions["trade"] == 2
    play(state, "hold", "hold", "hold")
    fill_hands(play_cards(state, "ABC"))
    assert view.board(state, 0).bags.actions["trade"] == 3  # it counts as drawn
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1, "tile none": 1}


def test_SP_17_first_the_action_then_movement() -> None:
    state = position(tile="raise", bricks={"A": 5, "B": 2}, steps=1)
    play(state, "raise B")
    assert spaces(state, "AB") == [5, 6]
    assert state.phase == CARDS
    assert spaces(play_cards(state, "ABC"), "AB") == [7, 8]
    first_turn = draw(dealt(3), "steps 4")
    for _ in range(3):
        assert reason(first_turn, "play A") == "SP-30 no_cards"
        play(first_turn, "hold")
    assert first_turn.phase == CARDS


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
    assert "sell B buy A" in offered(state) and "sell B buy C" not in offered(state)
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
    players = view.board(state, 0).players
    assert [player.shares for player in players[1:]] == [
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


def _board(match: Match, viewer: int | None) -> SpeculationBoard:
    board = match.view(viewer).board
    assert isinstance(board, SpeculationBoard)
    return board


def test_SP_30_nobody_learns_a_card_before_all_are_turned_up() -> None:
    match = started()
    decision = match.decision_for(2)
    assert decision is not None
    before = {viewer: _board(match, viewer) for viewer in (0, 1, 3, None)}
    match.play(2, decision.actions[1])
    for viewer in (0, 1, 3, None):
        after = _board(match, viewer)
        assert replace(after, players=before[viewer].players) == before[viewer]
        assert after.players[2].decided and after.players[2].shown is None
        assert match.steps(viewer)[-1].action is None
        assert match.story_for(viewer, since=match.step - 1) == []
    assert _board(match, 2).picked == decision.offers[1].args["card"]
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
    assert [listed(int(state.shown[seat])) for seat in range(3)] == [[0], [3], [8]]
    assert [listed(int(state.hand[seat])) for seat in range(3)] == [[1], [2], [4]]
    assert weights(state) == {f"card {name}": 1 for name in [*"CDEFGH", "holiday"]}
    draw(state, "card C")
    assert (state.at, listed(int(state.hand[0]))) == (1, [1, 2])


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
    assert [len(view.board(state, seat).hand or ()) for seat in range(3)] == [2, 2, 2]


def test_SP_35_cards_of_the_cycle_are_public() -> None:
    state = play_cards(position(), "A+C")
    for viewer in (0, 1, 2, SPECTATOR):
        players = view.board(state, viewer).players
        assert [p.played for p in players] == [["alhambra"], ["holiday"], ["timbuktu"]]


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
    table = view.board(state, SPECTATOR).table
    assert table.actions == {"trade": 0, "rank_up": 1, "rank_down": 1, "no_action": 1}
    assert table.steps == [2, 3, 6]
    assert view.board(state, SPECTATOR).bags.steps == [1, 4, 5]
    draw(state, "tile trade", "steps 1")
    play(state, "hold", "hold", "hold")
    fill_hands(play_cards(state, "CDE"))
    assert weights(state) == {"tile trade": 3, "tile raise": 1, "tile lower": 1, "tile none": 1}
    assert view.board(state, SPECTATOR).table.steps == []


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
