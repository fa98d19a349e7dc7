import os

import pytest

# Collecting doctests from a source file, pytest imports the compiled module: that is fine.
os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--soak",
        type=int,
        default=0,
        metavar="N",
        help="play N random matches of every title in tests/titles/conformance, e.g. 1000000",
    )
