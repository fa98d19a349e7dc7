"""What a link shows where it is pasted, and what it keeps to itself."""

import asyncio
import re
import sys
from html import unescape
from pathlib import Path

import pytest

from openoutcry.server import painter
from openoutcry.server.link_preview import HEIGHT, WIDTH, Subject, head
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


def shown(about: Subject, lang: str = "en") -> dict[str, str]:
    return tags(head(about, lang, SITE, PUBLIC))


def tags(html: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', html)
    return {name: unescape(text) for name, text in reversed(found)}


def test_an_open_table_names_its_title_its_players_and_its_free_seats() -> None:
    found = shown(Subject("table", "mogul", line()))
    assert found["og:title"] == "Mogul"
    assert found["og:description"] == "Ada and Broker: a table of Mogul. One seat is free."
    assert found["og:image"] == f"{SITE}preview-mogul.png"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("state", ["open", "playing", "over"])
def test_a_table_is_told_of_in_every_language(lang: str, state: str) -> None:
    over = {"places": [1, 2, 2], "seats": ["Ada", "bot:broker", "bot:tycoon"]}
    table = line(state, **(over if state == "over" else {}))
    found = shown(Subject("replay" if state == "over" else "table", "mogul", table), lang)
    assert found["og:locale"].startswith(lang)
    assert "Ada" in found["og:description"] and "Mogul" in found["og:description"]


def test_bots_that_play_alike_are_told_apart() -> None:
    table = line("over", seats=["bot:broker", "Ada", "bot:broker"], places=[2, 3, 1])
    found = shown(Subject("replay", "mogul", table), "fr")
    assert "Courtier 1, Ada et Courtier 2" in found["og:description"]
    assert "remportée par Courtier 2." in found["og:description"]


def test_a_bot_with_a_personality_or_from_elsewhere_is_called_by_its_name() -> None:
    table = line(seats=["Ada", "bot:broker:blocker", "bot:@Deep", "bot:tycoon@1"])
    found = shown(Subject("table", "mogul", table), "es")
    assert "Ada, Corredor (Obstructor), @Deep y tycoon@1" in found["og:description"]


def test_a_table_by_link_only_is_told_of_but_kept_from_search_engines() -> None:
    """Whoever has the link sees as much by opening it."""
    found = shown(Subject("table", "mogul", line(private=True)))
    assert "Ada" in found["og:description"]
    assert found["robots"] == "noindex"
    assert "robots" not in shown(Subject("table", "mogul", line()))


@pytest.mark.parametrize(
    ("about", "called", "said"),
    [
        (Subject("rules", "mogul"), "Mogul · Regole", "asta"),
        (Subject("learn", "mogul"), "Mogul · Impara", "9 brevi lezioni"),
        (Subject("learn", "mogul", detail="crash"), "Mogul · Il Crash", "ultime cinque carte"),
        (Subject("learn", "mogul", detail="nosuch"), "Mogul · Impara", "9 brevi lezioni"),
        (Subject("questions", "mogul"), "Mogul · Domanda del giorno", "Tocca a te"),
        (Subject("daily", "mogul"), "Mogul · Mano del giorno", "stesse estrazioni"),
        (
            Subject("daily", "mogul", detail="2026-11-18"),
            "Mogul · Mano del 2026-11-18",
            "stesse estrazioni",
        ),
        (Subject("leaders", "mogul"), "Mogul · Classifica", "asta"),
        (Subject("person", person="Zoë"), "Zoë", "La pagina di Zoë"),
        (Subject("person"), "Open Outcry", "Giochi da tavolo"),
    ],
)
def test_every_page_that_is_passed_on_says_what_it_is(
    about: Subject, called: str, said: str
) -> None:
    found = shown(about, "it")
    assert found["og:title"] == called
    assert said in found["og:description"]


def test_a_name_cannot_leave_its_attribute() -> None:
    table = line(seats=['"><script>', None, None])
    for about in (Subject("table", "mogul", table), Subject("person", person='"><script>')):
        assert "<script>" not in head(about, "en", SITE, PUBLIC)


def test_every_title_and_the_house_have_a_picture_of_the_size_that_previewers_want() -> None:
    for name in ["preview", *(f"preview-{title}" for title in names())]:
        picture = (PUBLIC / f"{name}.png").read_bytes()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        size = (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24]))
        assert size == (WIDTH, HEIGHT)
        assert len(picture) < 200_000


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


async def a_match(host: Guest) -> str:
    table = await host.table("me", "apprentice", "apprentice", private=True)
    await host.post(f"/api/tables/{table}/start")
    return table


def test_the_board_of_a_table_is_a_picture_as_watchers_see_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await a_match(await h.guest())
            async with h.client() as client:
                page = await client.get(f"/table/{table}", headers={"Accept-Language": "it"})
                found = tags(page.text)
                picture = await client.get(f"/board/{table}.png")
                drawing = await client.get(f"/board/{table}.svg")
            assert found["og:image"].endswith(f"/board/{table}.png")
            assert "giocano a Mogul" in found["og:description"]
            assert picture.headers["content-type"] == "image/png"
            assert size_of(picture.content) == (WIDTH, HEIGHT)
            assert drawing.headers["content-type"] == "image/svg+xml"
            assert "Apprentice 1" in drawing.text and "Apprentice 2" in drawing.text

    asyncio.run(scenario())


def test_where_no_picture_can_be_painted_the_titles_own_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painter, "_COMMAND", (sys.executable, "-c", "raise SystemExit"))

    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await a_match(await h.guest())
            async with h.client() as client:
                answer = await client.get(f"/board/{table}.png")
            assert answer.status_code == 302
            assert answer.headers["location"] == "../preview-mogul.png"

    asyncio.run(scenario())


def test_what_is_no_table_has_no_picture(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            table = await (await h.guest()).table("me", "open", "apprentice")
            async with h.client() as client:
                for id in (table, "nosuchtable"):
                    for kind in ("png", "svg"):
                        assert (await client.get(f"/board/{id}.{kind}")).status_code == 404

    asyncio.run(scenario())


def test_a_persons_page_is_called_by_their_name_unless_it_is_private(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            address, name = f"/person/{guest.id}", guest.me["name"]
            async with h.client() as client:
                before = tags((await client.get(address)).text)
                await guest.put("/api/me/profile", {"hidden": True})
                after = tags((await client.get(address)).text)
            assert before["og:title"] == name
            assert name not in str(after)

    asyncio.run(scenario())
