"""Tries an installed wheel: is the engine compiled, does it play, does the server serve the page?

    python .ci/try_wheel.py

Run it where no checkout of the project is on the path; it needs `openoutcry[server]`.
"""

import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from pathlib import Path

import openoutcry as oo
from openoutcry import bots
from openoutcry.core import rng

PORT = 8451


def main() -> None:
    compiled = Path(rng.__file__).name.endswith(sysconfig.get_config_var("EXT_SUFFIX"))
    assert compiled, f"the engine is interpreted: {rng.__file__}"
    for title in oo.titles.names():
        match = oo.new(title, seed=7)
        players = [bots.find("apprentice") for _ in range(match.seats)]
        bots.finish(match, players)
        assert match.over, title
        print(f"{title}: {match.scores()}")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "openoutcry", "serve", "--no-browser"]
        server = subprocess.Popen([*command, "--data", folder, "--port", str(PORT)])
        try:
            page = first_answer(f"http://127.0.0.1:{PORT}/")
        finally:
            server.terminate()
            server.wait()
    assert "<title>" in page, page[:200]
    print("the server serves the page")


def first_answer(address: str) -> str:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"no answer from {address}")


if __name__ == "__main__":
    main()
