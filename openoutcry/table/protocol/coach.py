"""Hints."""

from msgspec import Struct

from openoutcry.core.choices import Choice
from openoutcry.table.protocol.bounds import ActionText, StepNumber


class HintWanted(Struct, forbid_unknown_fields=True):
    """Asks the coach about one's decision: the view's `step` and the update's `rewinds`."""

    step: StepNumber
    rewinds: StepNumber = 0
    action: ActionText | None = None
    """An offered action that is to be rated too."""


class Hint(Struct):
    """The best choices as a search from the seat's own knowledge rates them, the best first, and
    the one that was asked about."""

    seat: int
    step: int
    choices: list[Choice]
