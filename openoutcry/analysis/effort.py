"""How hard an analysis searches."""

import hashlib

from msgspec import Struct

import openoutcry
from openoutcry.bots.levels import plain_tuning_of
from openoutcry.coach.rating import LEVEL
from openoutcry.core.record import Record

METHOD = 5
"""Raised when the same search would find something else: kept analyses are then made anew."""


class Effort(Struct, frozen=True):
    """How much is searched. The same effort gives the same findings."""

    simulations: int = 600
    """For each decision, and for each position by the whole truth."""
    seed: int = 1
    every_step: bool = True
    """False: only positions between draws and decisions, for an engine that is interpreted."""

    @property
    def simulations_known(self) -> int:
        """For each seat's own chance, which is charted but not added up."""
        return max(1, self.simulations // 3)

    @property
    def simulations_why(self) -> int:
        """For each of two choices, to tell why one is better."""
        return max(16, self.simulations // 10)

    @property
    def explains_all(self) -> bool:
        """False: only decisions that clearly gave something away are explained."""
        return self.every_step


USUAL = Effort()
"""For the command line and for servers."""
SMALL = Effort(simulations=24, every_step=False)
"""For browsers, where the engine is interpreted."""


def identity(record: Record, effort: Effort) -> str:
    """The same for analyses that must come out the same."""
    tuning = plain_tuning_of(LEVEL, record.title.name).parts()
    about = (openoutcry.__version__, METHOD, effort, tuning)
    return hashlib.sha256(f"{about} {record.bare().to_json()}".encode()).hexdigest()[:20]
