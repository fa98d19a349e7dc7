"""Sets everything up, then runs Open Outcry. Needs only Python 3.11 or newer with pip.

    python3 run.py                  start the floor (the command `outcry`)
    python3 run.py COMMAND ...      the same as `outcry COMMAND ...`
    python3 run.py test             every check and every test
    python3 run.py test ARGS ...    only pytest, with these arguments
    python3 run.py screenshots      pictures of every page and board, in build/screenshots
    python3 run.py npm ARGS ...     npm in client/, with its own Node.js
    python3 run.py lock [--upgrade] resolve the *.lock files again

What is set up lives in .tools, .venv and build, and is made again when its sources change.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("run.py: needs Python 3.11 or newer; this is %d.%d" % sys.version_info[:2])  # noqa: UP031

import hashlib
import json
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import npm
import stamps
from stamps import CLIENT, ROOT

PYTHON: str = getattr(sys, "_base_executable", "") or sys.executable  # never the .venv's own
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
IN_VENV = {"base": str(VENV), "platbase": str(VENV)}
SCRIPTS = Path(sysconfig.get_path("scripts", "venv", IN_VENV))
NPM = [str(SCRIPTS / "python"), str(ROOT / "npm.py")]
OUR_TOOLS = (
    "c_hints.py",
    "docstrings.py",
    "hatch_build.py",
    "npm.py",
    "pyproject.toml",
    "run.py",
    "stamps.py",
)
SOME_FAILED = 1  # pytest's own number
FEW = 3  # more at once are no accident of timing
BUILD_SWITCHES = ("OPENOUTCRY_SKIP_COMPILE", "OPENOUTCRY_SKIP_CLIENT", "CC", "CFLAGS")


class Stop(Exception):
    """What went wrong, in one line for the person who started us."""


def main() -> int:
    command, *rest = sys.argv[1:] or [""]
    if command == "lock":
        return lock(rest)
    make_environment()
    if command in ("test", "screenshots"):
        install_packages(["dev.lock"], "everything for the tests")
        install_client_tests()
        install_project()
    if command == "screenshots":
        os.chdir(ROOT)
        return replace_by([str(SCRIPTS / "python"), "-m", "tests.browser.screenshots", *rest])
    if command == "test":
        return test(rest[1:] if rest[:1] == ["--"] else rest)
    node = [] if npm.node_is_here() else ["node.lock"]
    install_packages(["requirements.lock", "build.lock", *node], "what the floor needs")
    if command == "npm":
        return replace_by([*NPM, *rest])
    install_project()
    return replace_by([script("outcry"), *sys.argv[1:]])


# Setting up


def make_environment() -> None:
    stamp, fingerprint = VENV / "python.stamp", f"{sys.base_prefix} {sys.version} {VENV}"
    if not stamps.is_fresh(stamp, fingerprint):
        uv("venv", "--clear", "--python", PYTHON, str(VENV), fault="could not make .venv")
        stamps.write(stamp, fingerprint)


def install_packages(locks: list[str], what: str) -> None:
    if all(stamps.is_fresh(*stamp_of(lock)) for lock in locks):
        return
    say(f"Installing {what} ...")
    chosen = [argument for lock in locks for argument in ("-r", lock)]
    fault = "could not install the packages (is the network there?)"
    # The locks are complete: nobody needs to be asked what else a package needs.
    uv_install("--require-hashes", "--no-deps", *chosen, fault=fault)
    for lock in locks:
        stamps.write(*stamp_of(lock))


def stamp_of(lock: str) -> tuple[Path, str]:
    return VENV / f"{lock}.stamp", stamps.digest([ROOT / lock])


def install_client_tests() -> None:
    """What checks of the client need besides what builds it: three fifths of all its packages."""
    if not stamps.client_sources():
        return
    lock, packages = CLIENT / "package-lock.json", CLIENT / "node_modules"
    stamp, fingerprint = packages / "tests.stamp", stamps.digest([lock])
    if stamps.is_fresh(stamp, fingerprint):
        return
    if run([*NPM, "ci", "--no-audit", "--no-fund", "--loglevel=error"]):
        raise Stop("could not install the client's packages; the lines above say why")
    stamps.write(stamp, fingerprint)


def install_project() -> None:
    """Editable: this compiles the engine and builds the client where their sources changed."""
    ours = [ROOT / name for name in OUR_TOOLS]
    sources = [*ours, *stamps.engine_inputs(), *stamps.client_sources()]
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang", "cl"))), "")
    switches = [os.environ.get(name, "") for name in BUILD_SWITCHES]
    fingerprint = stamps.digest(sources, compiler, *switches)
    stamp = VENV / "project.stamp"
    if stamps.is_fresh(stamp, fingerprint):
        return
    say("Building Open Outcry ...")
    in_place = ("--no-deps", "--no-build-isolation", "--reinstall-package", "openoutcry", "-e", ".")
    uv_install(*in_place, fault="could not build Open Outcry")
    if not any(ROOT.glob(f"openoutcry/**/*{sysconfig.get_config_var('EXT_SUFFIX')}")):
        say("The engine runs interpreted, and bots think slowly: to compile it takes a C compiler.")
    stamps.write(stamp, fingerprint)


def uv_install(*arguments: str, fault: str) -> None:
    uv("pip", "install", "--python", str(SCRIPTS / "python"), *arguments, fault=fault)


def uv(*arguments: str, fault: str) -> None:
    get_uv()
    program = shutil.which("uv", path=os.pathsep.join([str(TOOLS / "bin"), str(TOOLS / "Scripts")]))
    if program is None:
        raise Stop("uv was installed into .tools but is not there: delete .tools and try again")
    environment = {
        **os.environ,
        "UV_SYSTEM_CERTS": "1",
        "NODE_USE_SYSTEM_CA": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    index = pip_index()
    if index:
        environment.setdefault("UV_DEFAULT_INDEX", index)
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    if run([program, *quiet, *arguments], environment):
        raise Stop(f"{fault}; the lines above say why")


def get_uv() -> None:
    stamp, fingerprint = TOOLS / "uv.stamp", stamps.digest([ROOT / "tools.lock"])
    if stamps.is_fresh(stamp, fingerprint):
        return
    say("Getting uv ...")
    shutil.rmtree(TOOLS, ignore_errors=True)
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    pinned = ["--require-hashes", "-r", "tools.lock"]
    answer = ask_pip("install", *options, "--target", str(TOOLS), *pinned)
    if answer.returncode:
        complaints = re.findall(r"^ERROR: (.+)", answer.stderr, re.M) or [answer.stderr.strip()]
        raise Stop(f"could not get uv with pip (is the network there?): {complaints[-1]}")
    stamps.write(stamp, fingerprint)


@cache
def pip_index() -> str:
    """The package index pip is set up with: uv does not read pip's settings."""
    found = dict(re.findall(r"^(.+)\.index-url='(.+)'$", ask_pip("config", "list").stdout, re.M))
    return found.get(":env:") or found.get("install") or found.get("global") or ""


