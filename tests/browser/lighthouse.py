"""Lighthouse on phone settings: `python -m tests.browser.lighthouse`, fetched by npm when asked.

Fails where performance or accessibility of a page stay below 95 of 100.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.browser.house import FLAGS, ROOT, a_house, chromium

VERSION = "13.5.0"
PAGES = ("", "rules/mogul")
LEAST = {"performance": 95, "accessibility": 95}


def main() -> int:
    good = True
    with tempfile.TemporaryDirectory() as folder, a_house(Path(folder, "data")) as house:
        for page in PAGES:
            scores = measure(house.url + page, Path(folder, "report.json"))
            print(f"/{page}: " + ", ".join(f"{name} {score}" for name, score in scores.items()))
            good = good and all(scores[name] >= least for name, least in LEAST.items())
    return 0 if good else 1


def measure(url: str, report: Path) -> dict[str, int]:
    lighthouse = ["exec", "--yes", f"--package=lighthouse@{VERSION}", "--", "lighthouse", url]
    options = ["--quiet", "--output=json", f"--output-path={report}"]
    options.append(f"--only-categories={','.join(LEAST)}")
    options.append("--chrome-flags=" + " ".join(["--headless=new", *FLAGS]))
    command = [sys.executable, str(ROOT / "npm.py"), *lighthouse, *options]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": chromium()})
    categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: round(100 * categories[name]["score"]) for name in LEAST}


if __name__ == "__main__":
    sys.exit(main())
