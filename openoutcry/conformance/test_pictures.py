"""Every title's picture: well formed, legible, inside its frame, and of nothing hidden."""

from time import process_time

from openoutcry import svg
from openoutcry.conformance.extent import read
from openoutcry.conformance.setups import match_of, some, walk
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import CHANCE, State
from openoutcry.text import LANGUAGES

LEAST_TEXT = 12 / 1366
"""As a part of the picture's width: 12 pixels where it fills a small screen."""
SLACK = 1.5
"""Half the widest line along an edge; a symbol may stick out of its square by a hair."""


def _match(setup: Setup, state: State) -> Match:
    match = match_of(setup, 0)
    match.state = state
    return match


def _viewers(seats: int) -> list[int | None]:
    return [*range(seats), None]


def test_LAW_1_a_picture_depends_only_on_what_the_seat_may_know(name: str) -> None:
    rng = Rng(61)
    for number, (setup, seed) in enumerate(some(name, 24, 61)):
        decisions = [before for before, actor, _, _ in walk(setup, seed) if actor != CHANCE]
        state = decisions[derive(61, number) % len(decisions)]
        for viewer in _viewers(setup.seats):
            world = state.imagine(-1 if viewer is None else viewer, rng)
            here = svg.board(_match(setup, state), viewer)
            assert here == svg.board(_match(setup, world), viewer)


def test_a_picture_is_legible_and_stays_in_its_frame(name: str) -> None:
    for number, (setup, seed) in enumerate(some(name, 12, 62)):
        states = [after for _, _, _, after in walk(setup, seed)]
        for state in (states[0], states[derive(62, number) % len(states)], states[-1]):
            match = _match(setup, state)
            for viewer in _viewers(setup.seats)[-2:]:
                lang = LANGUAGES[number % len(LANGUAGES)]
                _check(svg.board(match, viewer, theme="night", lang=lang))


def _check(picture: str) -> None:
    (wide, high), parts = read(picture)
    for part in parts:
        shown = f"{part.element.tag} {part.element.attrib} {part.element.text}: {part.points}"
        for x, y in part.points:
            assert -SLACK <= x <= wide + SLACK and -SLACK <= y <= high + SLACK, shown
        if part.is_text:
            assert part.text_size >= LEAST_TEXT * wide, shown


def test_a_picture_takes_milliseconds(name: str) -> None:
    setup, seed = some(name, 1, 63)[0]
    match = match_of(setup, seed)
    svg.board(match)
    started = process_time()
    for _ in range(10):
        svg.board(match)
    assert (process_time() - started) / 10 < 0.1
