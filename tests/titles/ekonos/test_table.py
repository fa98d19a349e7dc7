"""Ekonos at the table: options, defaults, story, advice and terminal."""

from typing import Any

import pytest

import openoutcry as oo
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER
from openoutcry.text import LANGUAGES
from openoutcry.titles.ekonos import TITLE, box, notation, story, terminal
from openoutcry.titles.ekonos.components import PURCHASE
from tests.titles.ekonos.positions import (
    GAMMA,
    A,
    B,
    G,
    O,
    chosen,
    do,
    ekonos,
    fresh,
    growing,
    offers,
    position,
    selling,
)


def test_options_are_those_of_the_rules_with_their_defaults() -> None:
    assert {option.name: option.default for option in box.OPTIONS} == {
        "maxShares": 8,
        "forceAtSix": True,
        "growthChaining": True,
        "allowPartialExpansion": False,
        "holdAtSix": True,
        "tradeNeedsTile": False,
        "countMarkers": False,
        "moneyOpen": True,
    }


def test_defaults_are_harmless() -> None:
    quiet = position(hands={0: [1, 2], 1: [3], 2: [5]}, growth={B: 3}, plain={A: [1]})
    assert notation.write(int(quiet.default(0))) == "card 1 bottom"
    assert notation.write(int(do(growing(3), "card 2 bottom").default(0))) == "wait"
    assert notation.write(int(selling(**GAMMA).default(0))) == "keep"
    assert notation.write(int(position(phase=PURCHASE, coins=[3]).default(0))) == "pass"
    expanding = growing(5, plain={G: [13], A: [9, 14, 18]}, shares={G: [2, 0, 0], A: [1, 0, 0]})
    assert notation.write(int(do(expanding, "card 2 bottom").default(0))) == "tile 19"


def test_notation_is_the_same_in_every_position() -> None:
    assert notation.write(notation.read("card 34 place")) == "card 34 place"
    assert notation.read_draw("deal 36") == 35
    for text in ("card 0 place", "card 49 place", "space 61", "sell X", "sell a", "tile 01"):
        with pytest.raises(ValueError):
            notation.read(text)
    with pytest.raises(ValueError):
        notation.write(400)
    assert fresh().width() < 400


def test_the_story_of_an_expansion() -> None:
    state = do(growing(3), "card 2 bottom")
    after = state.clone()
    do(after, "expand")
    events = story.tell(state, 0, notation.read("expand"), after)
    assert [event.key for event in events] == ["story.expands"]
    laid = do(after.clone(), "tile 9", "tile 14")
    last = do(after.clone(), "tile 9")
    told = story.tell(last, 0, notation.read("tile 14"), laid)
    assert [event.key for event in told] == ["story.laid", "story.expanded"]


def test_the_story_tells_a_first_president_from_one_who_takes_over() -> None:
    owned: dict[str, Any] = {"shares": {G: [1, 1, 0]}, "presidents": {G: 1}, "coins": [9, 9, 9]}
    before = do(selling(**owned), "keep")
    for action, expected in (
        ("buy A", ("story.office", {"seat": 0, "company": "alpha"})),
        ("buy G", ("story.succeeded", {"seat": 0, "other": 1, "company": "gamma"})),
    ):
        events = story.tell(before, 0, notation.read(action), do(before.clone(), action))
        assert (events[-1].key, events[-1].args) == expected


def test_the_story_tells_of_blocked_and_lapsed_counters() -> None:
    for hold, key in ((True, "story.blocked"), (False, "story.lapsed")):
        before = growing(5, plain={}, holdAtSix=hold)
        after = do(before.clone(), "card 2 bottom")
        events = story.tell(before, 1, notation.read("card 2 bottom"), after)
        assert [event.key for event in events] == ["story.grew", key]


def test_the_story_of_a_deal_reaches_only_its_seat() -> None:
    match = oo.new("ekonos", seats=3, seed=4)
    for seat in range(3):
        dealt = [event for event in match.story_for(seat) if event.key == "story.dealt"]
        assert len(dealt) == 6 and {event.args["seat"] for event in dealt} == {seat}
    assert not [event for event in match.story_for(None) if event.key == "story.dealt"]
    assert [event.key for event in match.story_for(None)][-1] == "story.income"


