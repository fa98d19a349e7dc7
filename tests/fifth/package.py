"""The example title, installed as anybody would: a wheel, in a folder beside the others."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import stamps

FERRIES = stamps.ROOT / "examples/titles/ferries"


def install(folder: Path) -> dict[str, str]:
    """Build its wheel and unpack it into the folder; the environment that finds it there."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=FERRIES, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    packages = folder / "packages"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(packages)
    return {**os.environ, "PYTHONPATH": str(packages)}
