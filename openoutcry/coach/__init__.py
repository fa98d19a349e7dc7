"""What a seat could choose, how a search rates it, and why: for hints, analyses and questions."""

from openoutcry.coach.rating import Thoroughness, rate
from openoutcry.core.choices import Choice, Reason

__all__ = ["Choice", "Reason", "Thoroughness", "rate"]
