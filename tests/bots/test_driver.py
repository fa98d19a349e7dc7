"""The one place where bots are asked: nobody's bot can cheat, spoil or slip anything in."""

from collections.abc import Callable
from typing import Any

import pytest

import openoutcry as oo
from openoutcry import bots, zoo
from openoutcry.bots import Player, play_on, player
from openoutcry.bots import bot as registry
from openoutcry.cli.session import Session
from openoutcry.cli.terminal import Terminal
from openoutcry.core.bare import BareMatch
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import Rng, derive
from openoutcry.core.rollout import play_out
from openoutcry.core.setup import Setup
from openoutcry.core.state import OVER, State
from openoutcry.lab.arena import plan
from openoutcry.lab.games import Entrant, play
from openoutcry.lab.simulate import Simulation
from openoutcry.lab.simulate import play as simulate
from openoutcry.titles import find, names

every_title = pytest.mark.parametrize("title", names())


class Keeper:
    """Keeps what it was shown, and what could be seen of it."""

    def __init__(self, seed: int = 0) -> None:
        self.shown: list[tuple[State, int, list[int]]] = []

    def choose(self, state: State, seat: int, budget: int) -> int:
        self.shown.append((state, seat, state.dump()))
        return int(state.default(seat))


class Vandal:
    """Plays the whole match out in the state that it was given, to see what comes."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Rng(derive(seed))

    def choose(self, state: State, seat: int, budget: int) -> int:
        choice = bots.legal(state, seat)[0]
        play_out(state, self._rng)
        assert state.mover() == OVER
        return choice


class First:
    """As the vandal, but well behaved."""

    def choose(self, state: State, seat: int, budget: int) -> int:
        return bots.legal(state, seat)[0]


def _seated(match: Match, make: Callable[[], Any]) -> dict[int, Player]:
    return {seat: Player("x", make(), seat) for seat in range(match.seats)}


@every_title
def test_a_bot_that_changes_what_it_gets_changes_nothing(title: str) -> None:
    spoilt, sound = oo.new(title, seed=3), oo.new(title, seed=3)
    bots.finish(spoilt, [Vandal(seat) for seat in range(4)])
    bots.finish(sound, [First()] * 4)
    assert spoilt.record().log == sound.record().log


@every_title
def test_what_a_bot_is_shown_does_not_depend_on_what_its_seat_cannot_know(title: str) -> None:
    """Two matches that differ in hidden things only: the same worlds are shown."""
    rng = Rng(5)
    match, walker = oo.new(title, seed=4), player("random", 9)
    told_apart = 0
    for _ in range(60):
        if match.over:
            break
        for seat in match.waiting:
            shown = []
            for state in (match.state, match.state.imagine(seat, rng)):
                keeper = Keeper()
                Player("keeper", keeper, seed=7).answer(state, seat)
                shown.append(keeper.shown[0][2])
                told_apart += state != match.state
            assert shown[0] == shown[1]
        seat = match.waiting[0]
        match.play_action(seat, walker.answer(match.state, seat))
    assert told_apart


@every_title
def test_the_worlds_for_a_seed_are_the_same_each_time(title: str) -> None:
    def shown() -> list[list[int]]:
        keepers = [Keeper() for _ in range(4)]
        bots.finish(oo.new(title, seed=2), keepers)
        return [dump for keeper in keepers for _, _, dump in keeper.shown]

    assert shown() == shown()


def _in_finish(keepers: list[Keeper]) -> list[State]:
    match = oo.new("speculation", seed=1)
    bots.finish(match, keepers)
    return [match.state]


def _in_the_arena(keepers: list[Keeper]) -> list[State]:
    setup = Setup.of(find("speculation"))
    job = plan(setup, [Entrant("keeper", 0)] * 4, 1, 1).jobs()[0]
    play(setup, 1, False, job)
    return []


def _in_a_simulation(keepers: list[Keeper]) -> list[State]:
    chosen = Simulation(Setup.of(find("speculation")), (Entrant("keeper", 0),), 1, 1)
    simulate(chosen, False, range(1))
    return []


def _in_the_terminal(keepers: list[Keeper]) -> list[State]:
    match = oo.new("speculation", seed=1)
    names = ["A", "B", "C", "D"]
    Session(match, ["keeper"] * 4, names, Terminal.open("en")).run()
    return [match.state]


def _in_an_environment(keepers: list[Keeper]) -> list[State]:
    env = zoo.gym_env("speculation", bots="keeper")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    return [env.play.state]


@pytest.mark.parametrize(
    "place",
    [_in_finish, _in_the_arena, _in_a_simulation, _in_the_terminal, _in_an_environment],
)
def test_nowhere_is_a_bot_given_the_match_itself(
    place: Callable[[list[Keeper]], list[State]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
) -> None:
    """What was handed out is never played on: it stays as it was when the bot saw it."""
    monkeypatch.chdir(tmp_path)
    keepers = [Keeper() for _ in range(4)]
    left = iter(keepers)
    monkeypatch.setattr(registry, "names", lambda: ["keeper"])
    monkeypatch.setitem(registry.BUILT_IN, "keeper", f"{__name__}:Keeper")
    monkeypatch.setattr(f"{__name__}.Keeper", lambda seed: next(left))
    real = place(keepers)
    shown = [one for keeper in keepers for one in keeper.shown]
    assert len(shown) > 20
    for state, _, dump in shown:
        assert state.dump() == dump
        assert all(state is not live for live in real)


class Wrong:
    """Answers with whatever it was made with."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def choose(self, state: State, seat: int, budget: int) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (99, "bot 'x' chose 99, which is not legal"),
        (-1, "bot 'x' chose -1, which is not legal"),
        (None, "bot 'x' chose None, which is not the number of an action"),
        ("pay", "bot 'x' chose 'pay', which is not the number of an action"),
        (2.0, "bot 'x' chose 2.0, which is not the number of an action"),
        (KeyError("oops"), "bot 'x' failed: KeyError: 'oops'"),
    ],
)
def test_an_answer_that_is_none_names_the_bot(answer: object, told: str) -> None:
    match = oo.new("mogul", seats=3)
    before = match.record().log
    with pytest.raises(OutcryError, match=told):
        play_on(match, _seated(match, lambda: Wrong(answer)))
    assert match.record().log == before


