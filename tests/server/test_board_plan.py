"""The plan of a board: what the plain board of the browser is made from."""

import shutil
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from openoutcry.core.board import Board
from openoutcry.core.board_kinds import Company, PerCompany, PerSeat, Seat
from openoutcry.core.title import Title
from openoutcry.server.board_plan import plan_of
from openoutcry.table.protocol import BoardField
from openoutcry.titles import find


class Purse(msgspec.Struct, frozen=True):
    """In front of a seat."""

    coins: int | None
    shares: PerCompany | None


class Table(Board, frozen=True):
    """One field of each kind."""

    open: bool
    weather: str
    share: Company | None
    dealer: Seat
    rivals: list[Seat]
    prices: PerCompany
    purses: PerSeat[Purse]


def shape(fields: list[BoardField]) -> dict[str, tuple[str, str]]:
    return {field.name: (field.kind, field.many) for field in fields}


@pytest.fixture
def title(tmp_path: Path) -> Title:
    """Mogul's companies on a board of another kind, in a folder of its own."""
    mogul = find("mogul")
    shutil.copy(mogul.folder / "edition.toml", tmp_path)
    return replace(mogul, board=Table, folder=tmp_path)


def test_a_plan_says_what_each_field_stands_for(title: Title) -> None:
    fields = plan_of(title).fields
    assert shape(fields) == {
        "open": ("flag", "one"),
        "weather": ("text", "one"),
        "share": ("company", "one"),
        "dealer": ("seat", "one"),
        "rivals": ("seat", "list"),
        "prices": ("number", "per_company"),
        "purses": ("part", "per_seat"),
    }
    assert shape(fields[-1].fields) == {
        "coins": ("number", "one"),
        "shares": ("number", "per_company"),
    }


def test_companies_without_a_look_get_hues_and_letters_that_differ(title: Title) -> None:
    marks = plan_of(title).companies
    assert list(marks) == ["brown", "green", "yellow", "blue", "pink"]
    assert [mark.letter for mark in marks.values()] == ["1", "G", "Y", "4", "P"]
    assert len({mark.hue for mark in marks.values()}) == 5


def test_a_package_may_bring_hues_and_letters(title: Title) -> None:
    look = {"companies": {"green": {"hue": "#00ff00", "letter": "N"}}}
    (title.folder / "look.json").write_bytes(msgspec.json.encode(look))
    mark = plan_of(title).companies["green"]
    assert (mark.hue, mark.letter) == ("#00ff00", "N")


@pytest.mark.parametrize(
    "look",
    [
        '{"companies": {"green": {"hue": "red;background:url(//evil)", "letter": "N"}}}',
        '{"companies": {"green": {"hue": "#00ff00\\n", "letter": "N"}}}',
        '{"companies": {"green": {"hue": "#00ff00", "letter": "<b>"}}}',
        '{"companies": ["green"]}',
        "not JSON",
    ],
)
def test_a_look_of_another_form_is_told_of_and_left_out(
    title: Title, look: str, caplog: pytest.LogCaptureFixture
) -> None:
    (title.folder / "look.json").write_text(look)
    assert plan_of(title).companies["green"].letter == "G"
    assert "the look of mogul is left out" in caplog.text


@pytest.mark.parametrize("name", ["ekonos", "mogul", "speculation", "wallstreet"])
def test_every_board_of_ours_has_a_plan_too(name: str) -> None:
    plan = plan_of(find(name))
    assert [field.name for field in plan.fields if field.name == "players"] == ["players"]
