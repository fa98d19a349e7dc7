"""The language of a page, by what the browser asks for.

Written by hand because browsers list languages by preference: the first of ours is all we need.
"""

from openoutcry.text import LANGUAGES


def preferred(accepted: str) -> str:
    """The first of our languages in an Accept-Language header.

    >>> preferred("de-DE,de;q=0.9,it-IT;q=0.8,en;q=0.7"), preferred("")
    ('it', 'en')
    """
    wishes = (part.partition(";")[0].strip().lower()[:2] for part in accepted.split(","))
    return next((wish for wish in wishes if wish in LANGUAGES), "en")
