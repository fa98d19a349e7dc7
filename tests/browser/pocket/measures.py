"""What the floor in a browser weighs, and how long people wait for it."""

import os
import time
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, Page

import openoutcry
from openoutcry.pocket.thinker import question_to_bot
from openoutcry.server.offered_bots import offered
from openoutcry.titles import names
from tests.browser.player import Player
from tests.browser.pocket.visitors import LONG, kept_for_good, renderers, visitor
from tests.browser.pocket.web_space import Files, WebSpace, a_web_space

LINE = 10_000_000 / 8
"""Bytes a second of the simulated line."""


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
        context = visitor(browser)
        page = context.new_page()
        Files.seconds_a_byte = 1 / LINE
        print(f"first card, cold, 10 Mbit/s      {first_card(browser, page, space)}")
        kept_for_good(Player(page, space.url))
        print(f"first card, warm                 {first_card(browser, page, space)}")
        Player(page, space.url).finish()
        print(f"memory after a match             {memory_of(browser):6.1f} MB")
        Files.seconds_a_byte = 0.0
        decide(page, space, floor)
        context.close()


THINK = """async ({ worker, start, questions }) => {
    const bots = new Worker(worker, { type: 'module' })
    const answer = (question) => new Promise((resolve, reject) => {
        bots.onmessage = ({ data }) => {
            if (data.kind === 'thought') resolve()
            if (data.kind === 'stuck') reject(data.why)
        }
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
            found.append(b64encode(question_to_bot(level, state, seat)).decode())
    return found


def memory_of(browser: Browser) -> float:
    """Of the largest process that draws pages and runs their workers, in megabytes."""
    return max(map(_resident, renderers(browser))) / 1e6


def _resident(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def first_card(browser: Browser, page: Page, space: WebSpace) -> str:
    """How long it took, and for how much of that the page and its workers were really at work: on a
    busy machine they wait for their turn."""
    began, busy = time.monotonic(), processor_seconds(browser)
    player = Player(page, space.url)
    player.arrive()
    player.play_now("mogul")
    page.locator(".layout").wait_for(timeout=LONG)
    passed, worked = time.monotonic() - began, processor_seconds(browser) - busy
    return f"{passed:6.1f} s, {worked:.1f} s of processor time, load {os.getloadavg()[0]:.0f}"


def processor_seconds(browser: Browser) -> float:
    """Of all processes that draw pages and run their workers, so far."""
    fields = [Path(f"/proc/{process}/stat").read_text() for process in renderers(browser)]
    ticks = (text.rpartition(")")[2].split()[11:13] for text in fields)
    return sum(int(user) + int(system) for user, system in ticks) / os.sysconf("SC_CLK_TCK")
