"""What a viewer is shown on the way from one decision to the next."""

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from openoutcry.core.view import Picture
from openoutcry.table import journal as j
from openoutcry.table import protocol as p
from openoutcry.table import telling
from openoutcry.table.difference import changed
from openoutcry.table.frames import MOST_SINCE
from openoutcry.table.state import TableState
from openoutcry.titles import names
from tests.table.test_state import dealt, opened

VIEWERS = (None, 0, 1, 2)


def playing(name: str) -> TableState:
    table = TableState("t")
    table.apply(opened(name=name), 0)
    table.apply(table.dealt(), 0)
    return table


def play_at_random(table: TableState, rng: random.Random) -> int:
    """One action; returns the step before it."""
    before, seat = table.playing.step, rng.choice(table.playing.waiting)
    decision = table.playing.decision_for(seat)
    assert decision is not None
    table.apply(table.played(seat, rng.choice(decision.actions)), 0)
    return before


def shown(update: p.Update) -> list[tuple[p.Frame, Any]]:
    """Each frame with what a client makes of it, read from the last to the first."""
    view = plain(update.view)
    picture = {key: view[key] for key in Picture.__struct_fields__}
    pictures = []
    for frame in reversed(update.frames):
        picture = changed(picture, frame.changes)
        pictures.append((frame, picture))
    return pictures[::-1]


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("name", names())
def test_a_frame_is_what_the_viewer_would_have_seen_after_that_step(name: str) -> None:
    table, rng, found = playing(name), random.Random(3), 0
    while table.state == "playing" and found < 200:
        before = play_at_random(table, rng)
        for viewer in VIEWERS:
            update = telling.update(table, viewer, before, 0, before)
            for frame, picture in shown(update):
                found += 1
                whole = frame.told == len([t for t in update.story if t.step == frame.step - 1])
                assert before < frame.step <= table.playing.step
                if whole and frame.step < table.playing.step:
                    then = plain(table.playing.at(frame.step).view(viewer))
                    assert picture == {key: then[key] for key in picture}
    assert found > 50


def test_frames_come_in_the_order_of_the_steps_and_of_what_is_told() -> None:
    table, rng = playing("speculation"), random.Random(5)
    for _ in range(120):
        before = play_at_random(table, rng)
        frames = telling.update(table, None, before, 0, before).frames
        places = [(frame.step, frame.told) for frame in frames]
        assert places == sorted(set(places))


def test_bricks_are_seen_to_move_one_after_the_other() -> None:
    table, rng = playing("speculation"), random.Random(5)
    most = 0
    for _ in range(60):
        before = play_at_random(table, rng)
        update = telling.update(table, None, before, 0, before)
        spaces = [
            tuple(company["space"] for company in picture["board"]["companies"])
            for frame, picture in shown(update)
        ]
        for one, other in pairwise(spaces):
            assert sum(a != b for a, b in zip(one, other, strict=True)) <= 1
        most = max(most, len(set(spaces)))
    assert most >= 3


def test_a_newcomer_and_whoever_missed_something_are_shown_no_way() -> None:
    table, _ = dealt()
    before = table.playing.step
    while len(table.playing.log) < before + 20:
        step = play_at_random(table, random.Random(2))
        assert telling.update(table, 0, 0, 0).frames == []
        assert telling.update(table, 0, 0, 0, step - 1).frames == []


def test_after_a_take_back_there_is_no_way_to_show() -> None:
    table, _ = dealt()
    for _ in range(4):
        play_at_random(table, random.Random(2))
    step = table.playing.step
    table.apply(j.Rewound(step - 1), 9)
    assert telling.update(table, 0, 0, 0, step).frames == []


def _over_days(name: str) -> TableState:
    table = TableState("t")
    table.apply(opened(86_400, name), 0)
    table.apply(table.dealt(), 0)
    return table


@pytest.mark.parametrize("name", names())
def test_who_comes_back_to_a_match_over_days_is_shown_the_way_from_what_they_saw_last(
    name: str,
) -> None:
    table, rng = _over_days(name), random.Random(5)
    left: list[tuple[int, list[Any]]] = []
    while table.state == "playing" and len(left) < 30:
        left.append((table.playing.step, [plain(table.teller.view(v)) for v in VIEWERS]))
        play_at_random(table, rng)
    for step, views in left[-12:]:
        for viewer, view in zip(VIEWERS, views, strict=True):
            update = telling.update(table, viewer, 0, 0, back_from=step)
            assert len(update.frames) <= MOST_SINCE
            first, picture = shown(update)[0]
            assert first.step >= step
            if first.step == step:
                known = {key: view[key] for key in Picture.__struct_fields__}
                assert picture == known, "the position that they left"


def test_the_way_is_bounded_and_for_matches_over_days_alone() -> None:
    table, rng = _over_days("mogul"), random.Random(7)
    while table.state == "playing":
        play_at_random(table, rng)
    update = telling.update(table, 0, 0, 0, back_from=1)
    assert 1 < len(update.frames) <= MOST_SINCE
    assert update.frames[0].step >= table.playing.step - MOST_SINCE
    assert telling.update(table, 0, 0, 0, back_from=10**6).frames == []
    quick = playing("mogul")
    for _ in range(5):
        play_at_random(quick, rng)
    assert telling.update(quick, 0, 0, 0, back_from=1).frames == []
