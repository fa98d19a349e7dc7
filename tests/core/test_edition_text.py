"""Editions written, read back and compared."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openoutcry.core.edition import Edition, from_data, parse
from openoutcry.core.edition_changes import Change, changes
from openoutcry.core.edition_text import to_toml
from openoutcry.titles import find, names

EVERY = [edition for name in names() for edition in (find(name).edition(), *find(name).variants)]


@pytest.mark.parametrize("edition", EVERY, ids=lambda edition: edition.name)
def test_what_is_written_is_read_back_as_the_same(edition: Edition) -> None:
    text = to_toml(edition)
    again = json.dumps(parse(text, "again").data, sort_keys=True)
    assert again == json.dumps(edition.data, sort_keys=True)
    assert to_toml(parse(text, "again")) == text


TEXTS = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=' \n"'), max_size=40
)
VALUES = st.recursive(
    st.integers(-(10**6), 10**6) | st.booleans() | TEXTS,
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS.filter(lambda key: key not in ("source", "note", "cells")), VALUES))
def test_any_values_and_any_names_are_read_back(values: dict[str, Any]) -> None:
    head = {"title": "mogul", "name": 'A "name"'}
    data = {"edition": head, "a b.c": {"source": "printed: x", **values}}
    edition = from_data(data, "test")
    assert parse(to_toml(edition), "again").data == edition.data


def altered(path: str, key: str, value: Any, title: str = "speculation") -> tuple[Edition, Edition]:
    ours = find(title).edition()
    data: dict[str, Any] = copy.deepcopy(dict(ours.data))
    table = data
    for part in path.split("."):
        table = table[part]
    table[key] = value
    return ours, find(title).completed(from_data(data, "mine"))


def test_one_price_is_one_change() -> None:
    lists = [list(row) for row in find("speculation").edition().rows("prices.plain", "lists")]
    lists[2][0] = 180
    ours, mine = altered("prices.plain", "lists", lists)
    assert changes(ours, mine) == [Change("prices.plain", "lists", 2, 0, 175, 180)]
    assert changes(ours, ours) == []


def test_a_card_more_or_fewer_is_one_change() -> None:
    cards = find("mogul").edition().rows("cards", "list")
    ours, mine = altered("cards", "list", [cards[0], ["pink", "blue", False], *cards[1:]], "mogul")
    assert changes(ours, mine) == [Change("cards", "list", 1, None, None, ["pink", "blue", False])]
    ours, mine = altered("cards", "list", [*cards[:3], *cards[4:]], "mogul")
    assert changes(ours, mine) == [Change("cards", "list", 3, None, cards[3], None)]


def test_a_number_that_may_be_left_out_is_no_change() -> None:
    ours = find("wallstreet").edition()
    data = {path: table for path, table in ours.data.items() if path != "payments"}
    left_out = find("wallstreet").completed(from_data(data, "older"))
    assert changes(ours, left_out) == []


def test_yes_is_not_one() -> None:
    cards = [list(row) for row in find("mogul").edition().rows("cards", "list")]
    cards[0][2] = 1
    ours, mine = altered("cards", "list", cards, "mogul")
    assert changes(ours, mine) == [Change("cards", "list", 0, 2, True, 1)]
