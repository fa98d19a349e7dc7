"""Observations: tensors with named slices, made from what a view shows and from nothing else."""

from functools import cached_property
from importlib import import_module

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from openoutcry.core.observation import Field, Observer, common_parts, write_parts
from openoutcry.core.state import SPECTATOR, State
from openoutcry.zoo.game import Game

WORTH = 99_999
"""Far beyond what a seat can be worth, in any title."""

Tensor = NDArray[np.float32]


class Layout:
    """Where what stands in the observations of one game.

    Seats are told from the viewer on, clockwise: the viewer is always the first. Counts and
    prices are plain numbers, choices among a few are flags, what is hidden is 0.

    >>> from openoutcry.zoo.game import settle
    >>> layout = Layout(settle("mogul", seats=3))
    >>> layout.size, layout.slices["prices"]
    (82, slice(7, 12, None))
    """

    def __init__(self, game: Game) -> None:
        seats = list(range(game.seats))
        self._orders = {seat: seats[seat:] + seats[:seat] for seat in seats} | {SPECTATOR: seats}
        self._views = game.title.views
        module = import_module(f"openoutcry.titles.{game.title.name}.observe")
        self._observer: Observer = module.observer(game.edition, game.seats, game.options)
        companies = len(self._views.companies(game.start))
        self.fields = (*_common(game.seats, companies), *self._observer.fields)
        self.slices: dict[str, slice] = {}
        begin = 0
        for field in self.fields:
            self.slices[field.name] = slice(begin, begin + field.size)
            begin += field.size
        self.size = begin
        self._buffer = vec[i64]([0] * begin)
        self._numbers = np.asarray(memoryview(self._buffer))  # the same memory

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

    def parts(self, state: State, seat: int) -> list[list[int]]:
        """The numbers of each field, as `seat` (or SPECTATOR) may know them."""
        views = self._views
        order = self._orders[seat]
        common = common_parts(state, seat, order, views.prices(state), views.worth(state, seat))
        return common + self._observer.parts(views.board(state, seat), order)

    def observe(self, state: State, seat: int) -> Tensor:
        """The observation of `seat` (or SPECTATOR)."""
        write_parts(self.parts(state, seat), self._buffer, 0)
        return self._numbers.astype(np.float32)

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


def _common(seats: int, companies: int) -> tuple[Field, ...]:
    """What every title's observations begin with."""
    return (
        Field("seat", seats, 1, "the viewer's seat; the only one not told from the viewer on"),
        Field("waiting", seats, 1, "may the seat act now?"),
        Field("over", 1, 1, "has the match ended?"),
        Field("prices", companies, WORTH, "price of a share of each company", least=-WORTH),
        Field("worth", seats, WORTH, "what each seat is worth; 0 where hidden", least=-WORTH),
        Field("worth_known", seats, 1, "is the seat's worth known?"),
    )
