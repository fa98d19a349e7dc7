"""Differences between JSON values: what is sent of a table's way."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from openoutcry.table.difference import changed, difference

values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values, values)
def test_the_changes_make_the_new_value_of_the_old_one(old: Any, new: Any) -> None:
    before = json.dumps(old)
    assert json.dumps(changed(old, difference(old, new)), sort_keys=True) == json.dumps(
        new, sort_keys=True
    )
    assert json.dumps(old) == before, "the old value stays as it is"


@given(values)
def test_nothing_has_to_be_changed_in_what_is_the_same(value: Any) -> None:
    assert difference(value, json.loads(json.dumps(value))) == []


def test_only_what_differs_is_named() -> None:
    old = {"pot": 3, "players": [{"chips": 5, "in": True}, {"chips": 2, "in": True}]}
    new = {"pot": 4, "players": [{"chips": 5, "in": True}, {"chips": 1, "in": True}]}
    assert difference(old, new) == [(("pot",), 4), (("players", 1, "chips"), 1)]


def test_a_list_of_another_length_is_replaced() -> None:
    assert difference({"hand": ["a"]}, {"hand": ["a", "b"]}) == [(("hand",), ["a", "b"])]


def test_true_is_not_one() -> None:
    assert difference([1], [True]) == [((0,), True)]
