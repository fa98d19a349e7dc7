"""What can be checked of words in four languages: marks, elisions, the table of docs/words.md."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from openoutcry.cli import help as cli_help
from openoutcry.lessons.lesson import messages_of
from openoutcry.text import LANGUAGES, catalogue
from openoutcry.text.message import Part, parse
from openoutcry.titles import find, names

ROOT = Path(__file__).parents[2]
SHARED, LAB, HELP, EXAMPLE, DOCS = "shared", "lab", "help", "ferries", "docs"
WHERE = (SHARED, LAB, HELP, EXAMPLE, DOCS, *names())
KEY = re.compile(r"«\u00a0?\?[^»]*»")
"""A key to press, as text: not a question."""


FERRIES = ROOT / "examples/titles/ferries/outcry_ferries"


def _messages(where: str, lang: str) -> dict[str, str]:
    if where == HELP:
        return _help(lang)
    if where == DOCS:
        return {}
    ours = {SHARED: ROOT / "openoutcry/text", LAB: ROOT / "openoutcry/lab/text"}
    ours[EXAMPLE] = FERRIES / "text"
    return catalogue(ours.get(where) or find(where).folder / "text", lang)


def _help(lang: str) -> dict[str, str]:
    """The command line's help; its English stands in the code, and as the others' keys."""
    if lang == "en":
        return {english: english for english in catalogue(cli_help.HERE, "es")}
    return catalogue(cli_help.HERE, lang)


def _lessons(where: str, lang: str) -> dict[str, str]:
    return messages_of(find(where), lang) if where in names() else {}


def _variants(parts: list[Part]) -> Iterator[str]:
    """A message in all its plurals and selections; what is filled in is a 0."""
    choices = [[part] if isinstance(part, str) else list(_cases(part[3])) for part in parts]
    return ("".join(chosen) for chosen in product(*choices))


def _cases(cases: dict[str, list[Part]]) -> Iterator[str]:
    if not cases:
        yield "0"
    for case in cases.values():
        yield from _variants(case)


def _rules(where: str, lang: str) -> str:
    if where == EXAMPLE:
        return (FERRIES / f"rules.{lang}.md").read_text("utf-8")
    return find(where).words.rules(lang) if where in names() else ""


NOT_PROSE = re.compile(
    r"!(?=\[)|^---\n.*?^---$|<[^>]*>|\]\([^)]*\)|^ *```\w*$|`[^`]*`|^[^#\n]*  # ", re.M | re.S
)
"""Of a page: its head, tags, addresses, code in a line, commands before what is said of them."""


def _pages(where: str, lang: str) -> Iterator[str]:
    """The docs' pages for players who read another language."""
    if where == DOCS:
        for page in sorted((ROOT / "docs" / lang).glob("*.md")):
            yield NOT_PROSE.sub("", page.read_text("utf-8"))


def _texts(where: str, lang: str) -> Iterator[str]:
    """Everything that is read in a language, sentence by sentence or a page at once."""
    for messages in (_messages(where, lang), _lessons(where, lang)):
        for message in messages.values():
            yield from _variants(parse(message))
    yield _rules(where, lang)
    yield from _pages(where, lang)


def _found(pattern: str, where: str, lang: str, flags: int = 0) -> list[str]:
    """Wherever the pattern occurs, with some text around it."""
    around = re.compile(rf".{{0,20}}(?:{pattern}).{{0,20}}", flags | re.DOTALL)
    return [found[0] for text in _texts(where, lang) for found in around.finditer(text)]


@pytest.mark.parametrize("where", WHERE)
def test_french_keeps_its_high_marks_with_the_word_before(where: str) -> None:
    assert _found(r"[ \n\u202f][;:!?»]|«[ \n\u202f]", where, "fr") == []
    assert _found(r"[^\s*][;!?»]|[^\s*]:(?=[\s*]|$)|«[^\u00a0]", where, "fr") == []


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("lang", ["es", "fr", "it"])
def test_a_number_keeps_its_unit(where: str, lang: str) -> None:
    assert _found(r"[0-9#][ \n]?(?:\$|u\.m\.|(?:s|min|h|[kMG][Bo])\b)", where, lang) == []
    if lang != "it":  # who writes 80%
        assert _found(r"[0-9#][ \n]?%", where, lang) == []


@pytest.mark.parametrize("where", WHERE)
def test_spanish_questions_and_cries_are_opened(where: str) -> None:
    for text in _texts(where, "es"):
        said = KEY.sub("", text)
        assert said.count("¿") == said.count("?"), text
        assert said.count("¡") == said.count("!"), text


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotations_have_the_marks_of_the_language(where: str, lang: str) -> None:
    """The inner ones only inside the outer ones, and these never inside each other."""
    inner = "\u2018[^\u2019]*\u2019" if lang == "en" else "“[^”]*”"
    opened, closed = ("“", "”") if lang == "en" else ("«", "»")
    quotation = rf"{opened}(?:[^«»“”\u2018]|{inner})*{closed}"
    for text in _texts(where, lang):
        assert not re.search('["„«»“”\u2018]', re.sub(quotation, "", text)), text


def test_names_in_a_row_are_joined_by_the_language() -> None:
    for source in (ROOT / "client/src").rglob("*.svelte"):
        assert not re.search(r"names: [^,\n]*\.join\(", source.read_text("utf-8")), source.name


CATALOGUES = [
    (where, lang) for where in WHERE for lang in LANGUAGES if (where, lang) != (HELP, "en")
]
"""All but the words that stand in code."""


