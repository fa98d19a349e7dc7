"""A table that plays from memory shows less, and never anything else."""

import msgspec

from openoutcry.conformance.setups import match_of, positions, some
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.state import SPECTATOR
from openoutcry.table.memory import Teller, recall_of
from openoutcry.titles import find


def test_LAW_1_holds_for_what_is_left_when_something_is_forgotten(name: str) -> None:
    title, rng = find(name), Rng(51)
    for state in positions(name, 80, 51):
        for viewer in (*range(int(state.seats())), SPECTATOR):
            world = state.imagine(viewer, rng)
            boards = [title.views.board(position, viewer) for position in (state, world)]
            if title.memory is not None:
                boards = [title.memory.forget(board) for board in boards]
                assert title.memory.forget(boards[0]) == boards[0]
            assert msgspec.json.encode(boards[0]) == msgspec.json.encode(boards[1])
            assert type(boards[0]) is title.board


def test_from_memory_a_viewer_is_told_a_part_of_what_perfect_memory_tells(name: str) -> None:
    for setup, seed in some(name, 4, 52):
        match, rng = match_of(setup, seed), Rng(derive(seed, 4))
        while not match.over:
            if match.step % 5 == 0:
                _check_part(match)
            seat = match.waiting[rng.below(len(match.waiting))]
            actions = match.legal(seat)
            match.play_action(seat, actions[rng.below(len(actions))])
        _check_whole(match)


def _check_part(match: Match) -> None:
    teller = Teller(match, "table")
    remembers = recall_of(match.title, match.options, "table") == "perfect"
    assert teller.forgets is not remembers
    for viewer in (*range(match.seats), None):
        first = teller.first(viewer)
        assert 0 <= first <= match.step
        assert teller.steps(viewer) == match.steps(viewer, first)
        assert teller.story(viewer) == match.story_for(viewer, first)
        shown = msgspec.to_builtins(teller.view(viewer).board)
        whole = msgspec.to_builtins(match.view(viewer).board)
        assert shown.keys() == whole.keys()
        for key, value in shown.items():
            assert value == whole[key] or (teller.forgets and value is None)


def _check_whole(match: Match) -> None:
    teller = Teller(match, "table")
    for viewer in (*range(match.seats), None):
        assert teller.view(viewer) == match.view(viewer)
        assert teller.steps(viewer) == match.steps(viewer)
        assert teller.story(viewer) == match.story_for(viewer)
