"""A server for the browser tests: `python -m tests.browser.serve PORT FOLDER`."""

import sys
from pathlib import Path
from unittest.mock import patch

from openoutcry.server.serve import serve
from openoutcry.server.settings import Settings

if __name__ == "__main__":
    port, data = int(sys.argv[1]), Path(sys.argv[2])
    hosts = ("floor.test",)
    settings = Settings(data=data, port=port, bot_workers=1, limited=False, allowed_hosts=hosts)
    # Bots keep the table's pace, but no beats after it: whole matches would mostly wait.
    with (
        patch("openoutcry.server.autoplay.answering", lambda level, pace, thought: pace),
        patch("openoutcry.server.contests.PACE", 0),
    ):
        serve(settings)
