"""Speculation: how hard the levels search; docs/bots.md has the duels behind the numbers."""

from openoutcry.core.tuning import Effort, Tuning

_TUNING = Tuning(0.5, 30, 100, wide=8, horizon=24, spread=300, trust=40, decisive=600)
_MIXED = Tuning(0.5, 30, 100, wide=8, horizon=24, spread=300, trust=40, decisive=600, mixes=True)
"""Cards are laid face down: whoever always lays the same one is read."""
_CONTEST = Tuning(
    0.5,
    30,
    100,
    wide=8,
    horizon=96,
    spread=300,
    trust=40,
    decisive=1200,
    mixes=True,
    entrants=12,
    shrewd=True,
)
"""Shrewd advice rates things twice as far apart, and looks further ahead."""

SHREWD = {
    "later": 616,
    "own": 111,
    "pace": 470,
    "card_pace": 163,
    "mine": 1,
    "card": 160,
    "rivals": 107,
    "rest": 2,
    "rest_pace": 259,
    "shy": -7,
    "sticky": 54,
    "doubt": 2,
    "card_doubt": 1,
}
"""Found by `outcry sharpen speculation --generations 80`; docs/bots.md has the duels."""

EFFORTS = {
    "broker": Effort(100, _TUNING),
    "tycoon": Effort(1500, _MIXED),
    "baron": Effort(12_000, _CONTEST, quick=1500),
    "broker@1": Effort(100, _TUNING),
    "tycoon@1": Effort(1500, _TUNING),
}
"""Those with a version stay as they are: the yardstick of the others."""
