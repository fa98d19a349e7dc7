"""Ekonos: setting up, rounds and turns; worked examples stand with their rules."""

from dataclasses import dataclass

import pytest

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.ekonos import box, notation, view
from openoutcry.titles.ekonos.board import Track
from openoutcry.titles.ekonos.components import CARDS, DEALING, NOBODY, PURCHASE, SALE, STARTER
from openoutcry.titles.ekonos.rules import Ekonos
from tests.titles.ekonos.positions import (
    EDITION,
    B,
    D,
    G,
    deal,
    do,
    ekonos,
    fresh,
    holdings,
    offers,
    position,
    spaces_of,
    why_not,
)

# Setting up


def test_EK_01_two_to_six_play() -> None:
    assert list(box.seats(EDITION)) == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(oo.OptionError, match="2 to 6"):
            oo.new("ekonos", seats=seats)


@pytest.mark.parametrize(
    ("seats", "rounds", "cards", "coins", "left", "plays"),
    [
        (2, 6, 6, 12, 24, 72),
        (3, 4, 6, 12, 18, 72),
        (4, 3, 6, 12, 12, 72),
        (5, 3, 5, 10, 11, 75),
        (6, 2, 6, 12, 0, 72),
    ],
)
def test_EK_02_rounds_cards_and_coins(
    seats: int, rounds: int, cards: int, coins: int, left: int, plays: int
) -> None:
    state = deal(fresh(seats))
    assert state.rounds == rounds
    assert list(state.held) == [cards] * seats
    assert list(state.coins) == [coins] * seats
    assert view.board(state, 0).stock == left
    assert rounds * seats * cards == plays


def test_EK_03_six_companies_of_ten_tiles_and_eight_slots() -> None:
    board = view.board(deal(fresh()), SPECTATOR)
    assert [company.letter for company in board.companies] == list("ABGDEO")
    for company in board.companies:
        assert (company.supply, company.slots, company.president) == (10, 8, None)
    assert board.track == Track(small_box=4, small_tiles=2, large_box=6, large_tiles=3)


def test_EK_04_everything_begins_empty() -> None:
    state = fresh(4)
    assert list(state.coins) == [0] * 4
    assert sum(state.count) == sum(state.growth) == sum(state.sold) == sum(state.shares) == 0
    assert set(state.president) == {NOBODY}


def test_EK_05_eighteen_markers_of_a_colour() -> None:
    assert fresh().components.markers == 18


def test_EK_06_the_first_starter_is_drawn_by_lot() -> None:
    state = fresh(5)
    assert state.phase == STARTER and state.mover() == CHANCE
    assert [notation.write_draw(outcome) for outcome, _ in state.outcomes()] == [
        f"start {seat}" for seat in range(5)
    ]
    assert {weight for _, weight in state.outcomes()} == {1}
    state.apply(CHANCE, notation.read_draw("start 3"))
    assert (state.starter, state.active, state.at) == (3, 3, 3)


# Round and turn


def test_EK_07_a_round_deals_all_36_cards_anew_and_adds_income() -> None:
    state = position(2, hands={0: [], 1: [9]}, coins=[3, 5], active=1, phase=CARDS)
    state.played = (1 << 36) - 1 - (1 << 8)
    do(state, "card 9 middle", "pass")
    assert state.phase == DEALING and state.round == 2
    assert state.played == 0 and len(state.outcomes()) == 36
    assert list(state.coins) == [3, 5]  # paid after the deal
    deal(state)
    assert list(state.coins) == [15, 17]
    assert state.phase == CARDS and list(state.held) == [6, 6]


def test_EK_07_cards_are_dealt_one_at_a_time_from_the_starter_on() -> None:
    state = fresh(3)
    state.apply(CHANCE, notation.read_draw("start 2"))
    for turn, card in enumerate((5, 17, 36)):
        assert state.at == (2 + turn) % 3
        state.apply(CHANCE, notation.read_draw(f"deal {card}"))
    assert [int(hand).bit_length() for hand in state.hand] == [17, 36, 5]
    assert len(state.outcomes()) == 33


