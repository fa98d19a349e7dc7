"""Words: notation, catalogues, rules text and terminal screens."""

import re
from collections.abc import Callable

import pytest
from rich.text import Text

from openoutcry.conformance.setups import match_of, setups, some, walk
from openoutcry.conformance.subjects import SUBJECTS
from openoutcry.core.checklist import checklist, numbers
from openoutcry.core.edition import Edition, about_of
from openoutcry.core.match import Match
from openoutcry.core.options import spelled
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE
from openoutcry.text import LANGUAGES, Words
from openoutcry.text.message import arguments
from openoutcry.titles import find

RULE = re.compile(r"\b([A-Z]{2}-\d{2,3})\b")


def test_notation_goes_both_ways(name: str) -> None:
    notation = find(name).notation
    state = setups(name)[0].start()
    texts = [notation.write(action) for action in range(int(state.width()))]
    assert len(set(texts)) == len(texts)
    for action, text in enumerate(texts):
        assert notation.read(text) == action
    for setup, seed in some(name, 6, 51):
        for before, actor, _, _ in walk(setup, seed):
            if actor == CHANCE:
                for outcome, _ in before.outcomes():
                    assert notation.read_draw(notation.write_draw(outcome)) == outcome


def test_unknown_text_is_a_value_error(name: str) -> None:
    notation = find(name).notation
    for text in ("", "nonsense", "sell sell", "*", "\n", "-1", "9" * 50):
        with pytest.raises(ValueError):
            notation.read(text)
        with pytest.raises(ValueError):
            notation.read_draw(text)


def _words(name: str) -> Words:
    words = find(name).words
    assert isinstance(words, Words)
    return words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_have_the_same_messages_with_the_same_arguments(name: str, lang: str) -> None:
    words = _words(name)
    english, other = words.messages("en"), words.messages(lang)
    assert {key for key in other if not key.startswith("about.")} == english.keys()
    for key, message in english.items():
        assert arguments(other[key]) == arguments(message), key


def _about(edition: Edition) -> set[str]:
    """Every source and note of an edition, as people read them."""
    texts: set[str] = set()
    for _, table in edition.tables():
        sources = [table["source"], *table.get("cells", {}).values()]
        texts |= {about_of(source) for source in sources} | {table.get("note", "")}
    return texts - {""}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_source_and_note_of_the_edition_is_translated(name: str, lang: str) -> None:
    edition = find(name).edition()
    words, texts = _words(name), _about(edition)
    messages = words.messages(lang)
    # An edition's name may be translated, too.
    assert {key[6:] for key in messages if key.startswith("about.")} - {edition.name} == texts
    for text in texts:
        assert words.about(lang, text) != text
    assert words.about(lang, "seen in my own box") == "seen in my own box"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_table_of_the_edition_has_a_name(name: str, lang: str) -> None:
    words, edition = find(name).words, find(name).edition()
    for path, _ in edition.tables():
        assert words.say(lang, f"table.{path}", {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_was_not_seen_in_print_is_asked_of_whoever_has_the_box(
    name: str, lang: str
) -> None:
    words, edition = _words(name), find(name).edition()
    wanted = {f"wanted.{part.part}": {"rows": part.rows} for part in checklist(edition)}
    assert {key for key in words.messages(lang) if key.startswith("wanted.")} == wanted.keys()
    for key, rows in wanted.items():
        assert "{" not in words.say(lang, key, {**numbers(edition), **rows})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_has_a_sentence_for_every_kind_of_decision(name: str, lang: str) -> None:
    messages = _words(name).messages(lang)
    stems = {
        stem: {key.removeprefix(stem) for key in messages if key.startswith(stem)}
        for stem in ("kind.", "guide.")
    }
    assert stems["guide."] == stems["kind."]


def test_every_option_is_explained(name: str) -> None:
    words = find(name).words
    for option in find(name).box.OPTIONS:
        for lang in LANGUAGES:
            assert words.say(lang, f"option.{option.name}", {})
            assert words.say(lang, f"option.{option.name}.help", {})
            for value in option.values:
                assert words.say(lang, f"option.{option.name}.{spelled(value)}", {})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_matches_can_be_told(name: str, lang: str) -> None:
    title = find(name)
    for setup, seed in some(name, 5, 52):
        match = match_of(setup, seed)
        rng = Rng(seed)
        while not match.over:
            _check_screen(match, lang)
            seat = match.waiting[rng.below(len(match.waiting))]
            decision = match.decision_for(seat)
            assert decision is not None
            assert title.words.say(lang, f"kind.{decision.kind}", {"seat": seat})
            for offer in decision.offers:
                assert title.words.say(lang, offer.key, offer.args)
                if offer.confirm:
                    assert title.words.say(lang, offer.confirm, offer.args)
            match.play(seat, decision.actions[rng.below(len(decision.actions))])
        assert all(match.tell(lang))
        for lines in match.view().score_lines or []:
            for line in lines:
                assert title.words.say(lang, line.key, line.args)


def _speaker(match: Match, lang: str) -> Callable[..., str]:
    words = match.title.words

    def say(key: str, **args: str | int) -> str:
        if key == "seat":
            return f"Bartholomew {args['seat']}"
        return words.say(lang, key, args)

    return say


def _check_screen(match: Match, lang: str) -> None:
    """At most 80 columns, whatever the language."""
    if match.step % 7:
        return
    for viewer in (*range(match.seats), None):
        for line in match.title.screen.draw(match.view(viewer), _speaker(match, lang)):
            assert Text.from_markup(line).cell_len <= 80, line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_text_names_every_rule_in_every_language(name: str, lang: str) -> None:
    words = find(name).words
    english = set(RULE.findall(words.rules("en")))
    assert english
    assert set(RULE.findall(words.rules(lang))) == english


def test_every_rule_has_a_test_that_names_it(name: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in SUBJECTS[name].tests.glob("test_*.py"))
    named = {rule.replace("_", "-") for rule in re.findall(r"def test_([A-Z]{2}_\d{2,3})", tests)}
    for many in re.findall(r"def test_((?:[A-Z]{2}_\d{2,3}_)+)", tests):
        named |= {rule.replace("_", "-") for rule in re.findall(r"[A-Z]{2}_\d{2,3}", many)}
    rules = set(RULE.findall(find(name).words.rules("en")))
    assert sorted(rules - named) == []


def test_every_rule_cited_by_code_stands_in_the_rules_text(name: str) -> None:
    rules = set(RULE.findall(find(name).words.rules("en")))
    for path in find(name).folder.glob("*.py"):
        assert set(RULE.findall(path.read_text("utf-8"))) <= rules, path.name


def test_what_people_are_remembered_for_is_named_and_happens(name: str) -> None:
    known = find(name).feats
    if known is None:
        return  # a title need not remember anything
    words, done = _words(name), set()
    for lang in LANGUAGES:
        assert {f"feat.{one}" for one in known.NAMES} <= words.messages(lang).keys()
    for setup, seed in some(name, 12, 53):
        for before, actor, action, after in walk(setup, seed):
            for seat, feat in known.feats(before, actor, action, after):
                assert 0 <= seat < setup.seats
                done.add(feat)
    assert done == set(known.NAMES)
