"""Where a program of ours keeps what is the user's."""

import os
import sys
from pathlib import Path


def default_data() -> Path:
    """A folder of the user's."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library/Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return base / "openoutcry"
