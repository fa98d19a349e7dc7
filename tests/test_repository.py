"""What the repository promises as a whole: it installs anywhere and names no machine."""

import re
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import stamps
from hatch_build import with_whole_addresses

ROOT = stamps.ROOT
LOCKS = [
    "build.lock",
    "dev.lock",
    "node.lock",
    "requirements.lock",
    "tools.lock",
    "wasm.lock",
]

# Put together here so that this file does not contain what it forbids.
HOSTS = ["pypi" + r"\.org/simple", "files" + r"\.pythonhosted", "registry" + r"\.npmjs"]
MACHINE_FOLDERS = ["work", "farm", "root", "home/[a-z]", "Users/[A-Za-z]"]
FORBIDDEN = re.compile(
    "|".join(
        [*HOSTS, rf"(?<![\w.~}}-])/(?:{'|'.join(MACHINE_FOLDERS)})/", '"resolved": *"' + "http"]
    )
)


def tracked() -> list[Path]:
    """The files git tracks that are still in the work tree."""
    command = ["git", "ls-files", "-z"]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in answer.stdout.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_requirement_is_exact_and_hashed(name: str) -> None:
    requirements = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
    assert requirements
    for requirement in requirements:
        assert re.match(r"[a-z0-9-]+==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_the_locks_agree_on_every_version() -> None:
    def versions(name: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(), re.MULTILINE))

    ours = [versions(f"{name}.lock") for name in ("requirements", "build", "node")]
    assert set().union(*ours) <= versions("dev.lock")


def test_tracked_files_name_no_machine_and_no_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert not found


@pytest.mark.parametrize(
    "line",
    ["cd /" + "work/main", 'open("/' + 'root/x")', "https://" + "pypi" + ".org/simple/"],
)
def test_the_forbidden_is_recognised(line: str) -> None:
    assert FORBIDDEN.search(line)


def test_only_host_neutral_locks_are_tracked() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in tracked()}
    assert "uv.lock" not in names
    assert set(LOCKS) <= names


def test_ci_runs_what_a_newcomer_runs() -> None:
    ci = ROOT / ".ci/run"
    assert ci.read_text() == '#!/bin/sh\ncd "$(dirname "$0")/.."\nexec python3 run.py test\n'
    assert ci.stat().st_mode & stat.S_IXUSR or sys.platform == "win32"


def test_the_layers_are_under_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    layers, titles = settings["tool"]["importlinter"]["contracts"][:2]
    assert layers["type"] == "layers"
    ours = ["cli", "lab | server | zoo", "bots", "titles", "text", "core"]
    assert [layer for layer in layers["layers"] if layer in ours] == ours
    assert layers["exhaustive"]
    assert titles["type"] == "independence"
    assert titles["modules"] == ["openoutcry.titles.*"]


def test_a_change_in_what_a_compiled_module_imports_compiles_it_anew() -> None:
    assert stamps.OUR_IMPORT.findall(
        "import openoutcry.core.rng\n"
        "from openoutcry.core import (\n    state,\n    rng,\n)\n"
        "from typing import Final\n"
    ) == [("openoutcry.core.rng", ""), ("openoutcry.core", "(\n    state,\n    rng,\n)")]
    rng, state = ROOT / "openoutcry/core/rng.py", ROOT / "openoutcry/core/state.py"
    assert {rng, state} <= set(stamps.files_of("openoutcry.core", "(\n    state,\n    rng,\n)"))


def test_no_package_hides_a_module_of_its_name() -> None:
    modules = {path.with_suffix("") for path in tracked() if path.suffix == ".py"}
    packages = {path.parent for path in tracked() if path.name == "__init__.py"}
    assert modules & packages == set()


def version() -> str:
    [found] = re.findall(
        r'^__version__ = "(.+)"$', (ROOT / "openoutcry/__init__.py").read_text(), re.M
    )
    return str(found)


def test_the_version_is_told_the_same_everywhere() -> None:
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == version()
    assert re.search(rf"^## {re.escape(version())}\b", (ROOT / "CHANGELOG.md").read_text(), re.M)


@pytest.mark.parametrize(
    "path", [*ROOT.glob(".github/**/*.yml"), ROOT / "compose.yaml"], ids=lambda path: path.name
)
def test_what_other_programs_read_is_well_formed(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text()), dict)


def test_the_readme_of_a_release_links_to_the_repository() -> None:
    page = "https://example.org/outcry"
    text = "![board](docs/a.png) [play](docs/play.md#now) [web](https://x.example) [top](#more)"
    assert with_whole_addresses(text, page, "v1") == (
        f"![board]({page}/raw/v1/docs/a.png) [play]({page}/blob/v1/docs/play.md#now)"
        " [web](https://x.example) [top](#more)"
    )


def test_every_font_of_the_built_page_has_its_licence_beside_it() -> None:
    assets = ROOT / "openoutcry/server/static/assets"
    fonts = {path.name.split("-")[0] for path in assets.glob("*.woff2")}
    assert fonts == {path.name.split("-")[0] for path in assets.glob("*-LICENSE.txt")}
    for font in fonts:
        assert "SIL" in (assets / f"{font}-LICENSE.txt").read_text()


def test_no_cast_takes_a_type_for_any_other() -> None:
    scripts = [path for path in tracked() if path.suffix in (".ts", ".svelte")]
    assert [path.name for path in scripts if "as unknown as" in path.read_text()] == []
