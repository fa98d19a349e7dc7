"""The titles under test, each with what its author brings for the suite."""

import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


@dataclass(frozen=True)
class Subject:
    """A title and the folders that its own tests and its recorded matches lie in."""

    name: str
    tests: Path
    records: Path

    @property
    def invariants(self) -> ModuleType:
        """`check`, `final`, `money` and `promise`."""
        return _load(self.name, self.tests / "invariants.py")

    @property
    def observation(self) -> ModuleType:
        """`numbers`."""
        return _load(self.name, self.tests / "observation.py")


SUBJECTS: dict[str, Subject] = {}


def add(name: str, tests: Path, records: Path) -> None:
    SUBJECTS[name] = Subject(name, tests, records)


@cache
def _load(name: str, path: Path) -> ModuleType:
    """By its path: a stranger's tests need not be a package."""
    module = f"{name}_{path.stem}"
    spec = spec_from_file_location(module, path)
    assert spec is not None and spec.loader is not None, f"{path} is missing"
    found = module_from_spec(spec)
    sys.modules[module] = found
    spec.loader.exec_module(found)
    return found
