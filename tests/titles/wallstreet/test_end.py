"""The end and the score, each rule by its id (WS-100 to WS-115), with the examples."""

import itertools
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.wallstreet import scoring, view
from openoutcry.titles.wallstreet.components import EXPLOSION, NONE
from openoutcry.titles.wallstreet.position import END, ENDED, MAIN, PLACE_EXPLOSION, TOP
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import (
    card,
    dealt,
    offered,
    pile,
    play,
    position,
    put_on_top,
    refused,
    ring_name,
    sell,
    set_pawns,
)


def exploding(seats: int, turns: int) -> WallStreet:
    """Explosion shows after this many turns, the start player being seat 0."""
    last = (turns - 1) % seats
    state = position(seats, turn=last, pawns=[1] * seats)
    state.p.turns = turns - 1
    put_on_top(state.p, "explosion")
    state.p.phase = END
    return play(state, "done")


def test_WS_100_the_next_player_places_explosion_at_once() -> None:
    state = exploding(3, 73)
    assert (state.p.phase, state.mover()) == (PLACE_EXPLOSION, 1)
    assert offered(state) == ["discard gold", "discard fewer", "discard halve"]
    assert refused(state, "option 1") == "WS-120"
    play(state, "discard fewer")
    assert state.p.tops[1] == EXPLOSION and state.p.dynamite[1] == 3
    assert (state.p.phase, state.mover()) == (MAIN, 1)


def test_WS_100_the_start_player_ends_the_match_by_placing_it() -> None:
    state = exploding(3, 72)
    assert state.mover() == 0
    play(state, "discard gold")
    assert state.mover() == OVER
    assert state.p.top == NONE  # nothing further is revealed
    assert state.refuse(0, 6) == "WS-100 over"


@pytest.mark.parametrize(
    ("seats", "shown", "total"),
    [(3, 72, 72), (3, 73, 75), (2, 75, 76), (4, 77, 80), (5, 72, 75)],
)
def test_WS_101_EX_17_everybody_has_as_many_turns(seats: int, shown: int, total: int) -> None:
    state = exploding(seats, shown)
    rng = Rng(5)
    play_out(state, rng)
    assert state.p.turns == total
    assert total == seats * -(-shown // seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_WS_102_no_action_ever_draws_explosion(seats: int) -> None:
    for seed in range(20):
        state = dealt(seats, seed)
        rng = Rng(seed)
        buffer = vec[i64]([0] * state.width())
        while state.mover() != OVER:
            mover = state.mover()
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(rng))
            else:
                count = state.legal_into(mover, buffer)
                state.apply(mover, buffer[rng.below(count)])
            assert EXPLOSION not in [int(c) for c in state.p.ring]
            assert EXPLOSION not in [int(c) for c in state.p.lot]


def test_WS_102_two_players_may_find_explosion_below_the_stock_exchange() -> None:
    state = set_pawns(dealt(2))
    exchange = card(state.p, "stock_exchange")
    state.p.deck[exchange], state.p.boxed = 1, 0
    state.apply(state.mover(), 2)  # raise
    state.apply(state.mover(), 6)
    state.p.left = 8
    state.apply(CHANCE, exchange)
    assert (EXPLOSION, 1) in state.outcomes()
    state.apply(CHANCE, EXPLOSION)
    play(state, "done")
    assert state.p.phase == PLACE_EXPLOSION


def test_WS_103_the_cards_below_are_used_in_the_last_turns() -> None:
    state = exploding(3, 73)
    state.apply(1, 6)
    assert state.p.phase == TOP
    state.apply(CHANCE, card(state.p, "gold"))
    top = view.board(state, 1).top
    assert state.p.phase == MAIN and top is not None and top.name == "gold"


def emptied(**more: Any) -> WallStreet:
    """The last turns with an empty deck."""
    state = position(3, pawns=[1, 5, 5], **more)
    put_on_top(state.p, "none")
    state.p.placed = 1
    return state


def test_WS_104_with_an_empty_deck_a_bought_slot_stays_empty() -> None:
    state = emptied(ring={2: "single.maize"})
    play(state, "move 1", "keep")
    assert ring_name(state, 2) is None and state.p.phase == END
    assert not state.p.is_target(2)
    play(state, "done")
    state.p.pawn[1] = 1
    assert refused(state, "move 1") == "WS-104" and "move 2" in offered(state)


def test_WS_104_with_an_empty_deck_a_sale_makes_no_lot_and_needs_a_card_below() -> None:
    state = emptied(piles=[["gold", "single.oil"]], ring={1: "black_day"})
    play(state, sell(state, "gold"), "discard gold", "done")
    assert (ring_name(state, 1), state.p.lot[1]) == ("gold", NONE)
    state = emptied(piles=[["gold"]], ring={1: "empty"})
    assert refused(state, sell(state, "gold")) == "WS-104"


def test_WS_104_with_an_empty_deck_nothing_is_discarded_for_trend_or_capital() -> None:
    state = emptied()
    assert play(state, "raise").p.capital[0] == 5 and state.p.phase == END
    state = emptied(coins=2)
    state.p.pawn[0] = 6
    assert play(state, "move 1").p.cash[0] == 6 and state.p.phase == END
    assert state.p.discarded == 0


