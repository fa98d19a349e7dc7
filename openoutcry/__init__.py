"""Open Outcry: the trading floor for stock-market board games.

>>> import openoutcry as oo
>>> match = oo.new("mogul", seats=3, seed=1)
>>> match.decision.actions
['loan', 'no loan']
"""

from importlib import import_module
from typing import TYPE_CHECKING

from openoutcry import (
    _source,  # noqa: F401  (must come before the engine is imported)
    svg,
    titles,
)
from openoutcry.api import load, new
from openoutcry.core.errors import (
    EditionError,
    IllegalAction,
    OptionError,
    OutcryError,
    RecordError,
)
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, OVER, SPECTATOR, State
from openoutcry.core.title import Offer, Title
from openoutcry.core.view import Decision, View

if TYPE_CHECKING:
    from openoutcry import bots

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Decision",
    "EditionError",
    "Fair",
    "IllegalAction",
    "Match",
    "Offer",
    "OptionError",
    "OutcryError",
    "Record",
    "RecordError",
    "Rng",
    "State",
    "Title",
    "View",
    "bots",
    "load",
    "new",
    "svg",
    "titles",
]

if not TYPE_CHECKING:  # a type checker would take it to provide any name at all

    def __getattr__(name: str) -> object:
        """Imports the bots when they are first asked for: the rules alone do not need them."""
        if name == "bots":
            return import_module("openoutcry.bots")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
