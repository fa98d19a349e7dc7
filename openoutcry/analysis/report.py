"""What an analysis says: the part of a record's file that `outcry analyse` and the browser share.

A file may come from anybody, so every length and number has its bounds here;
`table/opened_record.py` holds the rest against the record.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from openoutcry.core.title import Args

MOST_STEPS = 5_000
"""As many as a record may have that is opened in a browser."""
MOST_TURNS = 10
MOST_CHOICES = 12
"""Choices that are kept of a decision: the ones searched most, and the one that was made."""

Chance = Annotated[float, Meta(ge=0, le=1)]
Change = Annotated[float, Meta(ge=-1, le=1)]
Chances = Annotated[list[Chance], Meta(min_length=1, max_length=16)]
"""One for each seat."""
Step = Annotated[int, Meta(ge=0, le=MOST_STEPS)]
Seat = Annotated[int, Meta(ge=0, le=15)]
ActionText = Annotated[str, Meta(min_length=1, max_length=200)]


class JudgedReason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a choice is worth what it is: a message of the title's catalogue."""

    key: Annotated[str, Meta(min_length=1, max_length=80)]
    args: Args = {}


class JudgedChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a seat could do, and its chance to win then, from what the seat knew."""

    action: ActionText
    chance: Chance
    visits: Annotated[int, Meta(ge=0, le=10_000_000)]
    """How often the search tried it: the more, the better it looked."""
    reasons: Annotated[list[JudgedReason], Meta(max_length=8)] = []


class Judgement(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat chose, and what the search would have chosen from what the seat knew."""

    step: Step
    """The position after it: the decision's line in the log, counted from 1."""
    seat: Seat
    chosen: ActionText
    better: ActionText
    """The search's own choice: the same as `chosen` where it agrees."""
    chance: Chance
    """To win after what was chosen."""
    chance_better: Chance
    clear: bool
    """The difference is more than the noise of the search."""
    choices: Annotated[list[JudgedChoice], Meta(max_length=MOST_CHOICES)]

    @property
    def cost(self) -> float:
        """The chance to win that the choice gave away; below 0 by chance alone."""
        return self.chance_better - self.chance


class Outlook(Struct, frozen=True, forbid_unknown_fields=True):
    """After a step: each seat's chance to win."""

    step: Step
    drawn: bool
    """Only draws lie between this moment and the one before it."""
    truth: Chances
    """From the whole truth: everything that is dealt is known, what is not yet drawn is not."""
    known: Chances
    """Each seat's own chance from what that seat could know then."""


class SeatReport(Struct, frozen=True, forbid_unknown_fields=True):
    """How one seat has played, and how lucky it was."""

    name: Annotated[str, Meta(max_length=80)]
    decisions: Annotated[int, Meta(ge=0, le=MOST_STEPS)]
    accuracy: Chance
    """The part of its chances that its choices kept: 1 if none clearly gave something away. What
    lies within the noise counts neither way: a lucky search would make up for a blunder."""
    lost: Annotated[float, Meta(ge=-MOST_STEPS, le=MOST_STEPS)]
    """Chances given away by decisions, summed."""
    luck: Annotated[float, Meta(ge=-MOST_STEPS, le=MOST_STEPS)]
    """What the draws gave and took: how they changed its chance by the whole truth, summed."""
    luck_error: Annotated[float, Meta(ge=0, le=MOST_STEPS)]
    """Standard error of `luck`, by the number of simulations."""
    best: Step | None
    """Its decision that gained the most over the other choices."""
    worst: Step | None
    """Its decision that clearly gave away the most."""


class Analysis(Struct, frozen=True, forbid_unknown_fields=True):
    """What became of everybody's chances."""

    method: Annotated[int, Meta(ge=1, le=1_000)]
    """How it was made: raised when the same search would find something else."""
    identity: Annotated[str, Meta(max_length=64)]
    """The same for analyses that must come out the same."""
    simulations: Annotated[int, Meta(ge=1, le=10_000_000)]
    """For each decision."""
    seed: Annotated[int, Meta(ge=0, le=2**53)]
    moments: Annotated[list[Outlook], Meta(min_length=1, max_length=MOST_STEPS + 1)]
    decisions: Annotated[list[Judgement], Meta(max_length=MOST_STEPS)]
    turns: Annotated[list[Step], Meta(max_length=MOST_TURNS)]
    """Steps of the decisions that gave away the most, the costliest first."""
    seats: Annotated[list[SeatReport], Meta(min_length=1, max_length=16)]

    def decision_at(self, step: int) -> Judgement:
        """The decision that led to the step; `StopIteration` if there is none."""
        return next(decision for decision in self.decisions if decision.step == step)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Analysis).decode
