"""Mogul's rules, each by its id."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from openoutcry import OptionError, new
from openoutcry.conformance.setups import random_step
from openoutcry.core.decisions import legal_actions
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.mogul import view
from openoutcry.titles.mogul.board import MogulBoard
from openoutcry.titles.mogul.memory import MEMORY
from openoutcry.titles.mogul.rules import (
    AUCTION,
    CRASH,
    DECK,
    FIRST_SEAT,
    LEAVE,
    LOAN,
    NO_LOAN,
    PAY,
    QUICK_DEAL,
    QUICK_PICK,
    REVEAL,
    SECOND,
    SELL,
    SOLD,
    TAKE,
    WINDOW,
    WINNER,
)
from tests.titles.mogul.position import (
    COLOURS,
    EDITION,
    dealt,
    ended,
    find_card,
    fresh,
    listed,
    play,
    position,
    reveal,
    won,
)

BROWN, GREEN, YELLOW, BLUE, PINK = range(5)


# Material and set-up


@pytest.mark.parametrize("seats", [2, 7])
def test_MO_01_three_to_six_players(seats: int) -> None:
    with pytest.raises(OptionError, match="3 to 6"):
        new("mogul", seats=seats)
    for right in (3, 4, 5, 6):
        assert new("mogul", seats=right).seats == right


def test_MO_02_the_material() -> None:
    cards = EDITION.rows("cards", "list")
    assert len(cards) == 31
    assert EDITION.number("chips", "total") == 45
    assert EDITION.number("track", "spaces") == 32


def test_MO_03_background_and_border_always_differ_and_counts_are_printed() -> None:
    cards = EDITION.rows("cards", "list")
    assert all(background != border for background, border, _ in cards)
    assert [sum(c[0] == name for c in cards) for name in COLOURS] == [8, 5, 5, 6, 7]
    assert [sum(c[1] == name for c in cards) for name in COLOURS] == [5, 6, 6, 7, 7]


def test_MO_04_points_are_public_and_start_at_zero() -> None:
    state = dealt(3)
    for viewer in (0, 1, 2, SPECTATOR):
        assert [p.points for p in view.board(state, viewer).players] == [0, 0, 0]


def test_MO_05_chips_are_no_points_before_the_end() -> None:
    state = position(chips=[10, 6, 6, 6])
    assert view.worth(state, 0) == [0, 0, 0, 0]


def test_MO_06_a_start_space_for_every_marker() -> None:
    assert listed(fresh(6).points) == [0] * 6


@pytest.mark.parametrize(("seats", "bank"), [(3, 27), (4, 21), (5, 15), (6, 9)])
def test_MO_07_six_chips_each_and_the_rest_is_the_bank(seats: int, bank: int) -> None:
    state = fresh(seats)
    assert listed(state.chips) == [6] * seats
    assert state.bank == bank


def test_MO_08_chips_are_hidden_from_others_unless_the_table_plays_open() -> None:
    hidden, shown = position(), dealt(4, chips="open")
    assert [p.chips for p in view.board(hidden, 1).players] == [None, 6, None, None]
    assert [p.chips for p in view.board(hidden, SPECTATOR).players] == [None] * 4
    assert [p.chips for p in view.board(shown, 1).players] == [6, 6, 6, 6]
    match = new("mogul", seats=3, options={"chips": "open"})
    assert [p.chips for p in view.board(match.state, 0).players] == [6, 6, 6]


def test_MO_09_everybody_starts_with_one_of_the_six_S_shares() -> None:
    state = fresh(6)
    marked = {card for card in range(31) if state.components.starter[card] == 1}
    assert len(marked) == 6
    assert {outcome for outcome, _ in state.outcomes()} == marked
    state = dealt(6)
    assert {card for card in range(31) if state.owner[card] >= 0} == marked
    assert all(state.shares[seat * 5 + BROWN] == 1 for seat in range(6))


def test_MO_10_undealt_S_shares_go_into_the_deck() -> None:
    state = dealt(4)
    assert state.left == 27
    in_deck = [card for card in range(31) if state.owner[card] == DECK]
    assert sum(int(state.components.starter[card]) for card in in_deck) == 2


def test_MO_11_the_crash_lies_with_equal_chance_in_each_of_the_last_five_places() -> None:
    state = dealt(3)
    chance_to_get_here, places = Fraction(1), {}
    for place in range(1, 30):
        outcomes = dict(state.outcomes())
        hit = Fraction(outcomes.get(CRASH, 0), sum(outcomes.values()))
        if hit:
            places[place] = chance_to_get_here * hit
        chance_to_get_here *= 1 - hit
        if hit == 1:
            break
        state.apply(CHANCE, next(o for o in outcomes if o != CRASH))
        play(state, *([NO_LOAN] * 3), LEAVE, LEAVE, TAKE)
        state.phase = REVEAL
    assert places == dict.fromkeys(range(25, 30), Fraction(1, 5))


def test_MO_12_the_start_player_is_drawn_at_random() -> None:
    state = fresh(5)
    for _ in range(5):
        state.apply(CHANCE, state.outcomes()[0][0])
    assert state.outcomes() == [(FIRST_SEAT + seat, 1) for seat in range(5)]
    state.apply(CHANCE, FIRST_SEAT + 3)
    assert state.start == 3


# A round


def test_MO_13_reveal_dividends_auction_actions_in_this_order() -> None:
    match = new("mogul", seats=3, seed=5)
    kinds: list[str] = []
    while match.step < 60 and not match.over:
        kind = match.decision.kind
        if not kinds or kinds[-1] != kind:
            kinds.append(kind)
        match.play(match.decision.default if kind != "auction" else match.decision.actions[0])
    assert kinds[:5] == ["loan", "auction", "winner", "second", "loan"]


def test_MO_14_the_crash_ends_the_match_without_dividends_or_auction() -> None:
    state = dealt(3)
    state.left = 4
    state.apply(CHANCE, CRASH)
    assert state.mover() == OVER
    assert listed(state.points) == [0, 0, 0]


def test_MO_15_one_point_for_each_own_share_of_the_revealed_colour() -> None:
    state = dealt(3)
    for seat, count in ((0, 3), (1, 1)):
        state.shares[seat * 5 + PINK] = count
    reveal(state, "pink/yellow")
    assert listed(state.points) == [3, 1, 0]


def test_MO_16_loans_lie_between_dividends_and_the_first_bid() -> None:
    state = reveal(dealt(3), "brown/pink")
    assert listed(state.points) == [1, 1, 1]
    assert state.phase == WINDOW
    play(state, NO_LOAN, NO_LOAN, NO_LOAN)
    assert state.phase == AUCTION


def test_MO_17_the_start_player_opens_and_turns_go_clockwise_past_those_out() -> None:
    state = position(start=2)
    order = []
    for action in (PAY, LEAVE, PAY, PAY, PAY, PAY):
        order.append(int(state.mover()))
        play(state, action)
    assert order == [2, 3, 0, 1, 2, 0]


def test_MO_18_exactly_one_chip_or_leave() -> None:
    state = position()
    assert legal_actions(state, 0) == [LEAVE, PAY]
    play(state, PAY)
    assert (state.pot, listed(state.chips)) == (1, [5, 6, 6, 6])


def test_MO_19_who_leaves_takes_the_pot_and_is_out() -> None:
    state = play(position(), PAY, PAY, LEAVE)
    assert listed(state.chips) == [5, 5, 8, 6]
    assert state.pot == 0
    play(state, PAY, PAY, PAY)
    assert state.mover() == 3
    assert state.refuse(2, PAY) == "MO-17 not_your_turn"


def test_MO_20_without_a_chip_one_has_to_leave() -> None:
    state = position(chips=[0, 6, 6, 6])
    assert legal_actions(state, 0) == [LEAVE]
    assert state.refuse(0, PAY) == "MO-20 no_chip"
    assert state.forced(0) == LEAVE


def test_MO_21_the_last_one_left_wins_without_paying_again() -> None:
    state = play(position(), LEAVE, LEAVE, LEAVE)
    assert (state.phase, state.winner, state.chips[3], state.pot) == (WINNER, 3, 6, 0)


def test_MO_22_whoever_left_last_is_second() -> None:
    state = play(position(), PAY, LEAVE, LEAVE, PAY, LEAVE)
    assert (state.winner, state.second) == (3, 0)


def test_MO_23_the_start_player_may_leave_at_once_for_nothing() -> None:
    state = play(position(), LEAVE)
    assert (state.inside & 1, state.chips[0]) == (0, 6)


# Actions


def test_MO_24_the_winner_takes_or_sells() -> None:
    state = won(shares=[{}, {}, {}, {"brown": 2}])
    assert legal_actions(state, 3) == [TAKE, SELL, SELL + 1, SELL + 2]
    assert state.refuse(2, TAKE) == "MO-17 not_your_turn"
    assert position().refuse(0, TAKE) == "MO-24 not_won"


def test_MO_25_the_taken_share_lies_in_front_of_the_winner() -> None:
    state = won()
    card = int(state.card)
    play(state, TAKE)
    assert state.owner[card] == 3
    assert state.shares[3 * 5 + GREEN] == 1
    assert state.chips[3] == 6


def test_MO_26_any_number_of_the_border_colour_may_be_sold() -> None:
    state = won(shares=[{}, {}, {"green": 1}, {"brown": 3, "pink": 2}])
    assert legal_actions(state, 3) == [TAKE, SELL, SELL + 1, SELL + 2, SELL + 3]
    assert state.refuse(3, SELL + 4) == "MO-26 too_few held=3 colour=brown"
    play(state, SELL + 2)
    assert [int(count) for count in state.shares[3 * 5 : 4 * 5]] == [1, 0, 0, 0, 2]


def test_MO_27_every_share_of_a_sale_gets_the_price_at_its_beginning() -> None:
    state = won(shares=[{"brown": 1}, {"brown": 1}, {"brown": 1}, {"brown": 2}])
    play(state, SELL + 2)
    assert state.points[3] == 10
    assert state.price(BROWN) == 3


def test_MO_28_sold_shares_are_gone_for_good() -> None:
    state = won(shares=[{}, {}, {}, {"brown": 2}])
    play(state, SELL + 2)
    assert sum(state.owner[card] == SOLD for card in range(31)) == 2
    assert view.board(state, 0).sold == [2, 0, 0, 0, 0]


def test_MO_29_selling_nothing_is_allowed_with_nothing_to_sell() -> None:
    state = won(shares=[{}, {}, {"brown": 3}, {}])
    play(state, SELL)
    assert state.points[3] == 0
    assert state.price(BROWN) == 3


def test_MO_30_the_second_player_does_the_other_thing() -> None:
    state = play(won(shares=[{}, {}, {"brown": 1}, {}]), TAKE)
    assert (state.phase, state.mover()) == (SECOND, 2)
    assert legal_actions(state, 2) == [SELL, SELL + 1]
    assert state.refuse(2, TAKE) == "MO-30 other_action"


def test_MO_31_the_second_player_gets_the_share_without_being_asked() -> None:
    state = won()
    card = int(state.card)
    play(state, SELL)
    assert state.owner[card] == 2
    assert state.phase == REVEAL


def test_MO_32_the_second_player_sells_under_the_same_rules_or_is_not_asked() -> None:
    state = play(won(shares=[{"brown": 2}, {}, {"brown": 2}, {}]), TAKE, SELL + 1)
    assert state.points[2] == 4
    assert play(won(shares=[{}, {}, {}, {}]), TAKE).phase == REVEAL


def test_MO_33_whoever_received_the_share_starts_next() -> None:
    assert play(won(), TAKE, SELL).start == 3
    assert play(won(), SELL + 1).start == 2


@pytest.mark.parametrize(("seats", "least"), [(3, 24), (4, 23), (5, 22), (6, 21)])
def test_MO_34_the_number_of_auctions_depends_on_where_the_crash_lies(
    seats: int, least: int
) -> None:
    seen: Counter[int] = Counter()
    for seed in range(300):
        state = fresh(seats)
        play_out(state, Rng(seed))
        seen[int(state.auctions)] += 1
    assert sorted(seen) == list(range(least, least + 5))


# Loans


def test_MO_35_a_loan_is_two_chips_for_two_points() -> None:
    state = reveal(dealt(3), "brown/pink")
    play(state, LOAN, NO_LOAN, NO_LOAN)
    assert (state.chips[0], state.points[0], state.bank) == (8, -1, 25)


def test_MO_36_all_decide_at_once_and_loans_are_granted_from_the_start_player() -> None:
    state = reveal(dealt(3, start=1), "green/brown")
    state.bank = 3
    assert [state.waiting(seat) for seat in range(3)] == [True, True, True]
    for seat in (0, 2, 1):
        assert state.waiting(seat)
        state.apply(seat, LOAN)
    assert listed(state.chips) == [6, 8, 6]  # one loan was left: the start player's
    assert listed(state.points) == [0, -2, 0]
    other = position(loans="on_turn")
    assert legal_actions(other, 0) == [LEAVE, PAY, LOAN]
    play(other, LOAN, PAY)
    assert (other.chips[0], other.points[0], other.mover()) == (7, -2, 1)
    assert reveal(dealt(3, loans="on_turn"), "green/brown").phase == AUCTION


def test_MO_36_nobody_sees_an_answer_before_all_have_answered() -> None:
    match = new("mogul", seats=3, seed=3)
    first, *others = match.waiting
    match.play(first, "loan")
    for viewer in (*others, None):
        assert match.steps(viewer)[-1].action is None
        board = match.view(viewer).board
        assert isinstance(board, MogulBoard) and board.players[first].decided
    assert match.steps(first)[-1].action == "loan"
    for seat in others:
        match.play(seat, "no loan")
    assert match.steps(None)[-3].action == "loan"
    assert any("borrows 2 chips" in line for line in match.tell())


def test_MO_37_one_loan_an_auction() -> None:
    state = play(position(loans="on_turn"), LOAN)
    assert legal_actions(state, 0) == [LEAVE, PAY]
    assert state.refuse(0, LOAN) == "MO-37 one_loan"
    play(state, PAY, PAY, PAY, PAY)
    assert legal_actions(state, 0) == [LEAVE, PAY]
    assert state.refuse(0, LOAN) == "MO-37 one_loan"


def test_MO_38_no_loan_without_two_chips_in_the_bank() -> None:
    state = dealt(3)
    state.bank = 1
    assert reveal(state.clone(), "green/brown").phase == AUCTION
    state.bank = 2
    assert reveal(state, "green/brown").phase == WINDOW
    turn = position(loans="on_turn")
    turn.bank = 1
    assert turn.refuse(0, LOAN) == "MO-38 bank_empty"


def test_MO_39_chips_never_return_to_the_bank() -> None:
    for seed in range(30):
        state, rng, bank = fresh(4), Rng(seed), 21
        while state.mover() != OVER:
            mover = state.mover()
            actions = legal_actions(state, int(mover))
            state.apply(
                mover,
                state.draw(rng) if mover == CHANCE else actions[rng.below(len(actions))],
            )
            assert state.bank <= bank
            bank = int(state.bank)


def test_MO_40_points_may_fall_below_zero() -> None:
    state = reveal(dealt(4), "green/brown")
    play(state, LOAN, LOAN, LOAN, LOAN)
    assert listed(state.points) == [-2, -2, -2, -2]


# The end


def test_MO_41_only_the_crash_ends_the_match() -> None:
    state = ended([0, 0, 0], [6, 6, 6], [{}, {}, {}])
    assert state.mover() == OVER
    assert state.refuse(0, PAY) == "MO-41 over"
    rng = Rng(4)
    for seats in (3, 4, 5, 6) * 5:
        state, last = dealt(seats), (CHANCE, DECK)
        while state.mover() != OVER:
            last = random_step(state, rng)
            state.apply(*last)
        assert last == (CHANCE, CRASH)


def test_MO_42_shares_are_worth_nothing_at_the_end() -> None:
    state = ended([5, 5, 5], [0, 0, 0], [{"pink": 6}, dict.fromkeys(COLOURS, 1), {}])
    assert state.scores() == [5, 5, 5]


def test_MO_43_five_chips_are_a_point_and_the_rest_is_lost() -> None:
    assert ended([0, 0, 0], [14, 9, 4], [{}, {}, {}]).scores() == [2, 1, 0]


def test_MO_44_most_points_win() -> None:
    assert ended([7, 20, 3], [6, 6, 6], [{}, {}, {}]).places() == [2, 1, 3]


def test_MO_45_a_tie_goes_to_whoever_has_more_shares() -> None:
    shares = [{"brown": 3}, {"pink": 2, "green": 3}, {}]
    state = ended([30, 31, 29], [14, 9, 4], shares)
    assert state.scores() == [32, 32, 29]
    assert state.places() == [2, 1, 3]


def test_MO_46_still_tied_share_the_victory() -> None:
    state = ended([20, 22, 3], [10, 4, 0], [{"brown": 2}, {"pink": 2}, {}])
    assert state.scores() == [22, 22, 3]
    assert state.places() == [1, 1, 3]


# Special cases and variant


@pytest.mark.parametrize(
    ("points", "space", "lap"), [(35, 3, 2), (-2, 30, 0), (0, 0, 1), (32, 0, 2)]
)
def test_MO_47_the_track_is_a_ring_of_32_spaces(points: int, space: int, lap: int) -> None:
    player = view.board(position(points=[points]), 0).players[0]
    assert (player.space, player.lap) == (space, lap)


def test_MO_48_quick_start_gives_everybody_a_share_of_another_kind() -> None:
    state = fresh(4, quick_start=True)
    rng = Rng(2)
    phases = set()
    while state.phase != REVEAL:
        phases.add(int(state.phase))
        if state.phase == QUICK_PICK:
            colours = {int(state.components.background[card]) for card, _ in state.outcomes()}
            assert colours == {state.at}
        if state.phase == QUICK_DEAL:
            assert len(state.outcomes()) == 5 - state.at
        state.apply(CHANCE, state.draw(rng))
    assert {QUICK_PICK, QUICK_DEAL} <= phases
    assert state.left == 23
    owned = [sum(listed(state.shares)[seat * 5 : seat * 5 + 5]) for seat in range(4)]
    assert owned == [2, 2, 2, 2]
    assert listed(state.points) == [0, 0, 0, 0]
    with pytest.raises(OptionError, match="MO-48"):
        new("mogul", seats=6, options={"quick_start": True})


def test_MO_49_everything_but_the_deck_and_chips_is_public() -> None:
    state = position(shares=[{"brown": 1, "pink": 1}, {}, {}, {}])
    board = view.board(state, SPECTATOR)
    assert [card.colour for card in board.players[0].cards] == ["brown", "pink"]
    assert replace(board, players=[]) == replace(view.board(state, 0), players=[])


def test_MO_49_from_memory_a_sold_share_looks_like_one_still_in_the_deck() -> None:
    state = won(shares=[{}, {}, {"green": 1}, {"brown": 2}])
    play(state, SELL + 2)
    other = state.clone()
    sold = next(card for card in range(31) if state.owner[card] == SOLD)
    other.owner[sold], other.owner[find_card(state, "green/pink")] = DECK, SOLD
    other.gather()
    boards = [view.board(each, 0) for each in (state, other)]
    assert boards[0] != boards[1]
    assert MEMORY.forget(boards[0]) == MEMORY.forget(boards[1])
    assert MEMORY.forget(boards[0]) == replace(boards[0], sold=None, unseen=None)


def test_MO_50_every_auction_ends() -> None:
    state = position()
    for _ in range(45 + 4):  # every chip is paid once at most, everybody leaves once
        if state.phase == AUCTION:
            play(state, PAY if PAY in legal_actions(state, int(state.mover())) else LEAVE)
    assert state.phase == WINNER
