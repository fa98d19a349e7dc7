"""What a published figure came from: program, machine, command."""

import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import openoutcry
from openoutcry.core import state


def machine() -> dict[str, Any]:
    """What speeds depend on."""
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "openoutcry": openoutcry.__version__,
    }


def provenance(command: list[str] | None = None) -> dict[str, Any]:
    """What somebody needs who wants the same figures: versions, the source's commit where it is
    known, the machine and the command."""
    given = sys.argv[1:] if command is None else command
    return {
        "command": f"outcry {shlex.join(given)}",
        "commit": _commit(),
        "compiled": is_compiled(),
        "machine": machine(),
    }


def is_compiled() -> bool:
    """Does this process run the compiled engine?"""
    return not str(state.__file__).endswith(".py")


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:  # noqa: PTH123
            return next(line.split(":")[1].strip() for line in lines if "model name" in line)
    except (OSError, StopIteration):
        return platform.processor()


def _commit() -> str | None:
    """Of a checkout, with a + if its files differ from it; None for an installed package."""
    folder = Path(openoutcry.__file__).resolve().parents[1]
    if not (folder / ".git").exists():
        return None
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        return commit + ("+" if _git(folder, "status", "--porcelain", "-uno") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(folder: Path, *words: str) -> str:
    asked = ["git", "-C", str(folder), *words]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=10)
    return answer.stdout.strip()
