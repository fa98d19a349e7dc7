"""Ekonos: growth and expansion."""

from typing import Any

import pytest

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.titles.ekonos import notation, view
from openoutcry.titles.ekonos.board import EkonosBoard, Expansion
from openoutcry.titles.ekonos.components import CARDS, DECISION, PURCHASE, SALE, TILES
from tests.titles.ekonos.positions import (
    TEN,
    A,
    B,
    G,
    do,
    ekonos,
    growing,
    offers,
    position,
    spaces_of,
    targets,
    why_not,
)


def test_EK_22_only_growth_triggers_an_expansion() -> None:
    state = growing(4, coins=[0, 9, 0], plain={G: [13]})
    do(state, "card 2 place", "space 1", "keep", "buy G")
    assert state.phase == CARDS and state.growth[G] == 4
    state = growing(4, coins=[0, 99, 0], presidents={}, shares={})
    do(state, "card 2 place", "space 1", "buy G")
    assert (state.president[G], state.phase, state.growth[G]) == (1, CARDS, 4)


def test_EK_22_only_the_company_that_grew_is_looked_at() -> None:
    state = do(growing(4), "card 2 middle")
    assert state.phase == SALE and state.growth[G] == 4


def test_EK_23_on_box_four_the_president_decides_whoever_is_active() -> None:
    state = do(growing(3), "card 2 bottom")
    assert (state.phase, state.mover(), state.active) == (DECISION, 0, 1)
    assert offers(state) == ["expand", "wait"]
    board = view.board(state, 2)
    assert (board.active, board.decider) == (1, 0)
    assert board.expansion == Expansion(company="gamma", president=0, tiles=2, left=2, laid=[])


def test_EK_24_nothing_happens_on_box_five() -> None:
    state = do(growing(4), "card 2 bottom")
    assert state.growth[G] == 5 and state.phase == SALE


def test_EK_25_forceAtSix_on_box_six_the_president_must_expand_by_three() -> None:
    state = do(growing(5), "card 2 bottom")
    assert (state.phase, state.mover(), state.todo) == (TILES, 0, 3)
    assert why_not(state, "wait") == "EK-25 must_expand"


@pytest.mark.parametrize("hold", [True, False])
def test_EK_25_forceAtSix_off_the_president_may_wait_on_six_too(hold: bool) -> None:
    state = do(growing(5, forceAtSix=False, holdAtSix=hold), "card 2 bottom")
    assert (state.phase, state.mover()) == (DECISION, 0)
    do(state, "wait")
    assert state.growth[G] == 6 and state.phase == SALE
    do(state, "keep")
    state.active = 1
    state.phase = CARDS
    do(state, "card 5 middle", "expand")
    assert state.todo == 3
    do(state, "tile 9", "tile 14", "tile 15")
    assert state.growth[G] == 0


def test_EK_26_the_expansion_is_finished_before_the_sale() -> None:
    state = do(growing(3), "card 2 bottom", "expand", "tile 9")
    assert state.mover() == 0
    assert why_not(state, "sell G") == "EK-11 no_sale"
    do(state, "tile 14")
    assert (state.phase, state.mover()) == (SALE, 1)


def test_EK_26_a_match_waits_for_the_president_in_the_middle_of_anothers_turn() -> None:
    match = oo.new("ekonos", seats=4, seed=11)
    rng = Rng(11)
    while match.decision.kind != "decision" or match.decision.seat == ekonos(match).active:
        match.play(match.decision.actions[rng.below(len(match.decision.actions))])
    president, active = match.decision.seat, int(ekonos(match).active)
    assert match.waiting == [president]
    assert match.decision_for(active) is None
    for seen in (match.view(active), match.view(president), match.view(None)):
        assert seen.waiting == (president,) and seen.kind == "decision"
        assert isinstance(seen.board, EkonosBoard)
        assert (seen.board.active, seen.board.decider) == (active, president)
    with pytest.raises(oo.IllegalAction, match="EK-08"):
        match.play(active, "wait")
    assert match.decision.default == "wait"
    company = ekonos(match).company
    match.play(match.decision.default)
    assert ekonos(match).growth[company] == 4
    assert ekonos(match).phase in (SALE, PURCHASE, CARDS)


def test_EK_27_targets_are_linked_and_empty_or_plain_of_another() -> None:
    state = growing(5, plain={G: [13, 19], A: [14]}, protected={B: [9]})
    do(state, "card 2 bottom")
    assert targets(state) == {14, 18, 20, 27, 28}
    assert why_not(state, "tile 9") == "EK-27 protected"
    assert why_not(state, "tile 19") == "EK-27 own_tile"
    assert why_not(state, "tile 36") == "EK-27 not_linked"
    assert why_not(state, "tile 37") == "EK-13 no_such_space"
    do(state, "tile 14")
    assert spaces_of(state, A) == set() and state.count[A] == 0
    assert spaces_of(state, G) == {13, 14, 19} and state.locked == 1 << 8


CHAIN = {"plain": {G: [32]}, "protected": {A: [25]}, "presidents": {G: 2}}


