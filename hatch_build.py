"""The build hook: compiles the engine with mypyc and builds the browser client.

Both land beside their sources, git-ignored, and are rebuilt only when those have changed. A source
distribution brings the built client along, so that installing from it takes no Node.js.
The metadata hook adds what depends on where the repository lives.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))  # hatchling loads this file by path
import c_hints
import docstrings
import npm
import stamps
from stamps import ROOT

BUILD = ROOT / "build"
BINARY_SUFFIX: str = sysconfig.get_config_var("EXT_SUFFIX")
ENGINE_LIBRARY = ROOT / f"openoutcry__mypyc{BINARY_SUFFIX}"
ENGINE_STAMP = BUILD / f"engine{BINARY_SUFFIX}.stamp"
CLIENT_PAGE = ROOT / "openoutcry/server/static/index.html"
CLIENT_STAMP = BUILD / "client.stamp"
CLIENT_PACKAGES = ROOT / "client/node_modules/.package-lock.json"
"""What npm has installed."""

SKIP_COMPILE = "OPENOUTCRY_SKIP_COMPILE"
SKIP_CLIENT = "OPENOUTCRY_SKIP_CLIENT"
REPOSITORY = "OPENOUTCRY_REPOSITORY"
"""The address of the repository's page: whoever publishes a release sets it."""


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        groups = stamps.settings()["dependency-groups"]
        engine: list[str] = [] if is_asked(SKIP_COMPILE) or engine_is_fresh() else groups["engine"]
        client: list[str] = [] if is_asked(SKIP_CLIENT) or client_is_fresh() else groups["client"]
        node: list[str] = groups["node"] if client and not npm.node_is_here() else []
        return engine + client + node

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # The client is others' work, npm's above all: the engine is compiled beside it.
        with ThreadPoolExecutor() as beside:
            client = beside.submit(self.make_client)
            if self.target_name != "sdist":
                self.make_engine()
            client.result()
        if self.target_name == "sdist":
            return
        binaries = [str(path.relative_to(ROOT)) for path in binaries_present()]
        if binaries:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update({path: path for path in binaries})

    def make_client(self) -> None:
        if not client_is_fresh() and not is_asked(SKIP_CLIENT):
            build_client()

    def make_engine(self) -> None:
        if is_asked(SKIP_COMPILE):
            remove_binaries()
            self.app.display_warning(f"{SKIP_COMPILE}: the engine is installed interpreted")
        elif not engine_is_fresh():
            remove_binaries()
            if a_compiler_works():
                compile_engine()
            else:
                self.app.display_warning("no C compiler: the engine is installed interpreted")


class MetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get(REPOSITORY, "").rstrip("/")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        if repository:
            text = with_whole_addresses(text, repository, f"v{metadata['version']}")
            metadata["urls"] = {
                "Source": repository,
                "Issues": f"{repository}/issues",
                "Changelog": f"{repository}/blob/main/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def with_whole_addresses(text: str, repository: str, tag: str) -> str:
    """A package index shows the README without the files it links to: they get addresses."""
    links = re.compile(r"(!?)(\[[^\]]*\])\((?!\w+:|#)([^)]+)\)")

    def whole(link: re.Match[str]) -> str:
        mark, words, path = link.groups()
        return f"{mark}{words}({repository}/{'raw' if mark else 'blob'}/{tag}/{path})"

    return links.sub(whole, text)


def is_asked(variable: str) -> bool:
    return os.environ.get(variable, "") not in ("", "0")


# The engine


def binaries_present() -> list[Path]:
    return [*ROOT.glob(f"openoutcry/**/*{BINARY_SUFFIX}"), *ROOT.glob(ENGINE_LIBRARY.name)]


def remove_binaries() -> None:
    ENGINE_STAMP.unlink(missing_ok=True)
    for path in binaries_present():
        path.unlink()


def engine_fingerprint() -> str:
    compiler = str(stamps.settings()["dependency-groups"]["engine"])
    makers = [Path(__file__).resolve(), ROOT / "docstrings.py", ROOT / "c_hints.py"]
    return stamps.digest([*stamps.engine_inputs(), *makers], compiler)


def engine_is_fresh() -> bool:
    modules = [path.with_name(path.stem + BINARY_SUFFIX) for path in stamps.engine_sources()]
    complete = all(path.exists() for path in [ENGINE_LIBRARY, *modules])
    return complete and stamps.is_fresh(ENGINE_STAMP, engine_fingerprint())


DIRECT = ["-fvisibility=hidden"]
"""Nobody but Python calls the engine, and only to initialise it: calls within it then need no table
and may be inlined. A tenth to a fifth faster."""

ALIGNED = ["-falign-functions=64", "-falign-loops=32"]
"""Without these a title's speed hangs on where the linker happens to put its loops: code that was
added for one title made another 5 % slower."""

UNSEARCHED = ["-Wno-all"]
"""Python's own flags ask for all warnings: to look for them in generated C, where nobody reads
them, takes gcc as long again as to compile it."""


def compile_engine() -> None:
    """All modules as one unit, so that calls between them are direct."""
    from mypyc.build import mypycify

    modules = [path.relative_to(ROOT).as_posix() for path in stamps.engine_sources()]
    if not modules:
        return
    fingerprint = engine_fingerprint()  # taken first: sources may change meanwhile
    # A cache of its own: checking and compiling would throw away each other's.
    flags = [f"--cache-dir={BUILD / 'mypy_cache'}", "--follow-imports=silent"]
    extensions = mypycify(
        [*flags, *modules],
        opt_level="3",
        debug_level="0",
        target_dir=str(BUILD / "c"),
        group_name="openoutcry",
    )
    if os.name == "posix":  # gcc or clang
        for extension in extensions:
            extension.extra_compile_args += [*DIRECT, *ALIGNED, *UNSEARCHED]
    sources = {stamps.module_name(path): path for path in stamps.engine_sources()}
    written = sorted((BUILD / "c").glob("__native*.c"))
    docstrings.put_into(written, sources)
    c_hints.put_into(written)
    build_extensions(extensions, ROOT)
    stamps.write(ENGINE_STAMP, fingerprint)


def a_compiler_works() -> bool:
    """Tries it: a compiler without Python's headers, or without a linker, is of no use."""
    from setuptools import Extension
    from setuptools.errors import BaseError, CCompilerError

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        try:
            build_extensions([Extension("probe", [str(source)])], Path(folder))
        except (BaseError, CCompilerError):
            return False
    return True


def build_extensions(extensions: Sequence[Any], into: Path) -> None:
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    command = build_ext(Distribution({"name": "openoutcry", "ext_modules": list(extensions)}))
    command.build_lib = str(into)
    command.build_temp = str(BUILD / "objects")
    command.ensure_finalized()
    command.run()


# The client


def client_fingerprint() -> str:
    return stamps.digest([*stamps.client_sources(), ROOT / "wasm.lock"])


def client_is_fresh() -> bool:
    if not stamps.client_sources():
        return True
    return stamps.is_fresh(CLIENT_STAMP, client_fingerprint()) and CLIENT_PAGE.exists()


def build_client() -> None:
    fingerprint = client_fingerprint()
    if not client_packages_are_there():
        run_npm("ci", "--omit=dev", "--no-audit", "--no-fund")
    run_npm("run", "build")
    fetch_wheels()
    stamps.write(CLIENT_STAMP, fingerprint)


def client_packages_are_there() -> bool:
    """Also with more than the page needs: checks have added what they need."""
    installed, wanted = CLIENT_PACKAGES, ROOT / "client/package-lock.json"
    return installed.exists() and installed.stat().st_mtime >= wanted.stat().st_mtime


def fetch_wheels() -> None:
    """What our Python needs in a browser: built for the Pyodide that package-lock.json pins."""
    browser = stamps.settings()["tool"]["openoutcry"]["browser"]
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]
    pinned = ["--require-hashes", "-r", str(ROOT / "wasm.lock")]
    target = [*stamps.pip_target(browser), "--dest", str(CLIENT_PAGE.parent / "wheels")]
    pip = [sys.executable, "-m", "pip", "download"]
    if subprocess.call([*pip, *options, *pinned, *target]):
        raise SystemExit(
            f"the packages of wasm.lock could not be fetched; if pip is out of reach, "
            f"set {SKIP_CLIENT}=1 to install without the browser client"
        )


def run_npm(*arguments: str) -> None:
    if subprocess.call([sys.executable, str(ROOT / "npm.py"), *arguments]):
        raise SystemExit(
            f"npm {' '.join(arguments)} failed; if npm is out of reach, "
            f"set {SKIP_CLIENT}=1 to install without the browser client"
        )
