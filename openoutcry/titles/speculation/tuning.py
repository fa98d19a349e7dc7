"""Speculation: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_TUNING = Tuning(0.5, 30, 100, wide=8, horizon=24, spread=300, trust=40, decisive=600)
_MIXED = Tuning(0.5, 30, 100, wide=8, horizon=24, spread=300, trust=40, decisive=600, mixes=True)
"""Cards are laid face down: whoever always lays the same one is read."""
_FAR = Tuning(0.5, 30, 100, wide=8, horizon=72, spread=300, trust=40, decisive=600, mixes=True)
"""With many simulations it should pay to look further ahead, as in other titles."""

EFFORTS = {
    "broker": Effort(100, _TUNING),
    "tycoon": Effort(1500, _MIXED),
    "baron": Effort(12_000, _FAR, quick=1500),
    "broker@1": Effort(100, _TUNING),
    "tycoon@1": Effort(1500, _TUNING),
}
"""Those with a version stay as they are: the yardstick of the others."""
