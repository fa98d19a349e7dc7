"""The titles. Each folder here is one: adding a folder adds a title."""

import copyreg
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module

from openoutcry.core.errors import OutcryError
from openoutcry.core.title import Title


@cache
def names() -> tuple[str, ...]:
    """The titles' names, in alphabetical order."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def find(name: str) -> Title:
    """The title of that name; `OutcryError` if there is none."""
    if name not in names():
        raise OutcryError(f"no title {name!r}; there are: {', '.join(names())}")
    title: Title = import_module(f"{__name__}.{name}").TITLE
    return title


def _by_name(title: Title) -> tuple[Callable[..., Title], tuple[str]]:
    return find, (title.name,)


copyreg.pickle(Title, _by_name)
"""A title goes to other processes, and into files, by its name; core could not look it up."""
