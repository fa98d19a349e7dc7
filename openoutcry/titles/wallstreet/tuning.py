"""1920 Wall Street: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_NEAR = Tuning(0.5, 20, 100, wide=5, horizon=24, spread=25, trust=40, decisive=500)
_FAR = Tuning(0.5, 20, 100, wide=5, horizon=48, spread=25, trust=40, decisive=500)
"""With many simulations it pays to look further ahead."""
_CONTEST = Tuning(
    0.5,
    20,
    100,
    wide=5,
    horizon=96,
    spread=25,
    trust=40,
    decisive=300,
    entrants=12,
    shrewd=True,
)
"""The same luck for all, and rollouts by shrewd advice nearly to the end."""

SHREWD = {
    "cash": 12,
    "level": 2,
    "level_turns": 5,
    "above": 77,
    "reach": 8,
    "hope": 0,
    "hope_turns": 5,
    "hold": 1,
    "rivals": 12,
    "dual": 123,
    "gold": 1,
    "points": 33,
    "surprise": 134,
    "shift": 0,
    "loan": 0,
    "sale": 17,
    "short": 11,
    "short_cash": 0,
    "flip": 4,
    "reserve": 32,
    "reserve_cash": 1,
    "dynamite": 28,
    "pay": -8,
    "coins": 30,
}
"""Found by `outcry sharpen wallstreet --generations 60`; docs/bots.md has the duels."""

EFFORTS = {
    "broker": Effort(40, _NEAR),
    "tycoon": Effort(1000, _FAR),
    "baron": Effort(12_000, _CONTEST, quick=1200),
    "broker@1": Effort(40, _NEAR),
    "tycoon@1": Effort(1000, _FAR),
}
"""Those with a version stay as they are: the yardstick of the others."""
