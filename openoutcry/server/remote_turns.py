"""The decisions of bots from elsewhere: what they are told, and how long they have."""

import secrets
from typing import Final

from openoutcry.core.rng import Rng
from openoutcry.server.bot_streams import Question
from openoutcry.table.protocol import bots as b
from openoutcry.table.state import TableState

PATIENCE: Final = 30.0
"""Seconds for an answer, if the table's clock does not say less."""
PATIENCE_AFTER_MISS: Final = 5.0
"""The same for a bot that did not answer in time the last time."""


def patience(table: TableState, seat: int) -> float:
    """How many seconds the seat's bot has."""
    own = PATIENCE if table.seats[seat].missed == 0 else PATIENCE_AFTER_MISS
    return own if table.about.seconds is None else min(own, float(table.about.seconds))


def question(table: TableState, seat: int, bot: str) -> Question:
    """What the bot is told: what the seat may know, and nothing else."""
    match, about = table.playing, table.about
    return Question(
        b.BotMatch(
            table=table.id,
            title=about.title,
            rules=about.rules,
            edition=dict(table.edition.data),
            options=about.options,
            players=table.names(),
            seats=[number for number, other in enumerate(table.seats) if other.bot == bot],
        ),
        b.BotDecision(
            table=table.id,
            title=about.title,
            seat=seat,
            step=table.asking[seat].step,
            rewinds=len(table.rewinds),
            seconds=patience(table, seat),
            view=table.teller.view(seat),
            steps=table.teller.steps(seat, _last_decision(table, seat) + 1),
            world=match.state.imagine(seat, Rng(secrets.randbits(96))).dump(),
        ),
    )


def _last_decision(table: TableState, seat: int) -> int:
    """The number of the seat's last step that was not forced; -1 if there is none."""
    log = table.playing.log
    own = (n for n in reversed(range(len(log))) if log[n].actor == seat and not log[n].forced)
    return next(own, -1)


def over(table: TableState) -> b.BotOver:
    match = table.match
    if match is None or table.state != "over":
        return b.BotOver(table.id, [], [])
    return b.BotOver(table.id, match.scores(), match.places())
