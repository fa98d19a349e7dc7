"""The set-ups on which the outside suites are run: few and many seats, all options."""

from collections.abc import Iterator

from openoutcry.core.options import Options
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names


def setups() -> list[Setup]:
    """Each title with the fewest and the most seats, by default and with all options changed."""
    return [setup for name in names() for setup in _of(name)]


def _of(name: str) -> Iterator[Setup]:
    title = find(name)
    seats = title.box.seats(title.edition())
    yield Setup.of(title, seats[0])
    yield Setup.of(title, seats[-1], _changed(name, seats[-1]))


def _changed(name: str, seats: int) -> Options:
    """The last value of every option that may be changed with that many seats."""
    return {
        option.name: option.values[-1]
        for option in find(name).box.OPTIONS
        if option.seats is None or seats in option.seats
    }


def label(setup: object) -> str:
    """For pytest: mogul-3 or mogul-6-options."""
    if not isinstance(setup, Setup):
        return ""
    usual = Setup.of(setup.title, setup.seats)
    return f"{setup.title.name}-{setup.seats}" + ("" if setup == usual else "-options")
