"""Ways to search that differ by their networks or tunings, and duels between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from time import process_time
from typing import NamedTuple

from openoutcry.bots.learned import advice_by, fitted, loaded
from openoutcry.bots.search import Opinion, decide, knowledge_seed, think
from openoutcry.core.bare import BareMatch
from openoutcry.core.network import Insight, Network
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.core.weights import Layout, from_bytes


@dataclass(frozen=True)
class Mind:
    """How a search thinks; a network travels to other processes as its file's content."""

    simulations: int
    tuning: Tuning
    network: bytes = b""

    def insight(self, title: Title, state: State) -> Insight | None:
        """Its network, ready to look at positions like this one."""
        return fitted(_loaded(self.network), title, state) if self.network else None

    def opinions(self, title: Title, state: State, seat: int, seed: int) -> list[Opinion]:
        """What it thinks of each action of the seat."""
        insight = self.insight(title, state)
        advice = advice_by(self.tuning, title)
        return think(state, seat, advice, self.tuning, self.simulations, 0.0, seed, insight)

    def choose(self, title: Title, state: State, seat: int, seed: int) -> int:
        """The action that it would play."""
        insight = self.insight(title, state)
        advice = advice_by(self.tuning, title)
        return decide(state, seat, advice, self.tuning, self.simulations, 0.0, seed, insight)


@cache
def _loaded(content: bytes) -> tuple[Network, Layout]:
    return loaded(from_bytes(content))


@dataclass(frozen=True)
class Duel:
    """One challenger among champions; every deal is played on every seat."""

    setup: Setup
    challenger: Mind
    champion: Mind
    deals: int
    seed: int

    def jobs(self) -> list[DuelGame]:
        """The games to be played."""
        return [
            DuelGame(deal, seat) for deal in range(self.deals) for seat in range(self.setup.seats)
        ]


class DuelGame(NamedTuple):
    """A game of a duel: its deal, and where the challenger sits."""

    deal: int
    seat: int


class Result(NamedTuple):
    """How a game of a duel ended."""

    deal: int
    share: float
    """Of the win, the challenger's."""
    seconds: tuple[float, float]
    """Spent on one core by the challenger, and by each champion on average."""
    decisions: int
    """The challenger's."""


def fight(duel: Duel, game: DuelGame) -> Result:
    """Play one game of the duel: the same whichever process plays it."""
    setup = duel.setup
    match = BareMatch(setup, Rng(derive(duel.seed, game.deal)))
    worlds = Rng(derive(duel.seed, game.deal, game.seat, 1))
    spent = [0.0, 0.0]
    decisions = 0
    while asked := match.waiting:
        answers = []
        for seat in asked:
            other = int(seat != game.seat)
            mind = duel.champion if other else duel.challenger
            decisions += 1 - other
            began = process_time()
            world = match.state.imagine(seat, worlds)
            seed = knowledge_seed(world, seat, derive(duel.seed, game.deal, seat))
            answers.append((seat, mind.choose(setup.title, world, seat, seed)))
            spent[other] += process_time() - began
        for seat, action in answers:
            match.play_action(seat, action)
    places = match.state.places()
    share = 1 / places.count(1) if places[game.seat] == 1 else 0.0
    return Result(game.deal, share, (spent[0], spent[1] / (setup.seats - 1)), decisions)
