"""The writer: whatever it is given, what it writes is XML that says no more."""

from xml.etree import ElementTree

import pytest

from openoutcry.drawing.svg import (
    document,
    fitted,
    group,
    pattern,
    plain,
    rect,
    tag,
    text,
    width,
    wrapped,
)

HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "' onload='alert(1)",
    "]]>",
    "<!-- -->",
    "&amp;&lt;",
    "&#60;script&#62;",
    "a\x00\x08\x0b\x1f\ufffe\ud800b",
    "</text></g></svg>",
]


@pytest.mark.parametrize("words", HOSTILE, ids=range(len(HOSTILE)))
def test_text_stays_text(words: str) -> None:
    root = ElementTree.fromstring(document(10, 10, words, text(0, 0, words, 12, words)))
    elements = [element.tag.rpartition("}")[2] for element in root.iter()]
    assert elements == ["svg", "title", "g", "text"]
    said = "".join(char for char in words if char.isprintable())
    assert root.find(".//{*}text").text == said  # type: ignore[union-attr]
    assert root.attrib["aria-label"] == said
    assert not [key for element in root.iter() for key in element.attrib if key.startswith("on")]


def test_attributes_are_named_as_svg_names_them() -> None:
    assert (
        tag("path", stroke_width=1.25, d="M0 0", fill=None)
        == '<path stroke-width="1.25" d="M0 0"/>'
    )


def test_a_group_moves_and_scales_only_if_it_has_to() -> None:
    assert group(rect(0, 0, 1, 1)).startswith("<g><rect")
    assert 'transform="translate(3 0) scale(0.5)"' in group(plain("x"), x=3, scale=0.5)


def test_only_equal_patterns_have_equal_ids() -> None:
    red, red_url = pattern(4, 4, rect(0, 0, 2, 2, fill="red"))
    again, same_url = pattern(4, 4, rect(0, 0, 2, 2, fill="red"))
    _, blue_url = pattern(4, 4, rect(0, 0, 2, 2, fill="blue"))
    assert (again, same_url) == (red, red_url)
    assert blue_url != red_url


@pytest.mark.parametrize("room", [20, 60, 100, 300])
def test_fitted_text_has_room(room: float) -> None:
    words, size = fitted("Great Northern Railway", 14, room, bold=True)
    assert width(words, size, bold=True) <= room
    assert size >= 14 * 0.8


def test_text_is_set_smaller_before_it_is_cut() -> None:
    room = width("Southern Pacific", 14) * 0.9
    words, size = fitted("Southern Pacific", 14, room)
    assert words == "Southern Pacific" and size < 14


def test_text_is_broken_between_words_and_loses_none() -> None:
    words = "every share counts one less than before"
    assert " ".join(wrapped(words, 12, 80, 3)) == words
    assert len(wrapped(words, 12, 80, 3)) == 3
