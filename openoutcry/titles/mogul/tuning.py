"""Mogul: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_TUNING = Tuning(0.5, 50, 100, wide=10, trust=20, decisive=400)
EFFORTS = {
    "broker": Effort(100, _TUNING),
    "tycoon": Effort(2000, _TUNING),
    "baron": Effort(64_000, _TUNING, quick=2000),
    "broker@1": Effort(100, _TUNING),
    "tycoon@1": Effort(2000, _TUNING),
}
"""Those with a version stay as they are: the yardstick of the others."""
