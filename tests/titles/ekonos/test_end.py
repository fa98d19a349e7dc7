"""Ekonos: the end, the score, and what is hidden."""

from collections import Counter

import pytest

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.ekonos import notation, view
from openoutcry.titles.ekonos.components import ENDED, PURCHASE
from tests.titles.ekonos.positions import (
    EVERYWHERE,
    A,
    B,
    D,
    E,
    G,
    O,
    deal,
    do,
    ekonos,
    fresh,
    position,
)

# End and scoring


def test_EK_50_the_game_ends_after_the_last_purchase() -> None:
    state = position(hands={0: [1], 1: [], 2: []}, coins=[5, 0, 0], round=4)
    do(state, "card 1 middle")
    assert state.phase == PURCHASE
    do(state, "buy A")
    assert state.phase == ENDED and state.mover() == OVER
    assert state.refuse(0, notation.read("pass")).startswith("EK-50 over")
    assert list(state.coins) == [4, 0, 0]


VALUES = {A: range(1, 8), B: range(8, 11), G: range(11, 21), E: range(21, 26), O: range(26, 30)}


def test_EK_51_EK_52_X_23_final_scoring() -> None:
    state = position(
        plain=VALUES,
        shares={
            A: [2, 1, 0],
            B: [1, 0, 3],
            G: [1, 3, 0],
            D: [1, 0, 2],
            E: [0, 2, 1],
            O: [0, 0, 2],
        },
        coins=[6, 0, 9],
        phase=ENDED,
    )
    assert state.scores() == [33, 47, 31]
    assert state.places() == [2, 1, 3]
    lines = view.score_lines(state)
    assert [line.points for line in lines[0]] == [6, 14, 3, 10, 0]
    assert [sum(line.points for line in seat) for seat in lines] == [33, 47, 31]


def test_EK_51_protected_tiles_count_like_plain_ones() -> None:
    state = position(plain={A: [1]}, protected={A: [2, 3]}, shares={A: [2, 0, 0]})
    assert state.scores() == [6, 0, 0]


def test_EK_53_ties_share_the_win() -> None:
    state = position(coins=[7, 9, 9], phase=ENDED)
    assert state.places() == [3, 1, 1]


# Information


def test_EK_54_hands_and_the_stock_are_hidden() -> None:
    state = fresh(3)
    state.apply(CHANCE, notation.read_draw("start 0"))
    card = notation.read_draw("deal 7")
    assert [bool(state.witness(seat, CHANCE, card)) for seat in (0, 1, 2, SPECTATOR)] == [
        True,
        False,
        False,
        False,
    ]
    deal(state)
    board = view.board(state, 1)
    assert [card.id for card in board.hand or ()] == [
        card for card in EVERYWHERE if state.hand[1] >> (card - 1) & 1
    ]
    assert [player.cards for player in board.players] == [6, 6, 6]
    assert view.board(state, SPECTATOR).hand is None


def test_EK_54_moneyOpen_everybody_sees_all_coins() -> None:
    state = position(coins=[3, 4, 5])
    assert [player.coins for player in view.board(state, 1).players] == [3, 4, 5]
    assert view.worth(state, SPECTATOR) == [3, 4, 5]


def test_EK_54_moneyOpen_off_hides_the_others_coins_until_the_end() -> None:
    state = position(coins=[3, 4, 5], moneyOpen=False)
    assert [player.coins for player in view.board(state, 1).players] == [None, 4, None]
    assert view.worth(state, 1) == [None, 4, None]
    assert view.worth(state, SPECTATOR) == [None, None, None]
    state.phase = ENDED
    assert [player.coins for player in view.board(state, 1).players] == [3, 4, 5]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_EK_54_imagined_hands_fit_what_was_seen(seats: int) -> None:
    match = oo.new("ekonos", seats=seats, seed=seats)
    rng = Rng(seats)
    for _ in range(40):
        state = ekonos(match)
        for viewer in (*range(seats), SPECTATOR):
            world = state.imagine(viewer, rng)
            assert list(world.held) == [int(hand).bit_count() for hand in world.hand]
            assert list(world.held) == list(state.held)
            assert world.played == state.played
            assert sum(world.hand) & int(world.played) == 0
            assert sum(int(hand).bit_count() for hand in world.hand) == (
                sum(int(hand) for hand in world.hand).bit_count()
            )
            if viewer >= 0:
                assert world.hand[viewer] == state.hand[viewer]
            if seats == 6:  # all 36 cards are dealt
                assert sum(world.hand) + world.played == (1 << 36) - 1
        match.play(match.decision.actions[rng.below(len(match.decision.actions))])


def test_EK_54_imagining_starts_from_what_is_known_and_not_from_the_true_hands() -> None:
    here = position(hands={0: [1, 2], 1: [3, 4], 2: [5, 6]})
    there = position(hands={0: [1, 2], 1: [30, 31], 2: [4, 36]})
    for seed in range(20):
        assert here.imagine(0, Rng(seed)) == there.imagine(0, Rng(seed))


def test_EK_54_every_unseen_card_is_imagined_equally_often() -> None:
    state = deal(fresh(3))
    rng = Rng(9)
    counts: Counter[int] = Counter()
    for _ in range(3000):
        hand = int(state.imagine(0, rng).hand[1])
        counts.update(card for card in range(36) if hand >> card & 1)
    assert len(counts) == 30  # never one of seat 0's
    assert max(counts.values()) < 740 and min(counts.values()) > 470  # 600 expected
