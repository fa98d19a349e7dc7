"""What is asked of, and answered by, the process that plays editions against themselves."""

import msgspec

from openoutcry.table import protocol as p

BOT = "apprentice"
"""Who plays: a match takes it some hundredths of a second."""
SLICE = 4
"""Matches that are played for one question."""


class FairnessQuestion(msgspec.Struct, array_like=True):
    """Play a few more matches with this edition."""

    title: str
    edition: bytes
    """Its data as JSON; it was checked."""
    seats: int


class FairnessReply(msgspec.Struct, array_like=True):
    """How many matches have been played with it, and what they say."""

    games: int
    figures: p.FairFigures
