"""What a seat could choose, how a search rates it, and why: for hints, analyses and questions."""

from openoutcry.coach.rating import Choice, Thoroughness, rate
from openoutcry.coach.reasons import Reason

__all__ = ["Choice", "Reason", "Thoroughness", "rate"]
