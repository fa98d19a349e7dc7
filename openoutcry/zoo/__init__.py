"""The titles as environments for PettingZoo, Gymnasium and OpenSpiel.

    from openoutcry import zoo
    env = zoo.env("mogul", seats=4, reward="place")           # PettingZoo, agents in turn
    env = zoo.parallel_env("speculation", seats=4)            # PettingZoo, all at once
    env = zoo.gym_env("mogul", bots=["random", "apprentice", "apprentice"])    # Gymnasium
    game = zoo.openspiel_game("mogul", seats=3)               # OpenSpiel
    rows = zoo.batch("mogul", 1024, processes=2)              # a thousand matches in NumPy arrays
    envs = zoo.vector_env("mogul", 64, seats=4)               # Gymnasium's, over such a batch
    envs = zoo.torchrl_env("mogul", 64, seats=4)              # TorchRL's

Each plays by the newest rules; `rules=1` takes an older version of them. Importing this makes
`gymnasium.make("openoutcry/mogul-v1")` work where Gymnasium is installed; the others are not
imported before they are asked for. All raise `OutcryError` if what they need is
not installed or there is no such title, `OptionError` for options, seats or a reward that do not
exist, and `EditionError` for an edition that cannot be played with.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openoutcry.core.edition import Edition
from openoutcry.core.errors import OptionError, OutcryError
from openoutcry.zoo.task import REWARDS, settle

if TYPE_CHECKING:
    from openoutcry.zoo.aec import Guarded, SeatsInTurn
    from openoutcry.zoo.batched import Batch, Opponents
    from openoutcry.zoo.observation import Layout
    from openoutcry.zoo.parallel import SeatsTogether
    from openoutcry.zoo.single import OneSeat
    from openoutcry.zoo.spread import Spread
    from openoutcry.zoo.torchrl import MatchRows
    from openoutcry.zoo.vector import ManyMatches

__all__ = [
    "REWARDS",
    "batch",
    "env",
    "gym_env",
    "layout",
    "openspiel_game",
    "parallel_env",
    "raw_env",
    "torchrl_env",
    "vector_env",
]

Options = Mapping[str, object] | None
Source = Edition | Path | str | None


def raw_env(
    title: str,
    seats: int | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    render_mode: str | None = None,
    rules: int | None = None,
    flat: bool = False,
) -> "SeatsInTurn":
    """PettingZoo's AEC environment without wrappers, for speed; an illegal action raises.

    Observations are dictionaries of `observation` and `action_mask`; `flat`: the tensor alone.
    """
    seats_in_turn: type[SeatsInTurn] = _from("aec", "zoo").SeatsInTurn
    return seats_in_turn(settle(title, seats, options, edition, reward, rules), render_mode, flat)


def env(
    title: str,
    seats: int | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    render_mode: str | None = None,
    rules: int | None = None,
    flat: bool = False,
) -> "Guarded":
    """`raw_env` in PettingZoo's usual wrappers; an illegal action loses and ends the match."""
    raw = raw_env(title, seats, options, edition, reward, render_mode, rules, flat)
    wrapped: Guarded = _from("aec", "zoo").guarded(raw)
    return wrapped


def parallel_env(
    title: str,
    seats: int | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    render_mode: str | None = None,
    rules: int | None = None,
    flat: bool = False,
) -> "SeatsTogether":
    """PettingZoo's parallel environment: all seats that wait decide in one step. Observations as
    in `raw_env`."""
    seats_together: type[SeatsTogether] = _from("parallel", "zoo").SeatsTogether
    return seats_together(settle(title, seats, options, edition, reward, rules), render_mode, flat)


def gym_env(
    title: str,
    seats: int | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    seat: int = 0,
    bots: Sequence[str] | str = "apprentice",
    budget: int = 0,
    render_mode: str | None = None,
    rules: int | None = None,
) -> "OneSeat":
    """Gymnasium's environment for `seat`; `bots` is one name for all others or a list."""
    one_seat: type[OneSeat] = _from("single", "zoo").OneSeat
    return one_seat(title, seats, options, edition, reward, seat, bots, budget, render_mode, rules)


