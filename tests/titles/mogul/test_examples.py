"""Mogul's worked examples with their numbers."""

from openoutcry.core.decisions import legal_actions
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles.mogul import view
from openoutcry.titles.mogul.rules import (
    CRASH,
    DECK,
    FIRST_SEAT,
    LEAVE,
    LOAN,
    NO_LOAN,
    PAY,
    SELL,
    TAKE,
)
from tests.titles.mogul.position import dealt, ended, fresh, listed, play, position, reveal, won

BROWN, GREEN, YELLOW, BLUE, PINK = range(5)


def test_MX_01_a_brown_card_at_the_start_pays_everybody() -> None:
    assert listed(reveal(dealt(3), "brown/pink").points) == [1, 1, 1]


def test_MX_02_a_first_auction_with_its_numbers() -> None:
    state = reveal(dealt(4, start=1), "green/brown")
    assert listed(state.points) == [0, 0, 0, 0]
    play(state, *[NO_LOAN] * 4, PAY, LEAVE, LEAVE, LEAVE)
    assert (state.winner, state.second, listed(state.chips)) == (1, 0, [6, 5, 7, 6])
    play(state, SELL + 1)
    assert listed(state.points) == [0, 4, 0, 0]
    assert state.start == 0
    reveal(state, "green/yellow")
    assert listed(state.points) == [1, 4, 0, 0]


def test_MX_03_two_browns_at_five_each() -> None:
    state = won(shares=[{"brown": 3}, {}, {}, {"brown": 2}])
    play(state, SELL + 2)
    assert (state.points[3], state.price(BROWN)) == (10, 3)


def test_MX_04_the_winner_sells_the_second_receives_and_starts() -> None:
    state = play(won(), SELL + 1)
    assert (state.shares[2 * 5 + GREEN], state.start) == (1, 2)


def test_MX_06_the_start_player_leaves_first_with_nothing() -> None:
    state = play(position(), LEAVE)
    assert (state.chips[0], state.inside & 1) == (6, 0)


def test_MX_07_everybody_leaves_and_the_last_wins_unpaid() -> None:
    state = play(position(start=2), LEAVE, LEAVE, LEAVE)
    assert (state.winner, state.chips[1], state.second) == (1, 6, 0)


def test_MX_08_without_chips_only_leaving_remains() -> None:
    state = position(chips=[6, 0, 6, 6], start=2)
    play(state, PAY, PAY, PAY)
    state.pot += 1
    state.chips[0] -= 1
    assert (legal_actions(state, 1), state.pot) == ([LEAVE], 4)
    assert play(state, LEAVE).chips[1] == 4


def test_MX_09_a_loan_from_one_point() -> None:
    state = reveal(dealt(3), "brown/pink")
    play(state, LOAN)
    assert state.refuse(0, LOAN) == "MO-17 not_your_turn"
    play(state, NO_LOAN, NO_LOAN)
    assert (state.chips[0], state.points[0], state.bank) == (8, -1, 25)


def test_MX_11_selling_none_blocks_the_second_player() -> None:
    state = won(card="green/pink", shares=[{"pink": 2}, {}, {"pink": 3}, {}])
    assert state.price(PINK) == 5
    play(state, SELL)
    assert (state.points[3], state.points[2], state.shares[2 * 5 + PINK]) == (0, 0, 3)
    assert state.shares[2 * 5 + GREEN] == 1


def test_MX_13_a_second_player_without_the_colour_is_not_asked() -> None:
    state = play(won(shares=[{"brown": 1}, {}, {}, {}]), TAKE)
    assert state.mover() == CHANCE


def test_MX_14_dividends_before_the_card_has_an_owner() -> None:
    state = dealt(3)
    state.shares[PINK], state.shares[5 + PINK] = 3, 1
    reveal(state, "pink/yellow")
    play(state, *[NO_LOAN] * 3, PAY, LEAVE, LEAVE, TAKE)
    assert listed(state.points) == [3, 1, 0]
    assert state.shares[PINK] == 4


def test_MX_16_more_shares_break_the_tie() -> None:
    state = ended([30, 31, 29], [14, 9, 4], [{"brown": 3}, {"pink": 5}, {}])
    assert (state.scores(), state.places()) == ([32, 32, 29], [2, 1, 3])


def test_MX_17_a_shared_win() -> None:
    state = ended([20, 22, 5], [10, 4, 0], [{"brown": 2}, {"blue": 2}, {}])
    assert (state.scores()[:2], state.places()) == ([22, 22], [1, 1, 3])


def test_MX_18_the_marker_on_the_ring() -> None:
    board = view.board(position(points=[35, -2]), 0)
    assert [(p.space, p.lap) for p in board.players[:2]] == [(3, 2), (30, 0)]


def test_MX_19_a_crash_on_the_first_of_the_last_five_cards() -> None:
    state = dealt(3)
    while state.left > 4:
        card = state.outcomes()[0][0]
        state.apply(CHANCE, card)
        play(state, *[NO_LOAN] * 3, LEAVE, LEAVE, SELL)
    assert state.auctions == 24
    state.apply(CHANCE, CRASH)
    assert (state.mover(), state.left) == (OVER, 4)


def test_MX_20_the_next_start_player() -> None:
    assert play(won(shares=[{}, {}, {"brown": 1}, {}]), TAKE, SELL + 1).start == 3
    assert play(won(), SELL + 1).start == 2


def test_MX_21_quick_start_for_four() -> None:
    state = fresh(4, quick_start=True)
    for _ in range(4):
        state.apply(CHANCE, state.outcomes()[0][0])
    for card in (3, 11, 16, 22, 29):
        state.apply(CHANCE, card)
    for card in (11, 29, 3, 22):
        state.apply(CHANCE, card)
    state.apply(CHANCE, FIRST_SEAT)
    assert (state.left, state.owner[16]) == (23, DECK)
    assert [int(state.owner[card]) for card in (11, 29, 3, 22)] == [0, 1, 2, 3]
