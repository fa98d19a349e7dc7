"""`outcry serve` with a clock that can be made to jump: `python -m ... FILE serve ...`, where the
file says by how many milliseconds. For `outcry chaos` only."""

import sys
from pathlib import Path

from openoutcry.cli import main
from openoutcry.server import clock


def jump_by(file: Path) -> None:
    """Let the server's clock differ from the machine's by what the file says."""
    true = clock.now_ms

    def now_ms() -> int:
        return true() + int(file.read_text(encoding="ascii") or 0)

    clock.now_ms = now_ms


if __name__ == "__main__":
    jump_by(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
