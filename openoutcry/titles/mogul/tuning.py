"""Mogul: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_TUNING = Tuning(0.5, 50, 100, wide=10, trust=20, decisive=400)
_JUDGED = Tuning(0.5, 50, 100, wide=10, horizon=4, trust=20, decisive=400, judged=True)
"""The network judges soon after the tree ends: a simulation takes half the time of one to the end.
At once, it took four shares sold before the crash to be as good as five."""

EFFORTS = {
    "broker": Effort(100, _TUNING),
    "tycoon": Effort(2000, _TUNING),
    "baron": Effort(32_000, _JUDGED, _TUNING, quick=4000),
    "broker@1": Effort(100, _TUNING),
    "tycoon@1": Effort(2000, _TUNING),
}
"""Those with a version stay as they are: the yardstick of the others."""
