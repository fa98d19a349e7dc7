"""Hidden information: the laws of the contract on random positions."""

import msgspec

from openoutcry.conformance.setups import match_of, positions, some
from openoutcry.core.decisions import legal_actions
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.core.title import Event
from openoutcry.titles import find


def _viewers(state: State) -> list[int]:
    return [*range(int(state.seats())), SPECTATOR]


def _known(name: str, state: State, viewer: int) -> bytes:
    """Everything a viewer gets from a position, as bytes."""
    views = find(name).views
    waiting = [seat for seat in range(int(state.seats())) if state.waiting(seat)]
    offers = None
    if viewer in waiting:
        offers = [views.offer(state, viewer, action) for action in legal_actions(state, viewer)]
    parts = (
        views.board(state, viewer),
        views.prices(state),
        views.companies(state),
        views.worth(state, viewer),
        waiting,
        int(state.mover()),
        [views.kind(state, seat) for seat in waiting],
        offers,
        [int(state.forced(seat)) for seat in waiting if seat == viewer],
        int(state.default(viewer)) if viewer in waiting else None,
        bool(state.sealed()),
    )
    return msgspec.json.encode(parts)


def test_LAW_1_a_view_depends_only_on_what_the_seat_may_know(name: str) -> None:
    rng = Rng(31)
    for state in positions(name, 160, 31):
        for viewer in _viewers(state):
            for _ in range(2):
                world = state.imagine(viewer, rng)
                assert _known(name, world, viewer) == _known(name, state, viewer)


def test_LAW_1_holds_within_a_step_too(name: str) -> None:
    """Frames on the way show nobody more than they may know, and lead to the same end."""
    between, rng = find(name).between, Rng(36)
    if between is None:
        return
    found = 0
    for before in positions(name, 160, 36):
        actor = int(before.mover())
        action = legal_actions(before, actor)[0]
        after = before.clone()
        after.apply(actor, action)
        told = len(find(name).stories.tell(before, actor, action, after))
        for events, state in between(before, actor, action, after):
            found += 1
            assert events < told
            for viewer in _viewers(state):
                world = state.imagine(viewer, rng)
                assert _known(name, world, viewer) == _known(name, state, viewer)
    assert found > 10


def test_imagined_worlds_leave_the_position_alone_and_can_be_played(name: str) -> None:
    rng = Rng(32)
    for state in positions(name, 60, 32):
        dump = state.dump()
        for viewer in _viewers(state):
            world = state.imagine(viewer, rng)
            assert state.dump() == dump
            assert type(world) is type(state)
            assert world.mover() == state.mover()
            mover = int(world.mover())
            assert legal_actions(world, mover)


def test_positions_that_a_seat_cannot_tell_apart_give_equal_worlds(name: str) -> None:
    rng = Rng(40)
    for number, state in enumerate(positions(name, 80, 40)):
        for viewer in _viewers(state):
            twin = state.imagine(viewer, rng)
            assert state.imagine(viewer, Rng(number)) == twin.imagine(viewer, Rng(number))


def test_what_a_seat_knows_survives_imagining_twice(name: str) -> None:
    rng = Rng(33)
    for state in positions(name, 60, 33):
        for viewer in _viewers(state):
            world = state.imagine(viewer, rng).imagine(viewer, rng)
            assert _known(name, world, viewer) == _known(name, state, viewer)


def test_the_story_a_seat_hears_depends_only_on_what_it_may_know(name: str) -> None:
    rng = Rng(34)
    tell = find(name).stories.tell
    for state in positions(name, 120, 34):
        for viewer in _viewers(state):
            actor = int(state.mover())
            actions = legal_actions(state, actor)
            action = actions[rng.below(len(actions))]
            world = state.imagine(viewer, rng)
            sees = bool(state.witness(viewer, actor, action))
            there = action
            if not sees:
                options = legal_actions(world, actor)
                there = options[rng.below(len(options))]
            if there not in legal_actions(world, actor):
                continue
            here_after, there_after = state.clone(), world.clone()
            here_after.apply(actor, action)
            there_after.apply(actor, there)
            if state.sealed() and not here_after.sealed():
                continue  # the seal breaks: now everybody sees the picks
            if here_after.mover() == OVER:
                continue  # the end lays everything open
            heard = _heard(tell(state, actor, action, here_after), viewer, sees)
            told = _heard(tell(world, actor, there, there_after), viewer, sees)
            assert heard == told


