"""Speculation: editions that can be played, and those that cannot."""

import re

import pytest

from openoutcry import EditionError, new
from openoutcry.core.edition import kind_of, parse
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out, play_out_by
from openoutcry.core.state import OVER
from openoutcry.titles import find
from openoutcry.titles.speculation import notation, view
from tests.titles.speculation.position import EDITION, TEXT, fresh, small_edition


def test_a_corrected_price_list_is_played_with() -> None:
    better = parse(TEXT.replace("[110,  95,  80, 65", "[115,  95,  80, 65"), "mine")
    match = new("speculation", seats=3, edition=better)
    assert view.board(match.state, 0).lists["plain"][0][0] == 115
    assert match.record().edition.identity != EDITION.identity


def test_reported_prices_are_told_apart_cell_by_cell() -> None:
    plain = EDITION.table("prices.plain")
    assert kind_of(plain["source"]) == kind_of(EDITION.table("prices.star")["source"])
    reported = {
        cell: plain["lists"][int(cell[0]) - 1][int(cell[2]) - 1]
        for cell, source in plain["cells"].items()
        if kind_of(source) == "reported"
    }
    assert reported == {"1,1": 110, "1,2": 95, "2,2": 110, "2,3": 95, "3,1": 175, "4,8": -10}
    assert EDITION.table("prices.star")["cells"] == {}


def test_the_star_side_was_built_to_be_harder() -> None:
    plain, star = (EDITION.rows(f"prices.{side}", "lists") for side in ("plain", "star"))
    for easy, hard in zip(plain, star, strict=True):
        assert all(h <= e for e, h in zip(easy, hard, strict=True))
        for rank in range(7):
            assert hard[rank] - hard[rank + 1] <= easy[rank] - easy[rank + 1]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("side", ["plain", "star"])
def test_a_small_edition_plays_to_its_end(seats: int, side: str) -> None:
    edition = find("speculation").edition(small_edition())
    for seed in range(20):
        state = fresh(seats, side, edition)
        play_out(state, Rng(seed))
        assert max(int(state.position[c]) for c in range(3)) == 8
        advised = fresh(seats, side, edition)
        play_out_by(advised, find("speculation").advice, Rng(seed))
        assert advised.mover() == OVER


def test_a_small_edition_offers_only_its_own_companies() -> None:
    match = new("speculation", seats=3, edition=small_edition(), seed=1)
    assert match.view(0).companies == ["ash", "birch", "cedar"]
    assert view.board(match.state, 0).players[0].hand == 2
    assert match.state.refuse(int(match.state.mover()), notation.read("buy D")) == (
        "SP-02 no_company"
    )
    texts = {word for action in match.decision.actions for word in re.findall("[A-H]", action)}
    assert texts <= {"A", "B", "C"}


@pytest.mark.parametrize(
    ("old", "new_text", "complaint"),
    [
        ("most = 6", "most = 9", "SP-06"),
        ("in_play = [2, 3, 4, 5]", "in_play = [2, 3, 4]", "SP-05"),
        ("in_play = [2, 3, 4, 5]", "in_play = [2, 3, 4, 6]", "SP-05"),
        ("sets = 6", "sets = 5", "SP-02"),
        ("hand = 2", "hand = 10", "SP-08"),
        ("start_cash = 20", "start_cash = -1", "start_cash"),
        ("start_cash = 20", 'start_cash = "20"', "whole number"),
        ("half_from = 5", "half_from = 0", "SP-33"),
        ("trade = 3", "trade = 0", "SP-16"),
        ("values = [1, 2, 3, 4, 5, 6]", "values = [1, 2, 3]", "SP-36"),
        ("values = [1, 2, 3, 4, 5, 6]", "values = [0, 2, 3, 4, 5, 6]", "from 1 to 20"),
        ("[11, 20]", "[12, 20]", "begin at 11"),
        ("[11, 20]", "[11]", r"\[first, last\]"),
        ("[51, 59], [60, 60]", "[51, 60]", "END"),
        ("[51, 59], [60, 60]", "[51, 69], [70, 70]", "62 at most"),
        ("[51, 59], [60, 60]", "[51, 55], [56, 59], [60, 60]", "8 segments"),
        ("[110,  95,  80, 65, 50", "[110,  95,  80, 65.5, 50", "list 1: 8 prices"),
        ("[110,  95,  80, 65, 50, ", "[110,  95,  80, 65, ", "list 1: 8 prices"),
        ('"4,8" =', '"8,8" =', '"8,8" is not'),
        ('"4,8" = "reported', '"4,8" = "rumoured', "must begin with"),
        ('"metro", "timbuktu"', '"alhambra", "timbuktu"', "its own"),
        ('"metro", "timbuktu"', '"Me tro", "timbuktu"', "lower-case"),
        ('"metro", "timbuktu"', '"timbuktu"', "differ in length"),
        ('source = "printed: rulebook, moving the bricks"', "", "source"),
    ],
)
def test_an_edition_that_cannot_be_right_is_refused(
    old: str, new_text: str, complaint: str
) -> None:
    assert old in TEXT
    with pytest.raises(EditionError, match=complaint):
        new("speculation", seats=3, edition=parse(TEXT.replace(old, new_text), "mine"))


@pytest.mark.parametrize("prices", ["[110,  95,  95, 65, 50", "[110,  95,  95, 105, 50"])
def test_SP_10_a_rank_may_cost_as_much_as_its_neighbour_or_more(prices: str) -> None:
    edition = parse(TEXT.replace("[110,  95,  80, 65, 50", prices), "mine")
    state = fresh(3, "plain", find("speculation").edition(edition))
    play_out(state, Rng(1))
    assert state.mover() == OVER