def test_finish_names_a_bot_by_its_class_and_wants_one_for_each_seat() -> None:
    with pytest.raises(OutcryError, match="bot 'Wrong' chose 99"):
        bots.finish(oo.new("mogul", seats=3), [Wrong(99)] * 3)
    with pytest.raises(OutcryError, match="2 bots for 3 seats"):
        bots.finish(oo.new("mogul", seats=3), [First()] * 2)


def test_seats_without_a_player_are_waited_for() -> None:
    match = oo.new("mogul", seats=4)
    play_on(match, {seat: player("random", seat) for seat in (0, 2, 3)})
    assert match.waiting == [1] and not match.over


def test_those_who_act_together_are_asked_before_one_of_them_acts() -> None:
    asked: list[tuple[int, list[int]]] = []
    match = oo.new("mogul", seats=4)

    class Watcher:
        def choose(self, state: State, seat: int, budget: int) -> int:
            asked.append((seat, match.waiting))
            return int(state.default(seat))

    play_on(match, _seated(match, Watcher))
    assert asked[:4] == [(seat, [0, 1, 2, 3]) for seat in range(4)]


@every_title
def test_a_bare_match_is_the_match_without_its_log(title: str) -> None:
    for seats in find(title).box.seats(find(title).edition()):
        setup = Setup.of(find(title), seats)
        for seed in range(6):
            whole, bare = Match.begin(setup, QuickDraws(seed)), BareMatch(setup, Rng(seed))
            for match in (whole, bare):
                players = {seat: player("random", derive(seed, seat)) for seat in range(seats)}
                play_on(match, players)
            assert bare.state == whole.state
            assert bare.actions == sum(entry.actor >= 0 for entry in whole.log)