def batch(
    title: str,
    n: int,
    seats: int | Sequence[int] | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    seed: int = 0,
    dtype: str = "float32",
    seat: int | None = None,
    opponents: "Opponents" = "advice",
    processes: int = 1,
    rules: int | None = None,
) -> "Batch | Spread":
    """`n` matches that are stepped together, as NumPy arrays over the engine's memory.

    Several numbers of seats take turns, row by row; what a smaller table lacks is 0. With a `seat`
    the learner decides for that seat alone, and `opponents` for the others: `random`, `advice`, a
    bot's name, or a function from observations, masks and turns to actions.
    """
    single = _from("batched", "zoo")
    if n < 1 or processes < 1:
        raise OptionError("a batch needs at least one match and one process")
    if dtype not in single.DTYPES:
        raise OptionError(f"no dtype {dtype!r}; there are: {', '.join(single.DTYPES)}")
    tables = list(seats) if isinstance(seats, Sequence) else [seats]
    tasks = tuple(settle(title, table, options, edition, reward, rules) for table in tables)
    if seat is not None and seat not in range(min(task.setup.seats for task in tasks)):
        raise OptionError(f"no seat {seat} at every table of this batch")
    processes = min(processes, n)
    if processes == 1:
        rows: Batch = single.Batch(tasks, range(n), seed, dtype, seat, opponents)
        return rows
    spread = _from("spread", "zoo")
    bounds = [n * i // processes for i in range(processes + 1)]
    shares = [range(begin, end) for begin, end in pairwise(bounds)]
    several: Spread = spread.Spread(
        [spread.Plan(tasks, share, seed, dtype, seat, opponents) for share in shares]
    )
    return several


def vector_env(
    title: str,
    n: int,
    seats: int | Sequence[int] | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    seed: int = 0,
    dtype: str = "float32",
    seat: int = 0,
    opponents: "Opponents" = "advice",
    processes: int = 1,
    rules: int | None = None,
) -> "ManyMatches":
    """Gymnasium's vector environment over a `batch` of `n` matches, one seat to train in each."""
    many_matches: type[ManyMatches] = _from("vector", "zoo").ManyMatches
    about = (title, n, seats, options, edition, reward)

    def open_rows(seed: int) -> "Batch | Spread":
        return batch(*about, seed, dtype, seat, opponents, processes, rules)

    return many_matches(open_rows, seed)


def torchrl_env(
    title: str,
    n: int,
    seats: int | Sequence[int] | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    seed: int = 0,
    seat: int = 0,
    opponents: "Opponents" = "advice",
    processes: int = 1,
    rules: int | None = None,
) -> "MatchRows":
    """TorchRL's environment over a `batch` of `n` matches, one seat to train in each."""
    match_rows: type[MatchRows] = _from("torchrl", "zoo", "torchrl").MatchRows

    def open_rows(seed: int) -> "Batch | Spread":
        return batch(
            *(title, n, seats, options, edition, reward),
            *(seed, "float32", seat, opponents, processes, rules),
        )

    return match_rows(open_rows, seed)


def openspiel_game(
    title: str,
    seats: int | None = None,
    options: Options = None,
    edition: Source = None,
    reward: str = "win",
    rules: int | None = None,
    recall: int = 0,
) -> Any:
    """OpenSpiel's game, with a chance node for every draw.

    With `recall`, it has an information state tensor: the observation and every step as the seat
    saw it, in matches of up to so many steps, draws included.
    """
    adapter = _from("openspiel", "openspiel")
    return adapter.load(title, seats, options, edition, reward, rules, recall)


def layout(
    title: str, seats: int | None = None, options: Options = None, edition: Source = None
) -> "Layout":
    """What stands where in the observations: `print(layout("mogul").describe())`."""
    _from("observation", "zoo")
    return settle(title, seats, options, edition).layout


def _register() -> None:
    """Unless Gymnasium, or what it needs, is missing."""
    try:
        import_module("openoutcry.zoo.registry").register()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "openoutcry":
            raise


def _from(module: str, extra: str, beside: str = "") -> Any:
    """Our adapter, or a line that says what to install: one of our extras and, for what is too
    large to be one of them, a package beside it."""
    try:
        return import_module(f"openoutcry.zoo.{module}")
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "openoutcry":
            raise
        advice = f"pip install 'openoutcry[{extra}]' {beside}".rstrip()
        raise OutcryError(f"this needs {package}: {advice}") from error


_register()
