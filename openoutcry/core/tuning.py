"""How a search weighs things: what a title tells the levels that search."""

from typing import Final, NamedTuple, final

from mypy_extensions import i64

PLAIN: Final = 0
CAUTIOUS: Final = 1
GREEDY: Final = 2
BLOCKER: Final = 3
GAMBLER: Final = 4
"""What a seat likes besides what its level plays for: `Tuning.taste`."""
Parts = tuple[float, int, int, int, int, int, int, int, bool, int, bool, int, bool, int]
"""What a tuning is made of."""


@final
class Tuning:
    """How a search weighs things; shares are percentages."""

    def __init__(
        self,
        exploration: float = 0.7,
        win: i64 = 50,
        advised: i64 = 0,
        wide: i64 = 0,
        horizon: i64 = 0,
        spread: i64 = 0,
        trust: i64 = 0,
        decisive: i64 = 1,
        judged: bool = False,
        guided: i64 = 0,
        mixes: bool = False,
        entrants: i64 = 0,
        shrewd: bool = False,
        taste: i64 = PLAIN,
    ) -> None:
        self.exploration = exploration
        """Factor of the confidence bound."""
        self.win = win
        """Weight of winning in the utility; the rest goes to the place, or with `spread` to the
        score."""
        self.advised = advised
        """How often a rollout's move follows the title's advice instead of chance."""
        self.wide = wide
        """A node tries as many moves as a tenth of this times the square root of its visits, the
        best rated first; 0: all of them, in any order."""
        self.horizon = horizon
        """Decisions after which a rollout is judged by the scores the advice expects; 0: it is
        played to the end, or judged by the network where the tree ends."""
        self.spread = spread
        """A lead over the mean score that counts as winning; 0: places count, not scores."""
        self.trust = trust
        """How many simulations the advice's rating counts for, with `wide`."""
        self.decisive = decisive
        """A difference of ratings that means winning instead of losing."""
        self.judged = judged
        """Does the title's network judge, instead of the expected scores?"""
        self.guided = guided
        """What a natural unit of the network's preference adds to a rating."""
        self.mixes = mixes
        """Is a pick that lies face down one of several, as often as the search visited each?"""
        self.entrants = entrants
        """If not 0, the search is a contest of so many actions, except for picks that lie face
        down."""
        self.shrewd = shrewd
        """Does it follow the title's advice by the numbers that were learned for it?"""
        self.taste = taste
        """What else the searching seat likes, as a personality does; the others are taken to be
        plain."""

    def parts(self) -> Parts:
        """What `__init__` takes."""
        return (
            self.exploration,
            self.win,
            self.advised,
            self.wide,
            self.horizon,
            self.spread,
            self.trust,
            self.decisive,
            self.judged,
            self.guided,
            self.mixes,
            self.entrants,
            self.shrewd,
            self.taste,
        )

    def __reduce__(self) -> tuple[object, Parts]:
        return Tuning, self.parts()


class Effort(NamedTuple):
    """What a level's search does for one decision in one title."""

    simulations: int
    tuning: Tuning
    without: Tuning | None = None
    """How it searches where the tuning asks for a network that does not fit."""
    quick: int = 0
    """After how many simulations a choice may be clear; 0: it thinks until nothing can change."""
