"""Looks for puzzles in matches of bots.

What costs least comes first. The broker that plays the match has searched anyway: where it chooses
as the apprentice would, nothing is looked for. A glance, then a short search say whether the
apprentice's choice gives away much. Then a search ten times as long, with other luck, has to find
that one choice is clearly better than all others; it ends as soon as it cannot. What is left is
searched again as `outcry puzzles --check` does, and has to hold with something to spare.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openoutcry.bots.bot import find, legal
from openoutcry.bots.driver import Player, player
from openoutcry.bots.search import knowledge_seed
from openoutcry.coach import Choice, Thoroughness
from openoutcry.coach.rating import ChoiceRater, Weighed
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.puzzles.check import overturned
from openoutcry.puzzles.puzzle import LEAST_LEAD, LEAST_LOSS, SPARE, Puzzle

SIMULATIONS: Final = 400
"""Of the short search, for each choice."""
TIMES: Final = 10
"""The search that confirms is this many times longer."""
GLANCE: Final = 8
"""The first look, which only rules out, is this many times shorter."""
LEAST_AT_A_GLANCE: Final = LEAST_LOSS / 3
RATED: Final = 5
"""Choices that are rated, beside the tempting one."""
MOST_IN_A_MATCH: Final = 3
APART: Final = 10
"""Steps between two puzzles of a match."""
SEATS: Final = (4, 3)
"""Matches alternate between these numbers of seats, where the title allows it."""
OPENING: Final = 3
"""The first decisions, one in so many of a usual match, are left to apprentices: searching is
slowest there, and hardly any choice decides a match so early."""


def in_match(title: Title, seed: int, simulations: int, number: int) -> list[Puzzle]:
    """The puzzles in the match of that number."""
    allowed = title.box.seats(title.edition())
    numbers = [seats for seats in SEATS if seats in allowed] or [allowed[-1]]
    return list(_found(title, numbers[number % len(numbers)], derive(seed, number), simulations))


def _found(title: Title, seats: int, seed: int, simulations: int) -> Iterator[Puzzle]:
    match = Match.begin(Setup.of(title, seats), QuickDraws(seed))
    beginners = [player("apprentice", derive(seed, seat)) for seat in range(seats)]
    players = [player("broker", derive(seed, seat)) for seat in range(seats)]
    opening = seats * title.decisions // OPENING
    decisions, found, next_step = 0, 0, 0
    while not match.over and found < MOST_IN_A_MATCH:
        seat = match.waiting[0]
        decisions += 1
        if decisions <= opening:
            match.play_action(seat, beginners[seat].answer(match.state, seat))
            continue
        chosen = players[seat].answer(match.state, seat)
        if match.step >= next_step:
            puzzle = _puzzle(match, seat, chosen, derive(seed, match.step), simulations)
            if puzzle is not None:
                found, next_step = found + 1, match.step + APART
                yield puzzle
        match.play_action(seat, chosen)


def _puzzle(match: Match, seat: int, chosen: int, seed: int, simulations: int) -> Puzzle | None:
    """The decision of a seat for which the broker chooses that, if it is a puzzle."""
    title, state = match.title, match.state
    tempting = tempting_choice(state, seat) if len(legal(state, seat)) > 1 else chosen
    if tempting == chosen or not _is_candidate(state, seat, chosen, tempting, seed, simulations):
        return None
    length = TIMES * simulations
    choices = confirmed(state, seat, chosen, tempting, derive(seed, 1), length)
    if choices is None:
        return None
    lines, named = tuple(match.lines()), title.notation.write(tempting)
    puzzle = Puzzle(title, match.seats, lines, seat, named, tuple(choices))
    doubts = overturned(puzzle, length, derive(seed, 4), SPARE)
    return puzzle if next(doubts, None) is None else None


def tempting_choice(state: State, seat: int) -> int:
    """What the apprentice would choose, always the same in the same position."""
    seed = knowledge_seed(state, seat, 0)
    return Player("apprentice", find("apprentice", seed), seed).answer(state, seat)


def _is_candidate(
    state: State, seat: int, chosen: int, tempting: int, seed: int, simulations: int
) -> bool:
    """Does the tempting choice seem to give away much?"""
    looks = ((simulations // GLANCE, LEAST_AT_A_GLANCE), (simulations, LEAST_LOSS))
    for number, (length, least) in enumerate(looks):
        rater = ChoiceRater(state, seat, Thoroughness(length), derive(seed, 2 + number))
        if rater.weigh(chosen).chance - rater.weigh(tempting).chance < least:
            return False
    return True


def confirmed(
    state: State, seat: int, chosen: int, tempting: int, seed: int, simulations: int
) -> list[Choice] | None:
    """The choices as a long search rates them; None if they are no puzzle."""
    rater = ChoiceRater(state, seat, Thoroughness(simulations), seed)
    weighed = [rater.weigh(tempting), rater.weigh(chosen)]
    if not is_clear(weighed, tempting):
        return None
    for action in rater.promising(RATED):
        if action not in (tempting, chosen):
            weighed.append(rater.weigh(action))
            if not is_clear(weighed, tempting):
                return None
    choices = rater.explained(weighed, tempting)
    return choices if choices[0].reasons else None


def is_clear(weighed: Sequence[Weighed], tempting: int) -> bool:
    """Is the best one clearly best, and far from the tempting one?"""
    first, second = sorted((choice.chance for choice in weighed), reverse=True)[:2]
    fallen = next(choice.chance for choice in weighed if choice.action == tempting)
    return first - fallen >= LEAST_LOSS and first - second >= LEAST_LEAD
