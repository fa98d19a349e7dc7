"""The pages for players in other languages say the same, and have no command of their own."""

import re
from pathlib import Path

import pytest

from openoutcry.text import LANGUAGES
from tests.docs.blocks import ROOT, blocks

DOCS = ROOT / "docs"
OTHERS = LANGUAGES[1:]
PLAYERS = ("come-back.md", "daily.md", "first-match.md", "index.md", "play.md")
SHAPES = re.compile(r"^(#+ |- |\d\. |!\[|\| |<figure)", re.M)


def commands(page: Path) -> list[str]:
    lines = [line for block in blocks(page) if block.kind == "sh" for line in block.lines]
    return [" ".join(line.partition("#")[0].split()) for line in lines]


@pytest.mark.parametrize("lang", OTHERS)
def test_every_page_for_players_is_there(lang: str) -> None:
    assert sorted(path.name for path in (DOCS / lang).glob("*.md")) == sorted(PLAYERS)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("lang", OTHERS)
def test_a_page_has_only_commands_that_the_english_one_has(lang: str, name: str) -> None:
    assert set(commands(DOCS / lang / name)) <= set(commands(DOCS / name))


@pytest.mark.parametrize("name", PLAYERS)
def test_a_page_has_the_same_shape_in_every_language(name: str) -> None:
    shapes = {
        tuple(SHAPES.findall((DOCS / lang / name).read_text(encoding="utf-8"))) for lang in OTHERS
    }
    assert len(shapes) == 1


def test_french_has_its_spaces() -> None:
    for name in PLAYERS:
        text = (DOCS / "fr" / name).read_text(encoding="utf-8")
        prose = re.sub(r"^(```.*?^```|<.*?$)", "", text, flags=re.M | re.S)
        assert not re.findall(r".{9}(?: [;!?»]| :(?!-)|« )", prose), name
