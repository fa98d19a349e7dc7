"""Ekonos: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_NEAR = Tuning(0.5, 20, 100, wide=5, horizon=16, spread=15, trust=40, decisive=300)
_FAR = Tuning(0.5, 20, 100, wide=5, horizon=32, spread=15, trust=40, decisive=300)
"""With many simulations it pays to look further ahead."""
_FARTHEST = Tuning(0.5, 20, 100, wide=5, horizon=64, spread=15, trust=40, decisive=300)

EFFORTS = {
    "broker": Effort(40, _NEAR),
    "tycoon": Effort(1500, _FAR),
    "baron": Effort(32_000, _FARTHEST, quick=1500),
    "broker@1": Effort(40, _NEAR),
    "tycoon@1": Effort(1500, _FAR),
}
"""Those with a version stay as they are: the yardstick of the others."""
