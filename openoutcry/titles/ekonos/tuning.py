"""Ekonos: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_NEAR = Tuning(0.5, 20, 100, wide=5, horizon=16, spread=15, trust=40, decisive=300)
_FAR = Tuning(0.5, 20, 100, wide=5, horizon=32, spread=15, trust=40, decisive=300)
"""With many simulations it pays to look further ahead."""
_CONTEST = Tuning(0.5, 20, 100, wide=5, horizon=96, spread=15, trust=40, decisive=300, entrants=12)
"""Actions are worth nearly the same here; with the same luck for all, a long search tells them
apart."""

EFFORTS = {
    "broker": Effort(40, _NEAR),
    "tycoon": Effort(1500, _FAR),
    "baron": Effort(16_000, _CONTEST, quick=1500),
    "broker@1": Effort(40, _NEAR),
    "tycoon@1": Effort(1500, _FAR),
}
"""Those with a version stay as they are: the yardstick of the others."""
