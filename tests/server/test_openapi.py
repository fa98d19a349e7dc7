"""The API document follows from the protocol."""

import re

from openoutcry.server import openapi
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.titles import find, names


def test_every_reference_in_the_document_is_defined() -> None:
    document = openapi.document()
    schemas = document["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/([\w.]+)", str(document)))
    assert used <= schemas.keys()


def test_every_call_is_in_the_document() -> None:
    paths = openapi.document()["paths"]
    for endpoint in ENDPOINTS:
        assert endpoint.method.lower() in paths[endpoint.path]


def test_a_board_is_one_of_the_titles() -> None:
    schemas = openapi.components()
    refs = [part["$ref"].rpartition("/")[2] for part in schemas["Board"]["anyOf"]]
    assert refs == [find(name).board.__name__ for name in names()]
    assert schemas["MogulBoard"]["properties"]["spaces"] == {"type": "integer"}
