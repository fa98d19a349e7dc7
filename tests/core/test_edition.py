"""Editions: every table says where its values come from."""

from dataclasses import replace
from pathlib import Path

import pytest

from openoutcry.core.edition import parse, read
from openoutcry.core.errors import EditionError

HEAD = '[edition]\ntitle = "x"\nname = "X"\n'


def test_values_and_sources_are_told_apart_by_the_identity() -> None:
    one = parse(HEAD + '[a]\nsource = "printed: box"\nn = 1\n', "one")
    other_source = parse(HEAD + '[a]\nsource = "reported: blog"\nn = 1\n', "two")
    other_value = parse(HEAD + '[a]\nsource = "printed: box"\nn = 2\n', "three")
    assert one.identity == other_source.identity != other_value.identity
    assert (one.kinds(), other_source.kinds()) == ({"a": "printed"}, {"a": "reported"})


def test_a_number_that_is_assumed_may_be_stated_or_not() -> None:
    assumed = {"a": {"n": 1}, "b": {"m": 2}}
    head = HEAD + '[c]\nsource = "printed: box"\nk = 1\n'
    old = parse(head, "old")
    silent, same, other = (
        replace(parse(head + more, "x"), assumed=assumed)
        for more in (
            "",
            '[a]\nsource = "printed: box"\nn = 1\n',
            '[a]\nsource = "printed: box"\nn = 3\n',
        )
    )
    assert old.identity == silent.identity == same.identity != other.identity
    assert [e.number("a", "n") for e in (silent, same, other)] == [1, 1, 3]
    assert other.number("b", "m") == 2
    with pytest.raises(EditionError, match="missing"):
        silent.number("a", "k")


def test_a_number_in_the_place_of_a_table_is_named() -> None:
    odd = replace(parse(HEAD, "x"), assumed={"a": {"n": 1}})
    odd = replace(odd, data={**odd.data, "a": 5})
    with pytest.raises(EditionError, match=r"\[a\] must be a table"):
        odd.number("a", "n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"\[edition\]"),
        ("a = [", "not valid TOML"),
        ('[edition]\ntitle = "x"\n', "name"),
        (HEAD + "[a]\nn = 1\n", r"\[a\] source"),
        (HEAD + '[a]\nsource = "somebody told me"\nn = 1\n', "printed:, reported: or"),
        (HEAD + "[a.b]\nn = 1\n", r"\[a.b\] source"),
        (HEAD + '[a]\nsource = "printed: x"\nn = 1\ncells = {"0,1" = "guess"}\n', "0,1"),
        (HEAD + '[a]\nsource = "printed: x"\nn = 1\ncells = 3\n', r"\[a.cells\]"),
    ],
)
def test_a_file_without_sources_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(EditionError, match=complaint):
        parse(text, "mine.toml")


def test_wrong_types_are_named_with_their_place() -> None:
    text = HEAD + '[a]\nsource = "printed: x"\nn = "1"\nlist = [1, "2"]\nt = 5\nbig = 10000001\n'
    text += 'words = ["a", "b c"]\ntwice = ["a", "a"]\n'
    edition = parse(text, "x")
    for read_it in (
        lambda: edition.number("a", "n"),
        lambda: edition.number("a", "missing"),
        lambda: edition.number("b", "n"),
        lambda: edition.numbers("a", "list"),
        lambda: edition.numbers("a", "n"),
        lambda: edition.texts("a", "list"),
        lambda: edition.text("a", "t"),
        lambda: edition.rows("a", "list"),
        lambda: edition.number("a", "big"),
        lambda: edition.ids("a", "words"),
        lambda: edition.ids("a", "twice"),
    ):
        with pytest.raises(EditionError, match=r"\[[ab]\]"):
            read_it()


def test_unreadable_files_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("missing", "bytes", "."):
        with pytest.raises(EditionError, match="cannot be read"):
            read(tmp_path / name)
