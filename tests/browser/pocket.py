"""The floor in a browser without a server, by clicks, with the network cut: `python -m
tests.browser.pocket` takes some minutes. `--measure` prints sizes, times and memory instead."""

import argparse
import os
import pickle
import re
import shutil
import sys
import tempfile
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

import openoutcry
from openoutcry.cli import main as outcry
from openoutcry.pocket import site
from openoutcry.server.offered_bots import offered
from openoutcry.server.pages import STATIC
from openoutcry.titles import names
from tests.browser import player as players
from tests.browser.house import a_browser, a_house
from tests.browser.player import Player
from tests.browser.test_hotseat import Family

LONG = 180_000
"""Milliseconds that anything may take: the machine may be busy."""
LINE = 10_000_000 / 8
"""Bytes a second of the simulated line."""


class _Files(SimpleHTTPRequestHandler):
    """Python's own, without its log; with `seconds_a_byte` over a slow line that all share."""

    seconds_a_byte = 0.0
    line = threading.Lock()

    def log_message(self, format: str, *args: object) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while part := source.read(16_384):
            if self.seconds_a_byte:
                with self.line:
                    time.sleep(len(part) * self.seconds_a_byte)
            outputfile.write(part)


class WebSpace:
    """A folder served below a path, as `python -m http.server` serves it, until it is cut."""

    def __init__(self, root: Path) -> None:
        self._handler = partial(_Files, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler)
        self._port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self._port}/some/where/"
        self._serve()

    def _serve(self) -> None:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def cut(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def mend(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._serve()


@contextmanager
def a_web_space() -> Iterator[tuple[WebSpace, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        floor = Path(folder, "some/where")
        site.write(floor)
        space = WebSpace(Path(folder))
        try:
            yield space, floor
        finally:
            space.cut()


def come(context: BrowserContext, space: WebSpace) -> Player:
    page = context.new_page()
    page.set_default_timeout(LONG)
    player = Player(page, space.url)
    player.arrive()
    return player


KEPT = """async () => {
    if (!navigator.serviceWorker.controller) return false
    const kept = []
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) kept.push(url)
    const needed = [/wasm.gz$/, /stdlib.zip$/, /asm.mjs$/, /floor-.*zip$/]
    return needed.every((ending) => kept.some((url) => ending.test(url)))
}"""


def kept_for_good(player: Player) -> None:
    """After this first visit the browser needs no network any more: here begins the second."""
    deadline = time.monotonic() + LONG / 1000
    while not player.page.evaluate(KEPT):
        assert time.monotonic() < deadline, "not kept"
        time.sleep(0.5)
    player.arrive()


def verified(player: Player, folder: Path) -> None:
    """The record of the match that has just ended, by the command that anybody can run."""
    with player.page.expect_download() as download:
        player.page.locator("section.end a[download]").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    assert outcry(["verify", str(file)]) == 0, file


# What it must show


def whole_matches(browser: Browser) -> None:
    """Every title against brokers, by clicks, after the network was cut; the records verify."""
    with a_web_space() as (space, _), tempfile.TemporaryDirectory() as folder:
        context = browser.new_context(reduced_motion="reduce")
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        for title in names():
            began = time.monotonic()
            player.arrive()
            for number, value in enumerate((2, 1)):
                player.page.locator(".choices fieldset").nth(number).locator("input").nth(
                    value - 1
                ).check(force=True)
            player.play_now(title, quick=False)
            expect(player.page.locator(".layout")).to_be_visible()
            player.finish()
            verified(player, Path(folder))
            print(f"  {title}: played and verified in {time.monotonic() - began:.0f} s")
        space.mend()
        context.close()


def killed_tab(browser: Browser) -> None:
    """A tab that dies in mid-match comes back to where it stood, without a network."""
    with a_web_space() as (space, _):
        context = browser.new_context(reduced_motion="reduce")
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        player.play_now("speculation")
        player.choose(5)
        step, address = player.step(), player.page.url
        player.page.close()
        again = Player(context.new_page(), space.url)
        again.page.goto(address)
        again.wait_for_my_turn()
        assert int(again.step()) >= int(step), (again.step(), step)
        again.choose(2)
        space.mend()
        context.close()


def hot_seat(browser: Browser) -> None:
    """Three people at one device play a match."""
    with a_web_space() as (space, _):
        context = browser.new_context(reduced_motion="reduce")
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        player.set_up("mogul", ["Ann", "Bob", "Cy"])
        player.confirm_set_up()
        family = Family(player, ["Ann", "Bob", "Cy"])
        for _ in range(30):
            asked = family.wait()
            if asked == "end":
                break
            if asked == "curtain":
                family.lift()
            else:
                player.act()
        space.mend()
        context.close()


def full_storage(browser: Browser) -> None:
    """Storage that is full is said plainly, and nothing is shown as done."""
    with a_web_space() as (space, _):
        context = browser.new_context(reduced_motion="reduce")
        player = come(context, space)
        player.play_now("mogul")
        player.choose(1)
        step = player.step()
        session = context.new_cdp_session(player.page)
        quota = {"origin": space.url.partition("/some")[0], "quotaSize": 1}
        session.send("Storage.overrideQuotaForOrigin", quota)
        refused = player.page.get_by_text("This browser cannot keep anything more")
        offer = player.page.locator(".slip [data-action]:not([aria-disabled='true'])")
        while not refused.count():  # the first writes may still find room
            offer.or_(refused).first.wait_for(timeout=LONG)
            if offer.count() and not refused.count():
                step = player.step()
                offer.first.click()
                sure = player.page.locator("dialog .ways .button.main")
                moved = player.page.locator(f'.layout:not([data-step="{step}"])')
                refused.or_(sure).or_(moved).first.wait_for()
                if sure.count():
                    sure.click()
        session.send("Storage.overrideQuotaForOrigin", {"origin": quota["origin"]})
        player.act()
        context.close()


def update(browser: Browser) -> None:
    """A new version in mid-match: said, loaded whole, and the match goes on."""
    with a_web_space() as (space, floor), tempfile.TemporaryDirectory() as folder:
        context = browser.new_context(reduced_motion="reduce")
        player = come(context, space)
        kept_for_good(player)
        player.play_now("mogul")
        player.choose(2)
        step = player.step()
        newer = Path(folder, "static")
        shutil.copytree(STATIC, newer)
        page = newer / "index.html"
        page.write_text(
            page.read_text("utf-8").replace("</body>", "<!-- newer --></body>"), "utf-8"
        )
        site.write(floor, newer)
        before = player.page.locator('meta[name="build"]').get_attribute("content")
        player.page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
        player.page.get_by_role("button", name="Load it").click()
        player.page.wait_for_function(
            "before => document.querySelector('meta[name=build]')?.content !== before", arg=before
        )
        player.wait_for_my_turn()
        assert int(player.step()) >= int(step)
        player.choose(2)
        context.close()


def moved_to_a_server(browser: Browser) -> None:
    """A match exported here is opened on a hosted floor, and the other way round."""
    with (
        a_web_space() as (space, _),
        tempfile.TemporaryDirectory() as folder,
        a_house(Path(folder)) as house,
    ):
        context = browser.new_context(reduced_motion="reduce", service_workers="block")
        here = come(context, space)
        here.play_now("mogul")
        here.finish()
        there = Player(context.new_page(), house.url)
        there.arrive()
        there.play_now("mogul")
        there.finish()
        for one, other in ((here, there), (there, here)):
            with one.page.expect_download() as download:
                one.page.locator("section.end a[download]").click()
            file = Path(folder, "moved.json")
            download.value.save_as(file)
            other.arrive()
            other.page.locator("input[type=file]").set_input_files(str(file))
            other.page.wait_for_url(re.compile("record"))
            expect(other.page.locator(".layout")).to_be_visible(timeout=LONG)
            other.page.go_back()
            one.page.go_back()
        context.close()


def server_out_of_reach(browser: Browser) -> None:
    """A hosted floor that cannot be reached offers to play here, and one can."""
    with tempfile.TemporaryDirectory() as folder, a_house(Path(folder)) as house:
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(LONG)
        player = Player(page, house.url)
        player.arrive()
        page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=LONG)
        here = Player(page, house.url + "here/")
        here.arrive()
        kept_for_good(here)
        house.kill()
        page.goto(house.url)
        page.get_by_role("button", name="Play here meanwhile").click()
        page.locator(".posters label").first.wait_for(timeout=LONG)
        here.play_now("mogul")
        here.choose(3)
        context.close()


SCENES: dict[str, Callable[[Browser], None]] = {
    "full": full_storage,
    "kill": killed_tab,
    "hotseat": hot_seat,
    "update": update,
    "server": server_out_of_reach,
    "move": moved_to_a_server,
    "matches": whole_matches,
}


# Measuring


def measure(browser: Browser) -> None:
    """Sizes, times to the first card cold and warm, memory after a match."""
    with a_web_space() as (space, floor):
        for kind in (
            "pyodide-*/pyodide.asm.wasm.gz",
            "pyodide-*/*.zip",
            "pyodide-*/*.mjs",
            "floor-*",
        ):
            size = sum(file.stat().st_size for file in (floor / "assets").glob(kind))
            print(f"{kind:32} {size / 1e6:6.2f} MB")
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(LONG)
        _Files.seconds_a_byte = 1 / LINE
        print(f"first card, cold, 10 Mbit/s      {first_card(page, space):6.1f} s")
        kept_for_good(Player(page, space.url))
        print(f"first card, warm                 {first_card(page, space):6.1f} s")
        Player(page, space.url).finish()
        print(f"memory after a match             {memory_of(browser):6.1f} MB")
        _Files.seconds_a_byte = 0.0
        decide(page, space, floor)
        context.close()


THINK = """async ({ worker, start, questions }) => {
    const bots = new Worker(worker, { type: 'module' })
    const answer = (question) => new Promise((resolve, reject) => {
        bots.onmessage = ({ data }) => (data.kind === 'thought' ? resolve() : reject(data.why))
        bots.postMessage({ kind: 'think', id: 1, question })
    })
    bots.postMessage(start)
    const seconds = []
    for (const question of [questions[0], ...questions]) {
        const began = performance.now()
        await answer(Uint8Array.from(atob(question), (one) => one.charCodeAt(0)))
        seconds.push((performance.now() - began) / 1000)
    }
    bots.terminate()
    return seconds.slice(1)  // the first one also waited for Python
}"""


def decide(page: Page, space: WebSpace, floor: Path) -> None:
    """Seconds that a decision takes in the bots' worker, by title and level."""
    file = next((floor / "assets").glob("bots-*.js")).name
    runtime = next((floor / "assets").glob("pyodide-*")).name
    bundle = next((floor / "assets").glob("floor-*.zip")).name
    assets = f"{space.url}assets/"
    start = {"kind": "start", "runtime": f"{assets}{runtime}/", "bundle": assets + bundle}
    for title in names():
        for level in offered():
            told = {"worker": assets + file, "start": {**start, "build": ""}}
            seconds = page.evaluate(THINK, {**told, "questions": questions(title, level)})
            mean, slowest = sum(seconds) / len(seconds), max(seconds)
            print(f"{title:12} {level:10} {mean:6.2f} s a decision, slowest {slowest:.2f} s")


def questions(title: str, level: str, count: int = 6) -> list[str]:
    """Positions from along a match, each as the bots' worker is asked about it."""
    match = openoutcry.new(title, seats=4, seed=7)
    found: list[str] = []
    while not match.over and len(found) < count:
        for _ in range(12):
            if not match.over:
                match.play(match.decision.actions[0])
        if not match.over:
            seat = match.decision.seat
            state = match.state.imagine(seat, openoutcry.Rng(1))
            found.append(b64encode(pickle.dumps((level, state, seat))).decode())
    return found


def memory_of(browser: Browser) -> float:
    """Of the largest process that draws pages and runs their workers, in megabytes."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    renderers = [process["id"] for process in found if process["type"] == "renderer"]
    return max(_resident(process) for process in renderers) / 1e6


def _resident(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def first_card(page: Page, space: WebSpace) -> float:
    began = time.monotonic()
    player = Player(page, space.url)
    player.arrive()
    player.play_now("mogul")
    page.locator(".layout").wait_for(timeout=LONG)
    return time.monotonic() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(SCENES))
    args = parser.parse_args()
    players.PATIENCE = LONG
    with a_browser() as browser:
        if args.measure:
            measure(browser)
            return 0
        for name in args.scenes or SCENES:
            began = time.monotonic()
            SCENES[name](browser)
            print(f"{name:10} ok {time.monotonic() - began:6.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
