"""The suite's options, as a plug-in of pytest: which titles, and how much of each."""

from pathlib import Path

import pytest

from openoutcry.conformance import subjects


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("openoutcry.conformance")
    group.addoption(
        "--title",
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="a title to try, and the folder of its own tests",
    )
    group.addoption(
        "--soak",
        type=int,
        default=0,
        metavar="N",
        help="play N random matches of every title, e.g. 1000000",
    )


def pytest_configure(config: pytest.Config) -> None:
    for text in config.getoption("--title"):
        name, _, folder = text.partition("=")
        tests = Path(folder).resolve()
        if not (tests / "invariants.py").is_file():
            raise pytest.UsageError(f"--title {text}: no invariants.py in {tests}")
        subjects.add(name, tests, tests / "records")
