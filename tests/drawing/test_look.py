"""The colours are those of the browser's boards."""

import re
from dataclasses import fields

import pytest

import stamps
from openoutcry.core.setup import Setup
from openoutcry.drawing import look
from openoutcry.titles import find, names
from tests.drawing import gallery

TOKENS = (stamps.CLIENT / "src/styles/tokens.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", [look.DAY, look.NIGHT], ids=["day", "night"])
def test_the_tokens_are_those_of_the_page(theme: look.Theme) -> None:
    pairs = dict(re.findall(r"--([\w-]+): light-dark\((#\w+, #\w+)\)", TOKENS))
    for field in fields(theme):
        if field.name != "night":
            wanted = pairs[field.name.replace("_", "-")].split(", ")[theme.night]
            assert getattr(theme, field.name) == wanted, field.name


@pytest.mark.parametrize("name", names())
def test_every_company_has_a_hue_a_symbol_and_a_letter_of_its_own(name: str) -> None:
    title = find(name)
    looks = look.companies(title.folder)
    companies = title.views.companies(Setup.of(title).start())
    for part in ("hue", "symbol", "letter"):
        assert len({getattr(looks[id], part) for id in companies}) == len(companies)


def test_a_company_that_only_an_edition_knows_is_drawn_too() -> None:
    assert look.company({}, "zeppelin").letter == "Z"


def test_the_documentation_shows_the_boards_as_they_are_drawn_now() -> None:
    for file, picture in gallery.pictures():
        assert file.read_text(encoding="utf-8") == picture, "run: python -m tests.drawing.gallery"
