"""Ekonos: what a card may be played for."""

from collections.abc import Iterable, Mapping
from typing import Any

from openoutcry.core.rng import Rng
from openoutcry.titles.ekonos import notation
from openoutcry.titles.ekonos.components import PLACE, SPACES, TILES
from openoutcry.titles.ekonos.rules import Ekonos
from tests.titles.ekonos.positions import (
    EVERYWHERE,
    TEN,
    A,
    B,
    D,
    E,
    G,
    O,
    do,
    offers,
    position,
    spaces_of,
    why_not,
)


def test_EK_12_one_function_of_one_card_from_the_hand() -> None:
    state = position(hands={0: [34], 1: [3], 2: [5]})
    assert offers(state) == ["card 34 place", "card 34 middle", "card 34 bottom"]
    assert why_not(state, "card 3 place") == "EK-12 not_in_hand"
    do(state, "card 34 bottom")
    assert state.growth[E] == 1 and sum(state.growth) == 1 and sum(state.count) == 0
    assert state.played == 1 << 33 and state.hand[0] == state.held[0] == 0


def test_EK_13_X_11_place_on_any_empty_space() -> None:
    state = position(hands={0: [34], 1: [2, 16], 2: [3]})
    do(state, "card 34 place")
    assert state.phase == SPACES
    assert [int(text.split()[1]) for text in offers(state)] == list(EVERYWHERE)
    do(state, "space 20")
    assert spaces_of(state, O) == {20} and state.locked == 0
    assert state.count[O] == 1 and sum(state.sold) == 0
    for company in range(6):
        state.phase, state.use, state.company = SPACES, PLACE, company
        assert why_not(state, "space 20") == "EK-13 occupied"
    assert why_not(state, "space 37") == "EK-13 no_such_space"


def test_EK_14_X_12_protect_for_good() -> None:
    state = position(
        hands={0: [34], 1: [33], 2: [3]}, plain={O: [20], A: [19]}, protected={O: [21]}
    )
    do(state, "card 34 protect")
    assert offers(state) == ["space 20"]
    not_here = state.refuse(0, notation.read("space 19"))
    assert not_here == "EK-14 not_plain space=19 company=omega"
    do(state, "space 20")
    assert state.locked == 1 << 19 | 1 << 20 and state.count[O] == 2
    assert state.active == 1
    assert why_not(state, "card 33 protect") == "EK-20 nothing_plain"


def test_EK_15_growth_moves_the_counter_one_box() -> None:
    state = do(position(hands={0: [1], 1: [3], 2: [5]}, growth={B: 2}), "card 1 middle")
    assert state.growth[B] == 3
    do(state, "card 3 bottom")
    assert state.growth[D] == 1


def test_EK_16_any_company_without_owning_a_share() -> None:
    state = position(hands={0: [34], 1: [3], 2: [5]}, shares={O: [0, 3, 0]}, presidents={O: 1})
    do(state, "card 34 place", "space 1")
    assert state.count[O] == 1 and state.owned(0, O) == 0


def test_EK_17_never_more_than_ten_tiles() -> None:
    state = position(hands={0: [1], 1: [3], 2: [5]}, plain={A: TEN})
    assert why_not(state, "card 1 place") == "EK-17 all_placed"
    assert "card 1 protect" in offers(state)


def test_EK_18_a_replaced_tile_may_be_used_again() -> None:
    state = position(
        hands={0: [2], 1: [1], 2: [5]},
        plain={A: TEN, G: [13]},
        shares={G: [2, 0, 0]},
        presidents={G: 0},
        growth={G: 3},
    )
    do(state, "card 2 bottom", "expand", "tile 9")
    assert state.count[A] == 9
    do(state, "tile 14", "keep")
    assert state.active == 1
    assert "card 1 place" in offers(state)


def test_EK_19_any_number_may_be_protected() -> None:
    state = position(hands={0: [1], 1: [3], 2: [5]}, protected={A: range(1, 10)}, plain={A: [10]})
    do(state, "card 1 protect", "space 10")
    assert int(state.tiles[A] & state.locked).bit_count() == 10


def test_EK_20_functions_need_something_to_do() -> None:
    everywhere = {A: range(1, 10), B: range(10, 19), G: range(19, 28), D: range(28, 37)}
    full = position(hands={0: [27], 1: [3], 2: [5]}, protected=everywhere)
    assert why_not(full, "card 27 place") == "EK-20 map_full"
    assert why_not(full, "card 27 protect") == "EK-20 nothing_plain"
    assert offers(full) == ["card 27 middle", "card 27 bottom"]


def test_EK_20_a_counter_on_six_grows_only_if_the_company_can_expand() -> None:
    def on_six(**more: Any) -> Ekonos:
        return position(hands={0: [1], 1: [3], 2: [5]}, growth={B: 6}, **more)

    assert why_not(on_six(), "card 1 middle") == "EK-20 fully_grown"
    assert why_not(on_six(plain={B: [9]}), "card 1 middle") == "EK-20 fully_grown"
    state = on_six(plain={B: [9]}, shares={B: [0, 1, 0]}, presidents={B: 1})
    do(state, "card 1 middle")
    assert (state.phase, state.mover(), state.todo) == (TILES, 1, 3)


FULL_MAP = {A: range(1, 10), B: range(10, 19), G: range(19, 28), D: range(28, 37)}
"""Protected tiles on every space."""


def dead(hands: Mapping[int, Iterable[int]], **more: Any) -> Ekonos:
    """Nothing can be placed, protected or grown, but for what `more` allows."""
    growth = dict.fromkeys(range(6), 6) | more.pop("growth", {})
    return position(hands=hands, protected=FULL_MAP, growth=growth, **more)


def test_EK_21_only_a_dead_hand_discards() -> None:
    state = dead({0: [1, 20], 1: [3], 2: [5]})
    assert offers(state) == ["card 1 discard", "card 20 discard"]
    do(state, "card 20 discard")
    assert state.played == 1 << 19 and state.active == 1
    alive = dead({0: [1, 20], 1: [3], 2: [5]}, growth={B: 2})
    assert offers(alive) == ["card 1 middle"]
    assert why_not(alive, "card 20 discard") == "EK-21 must_use"
    assert alive.forced(0) == -1  # it would tell that card 20 is dead


def test_EK_21_a_discard_is_followed_by_sale_and_purchase() -> None:
    state = dead({0: [1], 1: [3], 2: [5]}, coins=[5, 0, 0], shares={A: [1, 0, 0]})
    do(state, "card 1 discard", "sell A", "buy B")
    assert state.coins[0] == 5 and state.owned(0, B) == 1


def test_EK_21_a_discard_tells_the_others_which_cards_are_not_there() -> None:
    state = dead({0: [4, 5, 6], 1: [3, 8], 2: [1, 7]}, growth={B: 2, O: 1})
    alive = {card for card, row in enumerate(state.components.cards, 1) if {B, O} & set(row[1:])}
    assert len(alive) == 22
    do(state, "card 5 discard")
    rng = Rng(3)
    hands = set()
    for _ in range(50):
        world = state.imagine(1, rng)
        hand = {card for card in EVERYWHERE if world.hand[0] >> (card - 1) & 1}
        assert len(hand) == 2 and not hand & alive
        hands.add(frozenset(hand))
    assert len(hands) > 10
