"""What is said about a whole match, once it is over."""

import random
from itertools import pairwise

import pytest

from openoutcry.core.ties import broken_ties
from openoutcry.core.title import FINAL_SCORE, TIE_BREAK
from openoutcry.table.ending import _finish, _lead, ending
from openoutcry.table.state import TableState
from openoutcry.text import LANGUAGES
from openoutcry.titles import names
from tests.table.test_frames import play_at_random, playing


def played_out(name: str, seed: int = 3) -> TableState:
    table, rng = playing(name), random.Random(seed)
    while table.state == "playing":
        play_at_random(table, rng)
    return table


@pytest.mark.parametrize("name", names())
def test_a_match_is_summed_up_in_at_most_three_sentences_in_every_language(name: str) -> None:
    table = played_out(name)
    found = ending(table.playing, table.history)
    assert found is not None
    assert 1 <= len(found.sentences) <= 3
    words = table.title.words
    for sentence in found.sentences:
        for lang in LANGUAGES:
            assert words.say(lang, sentence.key, sentence.args)
        if sentence.told is not None:
            assert sentence.told in table.playing.story_for(None)


@pytest.mark.parametrize("name", names())
def test_after_the_end_everybodys_worth_is_known_all_along(name: str) -> None:
    table = played_out(name)
    found = ending(table.playing, table.history)
    assert found is not None
    assert [point.step for point in found.history] == [value.step for value in table.history]
    assert all(None not in point.worth for point in found.history)


def test_nothing_is_told_before_the_end() -> None:
    table = playing("mogul")
    assert ending(table.playing, table.history) is None


def test_who_leads_early_and_for_good_led() -> None:
    sentence = _lead([(10, [1, 0]), (50, [5, 2]), (100, [9, 4])], [0, 1])
    assert sentence is not None and sentence.key == "recap.led"


def test_a_lead_that_changes_hands_is_counted_and_dated() -> None:
    sentence = _lead([(10, [1, 0]), (40, [1, 3]), (60, [4, 3]), (100, [9, 4])], [0, 1])
    assert sentence is not None and sentence.key == "recap.took_the_lead"
    assert sentence.args == {"seat": 0, "other": 1, "changes": 2, "percent": 60}


def test_who_passes_with_the_last_step_did_so_there() -> None:
    sentence = _lead([(10, [0, 1]), (90, [2, 3]), (100, [9, 4])], [0, 1])
    assert sentence is not None and sentence.key == "recap.at_the_last"


def test_two_places_made_up_since_half_time_are_told() -> None:
    half = [(10, [0, 0, 0]), (50, [1, 5, 6]), (100, [9, 8, 7])]
    sentence = _finish(half, [0, 1, 2], [1, 2, 3], [9, 8, 7])
    assert sentence is not None
    assert (sentence.key, sentence.args) == ("recap.climbed", {"seat": 0, "from": 3, "to": 1})


@pytest.mark.parametrize(
    ("scores", "key"),
    [([50, 48], "recap.close"), ([50, 30], "recap.clear"), ([5, 5], "recap.level")],
)
def test_the_gap_between_the_first_two_has_a_name(scores: list[int], key: str) -> None:
    sentence = _finish([(1, [1, 0]), (2, scores)], [0, 1], [1, 2], scores)
    assert sentence is not None and sentence.key == key


@pytest.mark.parametrize("name", ["mogul", "wallstreet"])
def test_the_story_tells_why_a_tie_was_broken_and_only_then(name: str) -> None:
    """MO-45, WS-115."""
    broken = 0
    for seed in range(60):
        match = played_out(name, seed).playing
        told = [one for one in match.story_for(None) if one.key == TIE_BREAK]
        pairs = broken_ties(match.scores(), match.places())
        assert [(one.args["seat"], one.args["other"]) for one in told] == pairs
        broken += len(told)
        finals = [one.step for one in match.story_for(None) if one.key == FINAL_SCORE]
        assert all(one.step == finals[-1] for one in told)
    assert broken, "no match of these had a tie: take other seeds"


@pytest.mark.parametrize("name", names())
def test_the_largest_gain_is_what_its_step_brought(name: str) -> None:
    """Told of every step but the last, which brings the final count."""
    told = 0
    for seed in range(3):
        table = played_out(name, seed)
        match = table.playing
        found = ending(match, table.history)
        assert found is not None
        views, first = match.title.views, table.history[0].step
        worth = [
            [views.worth(match.at(step).state, seat)[seat] or 0 for seat in range(match.seats)]
            for step in range(first, match.step)
        ]
        lead = max(
            max(gains) - max(0, min(gains))
            for before, after in pairwise(worth)
            for gains in [[now - then for then, now in zip(before, after, strict=True)]]
        )
        gain = next((one for one in found.sentences if one.key == "recap.gain"), None)
        if gain is None or gain.told is None:
            assert lead <= 0
            continue
        step, seat = gain.told.step, int(gain.args["seat"])
        before, after = worth[step - first], worth[step + 1 - first]
        gains = [now - then for then, now in zip(before, after, strict=True)]
        assert gain.args["points"] == gains[seat] == max(gains)
        assert max(gains) - max(0, min(gains)) == lead
        assert gain.args["points"] > 0
        told += 1
    assert told


@pytest.mark.parametrize("seed", [1, 90])
def test_the_last_sale_before_the_crash_may_be_the_largest_gain(seed: int) -> None:
    """MO-41: nobody decides anything between that sale and the crash."""
    table = played_out("mogul", seed)
    match = table.playing
    sale = [one for one in match.story_for(None) if one.key == "story.sold"][-1]
    assert (sale.step, sale.args["points"]) == (match.step - 2, 15)
    found = ending(match, table.history)
    assert found is not None
    gain = next(one for one in found.sentences if one.key == "recap.gain")
    assert (gain.told, gain.args["points"]) == (sale, 15)


@pytest.mark.parametrize("seed", [1, 90])
def test_who_takes_the_lead_by_the_last_sale_did_not_do_so_at_the_count(seed: int) -> None:
    """MO-41: the crash comes between that sale and the count."""
    table = played_out("mogul", seed)
    match = table.playing
    sale = [one for one in match.story_for(None) if one.key == "story.sold"][-1]
    found = ending(match, table.history)
    assert found is not None
    lead = found.sentences[0]
    assert (lead.key, lead.args["seat"]) == ("recap.took_the_lead", sale.args["seat"])


def test_in_speculation_a_gain_is_told_by_the_brick_that_moved() -> None:
    """Who played which card says little: everybody did."""
    told = []
    for seed in range(4):
        table = played_out("speculation", seed)
        found = ending(table.playing, table.history)
        assert found is not None
        told += [one.told.key for one in found.sentences if one.told is not None]
    assert "story.played" not in told
    assert "story.moved" in told
