"""`outcry serve` with a clock that can be made to jump: `python -m ... FILE --data ...`, where the
file says by how many milliseconds. For `outcry chaos` only."""

import argparse
import sys
from pathlib import Path

from openoutcry.server import clock
from openoutcry.server.command_line import COMMANDS


def jump_by(file: Path) -> None:
    """Let the server's clock differ from the machine's by what the file says."""
    true = clock.now_ms

    def now_ms() -> int:
        return true() + int(file.read_text(encoding="ascii") or 0)

    clock.now_ms = now_ms


def serve(arguments: list[str]) -> int:
    [command] = [command for command in COMMANDS if command.name == "serve"]
    parser = argparse.ArgumentParser(command.name)
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments))


if __name__ == "__main__":
    jump_by(Path(sys.argv[1]))
    sys.exit(serve(sys.argv[2:]))
