"""What a browser keeps so that its next Python starts sooner."""

import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from openoutcry.pocket.compiled import packed

ROOT = Path(__file__).parents[2]


def run(code: str, *arguments: str) -> str:
    told = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


IMPORT = """import sys
sys.dont_write_bytecode = False
sys.pycache_prefix = None
sys.path.insert(0, sys.argv[1])
from house.rooms import hall
print(hall.NAME, hall.__file__)
"""


def house(folder: Path) -> None:
    rooms = folder / "house/rooms"
    rooms.mkdir(parents=True)
    (folder / "house/__init__.py").write_text("")
    (rooms / "__init__.py").write_text("")
    (rooms / "hall.py").write_text(
        "from pathlib import Path\nNAME = Path(__file__).with_name('name.txt').read_text()\n"
    )
    (rooms / "attic.py").write_text("NAME = 'attic'\n")
    (rooms / "name.txt").write_text("hall")


def test_compiled_modules_take_their_sources_place(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    house(first)
    run(IMPORT, str(first))
    archive = packed(str(first))
    assert archive is not None
    with zipfile.ZipFile(io.BytesIO(archive)) as content:
        assert content.namelist() == [
            "house/__init__.pyc",
            "house/rooms/__init__.pyc",
            "house/rooms/attic.py",
            "house/rooms/hall.pyc",
            "house/rooms/name.txt",
        ]
        content.extractall(second)
    assert run(IMPORT, str(second)) == f"hall {second / 'house/rooms/hall.pyc'}"


def test_nothing_is_packed_until_something_new_was_compiled(tmp_path: Path) -> None:
    house(tmp_path)
    assert packed(str(tmp_path)) is None


def test_the_kept_memory_holds_all_that_ours_imports_of_pythons_library() -> None:
    text = (ROOT / "client/src/pocket/snapshot.ts").read_text(encoding="utf-8")
    found = re.search(r"IMPORTS = `([^`]*)`", text)
    assert found is not None
    imports = found[1].replace("\n", " ")
    code = f"""import sys
import {imports}
before = set(sys.modules)
import openoutcry.pocket.floor, openoutcry.pocket.thinker, openoutcry.pocket.compiled
from openoutcry.titles import find, names
for name in names():
    find(name)
new = {{name for name in set(sys.modules) - before if "." not in name and name[0] != "_"}}
print(*sorted(new & sys.stdlib_module_names))
"""
    assert run(code) == ""
