"""`outcry floor`: questions, then a match."""

import pytest

from tests.cli.conftest import Outcry


def test_questions_lead_to_a_match(outcry: Outcry) -> None:
    typed = ["3", "2", "7", "x", "3", "1", "1", "2", "", "", "", "quit"]
    ran = outcry("floor", typed=typed)
    assert ran.code == 0
    assert "À quoi jouons-nous\u00a0?" in ran.out
    assert ran.out.count("Tapez un nombre (3-6)") == 2
    assert "Random 2" in ran.out
    assert "outcry play --resume mogul-" in ran.out


def test_enter_all_the_way_is_a_match_against_apprentices(outcry: Outcry) -> None:
    ran = outcry("floor", "--lang", "en", typed=[""] * 20)
    assert "Apprentice 4" in ran.out
    assert "Language" not in ran.out


def test_nobody_there_is_no_error(outcry: Outcry) -> None:
    assert outcry("floor", typed=[]).code == 0


def test_ctrl_c_before_the_match_is_130(outcry: Outcry, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert outcry("floor").code == 130


@pytest.mark.parametrize(("magnates", "asked"), [("1", False), ("5", True)])
def test_only_options_that_change_something_are_asked(
    outcry: Outcry, magnates: str, asked: bool
) -> None:
    typed = ["4", "", "", "", "", "", "", "", magnates, *[""] * 5, "quit"]
    ran = outcry("floor", "--lang", "en", typed=typed)
    assert "Expansion: magnates" in ran.out
    assert ("Points magnate" in ran.out) == asked


@pytest.mark.parametrize(("title", "asked"), [("2", True), ("3", False)])
def test_the_memory_is_asked_where_something_has_to_be_remembered(
    outcry: Outcry, title: str, asked: bool
) -> None:
    ran = outcry("floor", "--lang", "en", typed=[title, *[""] * 9, "quit"])
    assert ("everything can be looked up" in ran.out) == asked
