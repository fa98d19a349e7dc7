"""1920 Wall Street: what has to be remembered."""

from openoutcry.core.memory import Memory

MEMORY = Memory("WS-14")
"""The board itself shows but the top of each pile; who counts dynamite counts what went by."""