def test_rare_events_can_be_told_in_every_language() -> None:
    for lang in LANGUAGES:
        for key in ("discarded", "stopped", "vacant", "lapsed", "succeeded"):
            card = {"top": "delta", "middle": "beta", "bottom": "omega"}
            args = {"seat": 0, "other": 1, "company": "delta", **card}
            told = TITLE.words.say(lang, f"story.{key}", args)
            assert "Delta" in told


def test_advice_expands_the_company_it_owns_over_its_rivals() -> None:
    state = growing(
        5, plain={G: [13], A: [9], O: [14]}, shares={G: [3, 0, 0], A: [3, 0, 0], O: [0, 0, 4]}
    )
    do(state, "card 2 bottom")
    assert chosen(state) == "tile 14"
    assert chosen(do(growing(3), "card 2 bottom")) == "expand"


def test_advice_sells_what_is_too_dear_in_the_last_turn_and_buys_what_is_cheap() -> None:
    last: dict[str, Any] = {
        "hands": {0: [], 1: [], 2: []},
        "round": 4,
        "shares": {A: [2, 3, 3], B: [0, 1, 0]},
        "presidents": {A: 1, B: 1},
        "plain": {A: [1, 2], B: [10, 11, 12, 13, 14, 15]},
        "coins": [5, 0, 0],
    }
    state = selling(**last)
    assert chosen(state) == "sell A"
    assert chosen(do(state, "keep")) == "buy B"


def test_advice_depends_only_on_what_the_seat_may_know() -> None:
    rng = Rng(8)
    match = oo.new("ekonos", seats=4, seed=8)
    while not match.over:
        state, seat = ekonos(match), match.waiting[0]
        world = state.imagine(seat, rng)
        assert chosen(world, 3) == chosen(state, 3)
        match.play(chosen(state, 3))


def test_advice_beats_random_play() -> None:
    wins = 0
    for seed in range(30):
        state, rng = fresh(3), Rng(seed)
        while state.mover() != OVER:
            mover = int(state.mover())
            if mover == CHANCE:
                state.apply(CHANCE, state.draw(rng))
            elif mover == seed % 3:
                state.apply(mover, TITLE.advice.choose(state, mover, rng))
            else:
                texts = offers(state)
                do(state, texts[rng.below(len(texts))])
        wins += state.places()[seed % 3] == 1
    assert wins >= 27


def say(key: str, **args: Any) -> str:
    return f"Player {args['seat'] + 1}" if key == "seat" else TITLE.words.say("en", key, args)


def test_the_terminal_names_a_space_and_its_neighbours_on_demand() -> None:
    match = oo.new("ekonos", seats=3, seed=1)
    seen = match.view(0)
    for text in ("20", "munich", " Mun"):
        lines = "\n".join(terminal.lookup(seen, text, say))
        for name in ("20 Munich", "14 Frankfurt", "19 Zurich", "21 Prague", "22 Vienna"):
            assert name in lines
    assert "Gamma has 0 market indicators" in "\n".join(terminal.lookup(seen, "g", say))
    for text in ("99", "", "card", "sell"):
        assert terminal.lookup(seen, text, say) == []


def test_the_terminal_shows_who_decides_and_whose_turn_it_is() -> None:
    match = oo.new("ekonos", seats=3, seed=1)
    match.state = do(growing(3, protected={O: [20]}), "card 2 bottom")
    lines = terminal.draw(match.view(2), say)
    assert any(line.startswith("▶ Player 1") for line in lines)
    assert any(line.startswith("○ Player 2") for line in lines)
    assert any("expansion of Gamma by 2 (Player 2 is playing)" in line for line in lines)
    assert any("<O>" in line for line in lines)
    hidden = terminal.draw(match.view(None), say)
    assert not any("Your hand" in line for line in hidden)
