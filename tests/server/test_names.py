"""Names that could be taken for somebody else's."""

import asyncio
from pathlib import Path

import pytest

from openoutcry.server.accounts import clean, guest_name
from openoutcry.server.names import is_reserved, likeness, mixes_scripts
from openoutcry.text import LANGUAGES
from tests.server.house import house

PASSWORD = "correct horse"


@pytest.mark.parametrize(
    "other",
    [
        "pauline",
        "Pau1ine",
        "PAUIINE",
        "P a u l i n e",
        "Pau.line",
        "Páulìne",
        "Рauline",  # a Cyrillic P
        "Ｐａｕｌｉｎｅ",
        "𝐏𝐚𝐮𝐥𝐢𝐧𝐞",
        "Pauⅼine",
        "Pau|ine",
    ],
)
def test_names_that_look_alike_have_one_likeness(other: str) -> None:
    assert likeness(other) == likeness("Pauline")


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anna"), ("山田", "山本"), ("Bear 42", "Bear 24")]
)
def test_names_that_differ_to_the_eye_differ(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize("name", ["Аnn", "Annα", "Ολγa", "Aнна"])
def test_alphabets_are_not_mixed(name: str) -> None:
    assert mixes_scripts(name)


@pytest.mark.parametrize(
    "name", ["Анна", "Ολγα", "山田たろう", "Ann 山田", "Zoë 3", "김 Anna", "!?"]
)
def test_a_name_of_one_alphabet_is_anybodys(name: str) -> None:
    assert not mixes_scripts(name)
    assert not is_reserved(name, ())


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Adm1n", "ADMIN 2", "a.d.m.i.n", "Moderator", "Host", "Open Outcry"),
        *("Broker 1", "Magnate", "Courtier 3", "tyc00n", "bot", "Club Dover"),
    ],
)
def test_nobody_passes_for_the_operator_a_host_or_a_bot(name: str) -> None:
    assert is_reserved(name, ("Club Dover",))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_that_we_make_up_are_allowed(lang: str) -> None:
    for _ in range(100):
        name = guest_name(lang)
        assert not mixes_scripts(name) and not is_reserved(name, ())


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nobody_takes_a_name_that_looks_like_a_kept_one(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        url, names = "http://play.example", ("Ada",)
        async with house(tmp_path, database=database, public_url=url, protected_names=names) as h:
            paul, other = await h.guest(), await h.guest()
            await paul.call("PATCH", "/api/me", {"name": "Paul"})
            await paul.post("/api/me/password", {"password": PASSWORD})
            for name, key in (
                ("Pau1", "no.name_taken"),
                ("РаuΙ", "no.name_scripts"),
                ("admin", "no.name_reserved"),
                ("ADA", "no.name_reserved"),
                ("play.example", "no.name_reserved"),
            ):
                answer = await other.call("PATCH", "/api/me", {"name": name})
                assert answer.json().get("key") == key, name
            table = await paul.table("me", "open", "open")
            join = f"/api/tables/{table}/join"
            assert (await other.call("POST", join, {"name": "Pаul"})).status_code == 400
            assert (await other.call("POST", join, {"name": "PauI"})).status_code == 409

    asyncio.run(scenario())


def test_nobody_sits_down_under_the_name_of_somebody_at_the_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, other = await h.guest(), await h.guest()
            seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
            table = (await ann.post("/api/tables", {"title": "mogul", "seats": seats}))["id"]
            path = f"/api/tables/{table}"
            answer = await other.call("POST", f"{path}/join", {"name": "ANN"})
            assert answer.json()["key"] == "no.name_here"
            await other.post(f"{path}/join", {"name": "Luca"})
            seat = {"kind": "person", "name": "ann"}
            answer = await other.call("PUT", f"{path}/seats/1", seat)
            assert answer.json()["key"] == "no.name_here"
            # Several people at one browser are called as they like.
            await ann.put(f"{path}/seats/2", {"kind": "person", "name": "Ann"})

    asyncio.run(scenario())


def test_a_name_that_we_made_up_keeps_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.server.accounts.guest_name", lambda lang: "Golden Bear 42")

    async def scenario() -> None:
        async with house(tmp_path) as h:
            ann, ben = await h.guest(), await h.guest()
            table = await ann.table("me", "open", "open")
            joined = await ben.post(f"/api/tables/{table}/join", {})
            mine, theirs, _ = (seat["name"] for seat in joined["seats"])
            assert mine == "Golden Bear 42" != theirs and theirs

    asyncio.run(scenario())


def test_accents_do_not_tower_over_other_lines() -> None:
    tower = "Z" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307"
    assert clean(tower + "oe\u0301") == "Z\u0300\u0301\u0302\u0303oé"
    assert clean("กุ้ง") == "กุ้ง", "what a language needs stays"


def test_nobody_is_called_by_signs_as_wide_as_a_sentence(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            answer = await guest.call("PATCH", "/api/me", {"name": "\ufdfd" * 24})
            assert (answer.status_code, answer.json()["key"]) == (400, "no.name_length")

    asyncio.run(scenario())
