"""The API document, made from the protocol: `python -m openoutcry.server.openapi` prints it.

Written by hand because Starlette makes none, and msgspec gives the schemas: only paths are left.
"""

import json
import re
from typing import Any

import msgspec

import openoutcry
from openoutcry.server.calls.call import NUMBERS
from openoutcry.server.calls.endpoint import Endpoint
from openoutcry.server.endpoints import ENDPOINTS
from openoutcry.table import protocol
from openoutcry.table.protocol.bots import BotMessage
from openoutcry.titles import find, names

Schema = dict[str, Any]
_REFERENCE = "#/components/schemas/"
_EVERYWHERE = {400: "Not understood", 429: "Too many requests", 503: "The store is out of reach"}
_REASONS = {
    401: "No session: POST /api/session first",
    403: "Not allowed to you",
    404: "No such thing",
    409: "Not now",
    413: "Too large",
    415: "Bodies are application/json",
}
_TEXTS = {
    "edition": 64,
    "inquiry": 40,
    "title": 40,
    "lesson": 40,
    "question": 40,
    "day": 10,
    "channel": 16,
    "bot": 40,
    "token": 80,
    "person": 32,
    "season": 8,
    "lang": 8,
    "table": 40,
    "contest": 40,
    "before_id": 40,
    "state": 8,
}
"""Parameters that are texts, with their greatest length."""
_CHOICES = {"state": ["open", "playing"]}
"""Parameters that are one of a few words."""


def document() -> Schema:
    """The OpenAPI 3.1 document."""
    schemas = components()
    paths: dict[str, Schema] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Open Outcry",
            "version": openoutcry.__version__,
            "description": "Play happens on the WebSocket /api/tables/{table}/live: a client"
            " sends a ClientMessage, the server a ServerMessage, each as JSON text. A bot from"
            " elsewhere listens to GET /api/bot/stream: a BotMessage on each line.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "outcry"},
                "token": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def components() -> dict[str, Schema]:
    """The JSON schema of every type that crosses the wire, by name."""
    bodies = [e.body for e in ENDPOINTS if e.body] + [e.answer for e in ENDPOINTS if e.answer]
    unions = {
        "BotMessage": BotMessage,
        "ClientMessage": protocol.ClientMessage,
        "ServerMessage": protocol.ServerMessage,
    }
    boards = [find(name).board for name in names()]
    types = [*boards, protocol.Problem, *bodies, *unions.values()]
    roots, schemas = msgspec.json.schema_components(types, ref_template=_REFERENCE + "{name}")
    schemas.update(zip(unions, roots[-len(unions) :], strict=True))
    schemas["Board"] = {"anyOf": list(roots[: len(boards)])}
    for schema in schemas.values():
        if "description" in schema:
            schema["description"] = " ".join(schema["description"].split())
    return dict(sorted(schemas.items()))


def _operation(endpoint: Endpoint) -> Schema:
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": _parameters(endpoint),
        "responses": _responses(endpoint),
    }
    if endpoint.needs_person:
        operation["security"] = [{"token" if endpoint.for_bots else "cookie": []}]
    if endpoint.body is not None:
        schema = {"$ref": _REFERENCE + endpoint.body.__name__}
        operation["requestBody"] = {"required": True, "content": _json(schema)}
    return operation


def _parameters(endpoint: Endpoint) -> list[Schema]:
    in_path = re.findall(r"{(\w+)}", endpoint.path)
    return [
        {"name": name, "in": "path", "required": True, "schema": _parameter(name)}
        for name in in_path
    ] + [
        {"name": name, "in": "query", "required": False, "schema": _parameter(name)}
        for name in endpoint.query
    ]


def _parameter(name: str) -> Schema:
    if name in NUMBERS:
        return {"type": "integer", "minimum": 0, "maximum": NUMBERS[name]}
    if name in _CHOICES:
        return {"type": "string", "enum": _CHOICES[name]}
    return {"type": "string", "maxLength": _TEXTS[name]}


def _responses(endpoint: Endpoint) -> Schema:
    if endpoint.kind != "application/json":
        text = {endpoint.kind: {"schema": {"type": "string"}}}
        responses: Schema = {"200": {"description": "Done", "content": text}}
    elif endpoint.answer is None:
        responses = {"204": {"description": "Done"}}
    else:
        schema = {"$ref": _REFERENCE + endpoint.answer.__name__}
        responses = {"200": {"description": "Done", "content": _json(schema)}}
    problems = {**_EVERYWHERE, **{status: _REASONS[status] for status in endpoint.problems}}
    if endpoint.needs_person:
        problems[401] = _REASONS[401]
    if endpoint.method != "GET":
        problems |= {status: _REASONS[status] for status in (403, 413, 415)}
    content = _json({"$ref": _REFERENCE + "Problem"})
    for status, reason in sorted(problems.items()):
        responses[str(status)] = {"description": reason, "content": content}
    return responses


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


if __name__ == "__main__":
    print(json.dumps(document(), indent=2))
