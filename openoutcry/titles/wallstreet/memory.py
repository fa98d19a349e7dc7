"""1920 Wall Street: what has to be remembered."""

from openoutcry.core.memory import Memory

MEMORY = Memory("WS-14")
"""The board shows only the top of each pile: to count dynamite is to remember what went by."""