def test_EK_28_growthChaining_X_15_chaining() -> None:
    state = do(growing(5, **CHAIN), "card 2 bottom")
    assert state.mover() == 2
    assert targets(state) == {33}
    assert targets(do(state, "tile 33")) == {34}
    assert targets(do(state, "tile 34")) == {26, 28}
    do(state, "tile 28")
    assert state.count[G] == 4 and state.growth[G] == 0
    assert state.phase == SALE


def test_EK_28_growthChaining_off_only_earlier_tiles_are_bases() -> None:
    state = do(growing(5, **CHAIN, growthChaining=False), "card 2 bottom")
    assert targets(state) == {33}
    do(state, "tile 33")
    assert state.count[G] == 2 and state.growth[G] == 0 and state.phase == SALE
    two = do(growing(3, growthChaining=False), "card 2 bottom", "expand", "tile 14")
    assert targets(two) == {9, 18, 19}


def test_EK_29_the_full_number_is_placed_while_there_is_room() -> None:
    state = do(growing(5), "card 2 bottom", "tile 9")
    assert why_not(state, "stop") == "EK-29 no_stop"
    boxed = growing(5, plain={G: [32]}, protected={A: [25, 34]})
    do(boxed, "card 2 bottom", "tile 33")
    assert boxed.phase == SALE and boxed.count[G] == 2 and boxed.growth[G] == 0


def test_EK_29_an_expansion_ends_with_the_tenth_tile() -> None:
    state = growing(5, plain={G: [13, 1, 2, 3, 4, 5, 6, 7, 8]})
    do(state, "card 2 bottom", "tile 9")
    assert state.count[G] == 10 and state.growth[G] == 0 and state.phase == SALE


def test_EK_29_allowPartialExpansion_the_president_may_stop_after_the_first() -> None:
    state = do(growing(5, allowPartialExpansion=True), "card 2 bottom")
    assert why_not(state, "stop") == "EK-29 no_stop"
    do(state, "tile 9")
    assert offers(state)[0] == "stop"
    assert state.default(0) == notation.read("stop")
    do(state, "stop")
    assert state.count[G] == 2 and state.growth[G] == 0 and state.phase == SALE


@pytest.mark.parametrize(
    "obstacle",
    [
        {"presidents": {}, "shares": {}},
        {"plain": {}},
        {"plain": {G: [32]}, "protected": {A: [25, 33]}},
        {"plain": {G: TEN}},
    ],
    ids=["no president", "no tile", "all neighbours protected", "ten tiles"],
)
def test_EK_30_EK_32_EK_33_when_a_company_cannot_expand(obstacle: dict[str, Any]) -> None:
    state = growing(3, **obstacle)
    assert not state.can_expand(G)
    do(state, "card 2 bottom")
    assert state.growth[G] == 4 and state.phase in (SALE, CARDS)  # EK-32: nobody is asked
    blocked = do(growing(5, **obstacle), "card 2 bottom")
    assert blocked.growth[G] == 6 and blocked.phase in (SALE, CARDS)


def test_EK_31_zero_after_expanding_as_before_after_waiting() -> None:
    expanded = do(growing(3), "card 2 bottom", "expand", "tile 9")
    assert expanded.growth[G] == 4  # until the last tile
    assert do(expanded, "tile 14").growth[G] == 0
    assert do(growing(3), "card 2 bottom", "wait").growth[G] == 4


def test_EK_32_X_19_no_tile_no_question() -> None:
    state = position(
        hands={0: [2], 1: [3], 2: [5]}, growth={B: 3}, shares={B: [0, 1, 0]}, presidents={B: 1}
    )
    do(state, "card 2 middle")
    assert state.growth[B] == 4 and (state.phase, state.active) == (CARDS, 1)


def test_EK_33_holdAtSix_a_blocked_counter_waits_for_its_expansion() -> None:
    state = do(growing(5, plain={}), "card 2 bottom")
    assert state.growth[G] == 6
    state.active = 1
    state.phase = CARDS
    assert why_not(state, "card 5 middle") == "EK-20 fully_grown"
    state.tiles[G], state.count[G] = 1 << 12, 1
    do(state, "card 5 middle")
    assert (state.phase, state.todo, state.growth[G]) == (TILES, 3, 6)


def test_EK_33_holdAtSix_off_a_blocked_counter_returns_to_zero() -> None:
    state = do(growing(5, plain={}, holdAtSix=False), "card 2 bottom")
    assert state.growth[G] == 0 and state.phase == SALE


def test_EK_34_the_office_costs_and_brings_nothing() -> None:
    state = growing(3, coins=[4, 4, 4])
    do(state, "card 2 bottom", "expand", "tile 9", "tile 14")
    assert list(state.coins) == [4, 4, 4]
    assert state.active == 1


def test_X_14_waiting_then_three_tiles() -> None:
    state = do(growing(3), "card 2 bottom", "wait")
    assert state.growth[G] == 4 and spaces_of(state, G) == {13}
    for card, growth, phase in (("card 5 middle", 5, SALE), ("card 6 bottom", 6, TILES)):
        state.active, state.phase = 1, CARDS
        do(state, card)
        assert (state.growth[G], state.phase) == (growth, phase)
    assert state.mover() == 0 and 15 not in targets(state)
    do(state, "tile 9", "tile 14")
    assert 15 in targets(state)
    do(state, "tile 15")
    assert spaces_of(state, G) == {9, 13, 14, 15} and state.growth[G] == 0
