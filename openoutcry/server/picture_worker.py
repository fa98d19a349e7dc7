"""The process that makes PNGs of SVGs: reads drawings from its input, writes pictures to its
output.

Both are messages (`core.worker`); before the first it says that it is ready. It stands apart from
the tables because one picture takes tenths of a second and holds up all else.
"""

import contextlib
import sys
from pathlib import Path

import resvg_py

from openoutcry.core.worker import limit_resources, messages, packed
from openoutcry.server.worker_process import READY

MEMORY = 1 << 30
_FONTS = Path(__file__).parent / "static/fonts"


def painted(svg: str) -> bytes:
    """A PNG as large as the drawing says. Fonts are our own, so that a server without any writes
    as well as one with many."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(file) for file in sorted(_FONTS.glob("*.ttf"))],
        font_family="Jost",
        sans_serif_family="Jost",
    )


def main() -> None:
    limit_resources(MEMORY)
    source, target = sys.stdin.buffer, sys.stdout.buffer
    target.write(READY)
    target.flush()
    for svg in messages(source):
        target.write(packed(painted(svg.decode())))
        target.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
