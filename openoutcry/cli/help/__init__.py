"""The command line's help in the reader's language. English stands where an option is added; the
catalogues beside this file have the other languages' words for it."""

from pathlib import Path

from openoutcry.text import catalogue

HERE = Path(__file__).parent


def in_language(lang: str, text: str) -> str:
    """What the help says in English, in another language."""
    return text if lang == "en" else catalogue(HERE, lang).get(text, text)
