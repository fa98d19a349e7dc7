"""Speculation: notation and views."""

import pytest

from openoutcry.conformance.setups import positions
from openoutcry.core.decisions import legal_actions
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles import find
from openoutcry.titles.speculation import notation, view
from openoutcry.titles.speculation.components import HOLD
from tests.titles.speculation.position import fill_hands, fresh, play_cards, position


def test_trades_are_written_in_just_one_way() -> None:
    assert notation.write(HOLD) == "hold"
    assert notation.read("sell B buy A") == 1 * 9 + 0
    assert [notation.write(action) for action in (8, 72)] == ["sell A", "buy A"]
    for text in ("buy A sell B", "sell b", "sell  A", "buy I", "play 1", "raise", "hold "):
        with pytest.raises(ValueError):
            notation.read(text)


def test_SP_31_a_card_says_where_its_brick_would_come_to_and_at_which_price() -> None:
    state = position(bricks={"A": 4, "B": 6, "C": 8}, steps=3, hands=["A+", "AB", "AB"])
    state.reprice()
    before = int(state.price[0])
    played, holiday = (view.offer(state, 0, action) for action in legal_actions(state, 0))
    assert (played.args["space"], played.args["before"]) == (9, before), "6 and 8 are taken"
    assert holiday.args == {"card": "holiday", "space": "stays"}
    state.advance(0, 3)
    state.reprice()
    assert played.args["price"] == int(state.price[0]) > before
    assert int(state.position[0]) == 9


def test_a_seat_cannot_tell_which_cards_others_hold() -> None:
    state = play_cards(position(seats=4, hands=["AB", "AB", "AB", "AB"]), "CDEF")
    fill_hands(state)
    rng = Rng(5)
    seen = set()
    for _ in range(40):
        world = state.imagine(0, rng)
        assert world.hand[0] == state.hand[0]
        assert all(not world.hand[seat] & world.shown[seat] for seat in range(4))
        seen.add(int(world.hand[1]))
    assert len(seen) > 10


def test_advice_uses_only_what_the_seat_may_know() -> None:
    advice = find("speculation").advice
    rng = Rng(6)
    for number, state in enumerate(positions("speculation", 60, 6)):
        for seat in range(int(state.seats())):
            if not state.waiting(seat):
                continue
            world = state.imagine(seat, rng)
            assert advice.choose(state, seat, Rng(number)) == advice.choose(
                world, seat, Rng(number)
            )
            for action in legal_actions(state, seat):
                assert advice.rate(state, seat, action) == advice.rate(world, seat, action)


def test_a_sensible_player_beats_random_ones() -> None:
    advice = find("speculation").advice
    wins = 0
    for seed in range(40):
        state, rng, sensible = fresh(4), Rng(seed), seed % 4
        while (mover := int(state.mover())) != OVER:
            if mover == CHANCE:
                action = int(state.draw(rng))
            elif mover == sensible:
                action = int(advice.choose(state, mover, rng))
            else:
                actions = legal_actions(state, mover)
                action = actions[rng.below(len(actions))]
            state.apply(mover, action)
        wins += state.places()[sensible] == 1
    assert wins >= 28  # 10 would be luck
