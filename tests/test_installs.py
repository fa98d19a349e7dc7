"""What a part of the dependencies is enough for, in environments that hold nothing else."""

import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import distribution
from pathlib import Path

import pytest

import stamps

PROJECT = tomllib.loads((stamps.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ENGINE = ("librt", "msgspec", "mypy-extensions")
"""All that the rules, the API, the bots and the words need."""

MATCHES = """
import sys
import openoutcry as oo
from openoutcry.titles import find, names

for name in names():
    match = oo.new(name, find(name).box.seats(find(name).edition())[0], seed=1)
    assert match.view(0).title == name and match.tell("fr") is not None

match = oo.new("mogul", seats=3, seed=1)
broker = oo.bots.find("broker")
while not match.over:
    seat = match.waiting[0]
    match.play_action(seat, broker.choose(match.state, seat, 10))
match.record().save(sys.argv[1])
assert oo.load(sys.argv[1]).replay().scores() == match.scores()
tops = {name.partition(".")[0] for name in sys.modules if not name.startswith("__")}
print(*sorted(tops - sys.stdlib_module_names - {"sitecustomize"}))
"""


def names_of(requirements: list[str]) -> set[str]:
    return {re.split(r"[\s<>=!~;\[]", line, maxsplit=1)[0].lower() for line in requirements}


def with_what_they_need(names: set[str]) -> set[str]:
    found: set[str] = set()
    while names:
        found |= names
        required = [line for name in names for line in distribution(name).requires or []]
        names = names_of([line for line in required if "extra ==" not in line]) - found
    return found


def environment(folder: Path, names: set[str]) -> Path:
    """A virtual environment with copies of these packages and with Open Outcry; its Python."""
    venv.create(folder, symlinks=sys.platform != "win32")
    home = "Scripts" if sys.platform == "win32" else "bin"
    python = folder / home / "python"
    answer = run(python, "import sysconfig; print(sysconfig.get_path('purelib'))")
    packages = Path(answer.stdout.strip())
    for name in names:
        copy(name, packages)
    (packages / "openoutcry.pth").write_text(str(stamps.ROOT), encoding="utf-8")
    return python


def copy(name: str, into: Path) -> None:
    files = distribution(name).files or []
    for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
        source = Path(str(distribution(name).locate_file(top)))
        if source.is_dir():
            shutil.copytree(source, into / top, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, into)


def run(python: Path, code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [str(python), "-I", "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def outcry(python: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run(python, "from openoutcry.__main__ import main; raise SystemExit(main())", *arguments)


@pytest.fixture(scope="module")
def engine_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("engine"), set(ENGINE))


@pytest.fixture(scope="module")
def without_extras(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As after `pip install openoutcry`."""
    required = with_what_they_need(names_of(PROJECT["dependencies"]))
    return environment(tmp_path_factory.mktemp("plain"), required)


def test_matches_bots_and_records_need_only_the_engine(engine_only: Path, tmp_path: Path) -> None:
    answer = run(engine_only, MATCHES, str(tmp_path / "game.json"))
    assert answer.returncode == 0, answer.stderr
    ours = {"openoutcry", "openoutcry__mypyc"}
    allowed = ours | {name.replace("-", "_") for name in ENGINE}
    assert set(answer.stdout.split()) - allowed == set()


def test_the_engine_is_among_the_dependencies_and_needs_nothing_itself() -> None:
    assert set(ENGINE) <= names_of(PROJECT["dependencies"])
    assert with_what_they_need(set(ENGINE)) == set(ENGINE)


def test_the_command_says_what_the_terminal_needs(engine_only: Path) -> None:
    answer = outcry(engine_only, "titles")
    assert answer.returncode == 1
    assert answer.stderr == "outcry: this needs rich: pip install openoutcry\n"


@pytest.mark.parametrize(
    "line",
    ["titles", "--help", "rules mogul", "arena mogul --bots random,random,random --games 4"],
)
def test_terminal_and_laboratory_do_without_the_server(without_extras: Path, line: str) -> None:
    answer = outcry(without_extras, *line.split())
    assert answer.returncode == 0, answer.stderr


@pytest.mark.parametrize("line", ["", "serve --lan", "admin backup x", "loadtest --tables 1"])
def test_a_command_of_the_server_says_what_to_install(without_extras: Path, line: str) -> None:
    answer = outcry(without_extras, *line.split())
    assert answer.returncode == 2
    assert re.fullmatch(
        r"outcry: this needs \w+: pip install 'openoutcry\[server\]'\n", answer.stderr
    )


def test_run_py_installs_the_server_too() -> None:
    lock = (stamps.ROOT / "requirements.lock").read_text("utf-8")
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["server"]
    assert names_of(wanted) <= set(re.findall(r"^([\w-]+)==", lock, re.M))
