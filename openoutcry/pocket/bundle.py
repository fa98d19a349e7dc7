"""Our own Python as one archive for a browser, with the packages that it needs there."""

import zipfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec

import openoutcry
from openoutcry.core.title import Title
from openoutcry.server.calls.titles import floor_of
from openoutcry.server.pages import BUILD, STATIC

PACKAGE = Path(openoutcry.__file__).parent
WHEELS = STATIC / "wheels"
LEFT_OUT = {
    "cli",
    "conformance",
    "lab",
    "zoo",
    "static",
    "__pycache__",
    "terminal.py",
    "picture.py",
}
KINDS = {".py", ".json", ".toml", ".md"}
_ALIKE = (1980, 1, 1, 0, 0, 0)
"""The same files give the same archive, whenever it is made."""


class Bundle(NamedTuple):
    """Two files: Python, and what the floor offers, which a page shows before it has any Python."""

    archive: bytes
    floor: bytes

    @property
    def name(self) -> str:
        """Of the archive among the page's assets; the other one ends in json."""
        return f"floor-{sha256(self.archive + self.floor).hexdigest()[:12]}.zip"


def build(wheels: Path = WHEELS) -> Bundle | None:
    """None where the packages were not fetched when the client was built."""
    found = sorted(wheels.glob("*.whl"))
    if not found:
        return None
    ours = {file.relative_to(PACKAGE.parent).as_posix(): file for file in _sources(PACKAGE)}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(ours):
            _add(archive, name, ours[name].read_bytes())
        for wheel in found:
            _add_wheel(archive, wheel)
    return Bundle(packed.getvalue(), msgspec.json.encode(floor_of(BUILD, Title.edition)))


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
    archive.writestr(zipfile.ZipInfo(name, _ALIKE), content, zipfile.ZIP_DEFLATED, 9)
