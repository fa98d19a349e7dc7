"""What bots have learned about a title: numbers for its advice, and a network."""

from functools import cache
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.bots.simple import title_of
from openoutcry.core.network import Insight, Network, plain
from openoutcry.core.observation import Observer
from openoutcry.core.setup import Setup
from openoutcry.core.state import SPECTATOR, Advice, State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Tuning
from openoutcry.core.weights import FILE, Layout, Weights, fields_of, read


def advice_by(tuning: Tuning, title: Title) -> Advice:
    """The title's advice, by the numbers that the tuning asks for."""
    return sharpened(title) if tuning.shrewd else title.advice


@cache
def sharpened(title: Title) -> Advice:
    """The title's advice by the numbers that were learned for it."""
    return title.advice.with_numbers(dict(title.shrewd)) if title.shrewd else title.advice


class Fit(NamedTuple):
    """What ties a network to the title's own edition at one number of seats."""

    observer: Observer
    rows: vec[i64]
    width: int


def insight_for(state: State) -> Insight | None:
    """The title's network, ready to look at positions like this one; None where it has none or
    where an edition of another shape is played."""
    title = title_of(state)
    learned = shipped(title)
    return None if learned is None else fitted(learned, title, state)


def fitted(learned: tuple[Network, Layout], title: Title, state: State) -> Insight | None:
    """A network ready to look at positions like this one; None for another shape."""
    network, layout = learned
    seats = int(state.seats())
    if seats not in _tables(title):
        return None
    fit = _fit(title, layout, seats)
    insight = Insight(network, fit.observer, title.advice, fit.rows, seats)
    return insight if int(state.width()) == fit.width and _is_as_long(insight, state) else None


def _is_as_long(insight: Insight, state: State) -> bool:
    """Does an observation of the state have as many numbers as the network knows?"""
    try:
        insight.observer.write(state, SPECTATOR, insight.pen)
    except IndexError:
        return False
    return int(insight.pen.at) == int(insight.size)


def loaded(weights: Weights) -> tuple[Network, Layout]:
    """A network as `fitted` takes it."""
    return weights.network(), weights.layout


def fits(setup: Setup) -> bool:
    """Do bots judge by a network here? Where not, they follow the title's advice."""
    return insight_for(setup.start()) is not None


@cache
def shipped(title: Title) -> tuple[Network, Layout] | None:
    """The network that comes with the title, loaded when it is first asked for."""
    if not title.network:
        return None
    return loaded(read(title.folder / FILE, title.network))


@cache
def _tables(title: Title) -> frozenset[int]:
    """The numbers of seats of the title's own edition, whose file is read only once."""
    return frozenset(title.box.seats(title.edition()))


@cache
def _fit(title: Title, layout: Layout, seats: int) -> Fit:
    own = Setup.of(title, seats)
    observer = title.observer(own.edition, seats, own.options)
    rows = plain(layout.rows(fields_of(title, seats), seats))
    return Fit(observer, rows, int(own.start().width()))
