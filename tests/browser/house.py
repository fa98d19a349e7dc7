"""A server of its own on a free port, and a browser to look at it."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from openoutcry.server.ports import reserved_port

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not loopback: plain http there is not a secure page, as in a home network.
    "--host-resolver-rules=MAP floor.test 127.0.0.1",
]


def chromium() -> str:
    """The path of a Chromium; asks apt for one when we are root and there is none.

    The shell without windows is the same engine at about half the work of a whole browser.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not found and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", names[0]]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        found = shutil.which(names[0])
    if not found:
        raise RuntimeError(
            "the browser tests need Chromium: install it (Debian: apt install"
            f" {names[0]}), or name one with CHROMIUM=/path/to/chromium"
        )
    return found


class House:
    """A server process that can be killed and started again on the same port and data."""

    def __init__(self, data: Path, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.environment = environment
        self.port = reserved_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.insecure_url = f"http://floor.test:{self.port}/"
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        command = [sys.executable, "-m", "tests.browser.serve", str(self.port), str(self.data)]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self.environment)
        for _ in range(600):
            if self._process.poll() is not None:
                raise RuntimeError("the server ended at once; its lines above say why")
            try:
                with urllib.request.urlopen(self.url + "healthz", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not open within a minute")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def a_house(data: Path, environment: Mapping[str, str] | None = None) -> Iterator[House]:
    house = House(data, environment)
    house.open()
    try:
        yield house
    finally:
        house.kill()


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
