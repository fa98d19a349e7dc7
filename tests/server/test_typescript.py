"""The client's types follow from the Structs that cross the wire."""

import re

import msgspec
import pytest

import stamps
from openoutcry.server import typescript
from openoutcry.titles import find, names


def test_the_clients_types_are_current() -> None:
    """If not: python -m openoutcry.server.typescript client/src"""
    made = typescript.files()
    written = {path: (stamps.CLIENT / "src" / path).read_text(encoding="utf-8") for path in made}
    assert written == made


def test_answers_spell_their_defaults_and_requests_may_leave_them_out() -> None:
    types = typescript.protocol_types()
    assert re.search(r"interface NewTable {[^}]*clock\?: Clock \| null", types)
    assert re.search(r"interface Refused {[^}]*rule: string", types)


def test_docstrings_become_comments() -> None:
    types = typescript.board_types(find("mogul"))
    assert "/** The share on auction. */\n  card: Card | null\n" in types


def test_a_field_keeps_the_name_it_has_on_the_wire() -> None:
    assert "\n  in: boolean\n" in typescript.board_types(find("mogul"))


def test_a_struct_that_adds_to_another_extends_it() -> None:
    types = typescript.board_types(find("wallstreet"))
    extended = re.search(r"interface KeptCard extends Card {([^}]*)}", types)
    assert extended and re.findall(r"(\w+):", extended[1]) == ["count"]


def test_what_has_no_type_in_typescript_is_refused() -> None:
    class Odd(msgspec.Struct):
        raw: bytes

    with pytest.raises(TypeError, match="no TypeScript for BytesType"):
        typescript._type(msgspec.inspect.type_info(Odd.__annotations__["raw"]))


@pytest.mark.parametrize("name", names())
def test_every_field_of_a_board_says_what_it_is(name: str) -> None:
    for struct in typescript._structs([find(name).board]):
        own = {field.name for field in struct.fields} - set(
            getattr(struct.cls.__base__, "__struct_fields__", ())
        )
        assert own == typescript.field_docs(struct.cls).keys(), struct.cls
        assert struct.cls.__doc__, struct.cls
