"""The pictures of the documentation, from recorded matches: `python -m tests.drawing.gallery`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import openoutcry as oo
import stamps

RECORDS = stamps.ROOT / "tests/records"
FOLDER = stamps.ROOT / "docs/boards"

SHOWN: dict[str, tuple[str, int, int | None, Literal["day", "night"]]] = {
    "mogul": ("mogul-v1-4-0.json", 122, 1, "day"),
    "speculation": ("speculation-v1-4-0.json", 309, 1, "day"),
    "wallstreet": ("wallstreet-v2-4-0.json", 200, 1, "day"),
    "ekonos": ("ekonos-v1-4-0.json", 170, 1, "day"),
    "mogul-spectator": ("mogul-v1-4-0.json", 122, None, "night"),
}
"""Picture -> record, step, seat and theme."""


def pictures() -> Iterator[tuple[Path, str]]:
    for name, (record, step, seat, theme) in SHOWN.items():
        match = oo.load(RECORDS / record).replay().at(step)
        yield FOLDER / f"{name}.svg", oo.svg.board(match, seat, theme=theme) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, picture in pictures():
        file.write_text(picture, encoding="utf-8")
