"""Imagined worlds fit everything that was ever seen: the whole match could have gone so."""

from openoutcry.conformance.setups import random_step
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR
from openoutcry.titles.wallstreet.components import CAPITAL_CARD, CARD, NONE
from openoutcry.titles.wallstreet.position import CAPITAL_DEAL, OFFERS, RETURN
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import fresh

Log = list[tuple[int, int]]


def retold(start: WallStreet, log: Log, world: WallStreet) -> WallStreet:
    """The match again, with the hidden steps as they were in the imagined world."""
    state = start.clone()
    w = world.p
    pending = len(log)
    while pending and w.phase == OFFERS and log[pending - 1][0] != w.turn:
        pending -= 1
    for number, (actor, action) in enumerate(log):
        if state.p.phase == CAPITAL_DEAL:
            action = CAPITAL_CARD + int(w.secret[state.p.at])
        elif state.p.phase == RETURN:
            action = CARD + int(w.returned[actor])
        elif state.p.phase == OFFERS and number >= pending:
            action = CARD + int(w.offer[actor])
        if actor == CHANCE:
            assert action in dict(state.outcomes())
        else:
            assert state.refuse(actor, action) == ""
        state.apply(actor, action)
    return state


def test_a_world_could_have_come_about_as_everybody_saw_it() -> None:
    options: dict[str, str | int | bool] = {"magnates": "custom", "magnate_card": "penalty"}
    checked = 0
    for seed in range(90):
        start = fresh(3 + seed % 3, **options)
        state, rng, log = start.clone(), Rng(seed), Log()
        while state.mover() != OVER:
            hidden = any(int(back) != NONE for back in state.p.returned)
            if state.p.phase == OFFERS or (hidden and rng.below(12) == 0):
                for viewer in (*range(int(state.seats())), SPECTATOR):
                    world = state.imagine(viewer, rng)
                    assert retold(start, log, world) == world
                    checked += 1
            actor, action = random_step(state, rng)
            log.append((actor, action))
            state.apply(actor, action)
    assert checked > 200


def test_what_is_imagined_depends_only_on_what_is_known() -> None:
    for seed in range(8):
        state, rng = fresh(4, magnates="penalties"), Rng(seed)
        while state.mover() != OVER:
            state.apply(*random_step(state, rng))
            if rng.below(10) == 0:
                for viewer in (0, 3, SPECTATOR):
                    again = state.imagine(viewer, Rng(1)).imagine(viewer, Rng(9))
                    assert again == state.imagine(viewer, Rng(9))
