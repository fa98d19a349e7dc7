"""`openoutcry.svg`: pictures for people who import it."""

import base64
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import openoutcry as oo
from openoutcry.core.setup import Setup
from openoutcry.core.title import Reader
from openoutcry.titles import find, names


def started(name: str, seats: int | None = None) -> oo.Match:
    match = oo.new(name, seats, seed=3)
    for _ in range(12):
        seat = match.waiting[0]
        match.play_action(seat, match.legal(seat)[0])
    return match


def shown(html: str | None) -> str:
    """The picture in a notebook's HTML."""
    found = re.fullmatch(r'<img [^>]*src="data:image/svg\+xml;base64,([^"]+)">', html or "")
    assert found is not None
    return base64.b64decode(found[1]).decode()


@pytest.mark.parametrize("name", names())
def test_a_match_is_drawn_for_a_seat_and_from_its_view_alike(name: str) -> None:
    match = started(name)
    for seat in (*range(match.seats), None):
        assert oo.svg.board(match, seat) == oo.svg.board(match.view(seat))


@pytest.mark.parametrize("name", names())
def test_a_notebook_shows_a_match_as_a_spectator_sees_it(name: str) -> None:
    match = started(name)
    assert shown(match._repr_html_()) == oo.svg.board(match, None)


def test_a_notebook_shows_a_view_as_its_seat_sees_it() -> None:
    match = started("ekonos")
    assert shown(match.view(1)._repr_html_()) == oo.svg.board(match, 1)
    assert oo.svg.board(match, 1) != oo.svg.board(match, 0)


def test_day_and_night_differ() -> None:
    match = started("mogul")
    assert oo.svg.board(match) != oo.svg.board(match, theme="night")


def test_a_picture_speaks_the_readers_language_and_names_the_players() -> None:
    match = started("ekonos", 3)
    drawn = oo.svg.board(match, lang="it", names=["Ada", "  ", "Grace"])
    assert "Ada" in drawn and "Giocatore 2" in drawn and "Grace" in drawn


def test_a_picture_needs_nothing_from_elsewhere() -> None:
    for name in names():
        drawn = oo.svg.board(started(name), 0)
        assert "href" not in drawn and "<style" not in drawn and "<script" not in drawn
        addresses = re.findall(r"https?://[^\"]+", drawn)
        assert set(addresses) == {"http://www.w3.org/2000/svg"}


def test_nothing_is_loaded_for_pictures_before_the_first_one() -> None:
    script = (
        "import sys, openoutcry as oo; oo.new('mogul').view(0);"
        "print([name for name in sys.modules if 'drawing' in name or 'picture' in name])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "wrong, why",
    [
        ({"seat": 9}, "no seat 9"),
        ({"theme": "noon"}, "no theme 'noon'; there are: day, night"),
        ({"lang": "xx"}, "no language 'xx'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(oo.OutcryError, match=why):
        oo.svg.board(started("mogul"), **wrong)


def test_a_view_is_drawn_for_nobody_else() -> None:
    view = started("mogul").view(1)
    with pytest.raises(oo.OutcryError, match="the view of seat 1, not of seat 0"):
        oo.svg.board(view, 0)


HOSTILE = '</text><script>alert("1")</script>&\x0b'


@pytest.mark.parametrize("name", names())
def test_words_are_text_whatever_they_say(name: str) -> None:
    """Names of players and companies are other people's; here every word there is turns hostile."""
    match = started(name)
    labels = dict.fromkeys(match.view().companies, HOSTILE)
    reader = Reader("en", lambda key, **args: HOSTILE, labels, "day")
    picture = match.title.picture
    assert picture is not None
    for seat in (0, None):
        root = ElementTree.fromstring(picture.draw(match.view(seat), reader))
        elements = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert "text" in elements and "script" not in elements


@pytest.mark.parametrize("name", names())
def test_a_title_without_a_picture_is_drawn_plainly(name: str) -> None:
    plain = replace(find(name), load_picture=None)
    match = oo.Match.begin(Setup.of(plain), seed=3)
    for seat in (0, None):
        drawn = oo.svg.board(match, seat)
        assert ElementTree.fromstring(drawn).attrib["viewBox"].startswith("0 0 1000 ")
        assert drawn != oo.svg.board(started(name, match.seats), seat)


def test_an_edition_gives_a_view_its_companies_names(tmp_path: Path) -> None:
    own = find("speculation").edition()
    text = (find("speculation").folder / "edition.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('"Alhambra"', '"Zeppelin"'), encoding="utf-8")
    match = oo.new("speculation", seed=1, edition=file)
    assert match.edition != own
    assert "Zeppelin" in oo.svg.board(match)
    assert "Zeppelin" in oo.svg.board(match.view(), edition=match.edition)
    assert "Alhambra" in oo.svg.board(match.view())
