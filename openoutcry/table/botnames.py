"""What people call a bot, in their language."""

from openoutcry.bots.personality import parted
from openoutcry.text import say, shared


def bot_name(bot: str, lang: str) -> str:
    """A level's name, with its personality if it has one; any other bot goes by its own name.

    >>> bot_name("broker:blocker", "en"), bot_name("tycoon@1", "en"), bot_name("@Deep", "en")
    ('Broker (Blocker)', 'tycoon@1', '@Deep')
    """
    level, personality = parted(bot)
    words = shared(lang)
    called = words.get(f"ui.level.{level}", level)
    if not personality:
        return called
    inclined = say(lang, f"ui.personality.{personality}")
    return say(lang, "ui.personality.named", {"level": called, "personality": inclined})
