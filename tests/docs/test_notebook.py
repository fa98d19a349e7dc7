"""The notebook runs from top to bottom, and shows boards where it says so."""

import ast
import json
from collections.abc import Iterator
from typing import Any

from openoutcry.core.match import Match
from openoutcry.core.view import View
from tests.docs.blocks import ROOT


def shown(cells: list[dict[str, Any]]) -> Iterator[object]:
    """What each cell of code shows: the value of its last line."""
    names: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body[-1]
        value = tree.body.pop() if isinstance(last, ast.Expr) else None
        exec(compile(tree, "notebook", "exec"), names)
        if isinstance(value, ast.Expr):
            yield eval(compile(ast.Expression(value.value), "notebook", "eval"), names)


def test_the_notebook_runs_and_shows_boards() -> None:
    notebook = json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))
    values = list(shown(notebook["cells"]))
    boards = [value for value in values if isinstance(value, Match | View)]
    assert len(boards) >= 4
    assert all("image/svg" in str(board._repr_html_()) for board in boards)


def test_the_notebook_is_kept_without_what_it_showed() -> None:
    notebook = json.loads((ROOT / "docs/notebook.ipynb").read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
