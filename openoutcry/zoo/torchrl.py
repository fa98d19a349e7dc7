"""TorchRL's environment over a batch: `openoutcry.zoo.torchrl_env`."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from openoutcry.core.errors import OptionError
from openoutcry.core.rng import derive
from openoutcry.zoo.batched import Batch
from openoutcry.zoo.spread import Spread

RESETS = 4
"""Sets the luck after a reset apart from that before it."""


class MatchRows(EnvBase):
    """Many matches against bots, seen from one seat in each; batch size: their number.

    `action_mask` says what is legal, for `torchrl.modules.MaskedCategorical` and the like; another
    action raises `IllegalAction`. In the step in which a match ends, the observation is already
    that of the row's next match: none of the ended match is left to decide on.
    """

    def __init__(self, open_rows: Callable[[int], Batch | Spread], seed: int = 0) -> None:
        """`open_rows` opens the batch for a seed; the learner has one seat in it."""
        self._open_rows = open_rows
        self._next_seed = derive(seed, RESETS)
        self._rows = rows = open_rows(seed)
        if rows.seat is None:
            raise OptionError("an environment of TorchRL needs the learner's seat")
        self._learner = rows.seat
        super().__init__(batch_size=torch.Size([len(rows)]))
        count, numbers = rows.arrays.observations.shape
        actions = rows.arrays.masks.shape[1]
        self.observation_spec = Composite(
            observation=Unbounded((count, numbers), dtype=torch.float32),
            action_mask=Binary(n=actions, shape=(count, actions), dtype=torch.bool),
            shape=(count,),
        )
        self.action_spec = Categorical(actions, shape=(count,), dtype=torch.int64)
        self.reward_spec = Unbounded((count, 1), dtype=torch.float32)
        self._fresh = True

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        """New matches: in the rows that `_reset` marks, or in all of them. A row whose match has
        just ended is in its next one already."""
        marked = None if tensordict is None else tensordict.get("_reset", None)
        if marked is None:
            if not self._fresh:
                self._open(self._next_seed)
        else:
            done = self._rows.arrays.done.copy()
            for row in np.flatnonzero(marked.cpu().numpy().reshape(-1) & ~done).tolist():
                self._rows.begin_again(row)
        return TensorDict(self._seen(), batch_size=self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        arrays = self._rows.step(tensordict["action"].cpu().numpy())
        self._fresh = False
        done = _tensor(arrays.done)
        return TensorDict(
            {
                **self._seen(),
                "reward": _tensor(arrays.rewards[:, self._learner]),
                "done": done,
                "terminated": done.clone(),
            },
            batch_size=self.batch_size,
        )

    def _seen(self) -> dict[str, torch.Tensor]:
        arrays = self._rows.arrays
        return {
            "observation": _tensor(arrays.observations),
            "action_mask": _tensor(arrays.masks).to(torch.bool),
        }

    def _set_seed(self, seed: int | None) -> None:
        self._open(0 if seed is None else seed)

    def _open(self, seed: int) -> None:
        self._rows.close()
        self._rows = self._open_rows(seed)
        self._next_seed = derive(seed, RESETS)
        self._fresh = True

    def close(self, **arguments: Any) -> None:
        """End the processes of the batch, if it has any."""
        self._rows.close()
        super().close(**arguments)


def _tensor(rows: NDArray[Any]) -> torch.Tensor:
    """A copy, which the next step leaves alone; single numbers get a column."""
    found = torch.from_numpy(rows.copy())
    return found.unsqueeze(-1) if found.ndim == 1 else found
