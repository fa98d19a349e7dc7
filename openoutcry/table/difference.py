"""The changes that turn one JSON value into another.

Written by hand because JSON Patch can do much more, and the browser would have to know all of it.
"""

from typing import Any

Path = tuple[str | int, ...]
"""The way into a value: keys of objects and indices of lists."""
Change = tuple[Path, Any]
"""What stands there instead; an empty path replaces everything."""


def difference(old: Any, new: Any) -> list[Change]:
    """The changes that turn `old` into `new`. Lists of another length and objects with other keys
    are replaced as a whole."""
    changes: list[Change] = []
    _compare(old, new, (), changes)
    return changes


def _compare(old: Any, new: Any, path: Path, changes: list[Change]) -> None:
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key, value in new.items():
            _compare(old[key], value, (*path, key), changes)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, value in enumerate(new):
            _compare(old[index], value, (*path, index), changes)
    elif type(old) is not type(new) or old != new:
        changes.append((path, new))


def changed(value: Any, changes: list[Change]) -> Any:
    """The value with all changes made; the one given stays as it is."""
    for path, new in changes:
        value = _with(value, path, new)
    return value


def _with(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _with(value[path[0]], path[1:], new)
    return copy
