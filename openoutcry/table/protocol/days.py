"""Matches over days: whoever lets time run out, and vacations."""

from typing import Annotated

from msgspec import Meta, Struct

from openoutcry.table.protocol.bounds import Milliseconds

A_YEAR = 28
"""Days of vacation that somebody has a year."""


class StandInRequest(Struct):
    """Somebody has let time run out often: shall a bot take the seat? All the others must agree."""

    seat: int
    agreed: list[str]
    """People."""
    missing: list[str]


class StandInAnswer(Struct, forbid_unknown_fields=True):
    """False: I would rather wait."""

    agree: bool


class VacationWanted(Struct, forbid_unknown_fields=True):
    """Days from now on in which my clocks stand still; 0 ends it."""

    days: Annotated[int, Meta(ge=0, le=A_YEAR)]


class MyVacation(Struct):
    """My days of vacation."""

    until: Milliseconds | None
    """When my clocks run again; None while they do."""
    left: int
    """Days that are left this year."""
    a_year: int
