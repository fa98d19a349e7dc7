"""Players made of code. `find("apprentice")` gives one; entry points add others."""

from openoutcry.bots.bot import Bot, find, is_known, legal, names
from openoutcry.bots.driver import Player, finish, play_on, player

__all__ = ["Bot", "Player", "find", "finish", "is_known", "legal", "names", "play_on", "player"]
