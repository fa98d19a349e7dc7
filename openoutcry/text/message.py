"""Messages with arguments: the small part of ICU's message format that we use.

    {n}                                     a number or a text
    {seat, seat}                            the name of who sits there
    {colour, word, colour}                  another message: `colour.` + the argument
    {n, plural, =0 {none} one {# share} other {# shares}}
    {gain, select, 0 {nothing} other {{gain} points}}

The browser client reads the same messages in the same way. Written by hand because both sides need
only these five forms, and no ICU library is shared by Python and the browser.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from openoutcry.text.fitting import fitted

Part = str | tuple[str, str, str, dict[str, list["Part"]]]
"""A literal, or (argument, kind, word's prefix, cases)."""


class MessageError(ValueError):
    """A message that is not well formed."""


@lru_cache(maxsize=4096)
def parse(message: str) -> list[Part]:
    """The message as literals and placeholders; `MessageError` if it is not well formed."""
    parts, rest = _parse(message, 0, nested=False)
    if rest != len(message):
        raise MessageError(f"unexpected }} in {message!r}")
    return parts


def _parse(message: str, at: int, nested: bool) -> tuple[list[Part], int]:
    parts: list[Part] = []
    literal = ""
    while at < len(message):
        char = message[at]
        if char == "{":
            if literal:
                parts.append(literal)
                literal = ""
            part, at = _placeholder(message, at + 1)
            parts.append(part)
        elif char == "}":
            if not nested:
                return parts, at
            break
        else:
            literal += char
            at += 1
    if literal:
        parts.append(literal)
    return parts, at


def _placeholder(message: str, at: int) -> tuple[Part, int]:
    name, end = _until_mark(message, at)
    if message[end] == "}":
        return (name, "", "", {}), end + 1
    kind, end = _until_mark(message, end + 1)
    if message[end] == "}":
        return (name, kind, "", {}), end + 1
    if kind == "word":
        prefix, end = _until_mark(message, end + 1)
        return (name, kind, prefix, {}), end + 1
    return _cases(message, end + 1, name, kind)


def _until_mark(message: str, at: int) -> tuple[str, int]:
    """The text up to the next comma or closing brace, and where that stands."""
    end = at
    while end < len(message) and message[end] not in ",}":
        end += 1
    if end == len(message):
        raise MessageError(f"unclosed {{ in {message!r}")
    return message[at:end].strip(), end


def _cases(message: str, at: int, name: str, kind: str) -> tuple[Part, int]:
    cases: dict[str, list[Part]] = {}
    while True:
        while at < len(message) and message[at] == " ":
            at += 1
        if at >= len(message):
            raise MessageError(f"unclosed {{ in {message!r}")
        if message[at] == "}":
            if "other" not in cases:
                raise MessageError(f"{kind} without other in {message!r}")
            return (name, kind, "", cases), at + 1
        brace = message.find("{", at)
        if brace < 0:
            raise MessageError(f"{kind} case without braces in {message!r}")
        label = message[at:brace].strip()
        cases[label], at = _parse(message, brace + 1, nested=True)
        at += 1


def arguments(message: str) -> set[str]:
    """The names of the arguments that a message uses."""
    return _arguments(parse(message))


def _arguments(parts: list[Part]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        if not isinstance(part, str):
            found.add(part[0])
            for case in part[3].values():
                found |= _arguments(case)
    return found


def plural(lang: str, n: int) -> str:
    """ "one" or "other", as the language counts."""
    if lang == "fr":
        return "one" if abs(n) < 2 else "other"
    return "one" if abs(n) == 1 else "other"


def number(lang: str, n: int) -> str:
    """A whole number with the language's minus sign and grouping.

    >>> number("en", -12345), number("fr", 12345) == "12\\u202f345"
    ('\\u221212,345', True)
    """
    separator = {"en": ",", "es": ".", "fr": "\u202f", "it": "."}[lang]
    digits = f"{abs(n):,}" if abs(n) >= (1000 if lang == "en" else 10000) else str(abs(n))
    return ("\u2212" if n < 0 else "") + digits.replace(",", separator)


def fill(
    message: str,
    args: Mapping[str, Any],
    lang: str,
    word: Callable[[str], str],
    name: Callable[[int], str],
) -> str:
    """The message with its arguments; `word` finds other messages, `name` a seat's name.

    `MessageError` if the message is not well formed, `KeyError` if an argument is missing.
    """
    return _Filling(args, lang, word, name).join(parse(message), "#")


class _Filling(NamedTuple):
    """One message's arguments, and how they are told."""

    args: Mapping[str, Any]
    lang: str
    word: Callable[[str], str]
    name: Callable[[int], str]

    def join(self, parts: list[Part], count: str) -> str:
        text = ""
        for part in parts:
            if isinstance(part, str):
                text += part.replace("#", count)
            else:
                text = fitted(text, self._one(part), self.lang)
        return text

    def _one(self, part: tuple[str, str, str, dict[str, list[Part]]]) -> str:
        key, kind, prefix, cases = part
        value = self.args[key]
        if kind == "seat":
            return self.name(int(value))
        if kind == "word":
            return self.word(f"{prefix}.{value}")
        if kind == "plural":
            labels = (f"={value}", plural(self.lang, int(value)), "other")
            case = next(cases[label] for label in labels if label in cases)
            return self.join(case, number(self.lang, int(value)))
        if kind == "select":
            return self.join(cases.get(str(value), cases["other"]), "#")
        return number(self.lang, value) if isinstance(value, int) else str(value)
