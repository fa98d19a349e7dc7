"""Our own Python as one archive for a browser, with the packages that it needs there; and the list
of files that a browser keeps to play without a network."""

import zipfile
from functools import cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import msgspec

import openoutcry
from openoutcry.core.title import Title
from openoutcry.server.calls.titles import floor_of

PACKAGE = Path(openoutcry.__file__).parent
LEFT_OUT = {
    "chaos",
    "cli",
    "conformance",
    "lab",
    "loadtest",
    "zoo",
    "static",
    "__pycache__",
    "picture.py",
    "terminal.py",
}
KINDS = {".py", ".json", ".toml", ".md"}
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""So that the same files always give the same archive."""


class Bundle:
    """Two files: Python, and what the floor offers, which a page shows before it has any Python."""

    def __init__(self, wheels: list[Path], build: str) -> None:
        self._wheels = wheels
        self._ours = {f.relative_to(PACKAGE.parent).as_posix(): f for f in _sources(PACKAGE)}
        self.floor = msgspec.json.encode(floor_of(build, Title.edition))
        """A `Floor` of the protocol, as JSON."""

    @cached_property
    def address(self) -> str:
        """The archive's, relative to the page; the other file's is the same with `.json`."""
        total = sha256(self.floor)
        for name, file in sorted(self._ours.items()):
            total.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
        for wheel in self._wheels:
            total.update(wheel.name.encode())
        return f"assets/floor-{total.hexdigest()[:12]}.zip"

    @cached_property
    def archive(self) -> bytes:
        """Takes half a second to make."""
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, file in sorted(self._ours.items()):
                _add(archive, name, file.read_bytes())
            for wheel in self._wheels:
                _add_wheel(archive, wheel)
        return packed.getvalue()


def bundle_of(static: Path, build: str) -> Bundle | None:
    """None where the packages were not fetched when the client was built."""
    wheels = sorted((static / "wheels").glob("*.whl"))
    return Bundle(wheels, build) if wheels else None


def service_worker(static: Path, bundle: Bundle | None, build: str) -> str:
    """The client's service worker, told what to keep: the page's own files at once, Python when the
    page asks for it."""
    files = sorted(f.relative_to(static).as_posix() for f in static.rglob("*") if f.is_file())
    served = [f for f in files if not f.startswith((".vite/", "wheels/")) and f != "sw.js"]
    python = [f for f in served if "/pyodide-" in f and not f.endswith("mjs.gz")]
    page = [f for f in served if "/pyodide-" not in f and not f.endswith((".gz", ".html", ".woff"))]
    if bundle is not None:
        python += [bundle.address]
        page += [bundle.address.replace(".zip", ".json")]
    told = {"build": build, "page": ["./", *page], "python": python}
    head = f"const told = {msgspec.json.encode(told).decode()}\n"
    return head + (static / "sw.js").read_text(encoding="utf-8")


def _sources(folder: Path) -> list[Path]:
    files: list[Path] = []
    for path in folder.iterdir():
        if path.name in LEFT_OUT:
            continue
        if path.is_dir():
            files += _sources(path)
        elif path.suffix in KINDS:
            files.append(path)
    return files


def _add_wheel(archive: zipfile.ZipFile, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as source:
        for name in sorted(source.namelist()):
            if not name.endswith(("/", ".pyi", ".h")):
                _add(archive, name, source.read(name))


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), content, zipfile.ZIP_DEFLATED, 9)
