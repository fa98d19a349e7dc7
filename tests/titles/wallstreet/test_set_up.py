"""Terms, set-up and edition of 1920 Wall Street, each rule by its id (WS-01 to WS-31)."""

import re
from collections import Counter
from fractions import Fraction

import pytest

from openoutcry import EditionError, OptionError, new
from openoutcry.core.edition import parse
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, SPECTATOR
from openoutcry.titles import find
from openoutcry.titles.wallstreet import box, view
from openoutcry.titles.wallstreet.board import Secret
from openoutcry.titles.wallstreet.components import (
    CAPITAL_CARD,
    EXPLOSION,
    FIRST_SEAT,
    GOLD,
    NONE,
    SHARE,
    STOCK_EXCHANGE,
)
from openoutcry.titles.wallstreet.position import CAPITAL_DEAL, REPLACE, RING, SET_PAWN, START, TOP
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import (
    EDITION,
    card,
    dealt,
    fresh,
    listed,
    offered,
    play,
    position,
    put_on_top,
    ring_name,
    set_pawns,
    settle,
    values,
)


@pytest.mark.parametrize("seats", [1, 6])
def test_WS_01_two_to_five_players(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 5 seats"):
        new("wallstreet", seats=seats)


def test_WS_01_turns_go_clockwise_and_the_start_player_stays() -> None:
    state = position(3, start=1, turn=1)
    seen = []
    for _ in range(6):
        seen.append(int(state.p.turn))
        while state.p.turn == seen[-1]:
            state.apply(state.mover(), state.default(int(state.mover())))
            settle(state, Rng(1))
    assert seen == [1, 2, 0, 1, 2, 0]
    assert state.p.start == 1


def test_WS_02_companies_in_order() -> None:
    assert view.companies(fresh()) == ["maize", "cotton", "steel", "oil"]


def test_WS_03_a_rise_counts_cells_not_value() -> None:
    state = position(ring={2: "single.maize:1"}, values=[4], board="blue")
    play(state, "move 1", "keep")
    assert values(state)[0] == 6  # the next cell of 1 2 3 4 6 7 8


def test_WS_04_EX_13_a_cube_never_leaves_its_track() -> None:
    state = position(board="blue")
    for value, levels, after in ((9, 2, 10), (10, 1, 10), (3, -2, 1)):
        state.p.level[2] = [1, 3, 4, 5, 7, 8, 9, 10].index(value)
        state.p.shift(2, levels)
        assert values(state)[2] == after


def test_WS_05_coins_never_run_out() -> None:
    state = position(cash=[30, 30, 30], piles=[["double.oil"]], pawns=[1, 2, 3])
    assert state.p.bank < 0
    play(state, sell_text(state, "double.oil"), "discard gold")
    assert state.p.cash[0] == 36


def sell_text(state: WallStreet, name: str) -> str:
    return f"sell {card(state.p, name)}"


def test_WS_06_capital_is_there_again_every_turn_and_pays_prices_only() -> None:
    state = position(2, pawns=[1, 3], ring={2: "single.maize", 4: "gold"}, capital=[4, 4])
    play(state, "move 1", "keep", "done")
    assert (state.p.capital[0], state.p.cash[0]) == (4, 4)  # price 2: capital, not spent
    state = position(3, pawns=[1, 2, 5], ring={2: "single.maize"}, capital=[7, 4, 4])
    play(state, "move 1")
    assert state.p.cash[0] == 3  # the fee is cash, however much capital is left


@pytest.mark.parametrize(("seats", "slots"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_WS_07_a_ring_of_players_plus_four(seats: int, slots: int) -> None:
    state = dealt(seats)
    board = view.board(state, 0)
    assert len(board.ring) == slots
    names = [slot.cards[0].name for slot in board.ring[1:]]
    assert sum(name.startswith("dual.") for name in names) == seats
    assert len(names) == seats + 3


def test_WS_08_a_slot_holds_a_card_a_lot_the_trend_or_nothing() -> None:
    state = position(ring={2: "empty"}, lots={3: "gold"})
    ring = view.board(state, 0).ring
    assert ring[0].trend and ring[0].cards == []
    assert [len(ring[slot].cards) for slot in (1, 2, 3)] == [1, 0, 2]


def test_WS_09_pawns_stay_when_a_card_is_replaced_and_may_share_a_slot() -> None:
    state = position(3, pawns=[1, 2, 2], ring={2: "single.maize"}, top="gold")
    play(state, "move 1", "keep")
    assert listed(state.p.pawn) == [2, 2, 2]
    assert ring_name(state, 2) == "gold"


def test_WS_10_green_is_clockwise_and_red_is_not() -> None:
    state = position(pawns=[2, 2, 2])
    assert (state.p.reach(0, 1), view.board(state, 0).direction) == (3, 1)
    play(state, "flip")
    assert (state.p.reach(0, 1), view.board(state, 0).direction) == (1, -1)


def test_WS_11_the_top_of_the_deck_is_visible_and_nothing_below() -> None:
    state = position(top="gold")
    board = view.board(state, SPECTATOR)
    assert board.top is not None and board.top.name == "gold"
    assert board.deck == 81


def test_WS_12_a_player_sees_the_own_piles_and_secret_share() -> None:
    state = position(piles=[["gold"], ["double.oil"]], secrets=[4, 0, 1])
    mine = view.board(state, 0).players[0]
    assert [c.name for c in mine.cards or ()] == ["gold"]
    assert mine.secret == Secret(company="maize", shares=2, points=0)


def test_WS_13_sizes_cash_loans_and_capital_are_public_piles_are_not() -> None:
    state = position(piles=[["gold"], ["double.oil", "black_day"]], cash=[4, 7, 1], loans=[0, 1, 0])
    rival = view.board(state, 0).players[1]
    assert (rival.cash, rival.loans, rival.shares, rival.variations) == (7, 1, 1, 1)
    assert rival.cards is None and rival.secret is None


def test_WS_13_a_table_may_show_kept_cards_as_a_memory_aid() -> None:
    state = position(piles=[[], ["double.oil", "black_day"]], kept_cards="shown")
    rival = view.board(state, 0).players[1]
    assert [c.name for c in rival.cards or ()] == ["double.oil", "black_day"]
    assert rival.secret is None


def test_WS_14_only_the_top_of_a_discard_pile_is_seen_and_no_dynamite() -> None:
    state = position()
    for name in ("gold", "black_day"):
        state.p.discard(card(state.p, name), 1)
    zone = view.board(state, 0).zones[1]
    assert zone.top is not None
    assert (zone.event, zone.top.name, zone.cards) == ("minus_1", "black_day", 2)
    assert zone.dynamite is None and zone.strikes is None


def test_WS_14_a_board_does_not_depend_on_what_lies_below_the_top() -> None:
    """So a table that plays from memory has nothing more to hide of it."""
    states = [position(), position()]
    for state, below in zip(states, ("gold", "single.oil"), strict=True):
        for name in (below, "black_day"):
            state.p.discard(card(state.p, name), 1)
    assert listed(states[0].p.dynamite) != listed(states[1].p.dynamite)
    for viewer in (0, 1, SPECTATOR):
        assert view.board(states[0], viewer) == view.board(states[1], viewer)


# Set-up


@pytest.mark.parametrize("side", ["blue", "orange"])
def test_WS_20_either_side_with_its_start_cells(side: str) -> None:
    state = fresh(board=side)
    assert values(state) == [3, 4, 5, 6]
    steel = view.board(state, 0).market[2].cells
    assert steel == EDITION.numbers(f"board.{side}", "steel")


def test_WS_21_the_bank_holds_the_other_coins() -> None:
    assert fresh(4).p.bank == 15 + 7 * 3 - 4 * 4


@pytest.mark.parametrize("seats", [2, 5])
def test_WS_22_one_dual_per_player_the_others_unseen(seats: int) -> None:
    state = dealt(seats)
    assert sum(int(state.p.deck[number]) for number in range(5)) == 5 - seats


def test_WS_22_WS_23_WS_24_every_card_is_as_likely_on_every_slot() -> None:
    state = fresh(3)
    weights = dict(state.outcomes())
    total = sum(weights.values())
    assert Fraction(weights[0], total) == Fraction(3, 6) / 5  # 3 duals of 6 cards, one of 5
    gold = card(state.p, "gold")
    assert Fraction(weights[gold], total) == Fraction(3, 6) * Fraction(6, 83)
    assert len(weights) == state.p.components.types


def test_WS_23_83_cards_of_which_three_are_dealt() -> None:
    state = fresh()
    assert state.p.left == 83
    state = dealt(3)
    assert state.p.left == 83 - 3 - 1
    assert state.p.top != NONE


def test_WS_24_trend_lies_on_slot_0_green_up() -> None:
    state = dealt(4)
    assert state.p.direction == 1
    assert view.board(state, 0).ring[0].trend


def test_WS_25_explosion_lies_with_equal_chance_in_the_last_nine_places() -> None:
    state = dealt(3)
    p = state.p
    p.deck[p.top] += 1
    p.left += 1
    p.top, p.phase = NONE, TOP
    chance = Fraction(1)
    found = []
    for left in range(80, -1, -1):
        while p.left > left:
            number = next(n for n in range(5, p.components.types) if p.deck[n])
            p.deck[number] -= 1
            p.left -= 1
        p.left = left
        weights = dict(state.outcomes())
        hit = Fraction(weights.get(EXPLOSION, 0), left + 1 if left <= 8 else 1)
        found.append(chance * hit)
        chance *= 1 - hit
    assert found[:72] == [0] * 72
    assert found[72:] == [Fraction(1, 9)] * 9
    assert chance == 0


def test_WS_26_a_capital_card_each_seen_by_its_owner_alone() -> None:
    state = fresh(3)
    rng = Rng(1)
    while state.p.phase != CAPITAL_DEAL:
        state.apply(CHANCE, state.draw(rng))
    assert state.outcomes() == [(CAPITAL_CARD + number, 1) for number in range(5)]
    assert [state.witness(seat, CHANCE, 0) for seat in (0, 1, 2, SPECTATOR)] == [True] + [False] * 3
    state.apply(CHANCE, CAPITAL_CARD + 2)
    assert len(state.outcomes()) == 4
    assert [state.witness(seat, CHANCE, 0) for seat in (0, 1, 2)] == [False, True, False]


def test_WS_26_rivals_secret_shares_are_imagined_anew() -> None:
    state = dealt(4)
    worlds = [state.imagine(0, Rng(seed)).p for seed in range(60)]
    assert {int(world.secret[0]) for world in worlds} == {int(state.p.secret[0])}
    others = set(range(5)) - {int(state.p.secret[0])}
    assert {int(world.secret[2]) for world in worlds} == others


@pytest.mark.parametrize(("seats", "level"), [(2, 4), (3, 4), (4, 5), (5, 5)])
def test_WS_27_capital_starts_at_4_or_5(seats: int, level: int) -> None:
    assert listed(fresh(seats).p.capital) == [level] * seats


def test_WS_28_everybody_has_4_in_cash() -> None:
    assert listed(fresh(5).p.cash) == [4] * 5


def test_WS_29_a_random_start_player_and_minimums_for_the_players() -> None:
    state = fresh(5)
    rng = Rng(2)
    while state.p.phase != START:
        state.apply(CHANCE, state.draw(rng))
    assert state.outcomes() == [(FIRST_SEAT + seat, 1) for seat in range(5)]
    minimums = {seats: listed(fresh(seats).p.components.minimum) for seats in (2, 3, 4, 5)}
    assert minimums == {2: [8, 7, 6, 5], 3: [6, 5, 4, 3], 4: [5, 4, 3, 2], 5: [4, 3, 2, 2]}


def test_WS_30_pawns_from_the_start_player_on_any_slot_trend_too() -> None:
    state = dealt(3)
    first = int(state.p.start)
    assert state.mover() == first
    assert offered(state) == [f"pawn {slot}" for slot in range(7)]
    play(state, "pawn 0")
    assert state.mover() == (first + 1) % 3
    play(state, "pawn 0", "pawn 6")
    assert state.mover() == first
    assert state.p.phase > SET_PAWN


def test_WS_31_two_players_put_the_stock_exchange_away_on_sight() -> None:
    state = fresh(2)
    exchange = card(state.p, "stock_exchange")
    left = int(state.p.left)
    state.apply(CHANCE, exchange)
    assert (state.p.phase, state.p.at, state.p.left) == (REPLACE, 1, left - 1)
    assert state.p.boxed == 1
    state = set_pawns(dealt(2))
    put_on_top(state.p, "gold")
    state.p.deck[exchange], state.p.boxed = 1, 0
    play(state, "raise")
    state.apply(state.mover(), 6)
    assert state.p.phase == TOP
    state.apply(CHANCE, exchange)
    assert state.p.phase == TOP  # the next card is revealed instead
    assert state.p.boxed == 1


def _chance_of_a_dual(state: WallStreet) -> Fraction:
    outcomes = state.outcomes()
    duals = sum(weight for card, weight in outcomes if card < state.p.components.duals)
    return Fraction(duals, sum(weight for _, weight in outcomes))


def test_WS_31_what_replaces_the_stock_exchange_in_the_ring_comes_from_the_deck() -> None:
    state = fresh(2)
    assert _chance_of_a_dual(state) == Fraction(2, 5)
    exchange = card(state.p, "stock_exchange")
    state.apply(CHANCE, exchange)
    deck = [
        (c, int(state.p.deck[c])) for c in range(state.p.components.duals, state.p.components.types)
    ]
    assert state.outcomes() == [(c, count) for c, count in deck if count > 0]
    state.apply(CHANCE, state.outcomes()[0][0])
    assert (state.p.phase, state.p.at) == (RING, 2)
    assert _chance_of_a_dual(state) == Fraction(2, 4)  # two duals among the four slots left


def test_WS_31_by_the_first_rules_a_dual_may_replace_the_stock_exchange() -> None:
    state = fresh(2, rules=1)
    state.apply(CHANCE, card(state.p, "stock_exchange"))
    assert (state.p.phase, _chance_of_a_dual(state)) == (RING, Fraction(2, 5))


def test_WS_31_three_players_use_the_stock_exchange() -> None:
    state = fresh(3)
    state.apply(CHANCE, card(state.p, "stock_exchange"))
    assert ring_name(state, 1) == "stock_exchange"


# The edition (dossier's load-time invariants)


def corrected(old: str, new: str) -> str:
    text = (find("wallstreet").folder / "edition.toml").read_text("utf-8")
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('["maize", 1, 0, 1, 1, 4]', '["maize", 1, 0, 1, 1, 5]', "38 cards listed, the box has 37"),
        ("copies = 6", "copies = 5", "5 cards listed, the box has 6"),
        ("[1, 1, 3, 1, 2]", "[1, 1, 3, 1, 3]", "44 cards listed, the box has 40"),
        ('  ["cotton", "oil"],\n', "", "4 cards listed, the box has 5"),
        ('["cotton", "oil"],', '["maize", "cotton"],', "listed twice"),
        ('["maize", 2, 0, 2, 2, 3]', '["maize", 2, 0, 3, 2, 3]', "two maize shares costs 2"),
        ('["stock_exchange", 2, 2, 2, 1]', '["stock_exchange", 2, 2, 2, 2]', "just one stock_exch"),
        ("start = [2, 3, 3, 3]", "start = [0, 3, 3, 3]", "must not be at an end"),
        ("two = [8, 7, 6, 5]", "two = [8, 9, 6, 5]", "must not rise from maize to oil"),
        ("five = [4, 3, 2, 2]", "five = [6, 3, 2, 2]", "must not rise with the number of players"),
        ("magnates = 4", "magnates = 5", "111 cards"),
        ('["oil", 2, -1, 3, 1, 1]', '["coal", 2, -1, 3, 1, 1]', "must be .company, shares, levels"),
        ('["oil", 2, -1, 3, 1, 1]', '["oil", 3, -1, 3, 1, 1]', "one or two shares"),
        ('["maize", "cotton", "steel", "oil"]', '["maize", "steel", "cotton", "oil"]', "WS-02"),
        ("top = 7", "top = 3", "between 1 and the top"),
        ("cash = 5\n", "cash = 0\n", "between 1 and 50"),
        ("maize = [1, 2, 3, 4, 6, 7, 8]", "maize = [1, 2, 3, 4, 3, 7, 8]", "values must not fall"),
    ],
)
def test_B10_an_edition_is_checked_when_it_is_loaded(old: str, new: str, says: str) -> None:
    edition = parse(corrected(old, new), "test")
    assert any(re.search(says, problem) for problem in box.check(edition))
    with pytest.raises(EditionError):
        find("wallstreet").edition(edition)


def test_B10_steel_can_stand_at_7() -> None:
    text = corrected("[1, 3, 4, 5, 7, 8, 9, 10]", "[1, 3, 4, 5, 6, 8, 9, 10]")
    assert box.check(parse(text, "test")) == []  # the orange side still has it
    text = text.replace("steel = [1, 2, 3, 4, 5, 6, 7, 8, 9]", "steel = [1, 2, 3, 4, 5, 6, 8, 9]")
    with pytest.raises(EditionError, match="a cell with 7 exists"):
        find("wallstreet").edition(parse(text, "test"))


def test_B10_a_real_track_may_repeat_a_value() -> None:
    text = corrected("maize = [1, 2, 3, 4, 6, 7, 8]", "maize = [1, 2, 3, 3, 6, 6, 8]")
    edition = find("wallstreet").edition(parse(text, "test"))
    state = box.start(edition, 3, find("wallstreet").options(edition, 3, {}))
    state.p.shift(0, 1)
    assert (state.p.level[0], state.p.value(0)) == (3, 3)


def test_the_edition_holds_all_110_cards_and_says_where_they_come_from() -> None:
    cards = box.cards(EDITION)
    copies = Counter[int]()
    for kind, *_, count in cards:
        copies[kind] += count
    assert (copies[SHARE], copies[GOLD], copies[STOCK_EXCHANGE]) == (37, 6, 1)
    assert sum(copies.values()) == 88
    kinds = EDITION.kinds()
    assert kinds["shares"] == kinds["board.blue"] == kinds["moves"] == "reconstructed"
    assert kinds["minimums"] == kinds["secrets"] == kinds["duals"] == "reported"
    assert kinds["loan"] == kinds["magnates"] == "printed"


def test_a_corrected_edition_changes_the_game() -> None:
    text = corrected('["maize", 1, 0, 1, 1, 4]', '["maize", 1, 0, 4, 1, 4]')
    edition = find("wallstreet").edition(parse(text, "my box"))
    state = box.start(edition, 3, find("wallstreet").options(edition, 3, {}))
    assert state.p.components.cost[card(state.p, "single.maize")] == 4
    assert edition.identity != EDITION.identity
