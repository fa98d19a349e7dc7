"""Bots from a file or a module that somebody names on a command line: `./mybot.py`, `mine:Bot`.

Only command lines come here. `bots.find` and `bots.is_known`, which servers use, know names alone:
a stranger can never make a server load code.
"""

import hashlib
import re
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from openoutcry.bots import bot as shelf
from openoutcry.bots.bot import Bot
from openoutcry.bots.by_view import ByView
from openoutcry.core.errors import OutcryError

_FILE = re.compile(r"(?P<source>.+\.py)(?::(?P<factory>[A-Za-z_]\w*))?")
_MODULE = re.compile(r"(?P<source>[A-Za-z_][\w.]*):(?P<factory>[A-Za-z_]\w*)")


def is_code(name: str) -> bool:
    """Does it name a file or a module with a class, rather than a bot of the shelf?"""
    if _FILE.fullmatch(name):
        return True
    found = _MODULE.fullmatch(name)
    return found is not None and not shelf.is_known(found["source"].lower())


def find(name: str, seed: int = 0) -> Bot:
    """A bot of the shelf, or the one that a file or module holds. `OutcryError` if it has none."""
    if not is_code(name):
        return shelf.find(name, seed)
    try:
        made: Any = _factory(name)(seed)
    except OutcryError:
        raise
    except Exception as error:
        raise OutcryError(f"bot {name!r} cannot be used: {_words(error)}") from error
    if callable(getattr(made, "choose", None)):
        bot: Bot = made
        return bot
    if callable(getattr(made, "decide", None)):
        return ByView(made)
    raise OutcryError(
        f"bot {name!r} has neither choose(state, seat, budget) nor decide(view, offers)"
    )


def source_hash(name: str) -> str:
    """What a bot's answers may depend on besides its name: a hash of its file, or of all modules
    of the package it comes from. "" for ours, which the version tells."""
    found = _FILE.fullmatch(name)
    if found is not None:
        files = [Path(found["source"])]
    elif is_code(name):
        files = _sources(_module(name).__name__)
    else:
        files = _sources(shelf.module_of(name))
    if not files:
        return ""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _sources(module: str) -> list[Path]:
    """The files of the package that a module belongs to, or its own if it stands alone."""
    spec = find_spec(module.partition(".")[0]) if module else None
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Path(str(spec.origin))]
    return sorted(f for place in spec.submodule_search_locations for f in Path(place).rglob("*.py"))


def _factory(name: str) -> Any:
    module = _module(name)
    found = _FILE.fullmatch(name) or _MODULE.fullmatch(name)
    assert found is not None
    if found["factory"]:
        if not hasattr(module, found["factory"]):
            raise OutcryError(f"bot {name!r}: {found['source']} has no {found['factory']}")
        return getattr(module, found["factory"])
    own = [value for value in vars(module).values() if _plays(value, module)]
    if len(own) != 1:
        count = "no bot" if not own else f"{len(own)} bots"
        raise OutcryError(f"{name} holds {count}: name one, as in {name}:MyBot")
    return own[0]


def _plays(value: object, module: ModuleType) -> bool:
    """A class written in that file whose objects can decide."""
    if not isinstance(value, type) or value.__module__ != module.__name__:
        return False
    return hasattr(value, "choose") or hasattr(value, "decide")


def _module(name: str) -> ModuleType:
    found = _FILE.fullmatch(name)
    if found is None:
        return _imported(name)
    file = Path(found["source"])
    if not file.is_file():
        raise OutcryError(f"there is no file {str(file)!r} with a bot")
    called = f"openoutcry_own_{hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:12]}"
    if called in sys.modules:
        return sys.modules[called]
    spec = spec_from_file_location(called, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[called] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[called]
        raise OutcryError(f"bot {name!r} cannot be loaded: {_words(error)}") from error
    return module


def _imported(name: str) -> ModuleType:
    """A module that is installed, or lies in the folder where the command was given."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return import_module(name.partition(":")[0])
    except Exception as error:
        raise OutcryError(f"bot {name!r} cannot be loaded: {_words(error)}") from error


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
