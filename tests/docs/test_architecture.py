"""The pictures of docs/architecture.md name only files and functions that exist."""

import ast
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import stamps

DOCS = stamps.ROOT / "docs"
PICTURES = ["one-move.svg", "one-bot-decision.svg"]


def named_in(picture: str) -> list[tuple[Path, str]]:
    """Each "file · function" of a picture; Python files are given below `openoutcry`."""
    texts = ElementTree.parse(DOCS / picture).iter("{http://www.w3.org/2000/svg}text")
    codes = [text.text or "" for text in texts if text.get("class") == "code"]
    found = []
    for code in codes:
        file, _, name = code.partition(" · ")
        folder = stamps.ROOT if file.startswith("client/") else stamps.ROOT / "openoutcry"
        found.append((folder / file, name))
    return found


def defined_in(file: Path) -> set[str]:
    """Functions, classes and Class.method of a Python file; a TypeScript file's methods."""
    source = file.read_text(encoding="utf-8")
    if file.suffix == ".ts":
        return set(re.findall(r"^ +(?:private |async )*(\w+)\(.*\{$", source, re.MULTILINE))
    names = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{part.name}" for part in node.body if hasattr(part, "name")}
    return names


@pytest.mark.parametrize("picture", PICTURES)
def test_every_file_and_function_of_a_picture_exists(picture: str) -> None:
    named = named_in(picture)
    assert len(named) > 10
    for file, name in named:
        assert file.is_file(), file
        assert name in defined_in(file), f"{file.name} has no {name}"


@pytest.mark.parametrize("picture", [*PICTURES, "architecture.svg"])
def test_the_page_shows_the_picture(picture: str) -> None:
    assert f"({picture})" in (DOCS / "architecture.md").read_text(encoding="utf-8")


def test_the_layers_of_the_picture_are_those_that_are_checked() -> None:
    picture = (DOCS / "architecture.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r'font-size="16">(\w+)</text>', picture))
    layers = re.search(r"^layers = \[(.*)\]$", (stamps.ROOT / "pyproject.toml").read_text(), re.M)
    assert layers is not None
    assert drawn == set(re.findall(r"[a-z]+", layers[1])) - {"source"} | {"client"}
