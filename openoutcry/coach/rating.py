"""How good each choice is: the chance to win after it, from what the seat may know."""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final, NamedTuple

from openoutcry.bots.bot import legal
from openoutcry.bots.levels import plain_tuning_of
from openoutcry.bots.search import Opinion, foresee_after, knowledge_seed, think
from openoutcry.coach.reasons import Sample, Sampler, reasons
from openoutcry.core.choices import Choice
from openoutcry.core.rng import derive
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.titles import find as find_title

LEVEL: Final = "tycoon"
"""Searches as this level does."""
MOST: Final = 3
"""Choices that are rated, if nobody asks about others."""
_SURE: Final = 2.0
"""Standard errors in a margin."""


class Thoroughness(NamedTuple):
    """How much is searched."""

    simulations: int
    """For finding the best choices, and again for each choice that is rated."""
    seconds: float = 0.0
    """The most that all of it may take; 0: as long as it takes."""


class Weighed(NamedTuple):
    """A choice and the chance to win after it."""

    action: int
    chance: float
    simulations: int

    def margin(self) -> float:
        """How far from it, either way, the true chance may well be."""
        spread = max(self.chance * (1 - self.chance), 0.01)
        return _SURE * sqrt(spread / max(self.simulations, 1))

    def is_likely_above(self, other: "Weighed") -> bool:
        """Is the chance higher by more than the standard error of the difference?"""
        return self.chance - other.chance > hypot(self.margin(), other.margin()) / _SURE


def rate(
    state: State,
    seat: int,
    thoroughness: Thoroughness,
    seed: int = 0,
    asked: Sequence[int] = (),
    most: int = MOST,
) -> list[Choice]:
    """The best choices of `seat`, which has to decide, and those `asked` about, best first.

    Only imagined worlds are looked at: positions that the seat cannot tell apart give the same.
    """
    rater = ChoiceRater(state, seat, thoroughness, seed)
    actions = rater.promising(most)
    actions += [action for action in asked if action not in actions]
    return rater.explained([rater.weigh(action, len(actions)) for action in actions])


class ChoiceRater:
    """Rates choices of a seat that has to decide. A first search finds what is worth a look; then
    each choice that is weighed is searched equally long, by the same luck."""

    def __init__(self, state: State, seat: int, thoroughness: Thoroughness, seed: int) -> None:
        self._title = find_title(state.title(), int(state.rules_version()))
        self._state = state
        self._seat = seat
        self._thoroughness = thoroughness
        self._luck = knowledge_seed(state, seat, seed)
        self._favourite: int | None = None

    def promising(self, most: int) -> list[int]:
        """Up to `most` actions, those searched most first, and all if there are no more."""
        opinions = think(
            self._state,
            self._seat,
            self._title.advice,
            plain_tuning_of(LEVEL, self._title.name),
            self._thoroughness.simulations,
            0.3 * self._thoroughness.seconds,
            derive(self._luck, 1),
        )
        opinions.sort(key=_weight)
        searched = [int(opinion.action) for opinion in opinions[:most]]
        self._favourite = searched[0]
        actions = legal(self._state, self._seat)
        if len(actions) > most:
            return searched
        return [*searched, *(action for action in actions if action not in searched)]

    def weigh(self, action: int, among: int = 1) -> Weighed:
        """The chance to win after the action; `among` actions share the time."""
        outlook, simulations = foresee_after(
            self._state,
            self._seat,
            action,
            self._title.advice,
            winning(self._title),
            self._thoroughness.simulations,
            0.45 * self._thoroughness.seconds / among,
            derive(self._luck, 2),
        )
        return Weighed(action, float(outlook[self._seat]), simulations)

    def explained(self, weighed: Sequence[Weighed], against: int | None = None) -> list[Choice]:
        """With reasons, best first. The best is compared with the next best, or with the choice
        `against`, and all others with the best."""
        ordered = levelled(self.best_first(weighed))
        sampler = Sampler(self._title, self._state, self._seat, derive(self._luck, 3))
        simulations = max(40, self._thoroughness.simulations // 3)
        seconds = 0.25 * self._thoroughness.seconds / len(ordered)
        samples = [sampler.sample(choice.action, simulations, seconds) for choice in ordered]
        rival = next((i for i, c in enumerate(ordered) if i > 0 and c.action == against), 1)
        return [
            _explained(self._title, sampler, ordered, samples, number, 0 if number > 0 else rival)
            for number in range(len(ordered))
        ]

    def best_first(self, weighed: Sequence[Weighed]) -> list[Weighed]:
        """By their chances; but what the first search preferred comes first if none is likely to be
        better. That search also counts by how much a match is won or lost, and so it tells choices
        apart by far fewer simulations than a mere share of wins does."""
        ordered = sorted(weighed, key=lambda choice: -choice.chance)
        for choice in ordered:
            if choice.action == self._favourite and not ordered[0].is_likely_above(choice):
                return [choice, *(other for other in ordered if other is not choice)]
        return ordered


def levelled(ordered: Sequence[Weighed]) -> list[Weighed]:
    """What comes first did not always win most often; what others have won more is luck then, and
    they share one chance: nobody should wonder why 36% stand above 40%."""
    for count in range(1, len(ordered)):
        shared = _shared_chance(ordered[:count])
        if shared >= ordered[count].chance:
            return [
                *(choice._replace(chance=shared) for choice in ordered[:count]),
                *ordered[count:],
            ]
    shared = _shared_chance(ordered)
    return [choice._replace(chance=shared) for choice in ordered]


def _shared_chance(choices: Sequence[Weighed]) -> float:
    simulations = sum(max(choice.simulations, 1) for choice in choices)
    return sum(choice.chance * max(choice.simulations, 1) for choice in choices) / simulations


def _weight(opinion: Opinion) -> tuple[int, float]:
    return -int(opinion.visits), -opinion.value


def winning(title: Title) -> Tuning:
    """As the bots search, but only the win counts, at the end of the match: values are chances."""
    usual = plain_tuning_of(LEVEL, title.name)
    return Tuning(
        usual.exploration, 100, usual.advised, usual.wide, 0, 0, usual.trust, usual.decisive
    )


def _explained(
    title: Title,
    sampler: Sampler,
    weighed: list[Weighed],
    samples: list[Sample],
    number: int,
    other: int,
) -> Choice:
    """The choice of that number, compared with the other one, if there is one."""
    choice, alone = weighed[number], len(weighed) == 1
    return Choice(
        action=title.notation.write(choice.action),
        chance=round(choice.chance, 4),
        margin=round(choice.margin(), 4),
        reasons=[]
        if alone
        else reasons(sampler, samples[number], samples[other], better=number == 0),
        versus="" if alone else title.notation.write(weighed[other].action),
    )
