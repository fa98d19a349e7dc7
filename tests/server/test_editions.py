"""Editions over HTTP: those offered, those that people make, and what a table plays."""

import asyncio
import copy
import json
from pathlib import Path
from typing import Any

import pytest

from openoutcry.core.edition import from_data, parse
from openoutcry.core.edition_text import to_toml
from openoutcry.server import fairness
from openoutcry.server.calls.endpoint import LARGEST_EDITION
from openoutcry.titles import find
from tests.server.house import house

Data = dict[str, Any]


def own(title: str = "speculation") -> Data:
    return copy.deepcopy(dict(find(title).edition().data))


def corrected(price: int = 180) -> Data:
    data = own()
    data["edition"]["name"] = "My copy"
    data["prices"]["plain"]["lists"][2][0] = price
    return data


def test_a_title_shows_every_value_and_what_may_be_played(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            info = await guest.get("/api/titles/mogul/edition")
            assert info["data"] == own("mogul")
            assert info["brought"] is True
            assert [choice["origin"] for choice in info["offered"]] == ["title", "variant"]
            variant = info["offered"][1]["identity"]
            other = await guest.get(f"/api/titles/mogul/edition?edition={variant}")
            assert other["data"]["crash"]["among"] == 3
            assert (
                await guest.call("GET", "/api/titles/mogul/edition?edition=x")
            ).status_code == 400

    asyncio.run(run())


def test_a_made_edition_is_read_checked_compared_and_written(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            reading = await guest.post("/api/titles/speculation/edition", {"data": corrected()})
            assert reading["problems"] == []
            (change,) = reading["changes"]
            assert (change["before"], change["after"], change["row"]) == (175, 180, 2)
            again = await guest.post("/api/titles/speculation/edition", {"toml": reading["toml"]})
            assert again["data"] == corrected()
            assert again["identity"] == parse(reading["toml"], "x").identity

    asyncio.run(run())


def test_what_is_wrong_is_said_with_its_place(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            data = own()
            data["prices"]["plain"]["lists"][4].pop()
            reading = await guest.post("/api/titles/speculation/edition", {"data": data})
            (problem,) = reading["problems"]
            assert (problem["table"], problem["name"], problem["row"]) == (
                "prices.plain",
                "lists",
                4,
            )
            assert (problem["key"], problem["args"]["companies"]) == ("wrong.prices", 8)
            assert reading["seats"] == []

    asyncio.run(run())


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data["tiles"].update(trade=0), "at least one trade"),
        (lambda data: data.pop("track"), "track"),
        (lambda data: data.update(junk=[[[[[[[[[[1]]]]]]]]]]), "deep"),
        (lambda data: data.update(junk=list(range(6000))), "5000 values"),
        (lambda data: data["edition"].update(name="x" * 100), "60 characters"),
        (lambda data: data["edition"].update(name="a\u202eb"), "cannot be seen"),
        (lambda data: data["edition"].update(title="mogul"), "not of speculation"),
        (lambda data: data["money"].update(start_cash=10**12), "beyond"),
        (lambda data: data["money"].pop("source"), "must begin with"),
    ],
)
def test_a_table_refuses_what_cannot_be_played_in_one_line(
    tmp_path: Path, spoil: Any, says: str
) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            data = own()
            spoil(data)
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * 2]
            body = {"title": "speculation", "seats": seats, "brought": data}
            answer = await guest.call("POST", "/api/tables", body)
            assert answer.status_code == 400
            text = answer.json()["text"]
            assert says in text and "\n" not in text and len(text) < 400

    asyncio.run(run())


def test_the_operator_chooses_what_may_be_played(tmp_path: Path) -> None:
    mine = find("speculation").edition(parse(find_text(corrected()), "mine"))

    async def run() -> None:
        given = {"speculation": mine}
        async with house(tmp_path, editions=given, edition_choice="given") as h:
            guest = await h.guest()
            info = await guest.get("/api/titles/speculation/edition")
            assert [choice["name"] for choice in info["offered"]] == ["My copy"]
            assert info["brought"] is False
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * 2]
            body = {"title": "speculation", "seats": seats, "brought": own()}
            answer = await guest.call("POST", "/api/tables", body)
            assert (answer.status_code, answer.json()["key"]) == (403, "no.edition_brought")

    asyncio.run(run())


def find_text(data: Data) -> str:
    return to_toml(from_data(data, "mine"))


def test_a_table_says_which_edition_it_plays_and_its_record_holds_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            table = await guest.table(
                "me", "apprentice", "apprentice", title="speculation", brought=corrected()
            )
            told = await guest.get(f"/api/tables/{table}")
            assert told["edition_name"] == "My copy"
            shown = await guest.get(f"/api/tables/{table}/edition")
            assert shown["data"] == corrected() and shown["identity"] == told["edition"]
            await guest.post(f"/api/tables/{table}/start")
            watch = await (await h.guest()).watch(table)
            await guest.post(f"/api/tables/{table}/leave", {})
            await watch.until(lambda w: w.over)
            record = await guest.get(f"/api/matches/{table}/record")
            assert record["edition"]["data"] == corrected()

    asyncio.run(run())


def test_a_large_body_is_refused_unread(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            body = {"toml": "x" * LARGEST_EDITION}
            assert len(json.dumps(body)) > LARGEST_EDITION
            answer = await guest.call("POST", "/api/titles/mogul/edition", body)
            assert answer.status_code == 413

    asyncio.run(run())


def test_bots_say_whether_an_edition_is_fair_one_question_a_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "GAMES", 4)

    async def run() -> None:
        async with house(tmp_path) as h:
            guest, other = await h.guest(), await h.guest()
            path = "/api/titles/speculation/fairness"
            told = await guest.post(path, {"data": corrected()})
            assert (told["done"], told["total"]) == (0, 8)
            again = await guest.call("POST", path, {"data": corrected()})
            assert (again.status_code, again.json()["key"]) == (429, "no.fairness")
            assert (await other.call("GET", f"/api/fairness/{told['id']}")).status_code == 404
            while told["done"] < told["total"]:
                assert not told["failed"]
                await asyncio.sleep(0.1)
                told = await guest.get(f"/api/fairness/{told['id']}")
            assert len(told["ours"]["order"]) == len(told["theirs"]["order"]) == 4
            companies = find("speculation").edition().ids("companies", "ids")
            assert set(told["ours"]["prices"]) == set(companies)

    asyncio.run(run())


def test_what_cannot_be_played_is_not_judged(tmp_path: Path) -> None:
    async def run() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            data = own()
            data["tiles"]["trade"] = 0
            answer = await guest.call("POST", "/api/titles/speculation/fairness", {"data": data})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_edition")

    asyncio.run(run())
