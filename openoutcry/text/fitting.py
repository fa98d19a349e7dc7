"""What is filled into a message, made to fit what stands before it.

Names and numbers are known only when a message is told: French elides "de" before Ada, Italian
"il" before 8, and a card that is named in quotation marks gets the inner ones where it stands in a
quotation. `client/src/text/fitting.ts` does the same in the browser.
"""

import re

from openoutcry.text.listing import SOUNDS_LIKE_I

_VOWEL = r"[aeiouàâäéèêëîïôöûüœ]|y(?![aeiou])"
_OTTO_OR_UNDICI_OR_UNO = r"8|11(?!\d)|1(?![\d.])"
"""Numbers that begin with a vowel when an Italian says them."""

_SEAMS = {
    "es": ((r"\by $", SOUNDS_LIKE_I, "e "), (r"\bo $", r"h?[oó]|8|11(?!\d)", "u ")),
    "fr": ((r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e $", _VOWEL, "\\1\u2019"),),
    "it": (
        (r"\bil $", _OTTO_OR_UNDICI_OR_UNO, "l\u2019"),
        (r"\bIl $", _OTTO_OR_UNDICI_OR_UNO, "L\u2019"),
        (r"\b([Aa]|[Dd]a|[Dd]e|[Nn]e|[Ss]u)l $", _OTTO_OR_UNDICI_OR_UNO, "\\1ll\u2019"),
    ),
}
"""How a text ends, how what is filled in begins, and what the text ends with then."""


def fitted(before: str, filled: str, lang: str) -> str:
    """Both as one text.

    >>> fitted("la page de ", "Ada", "fr") == "la page d\\u2019Ada"
    True
    """
    opened, closed = "“”" if lang == "en" else "«»"
    if before.count(opened) > before.count(closed):
        filled = _inner(filled, lang)
    for end, beginning, instead in _SEAMS.get(lang, ()):
        found = re.search(end, before)
        if found and re.match(beginning, filled, re.IGNORECASE):
            return before[: found.start()] + found.expand(instead) + filled
    return before + filled


def _inner(text: str, lang: str) -> str:
    """A text with the quotation marks that a quotation has inside."""
    if lang == "en":
        return text.replace("“", "\u2018").replace("”", "\u2019")
    return re.sub("«\u00a0?", "“", re.sub("\u00a0?»", "”", text))
