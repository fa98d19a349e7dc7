"""1920 Wall Street: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_NEAR = Tuning(0.5, 20, 100, wide=5, horizon=24, spread=25, trust=40, decisive=500)
_FAR = Tuning(0.5, 20, 100, wide=5, horizon=48, spread=25, trust=40, decisive=500)
"""With many simulations it pays to look further ahead."""
_FARTHEST = Tuning(0.5, 20, 100, wide=5, horizon=96, spread=25, trust=40, decisive=500)
_JUDGED = Tuning(0.5, 20, 100, wide=5, horizon=24, spread=25, trust=40, decisive=500, judged=True)
"""The network judges after a rollout a quarter as long."""

EFFORTS = {
    "broker": Effort(40, _NEAR),
    "tycoon": Effort(1000, _FAR),
    "baron": Effort(16_000, _JUDGED, _FARTHEST, quick=1800),
    "broker@1": Effort(40, _NEAR),
    "tycoon@1": Effort(1000, _FAR),
}
"""Those with a version stay as they are: the yardstick of the others."""
