"""Open Outcry: the trading floor for stock-market board games.

>>> import openoutcry as oo
>>> match = oo.new("mogul", seats=3, seed=1)
>>> match.decision.actions
['loan', 'no loan']
"""

from importlib import import_module
from typing import TYPE_CHECKING

from openoutcry import _source  # noqa: F401  (must come before the engine is imported)

if TYPE_CHECKING:
    from openoutcry import bots, svg, titles
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

if not TYPE_CHECKING:  # a type checker would take `__getattr__` to provide any name at all
    _HOMES = {
        "api": ("load", "new"),
        "core.errors": (
            *("EditionError", "IllegalAction", "OptionError", "OutcryError", "RecordError"),
        ),
        "core.fair": ("Fair",),
        "core.match": ("Match",),
        "core.record": ("Record",),
        "core.rng": ("Rng",),
        "core.state": ("CHANCE", "OVER", "SPECTATOR", "State"),
        "core.title": ("Offer", "Title"),
        "core.view": ("Decision", "View"),
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
    _MODULES = ("bots", "svg", "titles")

    def __getattr__(name: str) -> object:
        """Imports what is asked for when it is: the command's first modules load without it."""
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import_module(f"{__name__}.svg")  # it draws what a notebook shows
        found = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
