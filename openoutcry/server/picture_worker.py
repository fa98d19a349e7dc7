"""The process that makes PNGs of SVGs: reads drawings from its input, writes pictures to its
output.

Both are a length (4 bytes, big-endian) and bytes; before the first it says that it is ready. It
stands apart from the tables because one picture takes tenths of a second and holds up all else.
"""

import sys
from pathlib import Path

import resvg_py

from openoutcry.server.bot_worker import HEADER
from openoutcry.server.worker_process import READY, limit_resources

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
    while header := source.read(HEADER.size):
        svg = source.read(HEADER.unpack(header)[0]).decode()
        picture = painted(svg)
        target.write(HEADER.pack(len(picture)) + picture)
        target.flush()


if __name__ == "__main__":
    main()
