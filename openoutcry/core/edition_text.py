"""An edition as TOML: the one writer, as `edition.parse` is the one reader.

Written by hand because the standard library only reads TOML, and a card list should stand one card
a line, as in the titles' own files.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from openoutcry.core.edition import ABOUT, Edition

_WIDE = 96
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def to_toml(edition: Edition) -> str:
    """The file that `parse` reads back as the same data; comments of an earlier one are lost."""
    return "\n".join(_table("", edition.data)).strip("\n") + "\n"


def _table(path: str, table: Mapping[str, Any]) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in table.items() if key not in inner}
    if path and (plain or not inner):
        yield f"\n[{path}]"
    about = [key for key in ABOUT if key in plain]
    for key in [*about, *(key for key in plain if key not in about)]:
        yield f"{_key(key)} = {_value(plain[key])}"
    for key, value in inner.items():
        yield from _table(f"{path}.{_key(key)}" if path else _key(key), value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for the one character that JSON may leave as it is.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return _list(value)
    return repr(value)


def _list(items: list[Any]) -> str:
    texts = [_value(item) for item in items]
    line = f"[{', '.join(texts)}]"
    if not any(isinstance(item, list) for item in items) and len(line) <= _WIDE:
        return line
    return "".join(["[\n", *(f"  {text},\n" for text in texts), "]"])
