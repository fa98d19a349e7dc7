"""Other editions of Mogul: played with, or refused."""

import re

import pytest

from openoutcry import EditionError, new
from openoutcry.core.edition import parse
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, OVER
from openoutcry.titles import find
from openoutcry.titles.mogul import view
from openoutcry.titles.mogul.rules import CRASH, DECK, REVEAL, Mogul


def test_a_corrected_edition_is_played_with() -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    better = parse(text.replace("each = 6", "each = 7"), "mine")
    match = new("mogul", seats=3, edition=better)
    assert view.board(match.state, 0).players[0].chips == 7
    assert match.record().edition.identity != find("mogul").edition().identity


def test_MO_47_another_edition_may_have_another_track() -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    match = new("mogul", seats=3, edition=parse(text.replace("spaces = 32", "spaces = 20"), "mine"))
    assert isinstance(match.state, Mogul)
    match.state.points[0] = 23
    board = view.board(match.state, 0)
    assert (board.spaces, board.players[0].space, board.players[0].lap) == (20, 3, 2)


@pytest.mark.parametrize(
    ("old", "new_text", "complaint"),
    [
        ('["green", "brown", false]', '["green", "green", false]', "MO-03"),
        ('["green", "brown", false]', '["mauve", "brown", false]', "mauve"),
        ("shares = [8, 5", "shares = [9, 5", "brown"),
        ("each = 6", "each = 60", "MO-07"),
        ("each = 6", 'each = "6"', "whole number"),
        ('source = "printed: rulebook, loans"', "", "source"),
        ("most = 6", "most = 7", "MO-09"),
        ("among = 4", "among = 22", "between 0 and 21"),
        ("spaces = 32", "spaces = 3", "between 4 and 99"),
        ("spaces = 32", "spaces = 100", "between 4 and 99"),
        ('"green", "yellow", "blue"', '"green", "green", "blue"', "a lower-case word of its own"),
    ],
)
def test_an_edition_that_cannot_be_right_is_refused(
    old: str, new_text: str, complaint: str
) -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(EditionError, match=complaint):
        new("mogul", seats=3, edition=parse(text.replace(old, new_text), "mine"))


def test_MO_48_an_edition_must_leave_a_card_of_each_colour_for_a_quick_start() -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    all_marked = re.sub(r'(\["green", "\w+", )false', r"\1true", text)
    with pytest.raises(EditionError, match="green: no share would be left for a quick start"):
        new("mogul", seats=3, edition=parse(all_marked, "mine"))
    with pytest.raises(EditionError, match="3 players need as many"):
        new("mogul", seats=3, edition=parse(_two_companies(text), "mine"))


@pytest.mark.parametrize("quick", [False, True])
def test_MO_10_every_card_of_a_deck_of_98_comes_up(quick: bool) -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    edition = parse(_many_shares(text), "mine")
    came: set[int] = set()
    for seed in range(6):
        start = Setup.of(find("mogul"), 3, {"quick_start": quick}, edition).start()
        assert isinstance(start, Mogul)
        rng, state = Rng(seed), start
        while state.mover() != OVER:
            if state.mover() == CHANCE:
                drawn = state.draw(rng)
                possible = [outcome for outcome, _ in state.outcomes()]
                assert possible == sorted(possible)
                assert drawn in possible
                if state.phase == REVEAL:
                    in_deck = [card for card in range(98) if state.owner[card] == DECK]
                    assert [card for card in possible if card != CRASH] == in_deck
                came.add(int(drawn))
                state.apply(CHANCE, drawn)
            else:
                state.apply(state.mover(), state.default(state.mover()))
    assert came >= {*range(98), CRASH}


def _many_shares(text: str) -> str:
    """The box with 98 cards, more than a number has bits."""
    shares = {"brown": 30, "green": 20, "yellow": 18, "blue": 15, "pink": 15}
    rows = [
        f'["{colour}", "{"green" if colour == "brown" else "brown"}", {str(card < 2).lower()}]'
        for colour, count in shares.items()
        for card in range(count)
    ]
    text = re.sub(r"list = \[.*?\n\]", f"list = [{', '.join(rows)}]", text, flags=re.S)
    return re.sub(r"shares = \[8, 5.*?\]", f"shares = {list(shares.values())}", text)


def _two_companies(text: str) -> str:
    """The box with brown and green only."""
    rows = '["brown", "green", true], ' * 8 + '["green", "brown", false], ' * 5
    text = re.sub(r"list = \[.*?\n\]", f"list = [{rows}]", text, flags=re.S)
    text = text.replace("most = 6", "most = 3").replace("[8, 5, 5, 6, 7]", "[8, 5]")
    text = re.sub(r"colours = .*", 'colours = ["brown", "green"]', text)
    return re.sub(r"names = .*", 'names = ["A", "B"]', text)