def ask_pip(*arguments: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PIP_USER": "0"}
    command = [PYTHON, "-m", "pip", *arguments]
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if "No module named pip" in answer.stderr:
        raise Stop(f"{PYTHON} has no pip: install it (Debian: apt install python3-pip)")
    return answer


# Checking


def test(pytest_arguments: list[str]) -> int:
    if not pytest_arguments:
        with ThreadPoolExecutor() as beside_each_other:
            parts = [check_python, check_client] if stamps.client_sources() else [check_python]
            for part in [beside_each_other.submit(part) for part in parts]:
                part.result()
        # One more than there are processors: many tests wait, for bots, clocks and browsers.
        # An idle worker takes over what a busy one has not begun: browser tests are long.
        workers = (os.cpu_count() or 1) + 1
        say("pytest ...")
        outcome = run([script("pytest"), "-n", str(workers), "--dist", "worksteal"])
        return alone() if outcome == SOME_FAILED else outcome
    return run([script("pytest"), *pytest_arguments])


def alone() -> int:
    """A few failures, tried once more by themselves; what passes only then is named."""
    remembered = ROOT / ".pytest_cache/v/cache/lastfailed"
    failed = sorted(json.loads(remembered.read_text())) if remembered.exists() else []
    if not 0 < len(failed) <= FEW:
        return SOME_FAILED
    say("Once more, by themselves ...")
    outcome = run([script("pytest"), "--last-failed", "--last-failed-no-failures", "none"])
    if outcome == 0:
        say("UNSTEADY: these failed beside the others and passed alone; what do they depend on?")
        say("\n".join(failed))
    return outcome


def check_python() -> None:
    check("ruff check", [script("ruff"), "check", "."])
    check("ruff format", [script("ruff"), "format", "--check", "."])
    check("mypy --strict", [script("mypy")])
    check("layers", [script("lint-imports"), "--no-cache"])


def check_client() -> None:
    check("biome", [*NPM, "run", "lint"])
    check("prettier", [*NPM, "run", "format:check"])
    check("svelte-check", [*NPM, "run", "check"])
    check("vitest", [*NPM, "test"])


def check(title: str, command: list[str]) -> None:
    """Shows the command's output only if it fails."""
    started = time.monotonic()
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.monotonic() - started
    if result.returncode:
        say(result.stdout.decode(errors="replace").rstrip())
        raise Stop(f"{title} failed after {seconds:.1f} s; its output is above")
    say(f"{title:<14} ok {seconds:6.1f} s")


# Locking


def lock(arguments: list[str]) -> int:
    """Resolve as of four weeks ago, so that every mirror has it all; our own pins may be newer."""
    today = date.today()
    options = [
        *("--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-header", "--no-annotate"),
        *("--exclude-newer", str(today - timedelta(weeks=4))),
        *("--exclude-newer-package", f"mypy={today}", "--exclude-newer-package", f"uv={today}"),
        *arguments,
    ]
    server = ("--extra", "server")
    extras = (*server, "--extra", "docs", "--extra", "openspiel", "--extra", "zoo")
    plans = {
        "dev.lock": ("pyproject.toml", *extras, "--group", "dev"),
        "requirements.lock": ("pyproject.toml", *server, "--constraints", "dev.lock"),
        "build.lock": ("--group", "build", "--constraints", "dev.lock"),
        "node.lock": ("--group", "node", "--constraints", "dev.lock"),
        "tools.lock": ("--group", "tools"),
    }
    for name, plan in plans.items():
        say(f"Resolving {name} ...")
        uv("pip", "compile", "--quiet", *options, *plan, "-o", name, fault=f"no {name}")
    say("Resolving wasm.lock ...")
    lock_wheels()
    return 0


def lock_wheels() -> None:
    """uv does not know browsers' Python: pip finds the wheels, and their hashes are kept."""
    browser = stamps.settings()["tool"]["openoutcry"]["browser"]
    with tempfile.TemporaryDirectory() as folder:
        options = ["--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder]
        answer = ask_pip("download", *options, *stamps.pip_target(browser), *browser["packages"])
        if answer.returncode:
            raise Stop(f"no wasm.lock: {answer.stderr.strip()}")
        lines = []
        for wheel in sorted(Path(folder).glob("*.whl")):
            name, version = wheel.name.split("-")[:2]
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name.replace('_', '-')}=={version} \\\n    --hash=sha256:{digest}\n")
    (ROOT / "wasm.lock").write_text("".join(lines), encoding="utf-8")


# Running


def script(name: str) -> str:
    return str(SCRIPTS / name)


def run(command: list[str], environment: dict[str, str] | None = None) -> int:
    """Like subprocess.call, but lets the command finish by itself on Ctrl-C."""
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.wait()
            raise


def replace_by(command: list[str]) -> int:
    """Become the command, in the folder we were started in."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.call(command)


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stop as stop:
        sys.exit(f"run.py: {stop}")
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"run.py: {error}")
