"""What a title promises besides its rules: its name, the end of its story, learners, look-up."""

from openoutcry.bots.levels import EARLIER, SEARCH_LEVELS, effort_of
from openoutcry.conformance.setups import match_of, setups, some
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.core.title import FINAL_SCORE
from openoutcry.titles import find


def _played(name: str, seed: int) -> Match:
    setup, match_seed = some(name, 1, seed)[0]
    match, rng = match_of(setup, match_seed), Rng(seed)
    while not match.over:
        seat = match.waiting[rng.below(len(match.waiting))]
        actions = match.legal(seat)
        match.play_action(seat, actions[rng.below(len(actions))])
    return match


def test_a_state_names_its_title_and_the_version_of_its_rules(name: str) -> None:
    state = setups(name)[0].start()
    title = find(name)
    assert (state.title(), state.rules_version()) == (title.name, title.rules_version)


def test_the_last_step_and_no_other_tells_everybody_the_score_of_every_seat(name: str) -> None:
    for seed in range(41, 45):
        match = _played(name, seed)
        for viewer in (*range(match.seats), None):
            told = [event for event in match.story_for(viewer) if event.key == FINAL_SCORE]
            assert sorted(int(event.args["seat"]) for event in told) == list(range(match.seats))
            assert {event.step for event in told} == {match.step - 1}


def test_an_observer_has_named_fields_for_every_number_of_seats(name: str) -> None:
    title = find(name)
    for seats in title.box.seats(title.edition()):
        options = title.options(title.edition(), seats, {})
        fields = title.observer(title.edition(), seats, options).fields
        assert len({field.name for field in fields}) == len(fields)


def test_a_look_up_finds_nothing_in_a_text_that_names_no_place(name: str) -> None:
    screen, view = find(name).screen, _played(name, 47).view(None)
    assert screen.lookup(view, "nowhere at all", lambda key, **args: key) == []


def test_every_level_that_searches_knows_how_hard(name: str) -> None:
    title = find(name)
    assert set(title.efforts) <= {*SEARCH_LEVELS, *EARLIER}
    spent = [effort_of(level, title).simulations for level in ("broker", "tycoon", "baron")]
    assert spent == sorted(set(spent))
