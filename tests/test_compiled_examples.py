"""mypyc drops docstrings, so pytest finds no examples in compiled modules: these run them."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import stamps

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
WITH_EXAMPLES = [path for path in stamps.engine_sources() if ">>>" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples_hold_in_the_compiled_module(path: Path) -> None:
    name = ".".join(path.relative_to(stamps.ROOT).with_suffix("").parts)
    names = vars(import_module(name))
    runner = doctest.DocTestRunner()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            line = getattr(node, "lineno", 0)
            runner.run(
                doctest.DocTestParser().get_doctest(text, dict(names), name, str(path), line)
            )
    assert runner.tries > 0
    assert runner.failures == 0
