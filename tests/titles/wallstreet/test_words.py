"""Story, terminal and advice of 1920 Wall Street."""

import re

import pytest
from rich.text import Text

from openoutcry import new
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng
from openoutcry.titles import find
from openoutcry.titles.wallstreet import story
from openoutcry.titles.wallstreet.advice import USUAL, WallStreetAdvice
from openoutcry.titles.wallstreet.notation import read, write
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import card, play, position, sell


def told(state: WallStreet, *actions: str) -> list[str]:
    """The last action's story, in English."""
    play(state, *actions[:-1])
    before, actor = state.clone(), int(state.mover())
    state.apply(actor, read(actions[-1]))
    events = story.tell(before, actor, read(actions[-1]), state)
    return [find("wallstreet").words.say("en", event.key, event.args) for event in events]


def test_the_story_says_who_bought_what_for_how_much_and_who_was_paid() -> None:
    state = position(
        3, pawns=[1, 4, 6], ring={4: "double.maize"}, capital=[4, 4, 4], cash=[1, 4, 4]
    )
    assert told(state, "move 3") == [
        "Player 1 moves 3 steps and buys two maize shares for $5 (capital $4, cash $1).",
        "Player 1 pays $1 to Player 2, who stands there.",
        "Player 1 takes a loan of $5: \u22128 at the end so far.",
    ]


def test_the_story_says_which_value_moved_and_why() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "move.oil.down2:-2"}, values=[3, 4, 5, 6])
    assert told(state, "move 1", "keep") == [
        "Player 1 keeps “oil \u22122”.",
        "The value of oil falls from 6 to 2.",
    ]


def test_the_story_of_a_sale() -> None:
    state = position(3, pawns=[1, 5, 5], piles=[["gold"]], ring={1: "black_day"})
    assert told(state, sell(state, "gold"), "discard halve") == [
        "Player 1 discards Black Day to “values halved”.",
        "Player 1 sells a gold share for $2.",
    ]


def screen(match: Match, lang: str = "en") -> list[str]:
    def say(key: str, **args: str | int) -> str:
        if key == "seat":
            return f"Seat {args['seat']}"
        return match.title.words.say(lang, key, args)

    lines = match.title.screen.draw(match.view(match.waiting[0]), say)
    return [Text.from_markup(line).plain for line in lines]


def test_the_terminal_draws_the_ring_with_costs_and_loans() -> None:
    match = new("wallstreet", seats=2, seed=3)
    while match.decision.kind == "pawn":
        match.play("pawn 1")
    assert isinstance(match.state, WallStreet)
    match.state.p.cash[match.waiting[0]] = 0
    lines = screen(match)
    ring = [line for line in lines if line[:1] in "╭│╰" and line[:1]]
    assert len(ring) == 6
    assert ring[0].startswith("╭▸0") and ring[-1].startswith("╰─5")
    assert "①②" in ring[1]
    assert "6→" in ring[1] and "LOAN" in ring[1]  # a full lap, and a fee, without cash
    assert "5→ $5 cash 1 LOAN" in ring[0]  # five steps on a capital of 4


def test_the_terminal_lists_as_many_shown_cards_as_the_piles_hold() -> None:
    shown = {"kept_cards": "shown", "magnates": "penalties"}
    match = new("wallstreet", seats=3, seed=3, options=shown)
    while match.decision.kind == "pawn":
        match.play("pawn 1")
    assert isinstance(match.state, WallStreet)
    p, rival = match.state.p, (match.waiting[0] + 1) % 3
    gold, oil, types = card(p, "gold"), card(p, "single.oil"), int(p.components.types)
    # The rival had both and returned one of them unseen (WS-134).
    p.pile[rival * types + oil], p.sizes[2 * rival], p.returned[rival] = 1, 1, gold
    p.doubt[rival * types + oil] = p.doubt[rival * types + gold] = 1
    listed = [line.strip() for line in screen(match)]
    assert "and all but one of: oil share, gold share" in listed


def test_the_terminal_tells_the_present_values_without_colour() -> None:
    match = new("wallstreet", seats=3, seed=3)
    market = [re.findall(r"\[ ?(\d+)\]", line) for line in screen(match)[:4]]
    assert market == [[str(price)] for price in match.view(0).prices]


def test_notation_needs_no_position() -> None:
    for text in ("move 9", "discard fewer", "company oil", "seat 4", "option 8", "sell 17"):
        assert write(read(text)) == text
    for text in ("move 10", "move 0", "discard 1", "company coal", "seat 5", "Move 1"):
        with pytest.raises(ValueError):
            read(text)


def choice(state: WallStreet) -> str:
    return write(int(WallStreetAdvice(USUAL).choose(state, int(state.mover()), Rng(1))))


def test_advice_buys_what_brings_a_company_to_its_minimum() -> None:
    state = position(
        3,
        pawns=[1, 5, 5],
        ring={2: "single.maize", 3: "single.oil", 4: "black_day"},
        piles=[["double.oil"]],
        values=[3, 4, 5, 9],
        secrets=[0, 1, 2],
    )
    assert choice(state) == "move 2"
    assert choice(play(state, "move 2")) == "keep"


def test_advice_shuns_a_loan_for_little() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "black_day"}, cash=[0, 4, 4])
    play(state, "move 1")
    assert choice(state).startswith("discard")


def test_advice_puts_dynamite_where_it_hurts_least() -> None:
    without = position(3, pawns=[6, 5, 5], piles=[["double.oil", "single.oil"]], secrets=[3, 0, 1])
    play(without, "move 1")
    assert choice(without) == "discard gold"  # no gold: its loss of power costs nothing


def test_advice_changes_nothing() -> None:
    state = position(4, piles=[["gold"], ["single.oil"]])
    dump = state.dump()
    choice(state)
    assert state.dump() == dump
