"""Message catalogues in four languages: one source for browser and terminal.

Shared messages stand here, a title's own in its folder `text/`.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from openoutcry.text.message import fill

LANGUAGES = ("en", "es", "fr", "it")
_HERE = Path(__file__).parent


@cache
def catalogue(folder: Path, lang: str) -> dict[str, str]:
    """The messages of one folder in one language."""
    text = (folder / f"{lang}.json").read_text(encoding="utf-8")
    messages: dict[str, str] = json.loads(text)
    return messages


@cache
def _merged(folder: Path, lang: str) -> dict[str, str]:
    return {**catalogue(_HERE, lang), **catalogue(folder / "text", lang)}


class Words:
    """A title's words, with the shared ones behind them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def messages(self, lang: str) -> dict[str, str]:
        """All messages, shared and the title's own; to be read, not changed."""
        return _merged(self.folder, lang)

    def say(
        self,
        lang: str,
        key: str,
        args: Mapping[str, Any],
        names: list[str] | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> str:
        """The message `key` with its arguments, in the language `lang`.

        `names` are the players' by seat, `labels` an edition's own names for its companies.
        `KeyError` if there is no such message or an argument is missing.
        """
        messages = self.messages(lang)

        def name(seat: int) -> str:
            if names is not None and 0 <= seat < len(names):
                return names[seat]
            return fill(messages["seat.name"], {"number": seat + 1}, lang, word, name)

        def word(key: str) -> str:
            id = key.rpartition(".")[2]
            return (labels or {}).get(id) or messages.get(key, id)

        return fill(messages[key], args, lang, word, name)

    def about(self, lang: str, text: str) -> str:
        """An edition's source or note, translated if it is one of ours, else as it was written."""
        return self.messages(lang).get(f"about.{text}", text)

    def rules(self, lang: str) -> str:
        """The rules in our own words, as Markdown."""
        return (self.folder / f"rules.{lang}.md").read_text(encoding="utf-8")


def shared(lang: str) -> dict[str, str]:
    """The messages that all titles share; to be read, not changed."""
    return catalogue(_HERE, lang)


def say(lang: str, key: str, args: Mapping[str, Any] | None = None) -> str:
    """A shared message; `KeyError` if there is none."""
    messages = shared(lang)
    return fill(messages[key], args or {}, lang, messages.__getitem__, str)
