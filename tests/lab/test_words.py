"""The laboratory speaks the reader's language."""

import re
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry import bots
from openoutcry.cli import main
from openoutcry.lab.words import BETWEEN, TEXT
from openoutcry.text import LANGUAGES, catalogue
from openoutcry.text.message import arguments

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
LAB = Path(__file__).parents[2] / "openoutcry"


@pytest.mark.parametrize("lang", OTHERS)
def test_every_language_has_the_same_messages_arguments_and_columns(lang: str) -> None:
    english, other = catalogue(TEXT, "en"), catalogue(TEXT, lang)
    assert list(english) == list(other)
    for key, message in english.items():
        assert arguments(message) == arguments(other[key]), key
        assert message.count(BETWEEN) == other[key].count(BETWEEN), key


def test_every_message_is_said_somewhere() -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("lab", "cli")
        for path in sorted((LAB / folder).glob("*.py"))
    )
    whole = set(re.findall(r"[\"']([a-z_.]+)[\"']", code))
    built = ("balance.",)  # said with a beginning in front of them
    for key in catalogue(TEXT, "en"):
        assert key in whole or key.startswith(built), key


@pytest.mark.parametrize(
    ("lang", "words"),
    [("es", "victorias"), ("fr", "victoires"), ("it", "vittorie"), ("en", "win share")],
)
def test_a_tournament_is_told_in_the_language_asked_for(
    lang: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "arena.html"
    asked = "arena mogul --bots random,random,random --games 3 --processes 1 --html"
    assert main([*asked.split(), str(page), "--lang", lang]) == 0
    assert words in capsys.readouterr().out
    assert words in page.read_text(encoding="utf-8")


def test_balance_is_told_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    asked = "balance mogul --bot random --games 6 --processes 1 --lang fr"
    assert main(asked.split()) == 0
    told = capsys.readouterr().out
    assert "ordre du tour" in told and "durée en étapes" in told
    assert "win share" not in told and " to " not in told


def test_an_analysis_is_told_in_the_language_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = oo.new("mogul", seats=3, seed=7)
    bots.finish(match, [bots.find("random", seat) for seat in range(3)])
    match.record().save("m.json")
    asked = "analyse m.json --simulations 10 --processes 1 --lang it"
    assert main(asked.split()) == 0
    told = capsys.readouterr().out
    assert "Decisioni e fortuna" in told and "precisione" in told and "accuracy" not in told
