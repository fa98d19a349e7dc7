"""A match as a moving picture: `python -m tests.browser.moving_picture [FILE] [TITLE] [SECONDS]`.

Somebody plays with the mouse while things move, Chromium takes the frames, and they are put into
one animated WebP. Each frame stands as long as it stood on the screen.
"""

import base64
import struct
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.clicks import Mouse
from tests.browser.frame import a_page
from tests.browser.house import a_browser, a_house
from tests.browser.player import ASKED, PATIENCE, Player

SCREEN = (1366, 768)
SIZE = (820, 461)
QUALITY = 0.4
BETWEEN = 0.12
"""Seconds from one frame to the next, at the least."""
STILL_LAST = 2500
"""Milliseconds that the last frame stands before it all begins again."""
READING = 700
"""Milliseconds before an answer, so that one sees what is asked."""
LARGEST = 2_000_000
BOTS = 3


AS_WEBP = """async ([png, width, height, quality]) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
  const drawn = await createImageBitmap(new Blob([bytes]))
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d').drawImage(drawn, 0, 0, width, height)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  const codes = new Uint8Array(await webp.arrayBuffer())
  return btoa(Array.from(codes, (code) => String.fromCharCode(code)).join(''))
}"""


@dataclass
class Frame:
    """What was on the screen, as a PNG in base64, and since when."""

    png: str
    since: float


def chunks(picture: bytes) -> dict[bytes, bytes]:
    """The parts of a WebP file by their names."""
    found = {}
    at = 12
    while at < len(picture):
        name, size = struct.unpack_from("<4sI", picture, at)
        found[name] = picture[at + 8 : at + 8 + size]
        at += 8 + size + size % 2
    return found


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack("<4sI", name, len(body)) + body + b"\0" * (len(body) % 2)


def three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")


def animated(frames: list[tuple[bytes, int]], size: tuple[int, int]) -> bytes:
    """One WebP that shows each picture for so many milliseconds, again and again."""
    corner = three_bytes(size[0] - 1) + three_bytes(size[1] - 1)
    animation = 0b10
    body = chunk(b"VP8X", bytes([animation, 0, 0, 0]) + corner)
    body += chunk(b"ANIM", struct.pack("<IH", 0xFF000000, 0))
    for picture, lasts in frames:
        parts = chunks(picture)
        name = b"VP8 " if b"VP8 " in parts else b"VP8L"
        place = three_bytes(0) * 2 + corner + three_bytes(lasts) + b"\0"
        body += chunk(b"ANMF", place + chunk(name, parts[name]))
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


class Camera:
    """Hears from Chromium of every change on a page, and keeps as many frames as are wanted."""

    def __init__(self, page: Page) -> None:
        self.frames: list[Frame] = []
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.on("Page.screencastFrame", self._hear)
        largest = {"maxWidth": SIZE[0], "maxHeight": SIZE[1]}
        self.session.send("Page.startScreencast", {"format": "png", **largest})

    def _hear(self, event: dict[str, Any]) -> None:
        self.session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})
        since = float(event["metadata"]["timestamp"])
        if not self.frames or since - self.frames[-1].since >= BETWEEN:
            self.frames.append(Frame(event["data"], since))

    def developed(self, page: Page) -> bytes:
        """All frames as one picture; the page draws each as a WebP."""
        self.session.send("Page.stopScreencast")
        pictures = [
            base64.b64decode(page.evaluate(AS_WEBP, [frame.png, *SIZE, QUALITY]))
            for frame in self.frames
        ]
        lasting = [round((after.since - now.since) * 1000) for now, after in pairwise(self.frames)]
        frames = list(zip(pictures, [*lasting, STILL_LAST], strict=True))
        return animated(frames, SIZE)


def sit_down(page: Page, url: str, title: str) -> Player:
    player = Player(page, url, motion=True)
    player.arrive()
    page.evaluate(
        "() => { const kept = JSON.parse(localStorage.openoutcry);"
        " localStorage.openoutcry ="
        " JSON.stringify({ ...kept, speed: 'normal', theme: 'light', guide: kept.goals }) }"
    )
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * BOTS]
    page.goto(player.create(title, seats))
    page.get_by_role("button", name="Ring the bell: start").click()
    page.locator(".slip").wait_for(timeout=PATIENCE)
    return player


def film(browser: Browser, url: str, title: str, seconds: float) -> bytes:
    page = a_page(browser, SCREEN)
    mouse = Mouse(page, title, seed=29)
    player = sit_down(page, url, title)
    player.wait_for_my_turn()
    camera = Camera(page)
    end = time.monotonic() + seconds
    while time.monotonic() < end and not player.is_over():
        page.wait_for_timeout(READING)
        view = mouse.view
        if player.step() == str(view["step"]) and page.locator(ASKED).count():
            mouse.decide(view)
            player.confirm_if_asked(str(view["step"]))
            player.wait_for_step_after(str(view["step"]))
    picture = camera.developed(page)
    page.context.close()
    return picture


def main(file: Path, title: str, seconds: float) -> int:
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        picture = film(browser, house.url, title, seconds)
    file.write_bytes(picture)
    print(f"{file}: {len(picture):,} bytes")
    return int(len(picture) > LARGEST)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    sys.exit(
        main(
            Path(wanted[0] if wanted else "docs/images/match.webp"),
            wanted[1] if len(wanted) > 1 else "mogul",
            float(wanted[2]) if len(wanted) > 2 else 12,
        )
    )
