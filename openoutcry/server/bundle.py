"""Our own Python as one archive for a browser, with the packages that it needs there and those that
bring titles; and the list of files that a browser keeps to play without a network."""

import re
import zipfile
from functools import cached_property
from hashlib import sha256
from importlib.metadata import Distribution
from io import BytesIO
from pathlib import Path

import msgspec

import openoutcry
from openoutcry.core.title import Title
from openoutcry.server.calls.titles import floor_of
from openoutcry.titles import names, package_of

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
ABOUT_A_PACKAGE = {"METADATA", "entry_points.txt"}
"""By these Python finds the titles that a package brings."""
IN_THE_BROWSER = {"openoutcry", "msgspec", "librt", "mypy-extensions"}
"""What a package that brings a title may need to be played in a browser too."""
_FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""So that the same files always give the same archive."""


class Bundle:
    """Two files: Python, and what the floor offers, which a page shows before it has any Python."""

    def __init__(self, wheels: list[Path], build: str) -> None:
        self._wheels = wheels
        self._files = {f.relative_to(PACKAGE.parent).as_posix(): f for f in _sources(PACKAGE)}
        titles = []
        for name in names():
            package = package_of(name)
            brought = {} if package is None else _files_of(package)
            self._files |= brought
            if package is None or brought:
                titles.append(name)
        self.floor = msgspec.json.encode(floor_of(build, Title.edition, titles))
        """A `Floor` of the protocol, as JSON."""

    @cached_property
    def address(self) -> str:
        """The archive's, relative to the page; the other file's is the same with `.json`."""
        total = sha256(self.floor)
        for name, file in sorted(self._files.items()):
            total.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
        for wheel in self._wheels:
            total.update(wheel.name.encode())
        return f"assets/floor-{total.hexdigest()[:12]}.zip"

    @cached_property
    def archive(self) -> bytes:
        """Takes half a second to make."""
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, file in sorted(self._files.items()):
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
    others = (".vite/", "wheels/", "fonts/", "preview")  # for the server, and for links' previews
    served = [f for f in files if not f.startswith(others) and f != "sw.js"]
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


def _files_of(package: Distribution) -> dict[str, Path]:
    """What a browser needs of a package that brings a title, by path; nothing if the title could
    not be played there: its package is not pure Python, lies in a folder of its own, or needs
    others."""
    files = [file for file in package.files or [] if ".." not in file.parts]
    needed = [line for line in package.requires or [] if "extra ==" not in line]
    others = {re.split(r"[^\w.-]", line, maxsplit=1)[0].lower() for line in needed} - IN_THE_BROWSER
    is_pure = not any(file.suffix in (".so", ".pyd", ".pth") for file in files)
    if others or not is_pure:
        return {}
    wanted = [f for f in files if f.suffix in KINDS or f.name in ABOUT_A_PACKAGE]
    return {file.as_posix(): Path(str(file.locate())) for file in wanted}


def _add_wheel(archive: zipfile.ZipFile, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as source:
        for name in sorted(source.namelist()):
            if not name.endswith(("/", ".pyi", ".h")):
                _add(archive, name, source.read(name))


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, _FIXED_DATE), content, zipfile.ZIP_DEFLATED, 9)
