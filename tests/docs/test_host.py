"""What docs/host.md says works: the unit, the nodes, and nginx in front of them."""

import asyncio
import shutil
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Block, blocks
from tests.docs.front import CERTIFICATE, by_nginx, by_stand_in, nginx
from tests.docs.machine import placed, serving
from tests.server.house import House, started
from tests.server.test_play import first_offer

PAGE = ROOT / "docs/host.md"

Front = Callable[[str, list[str], Path], AbstractContextManager[str]]
FRONTS: list[Front] = [by_stand_in, by_nginx] if nginx() else [by_stand_in]


def block(kind: str) -> Block:
    [found] = [found for found in blocks(PAGE) if found.kind == kind]
    return found


def unit_command() -> str:
    [line] = [line for line in block("ini").lines if line.startswith("ExecStart=")]
    return line.removeprefix("ExecStart=")


def node_commands() -> list[str]:
    lines = [line for found in blocks(PAGE) for line in found.lines]
    return [line for line in lines if line.startswith("outcry serve --database")]


def test_the_units_command_serves(tmp_path: Path) -> None:
    command = placed(unit_command(), tmp_path, "").replace("/opt/outcry/bin/", "")
    with serving(command, tmp_path):
        pass


def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    """By systemd's own word where it is installed; its sections and keys are known anyway."""
    text = block("ini").text.replace("/opt/outcry/bin/outcry", str(shutil.which("sh")))
    keys = {line.partition("=")[0] for line in text.splitlines() if "=" in line}
    assert {"ExecStart", "DynamicUser", "StateDirectory", "Restart", "WantedBy"} <= keys
    if shutil.which("systemd-analyze"):
        file = tmp_path / "outcry.service"
        file.write_text(text, encoding="utf-8")
        command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
        answer = subprocess.run(command, capture_output=True, text=True)
        ours = [line for line in answer.stderr.splitlines() if "outcry.service" in line]
        assert answer.returncode == 0, answer.stderr
        assert not ours


@pytest.mark.parametrize("front", FRONTS, ids=lambda front: front.__name__)
def test_people_play_through_the_front_and_go_on_when_a_node_dies(
    front: Front, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    async def scenario(url: str, kill: Callable[[], object]) -> None:
        house = House(url)
        party = await started(house, 3)
        for _ in range(8):
            await party.step(first_offer)
        known = party.seats[0].steps
        for watch in party.seats:
            await watch.close()
        await asyncio.to_thread(kill)
        party.seats = []
        for seat, guest in enumerate(party.guests):
            watch = await guest.watch(party.table, seat)
            party.seats.append(await watch.until(lambda w: bool(w.view)))
        assert party.seats[0].steps == known
        for _ in range(8):
            await party.step(first_offer)
        await house.leave()

    one, two = (placed(line, tmp_path, database) for line in node_commands())
    with ExitStack() as nodes, ExitStack() as mortal:
        urls = [mortal.enter_context(serving(one, tmp_path))]
        urls.append(nodes.enter_context(serving(two, tmp_path)))
        url = nodes.enter_context(front(block("nginx").text, urls, tmp_path))
        asyncio.run(scenario(url, mortal.close))


@pytest.mark.parametrize("path", ["", "/floor"])
@pytest.mark.parametrize("front", FRONTS, ids=lambda front: front.__name__)
def test_cookies_are_secure_pages_know_their_path_and_strangers_are_refused(
    front: Front, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    async def scenario(url: str) -> None:
        house = House(url + path)
        guest = await house.guest()
        page = await guest.call("GET", "/")
        assert f'<base href="{path}/"' in page.text
        ours, theirs = "https://play.example", "https://elsewhere.example"
        answer = await guest.http.post("/api/session", headers={"Origin": ours})
        cookie = answer.headers["set-cookie"].lower()
        assert "; secure" in cookie
        assert f"path={path or '/'}" in cookie
        stranger = await guest.http.post("/api/session", headers={"Origin": theirs})
        assert stranger.status_code == 403
        table = await guest.table("me", "apprentice", "apprentice")
        await guest.post(f"/api/tables/{table}/start")
        watch = await guest.watch(table, 0)
        await watch.until(lambda w: bool(w.offers))
        await house.leave()

    command = placed(unit_command(), tmp_path, "").replace("/opt/outcry/bin/", "")
    command = command.replace("https://play.example", f"https://play.example{path}")
    page = block("nginx").text.replace("location / {", f"location {path}/ {{")
    with serving(command, tmp_path) as node, front(page, [node, node], tmp_path) as url:
        asyncio.run(scenario(url))
