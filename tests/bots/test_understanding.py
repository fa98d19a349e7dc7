"""The titles' real questions: positions in which one answer is right, and the levels give it."""

import pytest

from openoutcry.bots import find
from openoutcry.bots.levels import simulations_of
from openoutcry.core.state import State
from openoutcry.titles import find as find_title
from openoutcry.titles.mogul.rules import DECK, SOLD, UP, WINNER, Mogul
from openoutcry.titles.wallstreet.position import PLACE_EXPLOSION
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.ekonos import positions as ekonos
from tests.titles.ekonos.positions import A, G, O
from tests.titles.mogul import position as mogul
from tests.titles.speculation import position as speculation
from tests.titles.wallstreet import position as wallstreet

SEEDS = range(5)

levels = pytest.mark.parametrize("level", ["broker", "tycoon"])


def _choices(level: str, title: str, state: State) -> list[str]:
    """What bots of different seeds choose, with all the simulations that their level has."""
    seat, budget = int(state.mover()), simulations_of(level, title)
    write = find_title(title).notation.write
    return [write(find(level, seed).choose(state, seat, budget)) for seed in SEEDS]


# Mogul: when to leave an auction, when to block a sale


def _near_the_crash(state: Mogul, *left: str) -> Mogul:
    """Only these cards, and the crash, are still to come."""
    kept = []
    for name in left:
        kept.append(mogul.find_card(state, name))
        state.owner[kept[-1]] = UP
    for card in range(len(state.owner)):
        if state.owner[card] == DECK:
            state.owner[card] = SOLD
            state.left -= 1
    for card in kept:
        state.owner[card] = DECK
    state.gather()
    return state


@levels
def test_mogul_whoever_has_much_to_sell_stays_in_the_auction(level: str) -> None:
    """Four brown shares at 5 points, and the pot that one could leave with is empty."""
    shares = [{"brown": 4}, {"brown": 1}, {"yellow": 1}, {"yellow": 1}]
    state = mogul.position(card="green/brown", shares=shares, chips=[6] * 4, points=[9] * 4)
    assert set(_choices(level, "mogul", _near_the_crash(state, "blue/pink", "pink/blue"))) == {
        "pay"
    }


@levels
def test_mogul_whoever_has_nothing_to_sell_leaves_with_a_full_pot(level: str) -> None:
    shares = [{"yellow": 1}, {"brown": 1}, {"yellow": 1}, {"yellow": 1}]
    state = mogul.position(card="green/brown", shares=shares, chips=[6] * 4, points=[9] * 4)
    state.pot = 6
    state.bank -= 6
    assert set(_choices(level, "mogul", state)) == {"leave"}


@levels
def test_mogul_the_winner_sells_nothing_to_keep_the_runner_up_from_selling_five(level: str) -> None:
    """No other card with a brown border will come: the five shares stay worthless for good."""
    shares = [{"green": 1}, {"brown": 5}, {"yellow": 1}]
    state = mogul.position(
        3, "green/brown", shares=shares, chips=[3] * 3, points=[12] * 3, phase=WINNER
    )
    _near_the_crash(state, "blue/pink", "pink/blue")
    state.winner, state.second, state.inside = 0, 1, 1
    assert set(_choices(level, "mogul", state)) == {"sell 0"}


# Speculation: what is left of the cards in this cycle


@pytest.mark.parametrize(("gone", "left"), ["AB", "BA"])
@levels
def test_speculation_a_company_whose_cards_are_played_is_not_bought(
    level: str, gone: str, left: str
) -> None:
    """Two bricks side by side; everybody has played the card of one, nobody that of the other."""
    behind = dict.fromkeys("CDEFGH", 6)
    state = speculation.position(
        bricks={"A": 14, "B": 14, **behind},
        tile="trade",
        steps=4,
        cash=[400, 100, 100],
        hands=["CD", f"E{left}", f"F{left}"],
    )
    for company in range(2, 8):  # only A and B can be bought
        half = state.bank[company] // 2
        state.shares[8 + company], state.shares[16 + company] = half, state.bank[company] - half
        state.bank[company] = 0
    for seat in range(3):
        state.shown[seat] = speculation.cards(f"{gone}GH+")
    state.played = 4
    found = _choices(level, "speculation", state)
    assert found.count(f"buy {left}") >= len(found) - 1
    assert f"buy {gone}" not in found


# 1920 Wall Street: minimums, loans, dynamite


def _last_turns(state: WallStreet, left: int = 3) -> WallStreet:
    p = state.p
    for card in range(int(p.components.duals), int(p.components.types)):
        while p.deck[card] > 0 and p.left > left:
            p.deck[card] -= 1
            p.left -= 1
    return state


