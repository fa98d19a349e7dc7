"""Every refusal of the server and its tables can be said in every language."""

import ast
from pathlib import Path

import msgspec
import pytest

from openoutcry import lessons, pocket, server, table, text
from openoutcry.server.refusals import unreadable
from openoutcry.table import protocol as p
from openoutcry.text import LANGUAGES, catalogue, say

SOURCES = [
    path
    for package in (server, table)
    for path in sorted(Path(package.__file__ or "").parent.rglob("*.py"))
]
KEY_AT = {"Refusal": 2, "not_now": 0, "not_understood": 0, "not_yours": 0, "too_many": 0}
"""Where each of the ways to refuse takes its key."""
DEFAULTS = {"not_yours": "seat", "too_many": "hurry"}


def _refusals() -> list[tuple[str, set[str]]]:
    """Key and arguments of every refusal in the server's source."""
    found = []
    for path in SOURCES:
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                found += _refusal(path, call, _way(call))
    return found


def _way(call: ast.Call) -> str:
    """The name that is called; a kind of `Refusal` calls its parent."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    status = call.args[0] if call.args else None
    is_status = isinstance(status, ast.Constant) and isinstance(status.value, int)
    return "Refusal" if ast.unparse(call.func) == "super().__init__" and is_status else ""


def _refusal(path: Path, call: ast.Call, way: str) -> list[tuple[str, set[str]]]:
    if way not in KEY_AT:
        return []
    at, arguments = KEY_AT[way], {word.arg for word in call.keywords if word.arg}
    if len(call.args) <= at:
        return [(DEFAULTS[way], arguments)]
    key = call.args[at]
    if isinstance(key, ast.Constant):
        return [(str(key.value), arguments)]
    assert path.name in ("refusal.py", "refusals.py"), (
        f"{path.name}:{call.lineno}: the key must stand there"
    )
    return []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_words_and_its_arguments_fit(lang: str) -> None:
    for key, arguments in _refusals():
        assert say(lang, f"no.{key}", dict.fromkeys(arguments, 7)), key


def test_no_words_are_kept_for_a_refusal_that_is_never_made() -> None:
    made = {f"no.{key}" for key, _ in _refusals()}
    assert len(made) > 40
    kept = {key for key in _catalogue() if key.startswith("no.")}
    assert made <= kept
    assert kept <= made | _named()


def _named() -> set[str]:
    """Keys that stand in the source on their own, for refusals that get theirs as a value."""
    others = [Path(package.__file__ or "").parent for package in (lessons, pocket)]
    constants = (
        node.value
        for path in [*SOURCES, *(path for folder in others for path in folder.glob("*.py"))]
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {f"no.{constant.removeprefix('no.')}" for constant in constants}


def _catalogue() -> dict[str, str]:
    return catalogue(Path(text.__file__).parent, "en")


@pytest.mark.parametrize(
    ("type", "body", "key"),
    [
        (p.Rename, '{"name": ""}', "no.name_length"),
        (
            p.NewTable,
            f'{{"title": "mogul", "name": "{41 * "n"}"}}',
            "no.table_name_length",
        ),
        (p.Rename, '{"name": 7}', "no.body"),
        (p.Rename, "{", "no.body"),
    ],
)
def test_a_body_that_cannot_be_read_says_which_length_was_wrong(
    type: type[msgspec.Struct], body: str, key: str
) -> None:
    with pytest.raises(msgspec.MsgspecError) as caught:
        msgspec.json.decode(body, type=type)
    refused = unreadable(caught.value)
    assert refused.key == key
    assert str(caught.value) in str(refused)
