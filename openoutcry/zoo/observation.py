"""Observations: tensors with named slices, of what a view shows and nothing else."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from openoutcry.core.observation import Sheet
from openoutcry.core.setup import Setup
from openoutcry.core.state import State

Tensor = NDArray[np.float32]


class Layout:
    """What stands where in the observations of one set-up.

    Seats are listed from the viewer on, clockwise: the viewer is always the first. Counts and
    prices are plain numbers, choices among a few are flags, what is hidden is 0.

    >>> from openoutcry.titles import find
    >>> layout = Layout(Setup.of(find("mogul"), seats=3))
    >>> layout.size, layout.slices["prices"]
    (82, slice(7, 12, None))
    """

    def __init__(self, setup: Setup) -> None:
        self.observer = setup.title.observer(setup.edition, setup.seats, setup.options)
        self.fields = tuple(self.observer.fields)
        self.slices: dict[str, slice] = {}
        begin = 0
        for field in self.fields:
            self.slices[field.name] = slice(begin, begin + field.size)
            begin += field.size
        self.size = begin
        self._sheet = Sheet(begin, setup.seats)
        self._numbers = np.asarray(memoryview(self._sheet.numbers))  # the same memory

    @cached_property
    def low(self) -> Tensor:
        """The least value of each number."""
        return self._spread([field.least for field in self.fields])

    @cached_property
    def high(self) -> Tensor:
        """The greatest value of each number."""
        return self._spread([field.most for field in self.fields])

    def _spread(self, bounds: list[int]) -> Tensor:
        return np.repeat(np.array(bounds, np.float32), [field.size for field in self.fields])

    def observe(self, state: State, seat: int) -> Tensor:
        """The observation of `seat` (or SPECTATOR)."""
        self._sheet.show(self.observer, state, seat)
        return self._numbers.astype(np.float32)

    def observe_into(self, tensor: Tensor, state: State, seat: int) -> None:
        """As `observe`, into a tensor that is there already."""
        self._sheet.show(self.observer, state, seat)
        tensor[:] = self._numbers

    def named(self, observation: Tensor) -> dict[str, Tensor]:
        """An observation's slices by name."""
        return {name: observation[part] for name, part in self.slices.items()}

    def describe(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| slice | name | from | to | meaning |", "|---|---|---|---|---|"]
        for field in self.fields:
            part = self.slices[field.name]
            rows.append(
                f"| {part.start}:{part.stop} | {field.name} | {field.least} | {field.most}"
                f" | {field.about} |"
            )
        return "\n".join(rows)