def test_EK_08_turns_go_clockwise_until_hands_are_empty() -> None:
    match = oo.new("ekonos", seats=3, seed=2)
    starter = int(ekonos(match).starter)
    order = []
    while ekonos(match).round == 1:
        if match.decision.kind == "card":
            order.append(match.decision.seat)
        match.play(match.decision.actions[0])
    assert order[:6] == [(starter + turn) % 3 for turn in range(6)]


def test_EK_08_only_the_mover_may_act() -> None:
    state = position()
    assert state.refuse(1, notation.read("card 3 place")).split()[:2] == ["EK-08", "not_your_turn"]


@dataclass
class Turn:
    """A card played: in which round, by whom."""

    round: int
    seat: int


def play_through(state: Ekonos, seed: int = 5) -> list[Turn]:
    """Random play to the end; the cards played, in order."""
    rng, turns = Rng(seed), []
    while state.mover() != OVER:
        if state.mover() == CHANCE:
            state.apply(CHANCE, state.draw(rng))
            continue
        if state.phase == CARDS:
            turns.append(Turn(int(state.round), int(state.active)))
        texts = offers(state)
        do(state, texts[rng.below(len(texts))])
    return turns


def test_EK_09_X_20_five_players_rotation_and_income() -> None:
    state = fresh(5)
    state.apply(CHANCE, notation.read_draw("start 3"))
    deal(state)
    assert list(state.coins) == [10] * 5
    assert view.board(state, 0).stock == 11
    turns = play_through(state)
    assert [turn.seat for turn in turns[:25]] == [3, 4, 0, 1, 2] * 5
    assert [turns[0].seat, turns[25].seat, turns[50].seat] == [3, 4, 0]
    assert len(turns) == 75


def test_X_20_leftover_coins_are_kept() -> None:
    hands = {0: [1], 1: [], 2: [], 3: [], 4: []}
    state = position(5, hands=hands, coins=[3, 0, 0, 0, 0])
    state.starter = 1
    do(state, "card 1 middle", "pass")
    deal(state)
    assert state.coins[0] == 13
    assert (state.round, state.starter) == (2, 2)


def test_X_21_two_players_alternate_as_starters() -> None:
    state = fresh(2)
    state.apply(CHANCE, notation.read_draw("start 0"))
    turns = play_through(state)
    firsts = [turns[number * 12] for number in range(6)]
    assert [turn.seat for turn in firsts] == [0, 1, 0, 1, 0, 1]
    assert [turn.round for turn in firsts] == [1, 2, 3, 4, 5, 6]
    for number in range(1, 6):  # whoever ends a round also begins the next
        assert turns[number * 12 - 1].seat == turns[number * 12].seat
    assert len(turns) == 72


def test_EK_10_everything_carries_over_to_the_next_round() -> None:
    state = position(
        2,
        hands={0: [1], 1: []},
        coins=[4, 7],
        shares={G: [2, 1]},
        presidents={G: 0},
        plain={G: [9]},
        protected={B: [20]},
        growth={D: 3},
    )
    state.starter = 1
    do(state, "card 1 middle", "keep", "pass")
    deal(state)
    assert list(state.coins) == [16, 19]
    assert holdings(state, G) == [2, 1] and state.president[G] == 0
    assert spaces_of(state, G) == {9} and state.locked == 1 << 19
    assert state.growth[D] == 3 and state.growth[B] == 1


def test_EK_11_card_then_sale_then_purchase() -> None:
    state = position(coins=[9, 9, 9], shares={G: [1, 0, 0]}, presidents={G: 0})
    assert why_not(state, "sell G") == "EK-11 no_sale"
    assert why_not(state, "buy G") == "EK-11 no_purchase"
    do(state, "card 1 middle")
    assert state.phase == SALE
    assert why_not(state, "buy G") == "EK-11 no_purchase"
    do(state, "keep")
    assert state.phase == PURCHASE
    assert why_not(state, "sell G") == "EK-11 no_sale"
    do(state, "buy B")
    assert (state.phase, state.active) == (CARDS, 1)


def test_EK_11_who_can_neither_sell_nor_buy_is_not_asked() -> None:
    state = do(position(coins=[0, 9, 9]), "card 1 middle")
    assert (state.phase, state.active) == (CARDS, 1)