@pytest.mark.parametrize(("where", "lang"), CATALOGUES)
def test_apostrophes_are_apostrophes(where: str, lang: str) -> None:
    assert _found("'", where, lang) == []


ELIDED = {
    "fr": (r"[Dd]e|[Ll][ea]|[Qq]ue|[Nn]e|[Ss]e|[Jj]usque|[Ll]orsque", "aeiouyâàéèêëîïôœû"),
    "it": (r"(?:[Aa]|[Dd]a|[Dd]e|[Ss]u|[Nn]e)ll[ao]", "aeiouàèéìòù"),
}
"""What loses its vowel, and before which letters."""


def _vowel(lang: str) -> str:
    letters = ELIDED[lang][1]
    return rf"(?:[{letters}]|[{letters.upper()}](?=[a-zé\u2019]))"


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("lang", ELIDED)
def test_vowels_are_elided(where: str, lang: str) -> None:
    before = ELIDED[lang][0]
    assert _found(rf"(?<![\w\u2019-])(?:{before})[ \n]{_vowel(lang)}", where, lang) == []


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("lang", ELIDED)
def test_vowels_are_elided_before_a_word_that_is_filled_in(where: str, lang: str) -> None:
    elided = re.compile(rf"(?:.*[^\w\u2019-])?(?:{ELIDED[lang][0]}) ", re.DOTALL)
    vowel = re.compile(_vowel(lang))
    messages = _messages(where, lang)
    for key, message in messages.items():
        for literal, prefix, elsewhere in _filled(parse(message), {}):
            if elided.fullmatch(literal):
                words = {
                    name: word
                    for name, word in messages.items()
                    if name.startswith(f"{prefix}.") and name[len(prefix) + 1 :] not in elsewhere
                }
                assert not any(map(vowel.match, words.values())), (key, words)


def _filled(
    parts: list[Part], selected: dict[str, set[str]]
) -> Iterator[tuple[str, str, set[str]]]:
    """Every literal with a word behind it, the kind of word, and which have a case of their own."""
    for before, part in zip(["", *parts], parts, strict=False):
        if not isinstance(part, str):
            name, kind, prefix, cases = part
            if isinstance(before, str) and kind == "word":
                yield before, prefix, selected.get(name, set())
            for case in cases.values():
                yield from _filled(case, {**selected, name: set(cases)})


def _unused() -> list[tuple[str, str, str]]:
    """Language, word and where, from the table of words that are not used."""
    table = (ROOT / "docs/words.md").read_text("utf-8").partition("## Words that are not used")[2]
    rows = re.findall(r"^\| (\w\w) \| (.+?) \| .+? \| ?(\w*) ?\|$", table, re.MULTILINE)
    return [
        (lang, word, where)
        for lang, words, where in rows
        for word in words.split(", ")
    ]  # fmt: skip


@pytest.mark.parametrize(("lang", "word", "where"), _unused())
def test_a_word_that_made_readers_stumble_stays_away(lang: str, word: str, where: str) -> None:
    assert not where or where in WHERE
    for place in [where] if where else WHERE:
        pattern = rf"\b{re.escape(word)}\b"
        assert _found(pattern.replace(r"\ ", r"\s"), place, lang, re.IGNORECASE) == []


def test_the_table_of_unused_words_speaks_of_every_language() -> None:
    assert {lang for lang, _, _ in _unused()} == set(LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_guest_is_called_like_a_bot(lang: str) -> None:
    messages = _messages(SHARED, lang)
    bots = {text.lower() for key, text in messages.items() if key.startswith("ui.level.")}
    assert len(bots) == 4
    guests = f"{messages['guest.how']} {messages['guest.who']}".lower().split()
    assert bots.isdisjoint(guests)


@pytest.mark.parametrize("where", names())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rulings_are_marked_in_every_language_alike(where: str, lang: str) -> None:
    """Each rule that is a ruling in English is one in the other languages, and no other."""
    assert _rulings(where, lang) == _rulings(where, "en") != set()


MARKS = {
    "en": r"\bRulings?\b|\(ruling\)",
    "es": r"\bCriterios?\b|\(criterio\)",
    "fr": r"\bDécisions?\u00a0:|\(décision\)",
    "it": r"\bInterpretazion[ei]\b|\(interpretazione\)",
}


def _rulings(where: str, lang: str) -> set[str]:
    sections = _sections(where, lang)
    return {rule for rule, text in sections.items() if rule and re.search(MARKS[lang], text)}


def _sections(where: str, lang: str) -> dict[str, str]:
    """The text of each rule; of "", what stands before the first."""
    first, *others = re.split(r"^### ", _rules(where, lang), flags=re.MULTILINE)
    return {"": first, **{section.split()[0]: section for section in others}}


RECONSTRUCTED = {"en": "reconstruct", "es": "reconstru", "fr": "reconstitu", "it": "ricostru"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_say_what_is_not_printed(lang: str) -> None:
    prices = _sections("speculation", lang)
    assert all(RECONSTRUCTED[lang] in " ".join(prices[rule].split()) for rule in ("", "SP-10"))
    quick_start = _sections("mogul", lang)["MO-48"]
    assert re.search(r"[«“][^»”]*\b5\b[^»”]*[»”]", quick_start)  # the printed sentence, not ours
    ours = ("MO-31", "MO-36", "MO-37", "MO-40", "MO-45", "MO-46", "MO-48")
    assert _rulings("mogul", lang).issuperset(ours)
