"""A second version of a title's rules, as a later release would bring it."""

from dataclasses import replace
from typing import Any

import pytest

from openoutcry import titles
from openoutcry.core.edition import Edition
from openoutcry.core.options import Options
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.titles.mogul import box
from openoutcry.titles.mogul.rules import Mogul


class RicherBox:
    """Mogul, but everybody starts with two chips more."""

    OPTIONS = box.OPTIONS

    def check(self, edition: Edition) -> list[str]:
        return box.check(edition)

    def seats(self, edition: Edition) -> range:
        return box.seats(edition)

    def start(self, edition: Edition, seats: int, options: Options) -> State:
        state = box.start(edition, seats, options)
        for seat in range(seats):
            state.chips[seat] += 2
        return state


def chips(state: State) -> int:
    """Of all seats together."""
    assert isinstance(state, Mogul)
    return sum(int(state.chips[seat]) for seat in range(int(state.seats())))


def release(patch: pytest.MonkeyPatch) -> Title:
    """From now on Mogul has rules version 2; the first stays reachable."""
    first = titles.find("mogul")
    second = replace(first, rules_version=2, box=RicherBox(), older=(first,))
    before: Any = titles._own
    patch.setattr(titles, "_own", lambda name: second if name == "mogul" else before(name))
    return second
