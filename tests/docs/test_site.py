"""The documentation as web pages."""

import ast
import re
import shutil
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

import docs_pages
import openoutcry
import stamps
from openoutcry.cli import docs, main
from openoutcry.text import LANGUAGES
from openoutcry.titles import find, names
from tests.browser.house import a_browser

LOADED = re.compile(
    r"""<(?:script|img|iframe|source)[^>]+src=["']?(?P<src>[^"'\s>]+)"""
    r"""|<link[^>]+href=["']?(?P<href>[^"'\s>]+)|url\(["']?(?P<url>[^"')]+)|@import\s+["'](?P<css>[^"']+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Built from what a wheel holds, laid out as the wheel lays it."""
    folder = tmp_path_factory.mktemp("docs")
    listed = stamps.settings()["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    for source, place in listed.items():
        target = folder / Path(place).relative_to("openoutcry")
        target.parent.mkdir(exist_ok=True)
        copy = shutil.copytree if (stamps.ROOT / source).is_dir() else shutil.copy
        copy(stamps.ROOT / source, target)
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(docs, "SOURCES", (folder / "handbook",))
        assert main(["docs", "--out", str(folder / "site")]) == 0
    yield folder / "site"


def test_every_title_has_its_rules_and_its_observations(site: Path) -> None:
    for name in names():
        for lang in LANGUAGES:
            page = site / docs_pages.rules_address(name, lang).replace(".md", ".html")
            rules = page.read_text(encoding="utf-8")
            first = re.search(r"^### (\w+-\d+)", find(name).words.rules(lang), re.M)
            assert first is not None
            assert first[1] in rules
            assert f"boards/{name}.svg" in rules
        assert "worth_known" in (site / f"observations/{name}.html").read_text(encoding="utf-8")


def test_the_way_to_add_a_title_is_told(site: Path) -> None:
    assert "observe.py" in (site / "add-a-title.html").read_text(encoding="utf-8")


def test_the_front_door_leads_to_everything_that_is_imported(site: Path) -> None:
    page = (site / "reference/openoutcry.html").read_text(encoding="utf-8")
    for name in openoutcry.__all__:
        assert re.search(rf'<a [^>]*href="[^"]+"[^>]*><code>oo\.{name}</code></a>', page), name


@pytest.mark.parametrize("package", docs_pages.REFERENCE)
def test_every_public_name_is_told_with_its_docstring(site: Path, package: str) -> None:
    page = (site / f"reference/{package}.html").read_text(encoding="utf-8")
    shown = plain(unescape(re.sub(r"<[^>]+>", "", page)))
    for path in sorted((stamps.ROOT / "openoutcry" / package).glob("*.py")):
        module = stamps.module_name(path).removesuffix(".__init__")
        for name, docstring in documented(module, ast.parse(path.read_text(encoding="utf-8"))):
            assert f'id="{name}"' in page, name
            assert docstring, f"{name} has no docstring"
            assert plain(docstring.partition("\n\n")[0]) in shown, name


def plain(text: str) -> str:
    """The words of a text, without Markdown's marks."""
    return " ".join(re.sub("[`*]", "", text).split())


def documented(prefix: str, tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The module's or class's public classes, functions and methods, with their docstrings."""
    yield prefix, ast.get_docstring(tree) or ""
    for node in tree.body:
        if getattr(node, "name", "_").startswith("_"):
            continue
        if isinstance(node, ast.ClassDef):
            yield from documented(f"{prefix}.{node.name}", node)
        elif isinstance(node, ast.FunctionDef) and not is_overload(node):
            yield f"{prefix}.{node.name}", ast.get_docstring(node) or ""


def is_overload(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "overload" for mark in node.decorator_list)


def test_examples_are_code_and_not_quotations(site: Path) -> None:
    page = (site / "reference/openoutcry.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in page
    assert "&gt;&gt;&gt; " in page


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.rglob("*.css")]
    assert files
    for file in files:
        for found in LOADED.finditer(file.read_text(encoding="utf-8")):
            address = next(part for part in found.groups() if part is not None)
            assert not re.match(r"(https?:)?//", address), f"{file.name}: {address}"


def test_the_pages_wear_the_floors_letters(site: Path) -> None:
    for name in docs_pages.BORROWED:
        assert (site / name).is_file(), name


def test_the_search_finds_words_of_each_language_in_pages_opened_as_files(site: Path) -> None:
    with a_browser() as browser:
        page = browser.new_page()
        for word, address in (("dynamite", "/rules/"), ("subasta", "/es/"), ("gettoni", "/it/")):
            page.goto((site / "index.html").as_uri())
            page.locator("[data-md-component=search-query]").fill(word)
            found = page.locator(f".md-search-result__link[href*='{address}']", has_text=word)
            found.first.wait_for(state="attached")
        page.close()


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
    monkeypatch.setattr(docs, "SOURCES", (tmp_path,))
    assert main(["docs", "--out", str(tmp_path / "site")]) == 2
    assert "sources are missing" in capsys.readouterr().err


def test_a_file_in_the_way_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "site").write_text("")
    assert main(["docs", "--out", str(tmp_path / "site")]) == 2
    assert "is not a folder" in capsys.readouterr().err
