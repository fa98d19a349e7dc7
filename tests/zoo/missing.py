"""Python on a machine where a package is not installed."""

import subprocess
import sys


def run_without(package: str, code: str) -> "subprocess.CompletedProcess[str]":
    """Runs the code; importing the package fails."""
    hidden = f"import sys\nsys.modules[{package!r}] = None\n"
    return subprocess.run([sys.executable, "-c", hidden + code], capture_output=True, text=True)
