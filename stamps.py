"""What the compiled engine and the browser client are made from, and whether it has changed.

Shared by run.py (is anything to be built?) and hatch_build.py (what?). Standard library only.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
CLIENT = ROOT / "client"

OUR_IMPORT = re.compile(
    r"^\s*(?:from|import)\s+(openoutcry[\w.]*)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE
)
GENERATED_FOLDERS = {"__pycache__", "node_modules", "dist", "coverage", "test-results"}


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def engine_sources() -> list[Path]:
    """The modules to compile: those that match `compiled` in pyproject.toml."""
    patterns: list[str] = settings()["tool"]["openoutcry"]["compiled"]
    return sorted({path for pattern in patterns for path in ROOT.glob(pattern)})


def module_name(path: Path) -> str:
    """The name by which one of our files is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def engine_inputs() -> list[Path]:
    """Those modules and all of ours that they import, since constants are compiled in."""
    found: set[Path] = set()
    waiting = engine_sources()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            for module, names in OUR_IMPORT.findall(path.read_text(encoding="utf-8")):
                waiting += files_of(module, names)
    return sorted(found)


def files_of(module: str, names: str) -> list[Path]:
    """The files behind `from module import names`, where a name may be a module too."""
    place = ROOT.joinpath(*module.split("."))
    inside = [place / f"{name}.py" for name in ["__init__", *re.findall(r"\w+", names)]]
    return [path for path in [place.with_suffix(".py"), *inside] if path.is_file()]


def client_sources() -> list[Path]:
    """Every file the client is built from; none while there is no client."""
    if not (CLIENT / "package.json").exists():
        return []
    patterns: list[str] = settings()["tool"]["openoutcry"]["client"]
    folders = [folder for pattern in patterns for folder in ROOT.glob(pattern)]
    return sorted(path for folder in folders for path in files_under(folder))


def pip_target(browser: dict[str, Any]) -> list[str]:
    """What makes pip choose wheels for a browser's Python."""
    version: str = browser["python"]
    abi = f"cp{version.replace('.', '')}"
    platform = ("--platform", browser["platform"], "--implementation", "cp", "--abi", abi)
    return ["--python-version", version, *platform]


def files_under(folder: Path) -> Iterable[Path]:
    if folder.is_file():
        yield folder
    for parent, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if f not in GENERATED_FOLDERS and not f.startswith(".")]
        yield from (Path(parent, name) for name in files)


def digest(paths: Iterable[Path], *circumstances: str) -> str:
    """A fingerprint of the files' names and contents and of all else the result depends on."""
    total = hashlib.sha256("\0".join(circumstances).encode())
    for path in paths:
        total.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_fresh(stamp: Path, fingerprint: str) -> bool:
    return stamp.exists() and stamp.read_text(encoding="utf-8") == fingerprint


def write(stamp: Path, fingerprint: str) -> None:
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(fingerprint, encoding="utf-8")
