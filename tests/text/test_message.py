"""The message format."""

import pytest

from openoutcry.text.message import MessageError, arguments, fill, parse


def _fill(message: str, lang: str = "en", **args: str | int) -> str:
    words = {"colour.brown": "marron"}
    return fill(message, args, lang, words.__getitem__, lambda seat: f"<{seat}>")


def test_arguments_words_and_seats() -> None:
    message = "{seat, seat} sells {n} {colour, word, colour}"
    assert _fill(message, seat=2, n=3, colour="brown") == "<2> sells 3 marron"
    assert arguments(message) == {"seat", "n", "colour"}


@pytest.mark.parametrize(
    ("lang", "n", "text"),
    [
        ("en", 0, "none"),
        ("en", 1, "1 share"),
        ("en", 2, "2 shares"),
        ("en", -1, "\u22121 share"),
        ("en", 1200, "1,200 shares"),
        ("es", 12000, "12.000 shares"),
        ("es", 1200, "1200 shares"),
    ],
)
def test_plurals_count_as_the_language_does(lang: str, n: int, text: str) -> None:
    assert _fill("{n, plural, =0 {none} one {# share} other {# shares}}", lang, n=n) == text


def test_french_counts_zero_as_one() -> None:
    message = "{n, plural, one {# jeton} other {# jetons}}"
    assert [_fill(message, "fr", n=n) for n in (0, 1, 2)] == ["0 jeton", "1 jeton", "2 jetons"]


def test_select_with_a_nested_argument() -> None:
    message = "{way, select, up {rises by {n}} other {stays}}"
    assert [_fill(message, way=w, n=2) for w in ("up", "down")] == ["rises by 2", "stays"]


@pytest.mark.parametrize(
    "message",
    [
        "{n",
        "{n, word, colour",
        "{n, plural, one {x}}",
        "{n, plural, one",
        "a } b",
        "{n, plural, one x}",
        "{n, pl",
    ],
)
def test_malformed_messages_are_refused(message: str) -> None:
    with pytest.raises(MessageError):
        parse(message)


def test_a_case_may_be_empty() -> None:
    message = "$5{loans, select, 0 {} other {, with a loan}}{n, plural, =0 {} other { (#)}}"
    assert _fill(message, loans=0, n=0) == "$5"
    assert _fill(message, loans=1, n=2) == "$5, with a loan (2)"
