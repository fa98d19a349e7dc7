"""A state's fields are declared once: what empties, copies and stores them is written from that.

    python -m openoutcry.core.fields                 # every title of ours
    python -m openoutcry.core.fields my/rules.py     # a title elsewhere
    python -m openoutcry.core.fields --check         # only say what is stale

`clone` runs once per simulation, so it has to be plain assignments, which nobody likes to write.
They stand in the class between two marker lines, where readers look for them, and are generated
from the class's own declarations:

- `i64`, `bool` and `vec[i64]` fields are copied, dumped and restored, in the order of declaration,
  single numbers first;
- a field whose comment begins with "derived" follows from the others: it is copied, not dumped;
- a field that `__init__` sets to something is not copied again; other numbers it sets to nothing: a
  field that always has a value is read without asking whether it has one. Vectors it leaves alone:
  to empty them first would make `clone` a tenth slower.
"""

import argparse
import ast
import io
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

BEGIN = "    # Fields: written by `python -m openoutcry.core.fields` from the declarations above."
END = "    # End of fields."
TITLES = Path(__file__).resolve().parents[1] / "titles"
NOTHING = {"bool": "False", "i64": "0"}
WIDTH = 100


@dataclass(frozen=True)
class Declared:
    """A field as the class declares it."""

    name: str
    type: str
    derived: bool


class FieldsError(Exception):
    """The file has no class whose fields could be written."""


def rewritten(source: str) -> str:
    """The source with the section between its markers regenerated."""
    lines = source.splitlines(keepends=True)
    begin, end = _marker(lines, BEGIN), _marker(lines, END)
    cls = _class_above(ast.parse(source), begin + 1)
    declared = _declared(cls, _comments(source))
    section = "\n".join(_section(cls, declared)) + "\n"
    body = _init(cls).body
    told = max(step.end_lineno or 0 for step in body if not _is_nothing(step))
    rest = (body[-1].end_lineno or 0, begin + 1)
    unset = [f"{line}\n" for line in _set_to_nothing(cls, declared)]
    return "".join([*lines[:told], *unset, *lines[slice(*rest)], section, *lines[end:]])


def _marker(lines: list[str], marker: str) -> int:
    found = [number for number, line in enumerate(lines) if line.rstrip() == marker]
    if len(found) != 1:
        raise FieldsError(f"the line {marker.strip()!r} must stand there once")
    return found[0]


def _class_above(tree: ast.Module, line: int) -> ast.ClassDef:
    above = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.lineno < line]
    if not above:
        raise FieldsError("the markers must stand in a class")
    return above[-1]


def _comments(source: str) -> dict[int, str]:
    """Line -> its comment."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {t.start[0]: t.string.lstrip("# ") for t in tokens if t.type == tokenize.COMMENT}


def _declared(cls: ast.ClassDef, comments: dict[int, str]) -> list[Declared]:
    found = []
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            derived = comments.get(node.lineno, "").startswith("derived")
            found.append(Declared(node.target.id, ast.unparse(node.annotation), derived))
    return found


def _section(cls: ast.ClassDef, fields: list[Declared]) -> Iterator[str]:
    """The lines of `clone`, `dump` and `restore`."""
    dumped = [field for field in fields if not field.derived]
    numbers = [field for field in dumped if field.type in ("i64", "bool")]
    vectors = [field.name for field in dumped if field.type == "vec[i64]"]
    arguments, set_by_init = _told_to_init(cls)
    yield ""
    yield f'    def clone(self) -> "{cls.name}":'
    yield f"        copy = {cls.name}({', '.join(f'self.{name}' for name in arguments)})"
    for field in fields:
        if field.name not in set_by_init:
            whole = "[:]" if field.type == "vec[i64]" else ""
            yield f"        copy.{field.name} = self.{field.name}{whole}"
    yield "        return copy"
    yield ""
    yield "    def dump(self) -> list[int]:"
    yield "        flat: list[int] = ["
    for field in numbers:
        value = f"self.{field.name}"
        yield f"            {f'int({value})' if field.type == 'bool' else value},"
    yield "        ]"
    yield "        return flat + flattened(self._vectors())"
    yield ""
    yield "    def restore(self, flat: list[int]) -> None:"
    yield '        """Take over the numbers of a `dump`."""'
    for index, field in enumerate(numbers):
        value = f"flat[{index}]"
        yield f"        self.{field.name} = {f'bool({value})' if field.type == 'bool' else value}"
    yield f"        refill(self._vectors(), flat, {len(numbers)})"
    yield ""
    yield "    def _vectors(self) -> list[vec[i64]]:"
    yield "        return ["
    for name in vectors:
        yield f"            self.{name},"
    yield "        ]"
    yield ""


def _set_to_nothing(cls: ast.ClassDef, fields: list[Declared]) -> Iterator[str]:
    """The end of `__init__`: several fields to a line, for nobody reads them."""
    _, told = _told_to_init(cls)
    for type_, nothing in NOTHING.items():
        names = [field.name for field in fields if field.type == type_ and field.name not in told]
        line = "       "
        for name in names:
            if len(f"{line} self.{name} = {nothing}") > WIDTH:
                yield f"{line} {nothing}"
                line = "       "
            line += f" self.{name} ="
        if names:
            yield f"{line} {nothing}"


def _is_nothing(step: ast.stmt) -> bool:
    return isinstance(step, ast.Assign) and ast.unparse(step.value) in NOTHING.values()


def _told_to_init(cls: ast.ClassDef) -> tuple[list[str], set[str]]:
    """The fields that `__init__` takes, in the order of its arguments; all that it is told."""
    init = _init(cls)
    sets = {
        target.attr: step.value
        for step in init.body
        if isinstance(step, ast.Assign) and not _is_nothing(step)
        for target in step.targets
        if isinstance(target, ast.Attribute)
    }
    given = {value.id: name for name, value in sets.items() if isinstance(value, ast.Name)}
    return [given[argument.arg] for argument in init.args.args[1:]], set(sets)


def _init(cls: ast.ClassDef) -> ast.FunctionDef:
    for node in cls.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            return node
    raise FieldsError(f"{cls.name} has no __init__")


def files() -> list[Path]:
    """Our titles' files with such a section."""
    found = sorted(TITLES.glob("*/*.py"))
    return [path for path in found if BEGIN in path.read_text(encoding="utf-8")]


def stale(paths: Sequence[Path]) -> dict[Path, str]:
    """The files whose section does not follow the declarations, each with the right text."""
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    right = {path: rewritten(text) for path, text in texts.items()}
    return {path: text for path, text in right.items() if text != texts[path]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the stale files, or only name them; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m openoutcry.core.fields", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--check", action="store_true", help="change nothing; 1 if a file is stale")
    args = parser.parse_args(arguments)
    found = stale(args.files or files())
    for path, text in found.items():
        print(f"{path}: {'stale' if args.check else 'written'}")
        if not args.check:
            path.write_text(text, encoding="utf-8")
    return 1 if args.check and found else 0


if __name__ == "__main__":
    sys.exit(main())
