"""Other people's batches for `outcry bench --zoo`, where they are installed: of pgx and EnvPool.

As in ours, one call steps every row and begins a new match where one has ended; a legal action is
drawn at random for each row. Their threads take all cores, so the wall's clock measures them.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rate = Callable[[Callable[[], int]], float]

PGX_GAMES = ("leduc_holdem", "sparrow_mahjong", "backgammon")
ENVPOOL_GAMES = ("LeducHoldem-v1", "SparrowMahjong-v1", "Backgammon-v1")
"""Of all their games the nearest to ours: what players hide, draws, several seats."""


def measure(rows: int, cores: int, rate_by_wall: Rate) -> dict[str, Any]:
    """Observed decisions a second with as many rows as ours, and the conditions; `missing` where
    a library is not installed."""
    figures: dict[str, Any] = {}
    for library, games, work_of in (
        ("pgx", PGX_GAMES, by_pgx),
        ("envpool", ENVPOOL_GAMES, by_envpool),
    ):
        if not _is_installed(library):
            figures[f"{library} batches"] = {"act": None, "observe": None, "missing": library}
            continue
        for game in games:
            work, dtype = work_of(game, rows, cores)
            observed = {"act": None, "observe": rate_by_wall(work), "rows": rows, "dtype": dtype}
            figures[f"{library} {game} batch, all cores"] = observed
    return figures


def _is_installed(library: str) -> bool:
    return find_spec(library) is not None


def by_pgx(game: str, rows: int, cores: int) -> tuple[Callable[[], int], str]:
    """A step of all rows, compiled by XLA together with the choice; it observes the seat to move.
    XLA takes all cores without being told.

    Every step of a row is a decision: a match that has ended begins anew in the same step.
    """
    jax, jnp, pgx = map(import_module, ("jax", "jax.numpy", "pgx"))
    env = pgx.make(game)
    begun_again = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)
    step_rows = jax.vmap(begun_again)

    def step(states: Any, key: Any) -> Any:
        key, choosing, luck = jax.random.split(key, 3)
        weights = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(choosing, weights)
        return step_rows(states, actions, jax.random.split(luck, rows)), key

    compiled = jax.jit(step, donate_argnums=(0, 1))
    begun = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), rows))
    now = (begun, jax.random.PRNGKey(1))

    def work() -> int:
        nonlocal now
        now = jax.block_until_ready(compiled(*now))
        return rows

    return work, str(begun.observation.dtype)


def by_envpool(game: str, rows: int, cores: int) -> tuple[Callable[[], int], str]:
    """A step of all rows in its own threads; it observes every seat. The choice is NumPy's.

    The step in which a match begins anew is no decision.
    """
    pool = import_module("envpool").make_gymnasium(
        game, num_envs=rows, batch_size=rows, num_threads=cores, seed=1
    )
    luck = np.random.default_rng(1)
    seen, info = pool.reset()

    def work() -> int:
        nonlocal info
        _, _, _, _, info = pool.step(chosen(info["legal_action_mask"], luck))
        return int(np.count_nonzero(info["elapsed_step"]))

    return work, str(seen.dtype)


def chosen(masks: NDArray[np.bool_], luck: np.random.Generator) -> NDArray[np.int32]:
    """A legal action for every row, uniformly at random."""
    which = luck.random(len(masks)) * masks.sum(1)
    actions: NDArray[np.int32] = (masks.cumsum(1) > which[:, None]).argmax(1).astype(np.int32)
    return actions
