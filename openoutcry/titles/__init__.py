"""The titles: each folder here is one, and other packages may bring their own.

A package offers a title by an entry point of the group `openoutcry.titles`, in its pyproject.toml:

    [project.entry-points."openoutcry.titles"]
    bazaar = "bazaar_title:TITLE"
"""

import copyreg
import logging
import pkgutil
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, entry_points

from openoutcry.core.errors import OutcryError
from openoutcry.core.title import Title

GROUP = "openoutcry.titles"

log = logging.getLogger(__name__)


@cache
def names() -> tuple[str, ...]:
    """The titles' names, in alphabetical order.

    >>> "mogul" in names()
    True
    """
    return tuple(sorted({*_own_names(), *_foreign()}))


def find(name: str, version: int | None = None) -> Title:
    """The title of that name, by its newest rules or by an older version of them; `OutcryError` if
    there is none.

    >>> find("wallstreet", 1).rules_version
    1
    """
    if name not in names():
        raise OutcryError(f"no title {name!r}; there are: {', '.join(names())}")
    newest = _own(name) if name in _own_names() else _foreign()[name]
    return newest if version is None else newest.by_rules(version)


def package_of(name: str) -> Distribution | None:
    """The installed package that brings a title; None if it is one of ours."""
    found = (entry.dist for entry in entry_points(group=GROUP, name=name))
    return None if name in _own_names() else next(found, None)


@cache
def _own_names() -> frozenset[str]:
    return frozenset(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def _own(name: str) -> Title:
    title: Title = import_module(f"{__name__}.{name}").TITLE
    return title


@cache
def _foreign() -> dict[str, Title]:
    """Titles of other packages. One that does not work is reported once and left out."""
    found: dict[str, Title] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            _check_name(entry.name, found)
            found[entry.name] = _load(entry)
        except Exception as error:  # whatever a stranger's code raises
            about = str(error).partition("\n")[0] or type(error).__name__
            log.warning("title %r (%s) is left out: %s", entry.name, entry.value, about)
    return found


def _check_name(name: str, found: dict[str, Title]) -> None:
    if name in _own_names():
        raise OutcryError("Open Outcry has a title of that name")
    if name in found:
        raise OutcryError("another package has a title of that name")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise OutcryError("a name is a lower-case word")


def _load(entry: EntryPoint) -> Title:
    """Lists and set-up pages ask for a title's name and edition: it must have them."""
    title = entry.load()
    if not isinstance(title, Title):
        raise OutcryError("it is not a Title")
    if title.name != entry.name:
        raise OutcryError(f"it calls itself {title.name!r}")
    title.edition()
    title.words.say("en", "title", {})
    return title


def _by_name(title: Title) -> tuple[Callable[..., Title], tuple[str, int]]:
    return find, (title.name, title.rules_version)


copyreg.pickle(Title, _by_name)
"""A title goes to other processes by name and version; core could not look it up."""
