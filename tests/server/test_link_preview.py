"""What a link shows where it is pasted, and what it keeps to itself."""

import asyncio
import re
from html import unescape
from pathlib import Path

import pytest

from openoutcry.server.link_preview import HEIGHT, WIDTH, head
from openoutcry.table.protocol import TableLine
from openoutcry.text import LANGUAGES
from openoutcry.titles import names
from tests.server.house import Guest, house

PUBLIC = Path(__file__).parents[2] / "client/public"
SITE = "https://play.example/"


def line(state: str = "open", **about: object) -> TableLine:
    usual: dict[str, object] = {
        "id": "abc",
        "name": "",
        "title": "mogul",
        "state": state,
        "private": False,
        "seats": ["Ada", "bot:broker", None],
        "people": ["p"],
        "clock": None,
        "places": None,
        "scores": None,
        "created": 0,
        "changed": 0,
    }
    return TableLine(**{**usual, **about})  # type: ignore[arg-type]


def tags(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', html)
    return {name: unescape(text) for name, text in reversed(found)}


def test_an_open_table_names_its_title_its_players_and_its_free_seats() -> None:
    shown = tags(head("table", "mogul", line(), "en", SITE, PUBLIC))
    assert shown["og:title"] == "Mogul"
    assert shown["og:description"] == "Ada, Broker: a table of Mogul. One seat is free."
    assert shown["og:image"].startswith(SITE)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("state", ["open", "playing", "over"])
def test_a_table_is_told_of_in_every_language(lang: str, state: str) -> None:
    over = {"places": [1, 2, 2], "seats": ["Ada", "bot:broker", "bot:tycoon"]}
    shown = tags(
        head("table", "mogul", line(state, **(over if state == "over" else {})), lang, SITE, PUBLIC)
    )
    assert shown["og:locale"].startswith(lang)
    assert "Ada" in shown["og:description"] and "Mogul" in shown["og:description"]


def test_a_private_table_tells_nothing_but_that_it_is_an_invitation() -> None:
    private = line("playing", private=True, name="Birthday of Grandma")
    html = head("table", "mogul", private, "en", SITE, PUBLIC)
    for secret in ("Ada", "Grandma", "Mogul", "mogul", "abc"):
        assert secret not in html


def test_a_name_cannot_leave_its_attribute() -> None:
    html = head("table", "mogul", line(seats=['"><script>', None, None]), "en", SITE, PUBLIC)
    assert "<script>" not in html


def test_every_title_and_the_house_have_a_picture_of_the_size_that_previewers_want() -> None:
    for name in ["preview", *(f"preview-{title}" for title in names())]:
        picture = (PUBLIC / f"{name}.png").read_bytes()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        size = (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24]))
        assert size == (WIDTH, HEIGHT)
        assert len(picture) < 200_000


async def a_match(host: Guest, private: bool) -> str:
    table = await host.table("me", "apprentice", "apprentice", private=private)
    await host.post(f"/api/tables/{table}/start")
    return table


def test_the_board_of_a_public_table_is_a_picture_as_watchers_see_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await a_match(await h.guest(), private=False)
            async with h.client() as client:
                answer = await client.get(f"/board/{table}.svg")
                page = await client.get(f"/table/{table}", headers={"Accept-Language": "it"})
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.text.startswith("<svg")
            assert f"board/{table}.svg" in page.text
            assert "giocano a Mogul" in page.text

    asyncio.run(scenario())


def test_a_private_table_has_no_picture(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await a_match(await h.guest(), private=True)
            async with h.client() as client:
                for id in (table, "nosuchtable"):
                    assert (await client.get(f"/board/{id}.svg")).status_code == 404

    asyncio.run(scenario())
