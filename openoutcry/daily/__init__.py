"""The deal of the day: the same luck, seat and bots for everybody who plays it."""

from openoutcry.daily.deal import Deal, deal_of

__all__ = ["Deal", "deal_of"]
