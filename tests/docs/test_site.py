"""The documentation as web pages."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry.cli import docs, main
from openoutcry.titles import find, names

LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["']?(?P<src>[^"'\s>]+)"""
    r"""|<link[^>]+href=["']?(?P<href>[^"'\s>]+)|url\(["']?(?P<url>[^"')]+)|@import\s+["'](?P<css>[^"']+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "openoutcry.cli", "docs", "--out", str(folder)]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return folder


def test_every_title_has_its_rules_and_its_observations(site: Path) -> None:
    for name in names():
        rules = (site / f"rules/{name}.html").read_text(encoding="utf-8")
        first = re.search(r"^### (\w+-\d+)", find(name).words.rules("en"), re.M)
        assert first is not None
        assert first[1] in rules
        assert "worth_known" in (site / f"observations/{name}.html").read_text(encoding="utf-8")


def test_the_way_to_add_a_title_is_told(site: Path) -> None:
    assert "observe.py" in (site / "add-a-title.html").read_text(encoding="utf-8")


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert files
    for file in files:
        for found in LOADED.finditer(file.read_text(encoding="utf-8")):
            address = next(part for part in found.groups() if part is not None)
            assert not re.match(r"(https?:)?//", address), f"{file.name}: {address}"


def test_the_picture_of_the_architecture_is_there(site: Path) -> None:
    assert 'src="architecture.svg"' in (site / "architecture.html").read_text(encoding="utf-8")
    assert (site / "architecture.svg").is_file()


def test_a_missing_package_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "material", None)
    assert main(["docs", "--out", str(tmp_path / "site")]) == 2
    said = capsys.readouterr().err
    assert said == "outcry: this needs mkdocs-material: pip install 'openoutcry[docs]'\n"


def test_without_its_sources_there_is_no_documentation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(docs, "SETTINGS", tmp_path / "mkdocs.yml")
    assert main(["docs", "--out", str(tmp_path / "site")]) == 2
    assert "sources are in the repository" in capsys.readouterr().err


def test_a_file_in_the_way_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "site").write_text("")
    assert main(["docs", "--out", str(tmp_path / "site")]) == 2
    assert "is not a folder" in capsys.readouterr().err
