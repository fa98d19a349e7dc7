"""A page that was loaded from an older server finds out."""

import asyncio
import re
from pathlib import Path

from openoutcry.server.pages import build_of
from openoutcry.table.protocol import VERSION
from tests.server.house import house


def test_page_floor_and_socket_name_the_same_build(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            floor = await guest.get("/api/floor")
            page = re.findall(
                r'<meta name="build" content="([^"]+)"', (await guest.call("GET", "/")).text
            )
            watch = await guest.watch(await guest.table("me", "open", "open"))
            assert watch.build == floor["build"]
            assert page in ([floor["build"]], [])
            assert watch.raw[0].startswith('{"type":"welcome"'), (
                "before anything that may be misread"
            )

    asyncio.run(scenario())


def test_a_build_is_the_protocols_version_and_the_clients_files(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    assert build_of(tmp_path) == f"{VERSION}-none"
    page.write_text("assets/index-one.js")
    first = build_of(tmp_path)
    page.write_text("assets/index-two.js")
    assert build_of(tmp_path) != first == f"{VERSION}-{first.partition('-')[2]}"
