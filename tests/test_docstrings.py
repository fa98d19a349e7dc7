"""What `help()` shows of the compiled engine is what its source says."""

import inspect
import pydoc
from importlib import import_module
from pathlib import Path

import pytest

import docstrings
import stamps
from openoutcry import State

SOURCES = {stamps.module_name(path): path for path in stamps.engine_sources()}


@pytest.mark.parametrize("module", SOURCES)
def test_classes_methods_and_functions_have_the_docstrings_of_the_source(module: str) -> None:
    docs = docstrings.read(SOURCES)
    found = import_module(module)
    assert inspect.getdoc(found) == docs.texts[module] != ""
    ours = {name: text for name, text in docs.all() if name.startswith(f"{module}.")}
    for name, text in ours.items():
        if name.endswith("__"):
            continue  # CPython itself says what `__init__` and the like do
        thing: object = found
        for part in name.removeprefix(f"{module}.").split("."):
            thing = getattr(thing, part)
        if text:
            assert inspect.getdoc(thing) == text, name


def test_help_says_what_draw_and_apply_do() -> None:
    for title in ("mogul.rules", "wallstreet.rules"):
        rules = import_module(f"openoutcry.titles.{title}")
        state = next(
            thing
            for thing in vars(rules).values()
            if inspect.isclass(thing) and issubclass(thing, State) and thing is not State
        )
        page = pydoc.plain(pydoc.render_doc(state))
        assert "Changes this state in place" in page
        assert "Sample an outcome by its weight" in page


def test_an_overriding_method_without_a_docstring_shows_the_overridden_one(tmp_path: Path) -> None:
    source = tmp_path / "shapes.py"
    source.write_text(
        'class Shape:\n    """A shape."""\n    def area(self) -> int:\n        """In mm²."""\n'
        "class Square(Shape):\n    def area(self) -> int: ...\n"
    )
    docs = docstrings.read({"shapes": source})
    assert docs.of_method("shapes.Square", "area") == "In mm²."
    assert docs.of_class("shapes.Square") == "A shape."
