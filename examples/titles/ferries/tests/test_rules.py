"""Ferries, rule by rule: each test names the rule it checks."""

import pytest

from openoutcry import IllegalAction, OptionError, new
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles import find
from outcry_ferries.rules import BIDS, DEAL, ENDED, NOBODY, REVEAL, Ferries

TITLE = find("ferries")
AMBER, BIRCH, CORAL = range(3)


def fresh(seats: int = 3, pays: str = "own") -> Ferries:
    """Nothing dealt yet."""
    edition = TITLE.edition()
    state = TITLE.box.start(edition, seats, TITLE.options(edition, seats, {"pays": pays}))
    assert isinstance(state, Ferries)
    return state


def auction(line: int = AMBER, seats: int = 3, pays: str = "own") -> Ferries:
    """Everybody holds one Birch and one Coral share; a share of `line` is on auction."""
    state = fresh(seats, pays)
    for _ in range(seats):
        state.apply(CHANCE, BIRCH)
        state.apply(CHANCE, CORAL)
    state.apply(CHANCE, line)
    return state


def bid(state: Ferries, *coins: int) -> Ferries:
    for seat, amount in enumerate(coins):
        assert state.refuse(seat, amount) == ""
        state.apply(seat, amount)
    return state


def test_FE_01_three_or_four_play() -> None:
    assert list(TITLE.box.seats(TITLE.edition())) == [3, 4]
    with pytest.raises(OptionError):
        new("ferries", seats=2)


def test_FE_02_four_shares_of_each_line() -> None:
    assert fresh().outcomes() == [(AMBER, 4), (BIRCH, 4), (CORAL, 4)]


def test_FE_03_twelve_coins_each_and_shares_at_2() -> None:
    state = fresh(4)
    assert list(state.coins) == [12] * 4
    assert list(state.price) == [2] * 3


def test_FE_04_two_shares_each_that_only_their_owner_sees() -> None:
    state = fresh()
    assert state.phase == DEAL and state.mover() == CHANCE
    assert [state.witness(seat, CHANCE, AMBER) for seat in range(3)] == [True, False, False]
    for _ in range(6):
        state.apply(CHANCE, state.outcomes()[0][0])
    assert state.phase == REVEAL
    boards = [TITLE.views.board(state, viewer) for viewer in range(3)]
    assert [[p.hand for p in board.players] for board in boards] == [  # type: ignore[attr-defined]
        [[2, 0, 0], None, None],
        [None, [2, 0, 0], None],
        [None, None, [0, 2, 0]],
    ]


@pytest.mark.parametrize(("seats", "auctions"), [(3, 6), (4, 4)])
def test_FE_05_the_rest_is_auctioned(seats: int, auctions: int) -> None:
    state = auction(seats=seats)
    assert 1 + sum(state.deck) == auctions


def test_FE_06_all_bid_at_once_and_face_down() -> None:
    state = auction()
    assert state.sealed() and all(state.waiting(seat) for seat in range(3))
    state.apply(1, 5)
    assert not state.waiting(1) and state.phase == BIDS
    assert not state.witness(0, 1, 5) and state.witness(1, 1, 5)
    assert state.refuse(1, 5) == "FE-06 not_now"


def test_FE_07_a_bid_is_from_nothing_to_all_coins() -> None:
    match = new("ferries", seats=3, seed=1)
    decision = match.decision_for(0)
    assert decision is not None and decision.actions == [f"bid {n}" for n in range(13)]
    with pytest.raises(IllegalAction, match="bid 13: there is no such bid"):
        match.play(0, "bid 13")
    state = bid(auction(), 3, 0, 0)
    state.apply(CHANCE, BIRCH)
    assert state.refuse(0, 10) == "FE-07 too_few coins=9"


def test_FE_08_the_highest_bid_takes_the_share_and_is_paid() -> None:
    state = bid(auction(), 3, 5, 4)
    assert state.winner == 1
    assert list(state.coins) == [12, 7, 12]
    assert state.held(1, AMBER) == 1


def test_FE_08_of_equal_bids_the_first_from_the_start_player_on_wins() -> None:
    state = bid(auction(), 4, 4, 4)
    assert (state.winner, state.start) == (0, 1)
    state.apply(CHANCE, AMBER)
    assert bid(state, 4, 4, 4).winner == 1


def test_FE_08_with_the_option_the_winner_pays_the_second_highest_bid() -> None:
    state = bid(auction(pays="second"), 3, 9, 4)
    assert list(state.coins) == [12, 8, 12]
    assert state.price[AMBER] == 4


def test_FE_09_the_last_trade_makes_the_price_of_every_share_of_the_line() -> None:
    state = bid(auction(BIRCH), 0, 7, 0)
    assert list(state.price) == [2, 7, 2]
    assert state.worth(0) == 12 + 7 + 2  # a share of Birch and one of Coral in hand
    assert state.worth(1) == 5 + 2 * 7 + 2


def test_FE_09_a_share_that_nobody_bids_for_leaves_the_match() -> None:
    state = bid(auction(), 0, 0, 0)
    assert state.winner == NOBODY
    assert list(state.price) == [2, 2, 2]
    assert sum(state.held(seat, AMBER) for seat in range(3)) + state.deck[AMBER] == 3


def test_FE_10_at_the_end_all_hands_lie_open() -> None:
    match = new("ferries", seats=3, seed=2)
    assert [player.hand is None for player in match.view(None).board.players] == [True] * 3  # type: ignore[attr-defined]
    while not match.over:
        match.play(match.waiting[0], "bid 0")
    assert [sum(player.hand) for player in match.view(None).board.players] == [2] * 3  # type: ignore[attr-defined]


def test_FE_11_the_match_ends_after_the_last_share() -> None:
    state = auction(seats=4)
    while state.mover() != OVER:
        mover = state.mover()
        state.apply(mover, state.outcomes()[0][0] if mover == CHANCE else 1)
    assert (state.phase, state.auctions) == (ENDED, 4)
    assert state.refuse(0, 0) == "FE-11 over"


def test_FE_12_coins_and_all_shares_at_their_price_are_points() -> None:
    state = bid(auction(AMBER), 2, 3, 5)
    # Amber is worth 5 now; everybody has a share of Birch and one of Coral, at 2 each.
    assert state.scores() == [12 + 4, 12 + 4, 7 + 4 + 5]


def test_FE_13_of_equal_points_more_coins_win() -> None:
    state = bid(auction(AMBER), 2, 3, 5)
    assert state.scores() == [16, 16, 16]
    assert state.places() == [1, 1, 3]
