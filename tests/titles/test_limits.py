"""Editions as far from the printed one as their checks allow, in the terminal's 80 columns."""

import re
from pathlib import Path

import pytest
from rich.text import Text

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.view import View
from openoutcry.text import LANGUAGES
from openoutcry.titles import find
from tests.drawing.test_editions import changed

CELLS = ", ".join(map(str, range(1, 21)))
MORE_LINES = [
    f'  ["{colour}", "brown", {s}],'
    for colour in ("red", "white")
    for s in ("true", "false", "false")
]


def screen(view: View, lang: str) -> list[str]:
    title = find(view.title)

    def say(key: str, **args: str | int) -> str:
        return f"Seat {args['seat']}" if key == "seat" else title.words.say(lang, key, args)

    return [Text.from_markup(line).plain.rstrip() for line in title.screen.draw(view, say)]


def play_through(match: oo.Match) -> list[str]:
    """What the player to move sees, every fifth of a hundred moves, in every language."""
    rng, lines = Rng(2), []
    for move in range(100):
        seat = match.waiting[0]
        if move % 5 == 0:
            lines += [line for lang in LANGUAGES for line in screen(match.view(seat), lang)]
        match.play_action(seat, int(match.title.advice.choose(match.state, seat, rng)))
    return lines


LIMITS = {
    "eight traders": (
        "speculation",
        8,
        (
            (r"most = \d", "most = 8"),
            (r"in_play = \[.*\]", "in_play = [2, 3, 4, 5, 5, 5]"),
            (r"sets = \d", "sets = 8"),
        ),
    ),
    "twenty values of a share": (
        "wallstreet",
        5,
        ((r"maize = \[.*\]", f"maize = [{CELLS}]"), (r"steel = \[.*\]", f"steel = [{CELLS}]")),
    ),
    "values of three digits": (
        "wallstreet",
        5,
        ((r"oil = \[1, 2.*\]", "oil = [1, 2, 3, 100, 200, 300]"),),
    ),
    "a high tower of shares": (
        "ekonos",
        6,
        ((r"slots = 8", "slots = 30"), (r"large_box = 6", "large_box = 20")),
    ),
    "railways of one's own": (
        "mogul",
        6,
        (
            (r'"pink"\]', '"pink", "red", "white"]'),
            (r'"Union Pacific"\]', '"Union Pacific", "Red Line", "White Line"]'),
            (r"(shares = \[.*)\]", r"\g<1>, 3, 3]"),
            (r"(?s)(\[cards\].*?)\n\]", "\\g<1>\n" + "\n".join(MORE_LINES) + "\n]"),
        ),
    ),
}


@pytest.mark.parametrize("case", LIMITS)
def test_every_line_fits_the_terminal(case: str, tmp_path: Path) -> None:
    name, seats, changes = LIMITS[case]
    match = oo.new(name, seats=seats, seed=3, edition=changed(name, tmp_path, *changes))
    assert max(map(len, play_through(match))) <= 80


def test_a_long_track_shows_all_its_values(tmp_path: Path) -> None:
    file = changed("wallstreet", tmp_path, (r"maize = \[.*\]", f"maize = [{CELLS}]"))
    lines = screen(oo.new("wallstreet", seed=1, edition=file).view(0), "en")
    shown = " ".join(lines[: next(i for i, line in enumerate(lines) if "cotton" in line)])
    assert set(range(1, 21)) <= {int(number) for number in re.findall(r"\d+", shown)}