def _heard(events: list[Event], viewer: int, sees: bool) -> list[Event]:
    return [
        event
        for event in events
        if (event.only == viewer if event.only is not None else event.public or sees)
    ]


def test_hidden_steps_are_not_in_anybody_elses_log(name: str) -> None:
    for setup, seed in some(name, 6, 35):
        match = match_of(setup, seed)
        rng = Rng(derive(seed, 2))
        while not match.over:
            _check_logs(match)
            seat = match.waiting[rng.below(len(match.waiting))]
            actions = match.legal(seat)
            match.play_action(seat, actions[rng.below(len(actions))])


def _check_logs(match: Match) -> None:
    for viewer in (*range(match.seats), None):
        for step, entry in zip(match.steps(viewer), match.log, strict=True):
            bit = match.seats if viewer is None else viewer
            seen_by = match.sight.seen_by[step.number]
            assert (step.action is not None) == bool(seen_by >> bit & 1)
            if entry.actor != CHANCE and entry.actor == viewer:
                assert step.action == entry.text


def test_views_and_stories_are_json_and_change_nothing(name: str) -> None:
    for setup, seed in some(name, 5, 36):
        match = match_of(setup, seed)
        rng = Rng(seed)
        while not match.over:
            dump = match.state.dump()
            for viewer in (*range(match.seats), None):
                view = match.view(viewer)
                again = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
                # Which board it is, the title knows: test_boards.py reads that back.
                assert msgspec.structs.replace(again, board=view.board) == view
                msgspec.json.encode(match.story_for(viewer, since=max(0, match.step - 3)))
            assert match.state.dump() == dump
            seat = match.waiting[rng.below(len(match.waiting))]
            actions = match.legal(seat)
            match.play_action(seat, actions[rng.below(len(actions))])
        final = match.view(None)
        assert final.over and final.places and final.score_lines
        for seat, lines in enumerate(final.score_lines):
            assert sum(line.points for line in lines) == match.scores()[seat]


def test_a_refusal_tells_a_seat_nothing_it_may_not_know(name: str) -> None:
    """Somebody could try every action there is, and read the reasons."""
    rng = Rng(37)
    for state in positions(name, 40, 37):
        for seat in range(int(state.seats())):
            world = state.imagine(seat, rng)
            for action in range(-1, int(state.width()) + 1):
                assert state.refuse(seat, action) == world.refuse(seat, action)


def test_others_learn_nothing_from_what_is_played_by_itself(name: str) -> None:
    """Whether a seat had a choice is seen by all: it must not depend on what the seat hides."""
    rng = Rng(38)
    for state in positions(name, 160, 38):
        for viewer in _viewers(state):
            world = state.imagine(viewer, rng)
            for seat in range(int(state.seats())):
                if seat != viewer and state.waiting(seat):
                    assert (state.forced(seat) >= 0) == (world.forced(seat) >= 0)


def test_a_decision_that_may_be_taken_back_has_shown_nothing_new(name: str) -> None:
    """All that the seat sees after it, it could have foreseen: in any world it imagined before,
    the same decision leads to the same view."""
    taken = 0
    for setup, seed in some(name, 8, 39):
        match, rng = match_of(setup, seed), Rng(derive(seed, 3))
        while not match.over:
            seat = match.waiting[rng.below(len(match.waiting))]
            actions = match.legal(seat)
            world, step = match.state.imagine(seat, rng), match.step
            match.play_action(seat, actions[rng.below(len(actions))])
            if match.state.mover() == OVER or not match.may_take_back(seat):
                continue
            for entry in match.log[step:]:
                assert world.refuse(entry.actor, entry.action) == ""
                world.apply(entry.actor, entry.action)
            assert _known(name, world, seat) == _known(name, match.state, seat)
            taken += 1
    assert taken > 50