# The score


def ended(**more: Any) -> WallStreet:
    state = position(3, **more)
    state.p.phase = ENDED
    return state


def test_WS_110_the_lines_of_the_score_stand_in_the_rules_order() -> None:
    state = ended(
        piles=[["double.oil", "move.maize.up1:1"]],
        secrets=[3, 0, 1],
        cash=[5, 4, 4],
        loans=[1, 0, 0],
        values=[3, 4, 5, 6],
    )
    lines = view.score_lines(state)[0]
    assert [line.points for line in lines] == [0, 3, -8, 0, 0, 0, 18, 5]
    assert [line.key for line in lines[:3]] == ["score.secret", "score.variations", "score.loans"]
    assert lines[-1].key == "score.cash"
    assert sum(line.points for line in lines) == state.scores()[0]


def brute(
    held: list[int], duals: list[tuple[int, int]], gold: int, value: list[int], least: list[int]
) -> int:
    """Every assignment, one card at a time."""
    best = 0
    for picks in itertools.product(*duals, *[range(4)] * gold):
        counts = [held[c] + picks.count(c) for c in range(4)]
        points = sum(counts[c] * value[c] for c in range(4) if counts[c] >= least[c])
        best = max(best, points)
    return best


def test_WS_111_the_best_assignment_is_found_exactly() -> None:
    rng = Rng(11)
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]
    for _ in range(250):
        held = [int(rng.below(6)) for _ in range(4)]
        duals = [pair for pair in pairs if rng.below(2)]
        gold = int(rng.below(4))
        value = [int(1 + rng.below(12)) for _ in range(4)]
        least = [int(1 + rng.below(8)) for _ in range(4)]
        best = vec[i64]([0] * 4)
        flat = vec[i64]([company for pair in duals for company in pair])
        found = scoring.assign(
            vec[i64](held), flat, gold, vec[i64](value), vec[i64](least), 0, best
        )
        assert found == brute(held, duals, gold, value, least)
        counts = [int(n) for n in best]
        assert sum(counts) == sum(held) + len(duals) + gold
        assert found == sum(counts[c] * value[c] for c in range(4) if counts[c] >= least[c])


def test_WS_111_all_duals_and_all_gold_at_once() -> None:
    pairs = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3]
    best = vec[i64]([0] * 4)
    four = vec[i64]([1, 1, 1, 1])
    value, least = vec[i64]([3, 4, 5, 6]), vec[i64]([4, 3, 2, 2])
    found = scoring.assign(four, vec[i64](pairs), 6, value, least, 0, best)
    duals = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3)]
    assert found == brute([1] * 4, duals, 6, [3, 4, 5, 6], [4, 3, 2, 2])


def test_WS_112_below_the_minimum_nothing_from_it_on_all() -> None:
    assert scoring.company_points(5, 3, 6) == 0
    assert scoring.company_points(6, 3, 6) == 18
    assert scoring.company_points(7, 3, 6) == 21


def test_WS_113_the_secret_shares_points_count_in_any_case() -> None:
    state = ended(secrets=[0, 1, 2], cash=[0, 0, 0])
    assert state.scores() == [3, 2, 1]


def test_WS_114_EX_20_below_the_minimum_in_debt() -> None:
    state = ended(
        piles=[["single.oil", "double.maize", "move.maize.up1:1"]],
        secrets=[4, 0, 1],
        loans=[2, 0, 0],
        cash=[1, 0, 0],
        values=[3, 4, 5, 6],
    )
    state.p.secret[0] = 3  # the oil share: two oil, below the minimum of three
    assert state.scores()[0] == 3 - 16 + 1


def test_WS_114_magnates_points_count_too() -> None:
    state = ended(secrets=[3, 0, 1], cash=[2, 0, 0])
    state.p.extra[0] = -2
    assert state.scores()[0] == 0
    assert "score.magnates" in [line.key for line in view.score_lines(state)[0]]


def test_WS_115_EX_21_ties_by_capital_then_shared() -> None:
    state = ended(secrets=[3, 0, 1], cash=[64, 61, 62], capital=[6, 5, 6])
    assert state.scores() == [64, 64, 64]
    assert state.places() == [1, 3, 1]


def test_the_end_lays_everything_open() -> None:
    state = ended(piles=[["gold"], ["single.oil"]], secrets=[3, 0, 1])
    board = view.board(state, SPECTATOR)
    assert [c.name for c in board.players[1].cards or ()] == ["single.oil"]
    secret = board.players[1].secret
    assert secret is not None and secret.company == "maize"
    assert board.zones[0].dynamite == 0
    assert view.worth(state, SPECTATOR) == state.scores()
    assert pile(state, 0) == ["gold"]


def test_worth_is_the_own_and_does_not_count_dynamite() -> None:
    state = position(3, piles=[["double.oil"]], secrets=[3, 0, 1], values=[3, 4, 5, 6])
    state.p.dynamite[2] = 9
    assert view.worth(state, 0) == [4 + 18, None, None]
    assert view.worth(state, SPECTATOR) == [None] * 3
    assert state.scores()[0] == 4 + 9
