"""Colours and marks. The browser's boards read the same files: `look.json` here and in a title."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

ThemeName = Literal["day", "night"]


@dataclass(frozen=True)
class Theme:
    """The tokens of the page's style sheet, `client/src/styles/tokens.css`; a test compares."""

    ground: str
    sheet: str
    well: str
    ink: str
    faint: str
    brass: str
    brass_soft: str
    brass_fill: str
    up: str
    down: str
    felt: str
    night: bool

    def of(self, pair: tuple[str, str]) -> str:
        """The pair's colour for the day, or for the night."""
        return pair[self.night]


DAY = Theme(
    ground="#f5efdf",
    sheet="#fcf8ec",
    well="#ece3cc",
    ink="#1d2530",
    faint="#5a5b57",
    brass="#7c5e1c",
    brass_soft="#cbb98c",
    brass_fill="#b58a2e",
    up="#1c6b4a",
    down="#9b2c2c",
    felt="#e9dfc5",
    night=False,
)
NIGHT = Theme(
    ground="#11161d",
    sheet="#1a212b",
    well="#0c1117",
    ink="#efe7d2",
    faint="#b3ad9d",
    brass="#d4b061",
    brass_soft="#55492e",
    brass_fill="#d4b061",
    up="#63c798",
    down="#f08a7e",
    felt="#151c25",
    night=True,
)
THEMES: dict[ThemeName, Theme] = {"day": DAY, "night": NIGHT}

IVORY, INK, BRASS, SLATE, WOOD = "#f5efdf", "#1d2530", "#d4b061", "#1e2f2b", "#5b4320"
"""Colours of things that look alike by day and by night: cards, coins, the slate and its frame."""


@dataclass(frozen=True)
class CompanyLook:
    """A company is never colour alone: it has a hue, a drawn symbol and a letter."""

    hue: str
    """For surfaces."""
    on: str
    """For what stands on it."""
    line: tuple[str, str]
    """For lines on the page's ground, by day and by night."""
    letter: str
    symbol: str
    """A path in a square of 24 by 24."""


@cache
def read(file: Path) -> dict[str, Any]:
    """A `look.json`."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def companies(folder: Path) -> dict[str, CompanyLook]:
    """The looks of a title's companies, by id."""
    return {
        id: CompanyLook(
            look["hue"], look["on"], tuple(look["line"]), look["letter"], look["symbol"]
        )
        for id, look in read(folder / "look.json")["companies"].items()
    }


def company(looks: dict[str, CompanyLook], id: str) -> CompanyLook:
    """A company's look, even if only a host's own edition has that company."""
    return looks.get(id) or CompanyLook(
        hue="#6b6f76",
        on="#ffffff",
        line=("#55585e", "#b6bac2"),
        letter=id[:1].upper(),
        symbol="M4 4h16v16H4z",
    )


_OWN = Path(__file__).with_name("look.json")


def seat(number: int) -> tuple[str, str]:
    """A seat's colour and shape, in a square of 24 by 24; its number comes with them."""
    hues, shapes = read(_OWN)["seats"]["hues"], read(_OWN)["seats"]["shapes"]
    return hues[number % len(hues)], shapes[number % len(shapes)]


def icon(name: str) -> str:
    """A shape in a square of 24 by 24."""
    found: str = read(_OWN)["icons"][name]
    return found
