"""A small floor in every schema there ever was: `python -m tests.server.schemas` writes today's.

Each is a match of mogul of three people, a few actions long, as SQL.
"""

from pathlib import Path

FOLDER = Path(__file__).parent


def fixture(version: int) -> str:
    """The statements that make a floor of that schema."""
    return (FOLDER / f"{version}.sql").read_text("utf-8")
