"""How good each choice is: the chance to win after it, from what the seat may know."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from openoutcry.bots.bot import legal
from openoutcry.bots.levels import tuning_of
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


class _Rated(NamedTuple):
    action: int
    chance: float
    simulations: int

    def margin(self) -> float:
        spread = max(self.chance * (1 - self.chance), 0.01)
        return _SURE * sqrt(spread / max(self.simulations, 1))


def rate(
    state: State,
    seat: int,
    thoroughness: Thoroughness,
    seed: int = 0,
    asked: Sequence[int] = (),
    most: int = MOST,
    against: int | None = None,
) -> list[Choice]:
    """The best choices of `seat`, which has to decide, and those `asked` about, best first.

    The best is compared with the next best, or with the choice `against`, which is one of those
    asked about.
    Only imagined worlds are looked at: positions that the seat cannot tell apart give the same.
    """
    title = find_title(state.title(), int(state.rules_version()))
    luck = knowledge_seed(state, seat, seed)
    rated = _chances(title, state, seat, thoroughness, luck, asked, most)
    sampler = Sampler(title, state, seat, derive(luck, 3))
    simulations = max(40, thoroughness.simulations // 3)
    seconds = 0.25 * thoroughness.seconds / len(rated)
    samples = [sampler.sample(choice.action, simulations, seconds) for choice in rated]
    rival = next((i for i, choice in enumerate(rated) if i > 0 and choice.action == against), 1)
    return [
        _explained(title, sampler, rated, samples, number, 0 if number > 0 else rival)
        for number in range(len(rated))
    ]


def _chances(
    title: Title,
    state: State,
    seat: int,
    thoroughness: Thoroughness,
    luck: int,
    asked: Sequence[int],
    most: int,
) -> list[_Rated]:
    """A first search finds what is worth a look; then each of these is searched equally long."""
    seconds = thoroughness.seconds
    actions = _promising(title, state, seat, thoroughness, luck, most)
    actions += [action for action in asked if action not in actions]
    tuning = winning(title)
    rated = []
    for action in actions:
        outlook, simulations = foresee_after(
            state,
            seat,
            action,
            title.advice,
            tuning,
            thoroughness.simulations,
            0.45 * seconds / len(actions),
            derive(luck, 2),
        )
        rated.append(_Rated(action, float(outlook[seat]), simulations))
    return sorted(rated, key=lambda choice: -choice.chance)


def _promising(
    title: Title, state: State, seat: int, thoroughness: Thoroughness, luck: int, most: int
) -> list[int]:
    actions = legal(state, seat)
    if len(actions) <= most:
        return actions
    opinions = think(
        state,
        seat,
        title.advice,
        tuning_of(LEVEL, title.name),
        thoroughness.simulations,
        0.3 * thoroughness.seconds,
        derive(luck, 1),
    )
    opinions.sort(key=_weight)
    return [int(opinion.action) for opinion in opinions[:most]]


def _weight(opinion: Opinion) -> tuple[int, float]:
    return -int(opinion.visits), -opinion.value


def winning(title: Title) -> Tuning:
    """As the bots search, but only the win counts, at the end of the match: values are chances."""
    usual = tuning_of(LEVEL, title.name)
    return Tuning(
        usual.exploration, 100, usual.advised, usual.wide, 0, 0, usual.trust, usual.decisive
    )


def _explained(
    title: Title,
    sampler: Sampler,
    rated: list[_Rated],
    samples: list[Sample],
    number: int,
    other: int,
) -> Choice:
    """The choice of that number, compared with the other one, if there is one."""
    choice, alone = rated[number], len(rated) == 1
    return Choice(
        action=title.notation.write(choice.action),
        chance=round(choice.chance, 4),
        margin=round(choice.margin(), 4),
        reasons=[]
        if alone
        else reasons(sampler, samples[number], samples[other], better=number == 0),
        versus="" if alone else title.notation.write(rated[other].action),
    )
