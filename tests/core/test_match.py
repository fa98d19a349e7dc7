"""Matches: the friendly layer above the rules."""

import random
import tracemalloc

import pytest

from openoutcry import IllegalAction, OptionError, OutcryError, new
from openoutcry.core.match import Match
from openoutcry.titles import names


def test_a_match_reads_like_a_game() -> None:
    match = new("mogul", seats=3, seed=7)
    assert match.decision.actions == ["loan", "no loan"]
    for seat in match.waiting:
        match.play(seat, "no loan")
    assert match.decision.kind == "auction"
    seat = match.decision.seat
    match.play("pay")
    assert match.steps()[-1].actor == seat
    assert match.story[-1].key == "story.paid"


def test_a_seed_deals_the_same_match_again() -> None:
    first, again, other = (new("mogul", seats=4, seed=s).record().log for s in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize("what", [(), ("pay", 2), (1, 2), (1,), (1, "pay", 3), (None,)])
def test_play_takes_a_text_or_a_seat_and_a_text(what: tuple[object, ...]) -> None:
    with pytest.raises(TypeError, match="a seat and the action"):
        new("mogul", seats=3).play(*what)  # type: ignore[call-overload]


def test_an_unknown_action_says_what_may_be_done() -> None:
    match = new("mogul", seats=3)
    with pytest.raises(IllegalAction, match="bid: not an action of Mogul; may be: loan, no loan"):
        match.play("bid")


def test_an_illegal_action_says_why_and_by_which_rule() -> None:
    match = new("mogul", seats=3)
    with pytest.raises(IllegalAction, match=r"no auction is being held now \(MO-18\)") as raised:
        match.play("pay")
    assert (raised.value.rule, raised.value.key) == ("MO-18", "refuse.no_auction")


def test_a_very_long_action_is_not_repeated_whole() -> None:
    with pytest.raises(IllegalAction) as raised:
        new("mogul", seats=3).play("x" * 10_000)
    assert len(str(raised.value)) < 200


def test_seats_of_a_view_are_checked() -> None:
    match = new("mogul", seats=3)
    for seat in (-1, 3, "0"):
        with pytest.raises(OutcryError, match="seats are 0 to 2"):
            match.view(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", ["4", 4.0, True, 99])
def test_the_number_of_seats_is_checked(seats: object) -> None:
    with pytest.raises(OptionError, match="3 to 6"):
        new("mogul", seats=seats)  # type: ignore[arg-type]


def test_unknown_titles_and_options_name_what_exists() -> None:
    with pytest.raises(OutcryError, match="mogul"):
        new("monopoly", seats=3)
    with pytest.raises(OptionError, match="this title has: loans, chips, quick_start"):
        new("mogul", seats=3, options={"loan": "on_turn"})
    with pytest.raises(OptionError, match="before_auction, on_turn"):
        new("mogul", seats=3, options={"loans": "never"})
    with pytest.raises(OptionError, match="no, yes"):
        new("mogul", seats=3, options={"quick_start": 1})


def test_options_may_be_typed_as_text() -> None:
    assert new("mogul", seats=3, options={"quick_start": "yes"}).options["quick_start"] is True


def test_forced_steps_are_played_and_marked() -> None:
    match = _until_forced(new("mogul", seats=3, seed=1))
    step = next(step for step in match.steps() if step.forced)
    assert step.action == "leave"


def _until_forced(match: Match) -> Match:
    """Bid until somebody has no chip left."""
    while not any(step.forced for step in match.steps()):
        wanted = {"loan": "no loan", "auction": "pay"}.get(match.decision.kind)
        match.play(wanted or match.decision.default)
    return match


def test_nothing_is_left_to_decide_after_the_end() -> None:
    match = new("mogul", seats=3)
    while not match.over:
        match.play(match.decision.default)
    assert match.decision_for(0) is None
    with pytest.raises(OutcryError, match="over"):
        _ = match.decision
    with pytest.raises(IllegalAction, match="MO-41"):
        match.play(0, "pay")


def test_a_decision_can_be_taken_back_until_somebody_else_acts() -> None:
    match = new("mogul", seats=3, seed=2, options={"loans": "on_turn"})
    seat = match.decision.seat
    match.play("pay")
    assert match.may_take_back(seat)
    match.take_back(seat)
    assert match.decision.seat == seat
    match.play("pay")
    match.play("pay")
    with pytest.raises(OutcryError, match="take back"):
        match.take_back(seat)


def test_a_decision_followed_by_a_draw_cannot_be_taken_back() -> None:
    match = new("mogul", seats=3, seed=2)
    while match.decision.kind != "winner":
        match.play(match.decision.default)
    seat = match.decision.seat
    match.play("sell 0")
    assert not match.may_take_back(seat)


def test_any_moment_can_be_revisited() -> None:
    match = new("mogul", seats=3, seed=2)
    steps = []
    while not match.over:
        steps.append((match.step, match.state.dump()))
        match.play(match.decision.default)
    for step, dump in steps[::9]:
        assert match.at(step).state.dump() == dump
    with pytest.raises(OutcryError, match="steps 0 to"):
        match.at(match.step + 1)


def known(match: Match) -> list[object]:
    """All that anybody may know of the match, and how it goes on."""
    return [
        (match.state.dump(), match.settled, match._drawn, match.lines()),
        [(match.view(v), match.steps(v), match.story_for(v)) for v in (None, 0, 1, 2)],
    ]


@pytest.mark.parametrize("title", names())
def test_going_back_shows_everybody_what_they_knew_then(title: str) -> None:
    match, rng = new(title, seats=3, seed=3), random.Random(3)
    then = []
    while not match.over:
        then.append((match.step, known(match)))
        seat = rng.choice(match.waiting)
        match.play_action(seat, rng.choice(match.legal(seat)))
    assert match.step > 130, "several checkpoints lie behind"
    for step, before in then[::15]:
        assert known(match.at(step)) == before
    for step, before in then[::-5]:
        match.rewind(step)
        assert known(match) == before


def test_going_back_tells_no_story_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new("speculation", seats=3, seed=3)
    while not match.over:
        match.play(match.decision.default)

    def retold(*_: object) -> None:
        raise AssertionError("a step was played again")

    monkeypatch.setattr(Match, "_push", retold)
    match.rewind(match.step - 1)


def test_an_answer_that_turned_up_the_others_cannot_be_taken_back() -> None:
    match = new("mogul", seats=3, seed=1)
    first = match.step
    match.play(0, "loan")
    match.play(1, "no loan")
    assert match.may_take_back(1)
    assert match.settled == first, "two answers lie face down"
    match.play(2, "no loan")
    assert match.settled == match.step
    assert not match.may_take_back(2)
    assert [match.decided_at(seat) for seat in range(3)] == [first, first + 1, first + 2]


@pytest.mark.parametrize(
    ("title", "options", "is_open"),
    [
        ("mogul", {"loans": "on_turn", "chips": "open"}, True),
        ("mogul", {"loans": "on_turn", "chips": "hidden"}, False),
        ("mogul", {"loans": "before_auction", "chips": "open"}, False),
        ("speculation", {}, False),
    ],
)
def test_a_match_is_open_when_nobody_knows_more_than_everybody(
    title: str, options: dict[str, str], is_open: bool
) -> None:
    match = new(title, seats=3, seed=7, options=options)
    assert match.is_open() is is_open


def test_a_match_tells_where_it_stands_in_one_line() -> None:
    match = new("mogul", seats=4, seed=7)
    assert (
        repr(match)
        == f"<Match mogul, 4 seats, step {match.step}, seats 0, 1, 2, 3 to decide: loan>"
    )
    for seat in range(4):
        match.play(seat, "no loan")
    mover = match.waiting[0]
    assert repr(match).endswith(f", step {match.step}, seat {mover} to decide: auction>")
    assert repr(match.at(0)) == "<Match mogul, 4 seats, step 0, a draw is due>"
    while not match.over:
        match.play(match.decision.default)
    assert repr(match) == f"<Match mogul, 4 seats, step {match.step}, over>"


def test_what_a_match_is_made_of_is_told_in_a_line_too() -> None:
    match = new("mogul", seats=4, seed=7, options={"loans": "on_turn"})
    assert repr(match.title) == "<Title mogul, rules version 1>"
    assert repr(match.edition) == f"<Edition 'Mogul (2002)' of mogul, {match.edition.identity}>"
    assert repr(match.record()) == f"<Record mogul, 4 seats, {match.step} steps>"
    mover = match.waiting[0]
    assert repr(match.state) == f"<Mogul, 4 seats, seat {mover} to move>"
    assert repr(match.view(2)) == f"<View of seat 2: mogul, 4 seats, step {match.step}, auction>"
    assert repr(match.view()).startswith("<View of a spectator: mogul, ")


@pytest.mark.parametrize("name", names())
def test_a_match_leaves_no_memory_behind(name: str) -> None:
    """mypyc keeps a buffer for ever that interpreted code hands to a compiled function."""
    setup = new(name).setup

    def look() -> int:
        for seed in range(30):
            match = Match.begin(setup, seed=seed)
            match.legal(match.waiting[0])
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        look()
        kept = look()
        assert look() - kept < 5_000
    finally:
        tracemalloc.stop()
