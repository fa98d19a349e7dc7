"""How hard an analysis searches."""

import hashlib

from msgspec import Struct

import openoutcry
from openoutcry.bots.levels import tuning_of
from openoutcry.core.record import Record
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning

METHOD = 4
"""Raised when the same search would find something else: kept analyses are then made anew."""
LEVEL = "tycoon"
"""Searches as this level does."""


class Effort(Struct, frozen=True):
    """The same effort finds the same."""

    simulations: int = 600
    """For each decision, and for each position by the whole truth."""
    seed: int = 1
    every_step: bool = True
    """False: only positions between draws and decisions, where an interpreted engine has to do."""

    @property
    def simulations_known(self) -> int:
        """For each seat's own chance, which is drawn but not added up."""
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
"""Of the command line and of a server."""
SMALL = Effort(simulations=24, every_step=False)
"""Of a browser, where the engine is interpreted."""


def winning(title: Title) -> Tuning:
    """As the bots search, but only the win counts: the values are chances."""
    usual = tuning_of(LEVEL, title.name)
    return Tuning(
        usual.exploration, 100, usual.advised, usual.wide, 0, 0, usual.trust, usual.decisive
    )


def identity(record: Record, effort: Effort) -> str:
    """The same for analyses that must come out the same."""
    tuning = tuning_of(LEVEL, record.title.name).parts()
    about = (openoutcry.__version__, METHOD, effort, tuning)
    return hashlib.sha256(f"{about} {record.bare().to_json()}".encode()).hexdigest()[:20]
