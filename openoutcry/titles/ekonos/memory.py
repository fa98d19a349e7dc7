"""Ekonos: what has to be remembered."""

from openoutcry.core.memory import Memory

MEMORY = Memory("EK-54", needs=("moneyOpen", False))
"""Cards played, shares and map lie open; others' hidden money follows from every trade so far."""
