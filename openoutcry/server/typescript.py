"""The client's TypeScript types, made from the Structs that cross the wire.

`python -m openoutcry.server.typescript client/src` writes them all: the messages, and the board of
each title here. `... --title NAME` prints one title's, also of a title from another package.
Written by hand because fields' docstrings exist only in the source, which no generator reads.
"""

import ast
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from openoutcry.core.board import Board
from openoutcry.core.title import Title
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.table import protocol
from openoutcry.table.protocol.moving import Brought
from openoutcry.titles import __path__ as our_folders
from openoutcry.titles import find, names

_MADE = "// Made by `python -m openoutcry.server.typescript client/src`: a test compares.\n"
_WIDTH = 100
_BOARDS = """\
/** Every title's board by the title's name: each `board.types.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: boards are merged into it
export interface Boards {}
"""


def files() -> dict[str, str]:
    """The generated files, by their paths in the client's sources."""
    ours = [find(name) for name in names() if str(find(name).folder.parent) in our_folders]
    boards = {f"titles/{title.name}/board.types.ts": board_types(title) for title in ours}
    return {"protocol.ts": protocol_types(), **boards}


def protocol_types() -> str:
    """Every body and message of the protocol."""
    bodies = [e.body for e in ENDPOINTS if e.body] + [e.answer for e in ENDPOINTS if e.answer]
    bodies.append(Brought)  # of a call that only the floor in a browser has
    unions = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}
    structs = _structs([protocol.Problem, *bodies, *unions.values()])
    parts = {struct.cls.__name__: _interface(struct) for struct in structs}
    for name, union in unions.items():
        parts[name] = f"export type {name} = {_type(inspect.type_info(union))}\n"
    parts["Boards"] = _BOARDS
    return "\n".join([_MADE, *(parts[name] for name in sorted(parts))])


def board_types(title: Title) -> str:
    """A title's board, and the line that lets the client find it by the title's name."""
    parts = {struct.cls.__name__: _interface(struct) for struct in _structs([title.board])}
    entry = f"  interface Boards {{\n    {title.name}: {title.board.__name__}\n  }}\n"
    meeting = f"declare module '../../protocol' {{\n{entry}}}\n"
    return "\n".join([_MADE, *(parts[name] for name in sorted(parts)), meeting])


def _structs(types: Iterable[Any]) -> list[inspect.StructType]:
    """All Structs among the types and below them, and those that they extend."""
    found: dict[type, inspect.StructType] = {}
    waiting = [inspect.type_info(kind) for kind in types]
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.StructType) and kind.cls not in found:
            found[kind.cls] = kind
            waiting += [field.type for field in kind.fields]
            base = _base(kind.cls)
            waiting += [inspect.type_info(base)] if base else []
        waiting += _inside(kind)
    return list(found.values())


def _inside(kind: inspect.Type) -> list[inspect.Type]:
    match kind:
        case inspect.Metadata(type=inner):
            return [inner]
        case inspect.UnionType(types=types):
            return list(types)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            return [item]
        case inspect.TupleType(item_types=items):
            return list(items)
        case inspect.DictType(value_type=value):
            return [value]
        case _:
            return []


def _base(cls: type) -> type | None:
    """The Struct that this one adds fields to."""
    return next((base for base in cls.__bases__ if base not in (msgspec.Struct, Board)), None)


def _interface(struct: inspect.StructType) -> str:
    cls = struct.cls
    about = _comment(cls.__doc__, "")
    if cls is Board:
        return f"{about}export type Board = object\n"
    base = _base(cls)
    inherited = base.__struct_fields__ if base else ()  # type: ignore[attr-defined]
    docs = field_docs(cls)
    lines = [f"  {struct.tag_field}: '{struct.tag}'\n"] if struct.tag_field else []
    for field in struct.fields:
        if field.name in inherited:
            continue
        # A request may leave out what has a default; an answer always spells it.
        optional = "?" if struct.forbid_unknown_fields and not field.required else ""
        lines.append(_comment(docs.get(field.name), "  "))
        lines.append(f"  {field.encode_name}{optional}: {_type(field.type)}\n")
    extends = f" extends {base.__name__}" if base else ""
    return f"{about}export interface {cls.__name__}{extends} {{\n{''.join(lines)}}}\n"


def field_docs(cls: type) -> dict[str, str]:
    """The docstrings below a class's fields: they exist in its source only."""
    body = _definition(cls).body
    return {
        field.target.id: below.value.value
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(below.value.value, str)
    }


def _definition(cls: type) -> ast.ClassDef:
    for node in _source(cls.__module__).body:
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return node
    raise ValueError(f"{cls.__module__} does not define {cls.__name__} at its top level")


@cache
def _source(module: str) -> ast.Module:
    file = sys.modules[module].__file__
    assert file is not None
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _comment(text: str | None, indent: str) -> str:
    if text is None:
        return ""
    words = re.sub(r"\bNone\b", "null", " ".join(text.split()))
    if len(indent) + len(words) + 7 <= _WIDTH:
        return f"{indent}/** {words} */\n"
    lines = textwrap.wrap(words, _WIDTH - len(indent) - 3)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def _type(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner):
            return _type(inner)
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.UnionType(types=types):
            return " | ".join(_members(types))
        case inspect.LiteralType(values=values):
            return " | ".join(_literal(value) for value in values)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            inner_type = _type(item)
            return f"({inner_type})[]" if " | " in inner_type else f"{inner_type}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {_type(value)}>"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
        case inspect.AnyType():
            return "unknown"
        case _:
            raise TypeError(f"no TypeScript for {kind}")


def _members(types: Iterable[inspect.Type]) -> Iterator[str]:
    """Each once, and null last."""
    found = dict.fromkeys(map(_type, types))
    yield from (name for name in found if name != "null")
    yield from (name for name in found if name == "null")


def _literal(value: str | int | bool | None) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def main(arguments: list[str]) -> None:
    match arguments:
        case ["--title", name]:
            print(board_types(find(name)), end="")
        case [folder]:
            for path, text in files().items():
                file = Path(folder, path)
                file.write_text(text, encoding="utf-8")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
