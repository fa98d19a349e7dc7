"""Ekonos, rule by rule, and the worked examples X-01 to X-23."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.ekonos import box, notation, view
from openoutcry.titles.ekonos.rules import Ekonos
from openoutcry.titles.ekonos.tables import (
    CARDS,
    DEALING,
    DECISION,
    ENDED,
    NAMING,
    NOBODY,
    PLACE,
    PURCHASE,
    SALE,
    SPACES,
    STARTER,
    TILES,
)
from tests.titles.ekonos.positions import (
    EDITION,
    EVERYWHERE,
    GAMMA,
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
    growing,
    holdings,
    offers,
    position,
    selling,
    spaces_of,
    targets,
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
    assert view.board(state, 0)["stock"] == left
    assert rounds * seats * cards == plays


def test_EK_03_six_companies_of_ten_tiles_and_eight_slots() -> None:
    board = view.board(deal(fresh()), SPECTATOR)
    assert [company["letter"] for company in board["companies"]] == list("ABGDEO")
    for company in board["companies"]:
        assert (company["supply"], company["slots"], company["president"]) == (10, 8, None)
    assert board["track"] == {"small_box": 4, "small_tiles": 2, "large_box": 6, "large_tiles": 3}


def test_EK_04_everything_begins_empty() -> None:
    state = fresh(4)
    assert list(state.coins) == [0] * 4
    assert sum(state.count) == sum(state.growth) == sum(state.sold) == sum(state.shares) == 0
    assert set(state.president) == {NOBODY}


def test_EK_05_eighteen_markers_of_a_colour() -> None:
    assert fresh().tables.markers == 18


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
    assert view.board(state, 0)["stock"] == 11
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


# The card


def test_EK_12_one_function_of_one_card_from_the_hand() -> None:
    state = position(hands={0: [34], 1: [3], 2: [5]})
    assert offers(state) == ["card 34 place", "card 34 middle", "card 34 bottom"]
    assert why_not(state, "card 3 place") == "EK-12 not_in_hand"
    do(state, "card 34 bottom")
    assert state.growth[E] == 1 and sum(state.growth) == 1 and sum(state.count) == 0
    assert state.played == 1 << 33 and state.held[0] == 0


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
    state = position(hands={0: [34], 1: [33], 2: [3]}, plain={O: [20], A: [19]})
    do(state, "card 34 protect")
    assert offers(state) == ["space 20"]
    assert why_not(state, "space 19") == "EK-14 not_plain"
    do(state, "space 20")
    assert state.locked == 1 << 19 and state.count[O] == 1
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


TEN = tuple(range(1, 11))


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
    alive = {card for card, row in enumerate(state.tables.cards, 1) if {B, O} & set(row[1:])}
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


# Growth and expansion


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
    assert (board["active"], board["decider"]) == (1, 0)
    assert board["expansion"] == {
        "company": "gamma",
        "president": 0,
        "tiles": 2,
        "left": 2,
        "laid": [],
    }


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
        assert (seen.board["active"], seen.board["decider"]) == (active, president)
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


# Shares


def test_EK_35_EK_36_X_01_the_printed_sale() -> None:
    state = do(selling(**GAMMA, coins=[6, 0, 0]), "sell G")
    assert state.coins[0] == 10
    assert holdings(state, G) == [1, 1, 1] and state.sold[G] == 3
    assert state.president[G] == 0


def test_EK_37_X_02_the_printed_purchase() -> None:
    state = do(selling(**GAMMA, coins=[6, 0, 0]), "keep", "buy G")
    assert state.coins[0] == 1
    assert holdings(state, G) == [3, 1, 1] and state.sold[G] == 5
    assert state.president[G] == 0


def test_EK_37_a_purchase_needs_the_price() -> None:
    state = do(selling(**GAMMA, coins=[4, 0, 0]), "keep")
    assert why_not(state, "buy G") == "EK-37 too_dear"
    assert offers(state) == ["pass", "buy A", "buy B", "buy D", "buy E", "buy O"]


def test_EK_36_only_what_one_owns_is_sold() -> None:
    assert why_not(selling(**GAMMA), "sell A") == "EK-36 not_owned"


def test_EK_38_X_10_a_full_column() -> None:
    full: dict[str, Any] = {"shares": {O: [3, 3, 2]}, "presidents": {O: 0}, "coins": [99, 99, 99]}
    state = do(selling(**full), "keep")
    assert why_not(state, "buy O") == "EK-38 column_full"
    state = do(selling(**full, active=2), "sell O")
    assert state.coins[2] == 107 and state.sold[O] == 7
    do(state, "buy O")
    assert state.coins[2] == 99


@pytest.mark.parametrize("limit", [5, 6, 7, 9, 10, 12])
def test_EK_38_maxShares_replaces_the_eight(limit: int) -> None:
    def column(count: int) -> Ekonos:
        more: dict[str, Any] = {"shares": {O: [count, 0, 0]}, "presidents": {O: 0}}
        return do(selling(**more, coins=[99, 0, 0], maxShares=limit), "keep")

    assert "buy O" in offers(column(limit - 1))
    assert why_not(column(limit), "buy O") == "EK-38 column_full"
    assert view.board(column(limit), 0)["companies"][O]["slots"] == limit


def test_EK_39_X_03_selling_and_buying_back_changes_nothing() -> None:
    state = do(selling(**GAMMA, coins=[0, 0, 0]), "sell G")
    assert state.coins[0] == 4 and state.sold[G] == 3
    do(state, "buy G")
    assert state.coins[0] == 0
    assert holdings(state, G) == [2, 1, 1] and state.president[G] == 0
    assert state.active == 1  # one sale and one purchase


def test_EK_40_any_company_may_be_traded_tile_or_not() -> None:
    state = selling(**GAMMA, coins=[9, 0, 0])
    assert "sell G" in offers(state)
    do(state, "keep")
    assert "buy B" in offers(state)


def test_EK_40_tradeNeedsTile_only_companies_on_the_map_are_traded() -> None:
    state = selling(**GAMMA, coins=[9, 0, 0], plain={B: [1]}, tradeNeedsTile=True)
    assert why_not(state, "sell G") == "EK-40 no_tile"
    do(state, "keep")
    assert offers(state) == ["pass", "buy B"]
    assert why_not(state, "buy G") == "EK-40 no_tile"


def test_EK_41_there_is_no_debt() -> None:
    state = do(selling(**GAMMA, coins=[0, 0, 0]), "keep")
    assert state.active == 1 and state.coins[0] == 0


def test_EK_42_the_bank_pays_whatever_it_owes() -> None:
    state = selling(shares={O: [8, 0, 0]}, presidents={O: 0}, coins=[150, 0, 0])
    assert do(state, "sell O").coins[0] == 158


MANY: dict[str, Any] = {
    "shares": {A: [6, 0, 0], B: [6, 0, 0], G: [0, 2, 2], D: [3, 2, 0]},
    "presidents": {A: 0, B: 0, G: 1, D: 0},
    "coins": [99, 0, 0],
}
"""Seat 0 uses 15 markers for shares and 3 for offices."""


def test_EK_43_markers_are_not_counted() -> None:
    state = do(selling(**MANY), "keep")
    assert {"buy A", "buy G", "buy E"} <= set(offers(state))


def test_EK_43_countMarkers_limits_shares_and_offices_to_18() -> None:
    state = do(selling(**MANY, countMarkers=True), "sell D", "buy A")
    assert sum(holdings(state, c)[0] for c in range(6)) == 15
    office = do(selling(**MANY, countMarkers=True), "sell D")
    assert why_not(office, "buy E") == "EK-43 no_marker"  # a share and an office
    assert "buy G" in offers(office)  # no office with it
    none_left = selling(**MANY, countMarkers=True, hands={0: [], 1: [1], 2: [3]})
    do(none_left, "keep")
    assert none_left.active == 1  # nothing may be bought


def test_EK_43_countMarkers_never_refuses_an_inherited_office() -> None:
    many = {**MANY, "shares": {**MANY["shares"], G: [2, 3, 0]}, "coins": [0, 0, 0]}
    state = selling(**many, countMarkers=True, active=1)
    do(state, "sell G")
    assert state.president[G] == 1  # equal holdings
    state.active, state.phase = 1, SALE
    do(state, "sell G")
    assert state.president[G] == 0


# Presidency


def test_EK_44_X_05_the_first_share_makes_the_president() -> None:
    state = position(coins=[0, 0, 12], active=2, phase=PURCHASE)
    do(state, "buy B")
    assert state.coins[2] == 11
    assert holdings(state, B) == [0, 0, 1] and state.president[B] == 2


def test_EK_45_X_06_a_takeover_needs_more() -> None:
    state = position(
        coins=[0, 9, 0], shares={B: [2, 1, 0]}, presidents={B: 0}, active=1, phase=PURCHASE
    )
    do(state, "buy B")
    assert state.coins[1] == 5 and holdings(state, B) == [2, 2, 0] and state.president[B] == 0
    state.active, state.phase = 1, PURCHASE
    do(state, "buy B")
    assert state.coins[1] == 0 and holdings(state, B) == [2, 3, 0] and state.president[B] == 1


def test_EK_46_X_07_the_only_heir_takes_over() -> None:
    state = do(selling(shares={A: [3, 3, 2]}, presidents={A: 0}), "sell A")
    assert state.coins[0] == 8 and holdings(state, A) == [2, 3, 2]
    assert state.president[A] == 1 and state.phase == PURCHASE


def test_EK_47_X_08_several_heirs_the_seller_names_one() -> None:
    state = do(selling(shares={E: [2, 2, 2]}, presidents={E: 0}), "sell E")
    assert state.coins[0] == 6 and holdings(state, E) == [1, 2, 2]
    assert (state.phase, state.mover()) == (NAMING, 0)
    assert offers(state) == ["name 1", "name 2"]
    assert why_not(state, "name 0") == "EK-47 not_heir"
    assert why_not(state, "buy E") == "EK-11 no_purchase"
    do(state, "name 2")
    assert state.president[E] == 2
    do(state, "buy E")
    assert state.coins[0] == 0 and holdings(state, E) == [2, 2, 2] and state.president[E] == 2


def test_EK_47_only_holders_of_the_maximum_are_heirs() -> None:
    state = selling(seats=4, shares={E: [2, 2, 1, 2]}, presidents={E: 0})
    assert offers(do(state, "sell E")) == ["name 1", "name 3"]


def test_EK_48_X_09_without_shares_no_president() -> None:
    state = selling(shares={D: [0, 1, 0]}, presidents={D: 1}, growth={D: 3}, active=1)
    do(state, "sell D")
    assert state.coins[1] == 1 and state.sold[D] == 0
    assert state.president[D] == NOBODY and state.growth[D] == 3
    do(state, "buy D")
    assert state.president[D] == 1


def test_EK_49_others_may_sell_without_changing_the_office() -> None:
    state = do(selling(shares={A: [2, 2, 0]}, presidents={A: 0}, active=1), "sell A")
    assert state.president[A] == 0 and state.phase == PURCHASE


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
    assert [card["id"] for card in board["hand"]] == [
        card for card in EVERYWHERE if state.hand[1] >> (card - 1) & 1
    ]
    assert [player["cards"] for player in board["players"]] == [6, 6, 6]
    assert view.board(state, SPECTATOR)["hand"] is None


def test_EK_54_moneyOpen_everybody_sees_all_coins() -> None:
    state = position(coins=[3, 4, 5])
    assert [player["coins"] for player in view.board(state, 1)["players"]] == [3, 4, 5]
    assert view.worth(state, SPECTATOR) == [3, 4, 5]


def test_EK_54_moneyOpen_off_hides_the_others_coins_until_the_end() -> None:
    state = position(coins=[3, 4, 5], moneyOpen=False)
    assert [player["coins"] for player in view.board(state, 1)["players"]] == [None, 4, None]
    assert view.worth(state, 1) == [None, 4, None]
    assert view.worth(state, SPECTATOR) == [None, None, None]
    state.phase = ENDED
    assert [player["coins"] for player in view.board(state, 1)["players"]] == [3, 4, 5]


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
