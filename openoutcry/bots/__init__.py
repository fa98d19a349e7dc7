"""Players made of code. `find("apprentice")` gives one; entry points add others."""

from openoutcry.bots.bot import Bot, ask, find, finish, legal, names

__all__ = ["Bot", "ask", "find", "finish", "legal", "names"]
