"""Correcting an edition: places, rows, sources, undo."""

import pytest

from openoutcry.core.edition_draft import Cell, Draft
from openoutcry.core.errors import EditionError
from openoutcry.titles import find

SOURCE = "printed: my copy"


def draft(title: str = "speculation") -> Draft:
    return Draft.of(find(title).edition(), SOURCE)


def test_a_value_is_set_with_its_source_and_undone() -> None:
    mine = draft()
    cell = Cell.read("prices.plain.lists 3,1")
    mine.set(cell, 180)
    assert mine.get(cell) == 180
    assert mine.data["prices"]["plain"]["cells"]["3,1"] == SOURCE
    assert find("speculation").box.check(mine.edition()) == []
    assert mine.undo() and mine.get(cell) == 175 and not mine.undo()
    assert mine.redo() and mine.get(cell) == 180
    assert find("speculation").edition().rows("prices.plain", "lists")[2][0] == 175


def test_sources_stay_with_their_rows() -> None:
    mine = draft()
    mine.remove_row(Cell.read("prices.plain.lists 1"))
    cells = mine.data["prices"]["plain"]["cells"]
    assert set(cells) == {"1,2", "1,3", "2,1", "3,8"}
    mine.add_row(Cell.read("prices.plain.lists 1"))
    assert set(mine.data["prices"]["plain"]["cells"]) == {"1,2", "1,3", "3,1", "4,8"}
    cards = draft("ekonos")
    cards.remove_row(Cell.read("cards.list 1"))
    assert set(cards.data["cards"]["cells"]) == {"numbers", "list.18", "list.32"}


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("nothing.there", 1, "no table"),
        ("money.nothing", 1, "it has: start_cash"),
        ("money.source", "x", "has no source"),
        ("money.start_cash", "much", "not a whole number"),
        ("prices.plain.lists 99,1", 1, "7 rows"),
        ("prices.plain.lists 1,99", 1, "8 columns"),
        ("prices.plain.lists", 1, "single value"),
    ],
)
def test_what_cannot_be_set_is_refused(place: str, value: str | int, says: str) -> None:
    mine = draft()
    with pytest.raises(EditionError, match=says):
        mine.set(Cell.read(place), value)
    assert not mine.past


@pytest.mark.parametrize("text", ["", "a", "a b", "a.b 0", "a.b x", "a.b 1,0"])
def test_a_place_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(EditionError):
        Cell.read(text)
