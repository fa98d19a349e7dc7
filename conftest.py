import os
import pkgutil
from pathlib import Path

import pytest

# Collecting doctests from a source file, pytest imports the compiled module: that is fine.
os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"

from importlib.util import find_spec

from openoutcry import titles
from openoutcry.conformance import subjects

pytest_plugins = ["openoutcry.conformance.options"]
TESTS = Path(__file__).parent / "tests"
# What a module needs that is too large to be installed for the tests.
LARGE = {"openoutcry/zoo/torchrl.py": "torchrl"}
collect_ignore = [path for path, package in LARGE.items() if find_spec(package) is None]


def pytest_configure(config: pytest.Config) -> None:
    """Unless told otherwise the suite tries all titles of ours."""
    if not config.getoption("--title"):
        for title in pkgutil.iter_modules(titles.__path__):
            subjects.add(title.name, TESTS / "titles" / title.name, TESTS / "records")
