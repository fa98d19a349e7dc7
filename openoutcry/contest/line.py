"""How a round of a contest ended for somebody."""

from msgspec import Struct


class Line(Struct, frozen=True):
    """How a round ended for one seat of one table."""

    table: str
    seat: int
    person: str | None
    """None for a bot."""
    score: int
    place: int
    share: float
    """Of the same seat at the other tables, how many did worse; half for those who did as well."""
    forfeit: bool = False
    """A bot made decisions for the person, who gets nothing for the round."""
