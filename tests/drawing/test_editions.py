"""Editions of people's own: other sizes, other companies, long names."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.conformance.extent import read
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names
from tests.drawing.test_svg import HOSTILE

LONG = "Transcontinental Atchison, Topeka & Santa Fe Railway Company of 1895"


def changed(name: str, tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The title's own edition with other words in some places."""
    text = (find(name).folder / "edition.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert re.search(old, text), old
        text = re.sub(old, new, text)
    file = tmp_path / "edition.toml"
    file.write_text(text, encoding="utf-8")
    return file


def stays_inside(match: oo.Match) -> None:
    for seat in (0, None):
        (wide, high), parts = read(oo.svg.board(match, seat))
        for part in parts:
            for x, y in part.points:
                assert -2 <= x <= wide + 2 and -2 <= y <= high + 2, (part.element.attrib, x, y)


@pytest.mark.parametrize("spaces", [4, 5, 20, 33, 99])
def test_a_track_of_any_length_frames_the_table(spaces: int, tmp_path: Path) -> None:
    file = changed("mogul", tmp_path, (r"spaces = 32", f"spaces = {spaces}"))
    match = oo.new("mogul", seats=5, seed=1, edition=file)
    stays_inside(match)
    numbers = set(re.findall(r">(\d+)</text>", oo.svg.board(match)))
    if spaces <= 33:
        assert {str(space) for space in range(spaces)} <= numbers


def test_lines_follow_the_segments_of_an_edition(tmp_path: Path) -> None:
    segments = "segments = [[1, 3], [4, 30], [31, 40], [41, 45], [46, 50], [51, 54], [55, 55]]"
    file = changed("speculation", tmp_path, (r"segments = \[[^=]*?\]\n?\]", segments))
    match = oo.new("speculation", seats=3, seed=1, edition=file)
    stays_inside(match)
    drawn = oo.svg.board(match)
    assert ">54</text>" in drawn and ">55</text>" not in drawn


def test_columns_grow_with_their_slots_and_boxes(tmp_path: Path) -> None:
    changes = (r"slots = 8", "slots = 30"), (r"large_box = 6", "large_box = 20")
    match = oo.new("ekonos", seats=6, seed=1, edition=changed("ekonos", tmp_path, *changes))
    stays_inside(match)
    assert ">20</text>" in oo.svg.board(match)


def test_a_map_in_other_units_is_drawn_at_the_same_size(tmp_path: Path) -> None:
    text = (find("ekonos").folder / "edition.toml").read_text(encoding="utf-8")
    half = re.sub(r"(\[\d+, \"[^\"]+\"), (\d+), (\d+)\]", _halved, text)
    file = tmp_path / "half.toml"
    file.write_text(half.replace("width = 1000\nheight = 698", "width = 500\nheight = 349"))
    sizes = [
        sorted(part.text_size for part in read(oo.svg.board(match, 0))[1] if part.is_text)
        for match in (oo.new("ekonos", seed=1, edition=edition) for edition in (file, None))
    ]
    assert sizes[0] == pytest.approx(sizes[1])


def _halved(space: re.Match[str]) -> str:
    return f"{space[1]}, {int(space[2]) // 2}, {int(space[3]) // 2}]"


@pytest.mark.parametrize("name", names())
def test_a_plain_picture_stays_inside_its_frame(name: str) -> None:
    stays_inside(oo.Match.begin(Setup.of(replace(find(name), load_picture=None)), seed=2))


def test_a_long_name_is_cut_and_a_hostile_one_is_only_text(tmp_path: Path) -> None:
    for name in (LONG[:60], HOSTILE[0].replace('"', "'")):
        file = changed("speculation", tmp_path, (r'"Alhambra"', f'"{name}"'))
        stays_inside(oo.new("speculation", seats=3, seed=1, edition=file))


def test_long_names_of_players_have_room_too() -> None:
    for name in ("mogul", "speculation", "wallstreet", "ekonos"):
        match = oo.new(name, seed=1)
        (wide, _), parts = read(oo.svg.board(match, 0, names=[LONG * 3] * match.seats))
        assert max(x for part in parts for x, _ in part.points) <= wide + 2
