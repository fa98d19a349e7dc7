"""Payments, the fine and the ring are as the edition says, printed or corrected."""

import copy
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.core.edition import Edition, from_data
from openoutcry.titles import find
from openoutcry.titles.wallstreet import box, view
from openoutcry.titles.wallstreet.components import FLIP, RAISE, TREND_MAGNATE
from openoutcry.titles.wallstreet.faces import magnate_of
from openoutcry.titles.wallstreet.position import MAIN
from openoutcry.titles.wallstreet.rules import WallStreet

TITLE = find("wallstreet")


def _data() -> dict[str, Any]:
    return copy.deepcopy(dict(TITLE.edition().data))


def _edition(data: dict[str, Any]) -> Edition:
    return TITLE.edition(from_data(data, "the test"))


def _corrected(table: str, key: str, number: int) -> Edition:
    data = _data()
    data[table][key] = number
    return _edition(data)


def _first_turn(edition: Edition) -> WallStreet:
    match = oo.new("wallstreet", seats=3, seed=5, edition=edition)
    while True:
        state = match.state
        assert isinstance(state, WallStreet)
        if state.p.phase == MAIN:
            return state
        seat = match.waiting[0]
        match.play_action(seat, match.legal(seat)[-1])


def test_an_edition_from_before_they_were_in_it_is_the_same_edition() -> None:
    old = _data()
    del old["payments"], old["ring"], old["magnates"]["fine"]
    edition = _edition(old)
    assert edition.identity == TITLE.edition().identity
    options = TITLE.options(edition, 4, {})
    assert (
        box.components(edition, 4, options).parts
        == box.components(TITLE.edition(), 4, options).parts
    )


@pytest.mark.parametrize(
    ("table", "key", "number"),
    [("payments", "flip", -1), ("payments", "black_day", 51), ("magnates", "fine", -1)]
    + [("ring", "cards", number) for number in (0, 4)],
)
def test_what_cannot_be_played_is_refused(table: str, key: str, number: int) -> None:
    with pytest.raises(oo.OutcryError, match=rf"\[{table}\] {key} must lie between"):
        _corrected(table, key, number)


def test_WS_34_a_flip_costs_what_the_edition_says() -> None:
    edition = _corrected("payments", "flip", 3)
    assert edition.identity != TITLE.edition().identity
    state = _first_turn(edition)
    seat, cash = int(state.p.turn), int(state.p.cash[state.p.turn])
    assert view.offer(state, seat, FLIP).args["cost"] == 3
    state.apply(seat, FLIP)
    assert (cash - int(state.p.cash[seat]), int(state.p.coins)) == (3, 3)


def test_WS_65_capital_costs_what_the_edition_says() -> None:
    state = _first_turn(_corrected("payments", "capital", 4))
    seat, cash = int(state.p.turn), int(state.p.cash[state.p.turn])
    assert view.offer(state, seat, RAISE).args["cost"] == 4
    state.apply(seat, RAISE)
    assert cash - int(state.p.cash[seat]) == 4


def test_WS_43_occupants_get_what_the_edition_says() -> None:
    p = _first_turn(_corrected("payments", "occupant", 2)).p
    seat, slot = int(p.turn), 3
    for other in range(3):
        p.pawn[other] = slot
    assert p.fees(seat, slot) == 4


def test_WS_07_the_ring_is_as_long_as_the_edition_says() -> None:
    state = _first_turn(_corrected("ring", "cards", 2))
    assert len(view.board(state, 0).ring) == 6
    assert sum(card >= state.p.components.duals for card in state.p.ring) == 2


def test_WS_133_a_magnate_speaks_of_the_fine_that_the_edition_says() -> None:
    p = _first_turn(_corrected("magnates", "fine", 3)).p
    p.magnate[0] = 2 * TREND_MAGNATE + 1
    magnate = magnate_of(p, 0)
    assert magnate is not None and magnate.amount == 3
