"""Observations: what the view shows, within their bounds, and nobody's secrets."""

from openoutcry.conformance.flags import Numbers
from openoutcry.conformance.setups import some, walk
from openoutcry.conformance.subjects import SUBJECTS
from openoutcry.core.observation import Sheet
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER, SPECTATOR, State


class Learner:
    """Reads a title's observer as learners do, with each field by its name."""

    def __init__(self, setup: Setup) -> None:
        self.observer = setup.title.observer(setup.edition, setup.seats, setup.options)
        self.fields = self.observer.fields
        self.sheet = Sheet(sum(field.size for field in self.fields), setup.seats)

    def observe(self, state: State, viewer: int) -> Numbers:
        self.sheet.show(self.observer, state, viewer)
        numbers = self.sheet.numbers
        assert self.sheet.pen.at == len(numbers)
        seen: Numbers = {}
        begin = 0
        for field in self.fields:
            part = range(begin, begin + field.size)
            seen[field.name] = [int(numbers[i]) for i in part]
            begin += field.size
        return seen


def by_the_view(setup: Setup, state: State, viewer: int) -> Numbers:
    """The observation made from what the view shows, by the title's `observation.py`."""
    title = setup.title
    seats = list(range(setup.seats))
    first = max(viewer, 0)
    order = seats[first:] + seats[:first]
    views, worth = title.views, title.views.worth(state, viewer)
    numbers = SUBJECTS[title.name].observation.numbers
    board: Numbers = numbers(views.board(state, viewer), order, setup.edition)
    return {
        "seat": [int(seat == viewer) for seat in seats],
        "waiting": [int(state.waiting(seat)) for seat in order],
        "over": [int(state.mover() == OVER)],
        "prices": views.prices(state),
        "worth": [worth[seat] or 0 for seat in order],
        "worth_known": [int(worth[seat] is not None) for seat in order],
        **board,
    }


def test_an_observation_is_what_the_view_shows(name: str) -> None:
    """Observations are written from the state for speed; the view says what may be in them."""
    for setup, seed in some(name, 8, 41):
        learner = Learner(setup)
        for step, (before, _, _, after) in enumerate(walk(setup, seed)):
            state = after if after.mover() == OVER else before
            for viewer in (step % setup.seats, (step + 1) % setup.seats, SPECTATOR):
                expected = by_the_view(setup, state, viewer)
                assert list(expected) == [field.name for field in learner.fields]
                assert learner.observe(state, viewer) == expected


def test_every_number_keeps_within_its_bounds(name: str) -> None:
    for setup, seed in some(name, 6, 43):
        learner = Learner(setup)
        for _, _, _, state in walk(setup, seed):
            for viewer in (0, setup.seats - 1, SPECTATOR):
                seen = learner.observe(state, viewer)
                for field in learner.fields:
                    outside = [n for n in seen[field.name] if not field.least <= n <= field.most]
                    assert not outside, field


def test_an_observation_depends_only_on_what_the_seat_may_know(name: str) -> None:
    rng = Rng(42)
    for setup, seed in some(name, 4, 42):
        learner = Learner(setup)
        for state, _, _, _ in walk(setup, seed):
            for viewer in (*range(setup.seats), SPECTATOR):
                here = learner.observe(state, viewer)
                assert here == learner.observe(state.imagine(viewer, rng), viewer)