@levels
def test_wallstreet_the_share_that_reaches_the_minimum_is_bought(level: str) -> None:
    """Oil counts from three shares on: with two, a third is worth three."""
    state = wallstreet.position(
        pawns=[1, 5, 5],
        ring={2: "single.maize", 3: "single.oil", 4: "black_day"},
        piles=[["double.oil"]],
        values=[3, 4, 5, 9],
        secrets=[0, 1, 2],
    )
    assert set(_choices(level, "wallstreet", state)) == {"move 2"}


@levels
def test_wallstreet_nobody_borrows_for_what_can_be_had_without(level: str) -> None:
    """The same card lies in every slot; two of them can be paid by capital alone."""
    state = wallstreet.position(
        pawns=[1, 5, 5],
        ring=dict.fromkeys(range(2, 7), "single.maize"),
        cash=[0, 4, 4],
        capital=[3, 4, 4],
    )
    assert set(_choices(level, "wallstreet", _last_turns(state))) <= {"move 1", "move 2"}


@levels
def test_wallstreet_loans_are_taken_for_what_is_worth_more(level: str) -> None:
    """Two loans cost 16 points; four shares of oil instead of none that count bring 36."""
    state = wallstreet.position(
        pawns=[1, 5, 5],
        ring={2: "black_day", 3: "black_day", 5: "double.oil"},
        cash=[0, 4, 4],
        capital=[2, 4, 4],
        piles=[["double.oil"]],
        values=[3, 4, 5, 9],
    )
    assert set(_choices(level, "wallstreet", _last_turns(state))) == {"move 4"}


GOLDEN = ["gold", "gold", "double.oil", "double.oil"]


@pytest.mark.parametrize(
    ("piles", "zone"),
    [
        ([["double.oil", "double.oil", "single.oil"], GOLDEN, GOLDEN[:3]], "gold"),
        ([GOLDEN, ["double.maize"] * 3, ["double.steel", "double.steel", "single.oil"]], "fewer"),
    ],
    ids=["rivals-have-gold", "gold-of-ones-own"],
)
@levels
def test_wallstreet_the_last_dynamite_goes_where_it_hurts_the_others(
    level: str, piles: list[list[str]], zone: str
) -> None:
    state = wallstreet.position(
        piles=piles, secrets=[0, 1, 2], top="explosion", values=[3, 4, 5, 9]
    )
    state.p.phase = PLACE_EXPLOSION
    for pile in range(3):
        state.p.dynamite[pile] = 4
    assert set(_choices(level, "wallstreet", state)) == {f"discard {zone}"}


# Ekonos: presidencies and protection


@levels
def test_ekonos_a_president_replaces_a_rival_and_not_what_is_ones_own(level: str) -> None:
    state = ekonos.growing(
        5, plain={G: [13], A: [9], O: [14]}, shares={G: [3, 0, 0], A: [3, 0, 0], O: [0, 0, 4]}
    )
    ekonos.do(state, "card 2 bottom")
    assert set(_choices(level, "ekonos", state)) == {"tile 14"}


@levels
def test_ekonos_a_president_expands_when_asked(level: str) -> None:
    state = ekonos.do(ekonos.growing(3), "card 2 bottom")
    assert set(_choices(level, "ekonos", state)) == {"expand"}


@levels
def test_ekonos_nobody_sells_the_office_of_a_company_about_to_grow(level: str) -> None:
    state = ekonos.selling(
        hands={0: [1, 2], 1: [5, 6], 2: [9, 10]},
        shares={G: [3, 2, 0], A: [2, 0, 1]},
        presidents={G: 0, A: 0},
        plain={G: [13, 14, 9, 18], A: [1]},
        growth={G: 5},
        coins=[0, 3, 3],
        round=3,
    )
    assert "sell G" not in _choices(level, "ekonos", state)


@levels
def test_ekonos_the_market_that_a_rival_can_reach_is_protected(level: str) -> None:
    """Space 13 borders on a company that is about to expand, space 1 on nobody."""
    state = ekonos.position(
        hands={0: [2, 14, 9], 1: [5, 6, 7], 2: [10, 11, 12]},
        shares={G: [4, 0, 1], O: [0, 4, 1]},
        presidents={G: 0, O: 1},
        plain={G: [13, 1], O: [14, 9]},
        growth={O: 5, G: 1},
        coins=[3, 3, 3],
        round=3,
    )
    ekonos.do(state, "card 14 protect")
    assert set(_choices(level, "ekonos", state)) == {"space 13"}
