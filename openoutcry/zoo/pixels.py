"""The board as an array of pixels: our SVG, painted by resvg.

The PNG that resvg makes is read here, in a page of code: no other part of a learner's program would
need a library for pictures.
"""

import struct
import zlib
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from openoutcry.core.errors import OutcryError

WIDTH: Final = 640
_FONTS: Final = Path(__file__).parents[1] / "server/static/fonts"
_CHANNELS: Final = {2: 3, 6: 4}
"""By PNG's number for the kind of colour."""


def painted(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """Height by width by three. `OutcryError` if nothing here can paint."""
    try:
        import resvg_py
    except ModuleNotFoundError:
        raise OutcryError(
            "render_mode='rgb_array' needs resvg-py: pip install 'openoutcry[server]'"
        ) from None
    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=[str(file) for file in sorted(_FONTS.glob("*.ttf"))],
        font_family="Jost",
        sans_serif_family="Jost",
    )
    return decoded(png)


def decoded(png: bytes) -> NDArray[np.uint8]:
    """A PNG of 8 bits a channel, not interlaced, as resvg writes it; transparency is dropped."""
    width = height = channels = 0
    packed = bytearray()
    at = 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
            channels = _CHANNELS[colour]
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    pixels = np.zeros((height, width, channels), np.uint8)
    above = np.zeros((width, channels), np.uint8)
    for number, row in enumerate(rows):
        above = _unfiltered(int(row[0]), row[1:].reshape(width, channels), above)
        pixels[number] = above
    return pixels[:, :, :3].copy()


def _unfiltered(kind: int, row: NDArray[np.uint8], above: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A row as it was before PNG's filter of that kind took the neighbours off."""
    if kind == 0:
        return row
    if kind == 1:
        return np.cumsum(row, axis=0, dtype=np.uint8)
    if kind == 2:
        return row + above
    undo = _mean if kind == 3 else _paeth
    columns = [
        undo(row[:, channel].tolist(), above[:, channel].tolist())
        for channel in range(row.shape[1])
    ]
    return np.array(columns, np.uint8).T


def _mean(row: list[int], above: list[int]) -> list[int]:
    left, made = 0, []
    for value, up in zip(row, above, strict=True):
        left = (value + (left + up) // 2) & 255
        made.append(left)
    return made


def _paeth(row: list[int], above: list[int]) -> list[int]:
    """The neighbour nearest to left + up - corner is taken off; which one it is, PNG says."""
    left, corner, made = 0, 0, []
    for value, up in zip(row, above, strict=True):
        by_left, by_up = abs(up - corner), abs(left - corner)
        by_corner = abs(left + up - 2 * corner)
        if by_left <= by_up and by_left <= by_corner:
            near = left
        else:
            near = up if by_up <= by_corner else corner
        left, corner = (value + near) & 255, up
        made.append(left)
    return made
