"""Titles that other packages bring, by entry points as pip installs them."""

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from openoutcry import OutcryError, new, titles

GOOD = """
from openoutcry.core.title import Title
from openoutcry.titles import mogul

class Bazaar(Title):
    def edition(self, source=None):
        return mogul.TITLE.edition(source)

parts = {name: getattr(mogul.TITLE, name) for name in Title.__dataclass_fields__}
TITLE = Bazaar(**{**parts, "name": "bazaar"})
"""
"""Mogul under another name."""

Install = Callable[..., None]


def test_no_name_of_the_api_hides_the_package_of_titles() -> None:
    import openoutcry.titles.mogul.rules as rules  # the statement itself is tested

    assert rules.Mogul.__name__ == "Mogul"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package with a title: its module's source, and the title's name."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def add(package: str, source: str, name: str) -> None:
        about = tmp_path / f"{package}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(
            f"[openoutcry.titles]\n{name} = {package}:TITLE\n", "utf-8"
        )
        (tmp_path / f"{package}.py").write_text(source, "utf-8")
        _forget()

    yield add
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(path.stem, None)
    _forget()


def _forget() -> None:
    titles.names.cache_clear()
    titles._foreign.cache_clear()


def test_a_title_of_another_package_is_listed_found_and_played(install: Install) -> None:
    install("bazaar_title", GOOD, "bazaar")
    assert "bazaar" in titles.names() and "mogul" in titles.names()
    assert titles.find("bazaar") is titles.find("bazaar", 1)
    assert new("bazaar", seats=3).title.name == "bazaar"


@pytest.mark.parametrize(
    ("source", "name", "why"),
    [
        ("import no_such_module", "bazaar", "No module named 'no_such_module'"),
        ("1 / 0", "bazaar", "division by zero"),
        ("raise ValueError('first line\\nsecond line')", "bazaar", "first line"),
        ("X = 1", "bazaar", "has no attribute 'TITLE'"),
        ("TITLE = 'bazaar'", "bazaar", "it is not a Title"),
        ("from openoutcry.titles.mogul import TITLE", "bazaar", "it calls itself 'mogul'"),
        (GOOD, "Ba zaar", "a name is a lower-case word"),
        (GOOD.replace("mogul.TITLE.edition(source)", "1 / 0"), "bazaar", "division by zero"),
    ],
)
def test_a_title_that_does_not_work_is_told_of_in_one_line_and_left_out(
    install: Install, caplog: pytest.LogCaptureFixture, source: str, name: str, why: str
) -> None:
    install("broken_title", source, name)
    with caplog.at_level(logging.WARNING):
        assert name not in titles.names() and "mogul" in titles.names()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    line = caplog.records[0].getMessage()
    assert line.startswith(f"title {name!r} (broken_title:TITLE) is left out: ")
    assert why in line and "\n" not in line
    with pytest.raises(OutcryError, match="no title"):
        titles.find(name)


def test_our_titles_win_over_a_strangers_of_the_same_name(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    ours = titles.find("mogul")
    install("other_mogul", GOOD, "mogul")
    assert titles.find("mogul") is ours
    assert "Open Outcry has a title of that name" in caplog.text


def test_of_two_packages_with_the_same_title_one_is_kept(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install("a_bazaar", GOOD, "bazaar")
    install("b_bazaar", GOOD, "bazaar")
    assert "bazaar" in titles.names()
    assert "(b_bazaar:TITLE) is left out: another package has" in caplog.text
