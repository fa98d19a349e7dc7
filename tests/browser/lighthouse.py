"""Lighthouse on phone settings: `python -m tests.browser.lighthouse [RUNS]`, fetched by npm.

The start page, a table in play and the rules, each several times; the median counts, for other
work on the machine disturbs single runs. Fails where performance or accessibility of a page
stay below 95 of 100.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import httpx

from tests.browser.house import FLAGS, ROOT, a_house, chromium

VERSION = "13.5.0"
RUNS = 5
LEAST = {"performance": 95, "accessibility": 95}
BOTS = [{"kind": "bot", "bot": "apprentice"}] * 3


def main(runs: int) -> int:
    good = True
    with tempfile.TemporaryDirectory() as folder, a_house(Path(folder, "data")) as house:
        table, cookie = open_table(house.url)
        for page in ("", f"table/{table}", "rules/mogul"):
            report = Path(folder, "report.json")
            found = [measure(house.url + page, cookie, report) for _ in range(runs)]
            scores = {name: [one[name] for one in found] for name in LEAST}
            print(f"/{page}: " + ", ".join(map(shown, scores.items())), flush=True)
            good = good and all(median(scores[name]) >= least for name, least in LEAST.items())
    return 0 if good else 1


def open_table(url: str) -> tuple[str, str]:
    """A match of ours against bots, and who we are."""
    with httpx.Client(base_url=url) as client:
        client.post("api/session", json={}).raise_for_status()
        body = {"title": "mogul", "seats": [{"kind": "me"}, *BOTS], "pace": 0}
        table = client.post("api/tables", json=body).raise_for_status().json()["id"]
        client.post(f"api/tables/{table}/start", json={})
        return str(table), f"outcry={client.cookies['outcry']}"


def shown(scores: tuple[str, list[int]]) -> str:
    name, found = scores
    return f"{name} {median(found):g} ({' '.join(map(str, found))})"


def measure(url: str, cookie: str, report: Path) -> dict[str, int]:
    lighthouse = ["exec", "--yes", f"--package=lighthouse@{VERSION}", "--", "lighthouse", url]
    options = ["--quiet", "--output=json", f"--output-path={report}"]
    options.append(f"--only-categories={','.join(LEAST)}")
    options.append("--chrome-flags=" + " ".join(["--headless=new", *FLAGS]))
    options.append("--extra-headers=" + json.dumps({"Cookie": cookie}))
    command = [sys.executable, str(ROOT / "npm.py"), *lighthouse, *options]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium()})
    categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: round(100 * categories[name]["score"]) for name in LEAST}


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
