"""What people may be called: names that could be taken for somebody else's are not given.

By hand: Unicode's table of confusable characters has 6,000 entries, most of which no font has.
Names of one script only (`mixes_scripts`) leave few ways to imitate another name; those are here.
"""

import unicodedata
from functools import cache

from openoutcry import bots
from openoutcry.table.seat import ERASED
from openoutcry.text import LANGUAGES, shared

_LOOKS_LIKE = {
    # Greek
    **dict(zip("αβγεηικνορτυχωϲϳ", "abyenikvoptuxwcj", strict=True)),
    **dict(zip("ΒΖΗΜΝΡΥ", "bzhmnpy", strict=True)),
    # Cyrillic
    **dict(zip("авекмнорстухѕіјԁԛԝһѵьгп", "abekmhopctyxsijdqwhvbrn", strict=True)),
    **dict(zip("ӀӏҮүԌԍғ", "iiyyggf", strict=True)),
    # Armenian
    **dict(zip("ոօսհցԁքյ", "nouhgdpj", strict=True)),
    # Latin, and what is none
    **dict(zip("ıɩǀƖſʃɑɡʀɴʟʙᴀᴄᴅᴇᴊ", "iiiiffagrnibacdej", strict=True)),
    **dict(zip("ᴋᴍᴏᴘᴛᴜᴠᴡᴢøłđħŧ", "kmoptuvwzoidht", strict=True)),
    **dict(zip("013457|!$@", "oieastiisa", strict=True)),
    "l": "i",
    "æ": "ae",
    "œ": "oe",
    "ß": "ss",
}
"""Letters by the plain one that they can be taken for. I, l and 1 are all one."""
_WIDE = frozenset("﷽𒈙𒐫𒌄⸻")
"""The widest characters that Unicode does not decompose."""
_WIDEST = 48
"""Letters that a name may decompose into: twice as many as it may have."""
_PAIRS = (("rn", "m"), ("vv", "w"))
_TOGETHER = (
    {"CJK", "HIRAGANA", "KATAKANA", "LATIN"},
    {"CJK", "HANGUL", "LATIN"},
    {"CJK", "BOPOMOFO", "LATIN"},
)
"""Scripts that are written together."""
_RESERVED = (
    *("admin", "administrator", "administrador", "administrateur", "amministratore"),
    *("moderator", "moderador", "modérateur", "moderatore", "operator", "operador", "opérateur"),
    *("host", "anfitrión", "hôte", "organizzatore", "staff", "system", "server", "bot"),
    *("open outcry", "outcry"),
)
"""Only the operator speaks for the server, and nobody may pose as a table's host."""


def likeness(name: str) -> str:
    """Names that can be taken for each other have the same likeness.

    >>> likeness("Pau1") == likeness("PAUL") == likeness("Раul") == likeness("P á u l")
    True
    """
    # Capitals first: some look like another letter than their small ones do.
    text = _plain(_plain(unicodedata.normalize("NFKD", name)).casefold())
    for pair, one in _PAIRS:
        text = text.replace(pair, one)
    return text or name


def _plain(text: str) -> str:
    """Without accents, spaces and punctuation, each letter as the one that it looks like."""
    shown = (c for c in text if c in _LOOKS_LIKE or unicodedata.category(c)[0] in "LN")
    return "".join(_LOOKS_LIKE.get(c, c) for c in shown)


def mixes_scripts(name: str) -> bool:
    """Are there letters of scripts that nobody writes together?

    >>> mixes_scripts("Аnn"), mixes_scripts("Анна"), mixes_scripts("Ann 山田")
    (True, False, False)
    """
    letters = [c for c in unicodedata.normalize("NFKC", name) if c.isalpha()]
    scripts = {_script(c) for c in letters} - {""}
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def is_wide(name: str) -> bool:
    """Are there signs that stand for whole words, which no seat has room for?

    >>> is_wide("﷽"), is_wide("ﷺﷺﷺ"), is_wide("Ada ½ Lovelace")
    (True, True, False)
    """
    return len(unicodedata.normalize("NFKC", name)) > _WIDEST or not _WIDE.isdisjoint(name)


def _script(letter: str) -> str:
    """The first word of a letter's name is its script, as far as that matters here."""
    word = unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
    return "" if word in ("MICRO", "FEMININE", "MASCULINE", "MODIFIER") else word


def is_reserved(name: str, protected: tuple[str, ...]) -> bool:
    """Does the name pass for the operator, the server, one of its bots or somebody erased?"""
    looks = likeness(name.rstrip("0123456789 #"))  # bots are numbered
    return name == ERASED or looks in _reserved() or looks in {likeness(word) for word in protected}


@cache
def _reserved() -> frozenset[str]:
    known = [shared(lang) for lang in LANGUAGES]
    levels = [words.get(f"ui.level.{name}", name) for words in known for name in bots.names()]
    return frozenset(likeness(word) for word in (*_RESERVED, *levels))
