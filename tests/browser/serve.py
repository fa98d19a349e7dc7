"""A server for the browser tests: `python -m tests.browser.serve PORT FOLDER`."""

import sys
from pathlib import Path

from openoutcry.server.serve import serve
from openoutcry.server.settings import Settings

if __name__ == "__main__":
    serve(Settings(data=Path(sys.argv[2]), port=int(sys.argv[1]), bot_workers=1, limited=False))
