"""What a bot is, and where to find one by its name."""

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from openoutcry.bots.personality import parted
from openoutcry.core.decisions import legal_actions
from openoutcry.core.errors import OutcryError
from openoutcry.core.state import State

GROUP = "openoutcry.bots"
"""The entry-point group for bots of other packages: NAME = "package.module:factory"."""

BUILT_IN = {
    "random": "openoutcry.bots.simple:Random",
    "apprentice": "openoutcry.bots.simple:Apprentice",
    "broker": "openoutcry.bots.levels:Broker",
    "tycoon": "openoutcry.bots.levels:Tycoon",
    "baron": "openoutcry.bots.levels:Baron",
}
"""Name -> where its factory is, weakest first. A factory is called with a seed."""

EARLIER = {
    "broker@1": "openoutcry.bots.levels:FirstBroker",
    "tycoon@1": "openoutcry.bots.levels:FirstTycoon",
}
"""Levels as they once were, to measure new ones by: found by name, but not offered to people."""


class Bot(Protocol):
    """Chooses for a seat; `budget` is how many simulations it may spend, 0 leaves that to the bot.

    The state is an imagined world that the seat cannot tell from the match: there is nothing to
    peek at, and nothing to spoil.
    """

    def choose(self, state: State, seat: int, budget: int) -> int:
        """The id of a legal action of `seat`, which has to decide in `state`."""


def names() -> list[str]:
    """Every bot's name: ours from weak to strong, then those of other packages.

    >>> names()[:5]
    ['random', 'apprentice', 'broker', 'tycoon', 'baron']
    """
    return [*BUILT_IN, *sorted(set(_foreign()) - set(BUILT_IN))]


def is_known(name: str) -> bool:
    """Is there a bot of that name, offered to people or not, perhaps with a personality?"""
    level, personality = parted(name)
    return level in BUILT_IN if personality else name in EARLIER or name in names()


def find(name: str, seed: int = 0) -> Bot:
    """A new bot of that name, such as "tycoon" or, with a personality, "tycoon:greedy"; the same
    seed and the same questions give the same answers.

    `OutcryError` if there is none, or if another package's cannot be loaded.
    """
    level, personality = parted(name)
    ours = BUILT_IN.get(level) or EARLIER.get(level)
    if ours is not None:
        module, _, factory = ours.partition(":")
        made = getattr(import_module(module), factory)
        bot: Bot = made(seed, personality=personality) if personality else made(seed)
        return bot
    foreign = _foreign()
    if name not in foreign:
        raise OutcryError(f"no bot {name!r}; there are: {', '.join(names())}")
    return _load(foreign[name], seed)


def module_of(name: str) -> str:
    """The module that another package's bot is in; "" for ours."""
    found = {} if parted(name)[0] in BUILT_IN else _foreign()
    return found[name].module if name in found else ""


def _foreign() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _load(entry: EntryPoint, seed: int) -> Bot:
    """Another package's bot; whatever goes wrong in it is reported in one line."""
    try:
        bot: Any = entry.load()(seed)
    except Exception as error:
        raise OutcryError(
            f"bot {entry.name!r} ({entry.value}) cannot be used: {type(error).__name__}: {error}"
        ) from error
    if not callable(getattr(bot, "choose", None)):
        raise OutcryError(f"bot {entry.name!r} ({entry.value}) has no choose(state, seat, budget)")
    found: Bot = bot
    return found


def legal(state: State, seat: int) -> list[int]:
    """The seat's legal actions, ascending."""
    return legal_actions(state, seat)
