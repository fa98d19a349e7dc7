"""The command line's help, in every language."""

import re
from functools import cache

import pytest

from openoutcry.cli import build, main, parser
from openoutcry.cli.help import HERE
from openoutcry.text import LANGUAGES, catalogue

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
KEPT = re.compile(r"%\(default\)[sg]|\{\w+\}|--[a-z-]+|`[^`]*`|OUTCRY_\w+|\b[a-z]+://")
"""What stays as it is in every language."""


@cache
def said() -> frozenset[str]:
    """Every text that the help says in English."""
    texts = set()

    def listen(lang: str, text: str) -> str:
        texts.add(text)
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parser, "in_language", listen)
        patch.setattr("openoutcry.cli.in_language", listen)
        whole = build()
        for one in (whole, *whole.subparsers.values()):
            one.format_help()
    # A command's line in the list is its description without a capital and a full stop.
    lines = {text[0].lower() + text[1:].rstrip(".") for text in texts if text.endswith(".")}
    return frozenset(texts - lines - {""} | {*parser.COMPLAINTS})


@pytest.mark.parametrize("lang", OTHERS)
def test_the_help_has_all_its_words_and_no_others(lang: str) -> None:
    assert set(catalogue(HERE, lang)) == said()


@pytest.mark.parametrize("lang", OTHERS)
def test_defaults_options_and_commands_are_the_same_in_every_language(lang: str) -> None:
    for english, words in catalogue(HERE, lang).items():
        assert sorted(KEPT.findall(words)) == sorted(KEPT.findall(english)), words


def test_french_keeps_its_marks_together_with_the_word_before_them() -> None:
    for words in catalogue(HERE, "fr").values():
        assert not re.search(r"[^\u00a0\w`/:]([;?!]|:(?=\s|$))| [:;?!]", words), words


@pytest.mark.parametrize(
    "given",
    [
        ["--lang", "es", "arena", "--help"],
        ["arena", "--lang=es", "--help"],
        ["arena", "--help", "--lang", "es"],
    ],
)
def test_help_speaks_the_language_asked_for(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(given)
    told = capsys.readouterr().out
    assert told.startswith("uso: outcry arena")
    assert "opciones:" in told and "por defecto: 400" in told


def test_help_speaks_the_environments_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert "controlla una registrazione" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("arena --lang es", "faltan estos argumentos: TITLE, --bots (prueba: outcry arena --help)"),
        ("arena mogul --lang fr --bots", "argument --bots\u00a0: il manque sa valeur (essayez"),
        ("arena mogul --bots x --games z --lang it", "'z' non è un numero intero da 1 a 100000"),
        ("simulate mogul --seats 0 --lang es", "argumento --seats: '0' no es un número entero a"),
        ("simulate mogul --json --csv --lang fr", "argument --csv\u00a0: ne va pas avec --json"),
        ("--lang it arenas", "; forse 'arena'? (prova: outcry --help)"),
        ("--lang it play mogul --seets 3", "non conosce '--seets'; forse '--seats'?"),
        ("play mogul --lang xx", "--lang: no 'xx'; there are: en, es, fr, it (try: outcry play"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_asked_for(
    line: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err
