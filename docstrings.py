"""Docstrings for the compiled engine: mypyc leaves them out of the C it writes, so we add them.

Where a class, method or function has a docstring, mypyc writes only its signature. CPython reads
both from one C string, so adding the text there is all it takes, and costs nothing at import.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Functions = ast.FunctionDef | ast.AsyncFunctionDef

_STRING = r'"(?:[^"\\]|\\.)*"'
_FUNCTION = re.compile(
    rf"(\(PyCFunction\)CPyPy_(\w+),[\s\w|]*, PyDoc_STR\()({_STRING}|NULL)(\))", re.ASCII
)
_CLASS = re.compile(
    r"(static PyTypeObject CPyType_(\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\()"
    rf"({_STRING}|NULL)(\))",
    re.ASCII,
)
_MODULE = re.compile(r'(PyModuleDef_HEAD_INIT,\s+"([\w.]+)",\s+)(NULL)(, /\* docstring \*/)')
# A class that is not an extension type (a NamedTuple) gets a placeholder for its docstring.
_STAND_IN = re.compile(
    r"CPyStatics\[\d+\](; /\* 'mypyc filler docstring' \*/.*?\bCPyType_(\w+) = )", re.S
)


@dataclass
class Docs:
    """The docstrings of some modules, by the full names of what they describe."""

    texts: dict[str, str] = field(default_factory=dict)
    bases: dict[str, list[str]] = field(default_factory=dict)
    """Class -> its bases, as full names."""
    members: dict[str, list[str]] = field(default_factory=dict)
    """Class -> the names of its methods."""

    def of_class(self, name: str) -> str:
        """A class's own docstring or the nearest base's, as `inspect.getdoc` finds it."""
        own = self.texts.get(name, "")
        return own or next(filter(None, map(self.of_class, self.bases.get(name, []))), "")

    def of_method(self, owner: str, name: str) -> str:
        """A method's own docstring or that of the one it overrides."""
        own = self.texts.get(f"{owner}.{name}", "")
        inherited = (self.of_method(base, name) for base in self.bases.get(owner, []))
        return own or next(filter(None, inherited), "")

    def all(self) -> Iterator[tuple[str, str]]:
        """Every full name with the docstring that `help()` should show for it."""
        yield from self.texts.items()
        for owner, names in self.members.items():
            yield owner, self.of_class(owner)
            for name in names:
                yield f"{owner}.{name}", self.of_method(owner, name)


def read(sources: Mapping[str, Path]) -> Docs:
    """The docstrings of modules, given the source file of each."""
    docs = Docs()
    for module, path in sources.items():
        _read_module(docs, module, ast.parse(path.read_text(encoding="utf-8")))
    return docs


def _read_module(docs: Docs, module: str, tree: ast.Module) -> None:
    docs.texts[module] = ast.get_docstring(tree) or ""
    places = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for node in tree.body:
        if isinstance(node, Functions):
            docs.texts[f"{module}.{node.name}"] = ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            _read_class(docs, f"{module}.{node.name}", node)
            named = [base.id for base in node.bases if isinstance(base, ast.Name)]
            docs.bases[f"{module}.{node.name}"] = [
                places.get(base, f"{module}.{base}") for base in named
            ]


def _read_class(docs: Docs, name: str, node: ast.ClassDef) -> None:
    docs.texts[name] = ast.get_docstring(node) or ""
    methods = [part for part in node.body if isinstance(part, Functions)]
    docs.members[name] = [method.name for method in methods]
    for method in methods:
        docs.texts[f"{name}.{method.name}"] = ast.get_docstring(method) or ""


def put_into(c_files: Sequence[Path], sources: Mapping[str, Path]) -> None:
    """Write the modules' docstrings into the C that mypyc has generated from them."""
    from mypyc.namegen import NameGenerator

    modules = sorted(sources, key=len, reverse=True)
    names = NameGenerator([modules])
    by_c_name: dict[str, str] = {}
    for full_name, text in read(sources).all():
        module = next(m for m in modules if full_name == m or full_name.startswith(f"{m}."))
        inside = full_name[len(module) + 1 :]
        by_c_name[names.private_name(module, inside) if inside else module] = text
    for path in c_files:
        code = path.read_text(encoding="utf-8")
        path.write_text(_with_docstrings(code, by_c_name), encoding="utf-8")


def _with_docstrings(code: str, by_c_name: Mapping[str, str]) -> str:
    def documented(found: re.Match[str]) -> str:
        before, c_name, signature, after = found.groups()
        text = by_c_name.get(c_name, "")
        if not text:
            return found[0]
        return f"{before}{'' if signature == 'NULL' else signature} {_c_string(text)}{after}"

    def documented_class(found: re.Match[str]) -> str:
        text = by_c_name.get(found[2], "")
        return f"PyUnicode_FromString({_c_string(text)}){found[1]}"

    for place in (_FUNCTION, _CLASS, _MODULE):
        code = place.sub(documented, code)
    return _STAND_IN.sub(documented_class, code)


def _c_string(text: str) -> str:
    """A C string literal, one line of it for each line of the text."""
    from mypyc.codegen.cstring import c_string_initializer

    return "\n".join(c_string_initializer(line.encode()) for line in text.splitlines(keepends=True))
