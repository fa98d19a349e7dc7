"""The API document and the client's types follow from the protocol."""

import re

import stamps
from openoutcry.server import openapi
from openoutcry.server.endpoints import ENDPOINTS


def test_the_clients_types_are_current() -> None:
    """If not: python -m openoutcry.server.openapi --typescript > client/src/protocol.ts"""
    written = (stamps.CLIENT / "src/protocol.ts").read_text(encoding="utf-8")
    assert written == openapi.typescript()


def test_every_reference_in_the_document_is_defined() -> None:
    document = openapi.document()
    schemas = document["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/(\w+)", str(document)))
    assert used <= schemas.keys()


def test_every_call_is_in_the_document() -> None:
    paths = openapi.document()["paths"]
    for endpoint in ENDPOINTS:
        assert endpoint.method.lower() in paths[endpoint.path]


def test_answers_spell_their_defaults_and_requests_may_leave_them_out() -> None:
    types = openapi.typescript()
    assert re.search(r"interface NewTable {[^}]*clock\?: Clock \| null", types)
    assert re.search(r"interface Refused {[^}]*rule: string", types)
