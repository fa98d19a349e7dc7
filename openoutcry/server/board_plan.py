"""How to draw a board that the browser's client has never seen: read from the board's types, and
from the colours that the title's package may bring in `look.json`."""

import logging
from functools import cache
from typing import Literal

import msgspec
from msgspec import inspect

from openoutcry.core.setup import Setup
from openoutcry.core.title import Title
from openoutcry.table.protocol import BoardField, BoardPlan, CompanyColours

Kind = Literal["company", "flag", "number", "part", "seat", "text"]
Many = Literal["list", "one", "per_company", "per_seat"]

HUES = (
    "#1f5fa8",
    "#a35f00",
    "#2c6e49",
    "#b3364f",
    "#6b4fa0",
    "#0f7078",
    "#8a4b14",
    "#4b545f",
)
"""White letters are legible on each, and colour-blind people can tell them apart."""

log = logging.getLogger(__name__)


class Look(msgspec.Struct):
    """The part of `look.json` that a page may get."""

    companies: dict[str, CompanyColours]


@cache
def plan_of(title: Title) -> BoardPlan:
    """The plan of a title's board."""
    return BoardPlan(title.name, _fields(inspect.type_info(title.board)), _colours(title))


def _colours(title: Title) -> dict[str, CompanyColours]:
    """Of every company: as the title's package says, else a hue and a letter of ours."""
    brought = _brought(title)
    ids = title.views.companies(Setup.of(title).start())
    letters = _letters(ids)
    return {
        id: brought.get(id) or CompanyColours(HUES[place % len(HUES)], letters[place])
        for place, id in enumerate(ids)
    }


def _letters(ids: list[str]) -> list[str]:
    """The first letter of each; its number where several begin alike."""
    first = [id[0].upper() for id in ids]
    return [
        letter if first.count(letter) == 1 else str((place + 1) % 10)
        for place, letter in enumerate(first)
    ]


def _brought(title: Title) -> dict[str, CompanyColours]:
    """The file comes from another package: only well-formed colours and letters reach a page."""
    file = title.folder / "look.json"
    try:
        text = file.read_bytes() if file.is_file() else b'{"companies": {}}'
        return msgspec.json.decode(text, type=Look).companies
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("the look of %s is left out: %s", title.name, error)
        return {}


def _fields(struct: inspect.Type) -> list[BoardField]:
    assert isinstance(struct, inspect.StructType)
    return [_field(field) for field in struct.fields]


def _field(field: inspect.Field) -> BoardField:
    shows, plain = _shown(field.type)
    many: Many = "one"
    if isinstance(plain, inspect.ListType | inspect.VarTupleType):
        per: dict[str, Many] = {"per_company": "per_company", "per_seat": "per_seat"}
        many = per.get(shows, "list")
        shows, plain = _shown(plain.item_type)
    parts = _fields(plain) if isinstance(plain, inspect.StructType) else []
    return BoardField(field.encode_name, _kind(shows, plain), many, parts)


def _shown(kind: inspect.Type) -> tuple[str, inspect.Type]:
    """What a type is declared to show (`core.board_kinds`), and the plain type; a value that may be
    missing is shown as the value."""
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            shows, plain = _shown(inner)
            return str((extra or {}).get("shows", shows)), plain
        case inspect.UnionType(types=types):
            there = [one for one in types if not isinstance(one, inspect.NoneType)]
            return _shown(there[0]) if len(there) == 1 else ("", kind)
        case _:
            return "", kind


def _kind(shows: str, plain: inspect.Type) -> Kind:
    match plain:
        case inspect.StructType():
            return "part"
        case inspect.BoolType():
            return "flag"
        case inspect.IntType() | inspect.FloatType():
            return "seat" if shows == "seat" else "number"
        case _:
            return "company" if shows == "company" else "text"
