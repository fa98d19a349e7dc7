"""Names one after the other, joined as a language joins them.

Browsers have `Intl.ListFormat` for it; Python has nothing of the kind without ICU.
"""

import re
from collections.abc import Sequence

_AND = {"en": "and", "es": "y", "fr": "et", "it": "e"}
SOUNDS_LIKE_I = r"h?[ií](?![aeou])"
"""Spanish says "e" before these, so that two of the same sound do not meet."""


def joined(names: Sequence[str], lang: str) -> str:
    """The names in a row.

    >>> joined(["Ada", "Broker", "Tycoon"], "en"), joined(["Ana", "Inés"], "es"), joined([], "fr")
    ('Ada, Broker and Tycoon', 'Ana e Inés', '')
    """
    *before, last = names or [""]
    if not before:
        return last
    word = "e" if lang == "es" and re.match(SOUNDS_LIKE_I, last, re.IGNORECASE) else _AND[lang]
    return f"{', '.join(before)} {word} {last}"
