"""The floor in a browser without a server, by clicks, with the network cut: `python -m
tests.browser.pocket` takes some minutes. `--measure` prints sizes, times and memory instead."""

import argparse
import sys
import time

from tests.browser import player as players
from tests.browser.house import a_browser
from tests.browser.pocket.measures import measure
from tests.browser.pocket.scenes import SCENES
from tests.browser.pocket.visitors import LONG


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
