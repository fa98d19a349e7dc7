"""A network's file: what its inputs are, and its weights; small, and the same on every machine."""

import hashlib
import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sys import byteorder
from typing import Any

from openoutcry.core.errors import OutcryError
from openoutcry.core.network import Network
from openoutcry.core.observation import Field
from openoutcry.core.title import Title

FILE = "network.bin"
"""What it is called in a title's folder."""
MAGIC = b"openoutcry network 1\n"
HIDDEN, SECOND = 48, 24
"""Units of the two layers of a network that is trained: sizes that pack three to a word."""


@dataclass(frozen=True)
class Layout:
    """Which input each number of an observation is: the same at every number of seats."""

    seats: int
    """The most that play."""
    width: int
    """Size of the action space."""
    fields: tuple[tuple[str, int, bool], ...]
    """Name, size and whether every seat has its own part, each as large as it gets."""

    @classmethod
    def of(cls, title: Title) -> "Layout":
        """The layout for the title's own edition."""
        edition = title.edition()
        counts = list(title.box.seats(edition))
        sizes: dict[str, tuple[int, bool]] = {}
        for seats in counts:
            for field in fields_of(title, seats):
                parts = seats if field.by_seat else 1
                most = max(sizes.get(field.name, (0, False))[0], field.size // parts)
                sizes[field.name] = most, field.by_seat
        most_seats = max(counts)
        options = title.options(edition, most_seats, {})
        width = int(title.box.start(edition, most_seats, options).width())
        fields = [
            (name, size * (most_seats if by_seat else 1), by_seat)
            for name, (size, by_seat) in sizes.items()
        ]
        return cls(most_seats, width, tuple(fields))

    @property
    def inputs(self) -> int:
        """The observation, every seat's expected lead, and how many play."""
        return sum(size for _, size, _ in self.fields) + 2 * self.seats + 1

    def rows(self, fields: Sequence[Field], seats: int) -> list[int]:
        """The input of each number of an observation with these fields; then those of the seats'
        leads, and the one for this number of seats."""
        found: list[int] = []
        begin = 0
        for field, (name, size, by_seat) in zip(fields, self.fields, strict=True):
            assert (field.name, field.by_seat) == (name, by_seat)
            part = field.size // seats if by_seat else field.size
            room = size // self.seats if by_seat else size
            found += [begin + i // part * room + i % part for i in range(field.size)]
            begin += size
        return [*found, *range(begin, begin + seats), begin + self.seats + seats]


def fields_of(title: Title, seats: int) -> list[Field]:
    """What an observation of the title's own edition holds; no option changes how much."""
    edition = title.edition()
    return title.observer(edition, seats, title.options(edition, seats, {})).fields


@dataclass(frozen=True)
class Weights:
    """A network as it is kept: whole numbers, layer by layer, row by row."""

    layout: Layout
    hidden: int
    narrow: int
    first: Sequence[int]
    second: Sequence[int]
    worth: Sequence[int]
    liking: Sequence[int]
    about: Mapping[str, Any]
    """How it was made: seed, matches, duels."""

    def network(self) -> Network:
        """Ready to judge."""
        return Network(
            self.layout.inputs,
            self.hidden,
            self.narrow,
            list(self.first),
            list(self.second),
            list(self.worth),
            list(self.liking),
        )

    def sizes(self) -> list[int]:
        """How many numbers each part has."""
        layout, narrow = self.layout, self.narrow + 1
        return [
            (layout.inputs + 1) * self.hidden,
            (self.hidden + 1) * self.narrow,
            layout.seats * narrow,
            layout.width * narrow,
        ]

    def to_bytes(self) -> bytes:
        """The file's content."""
        header = {
            "seats": self.layout.seats,
            "width": self.layout.width,
            "fields": self.layout.fields,
            "hidden": self.hidden,
            "narrow": self.narrow,
            "about": self.about,
        }
        numbers = array("i", [*self.first, *self.second, *self.worth, *self.liking])
        if byteorder == "big":
            numbers.byteswap()
        body = zlib.compress(numbers.tobytes(), 9)
        return MAGIC + json.dumps(header, sort_keys=True).encode() + b"\n" + body


def from_bytes(content: bytes) -> Weights:
    """The reverse of `to_bytes`; `OutcryError` if it is no such file."""
    try:
        if not content.startswith(MAGIC):
            raise ValueError("it does not begin as one")
        line, _, body = content[len(MAGIC) :].partition(b"\n")
        header = json.loads(line)
        fields = tuple((str(n), int(size), bool(own)) for n, size, own in header["fields"])
        layout = Layout(int(header["seats"]), int(header["width"]), fields)
        numbers = array("i")
        numbers.frombytes(zlib.decompress(body))
        if byteorder == "big":
            numbers.byteswap()
        hidden, narrow = int(header["hidden"]), int(header["narrow"])
        empty = Weights(layout, hidden, narrow, (), (), (), (), header["about"])
        if sum(empty.sizes()) != len(numbers):
            raise ValueError("its numbers are not as many as it says")
    except (KeyError, TypeError, ValueError, zlib.error) as error:
        raise OutcryError(f"not a network of ours: {error}") from None
    parts: list[Sequence[int]] = []
    begin = 0
    for size in empty.sizes():
        parts.append(numbers[begin : begin + size])
        begin += size
    first, second, worth, liking = parts
    return Weights(layout, hidden, narrow, first, second, worth, liking, header["about"])


def read(path: Path, digest: str) -> Weights:
    """The network in a file; `OutcryError` unless it is the one with this SHA-256."""
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise OutcryError(f"{path.name} of {path.parent.name} is damaged: install again")
    return from_bytes(content)
