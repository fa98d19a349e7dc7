"""A title's table options: closed choices, validated before a match begins."""

from collections.abc import Mapping
from dataclasses import dataclass

from openoutcry.core.errors import OptionError

Value = str | int | bool
Options = dict[str, Value]


@dataclass(frozen=True)
class Option:
    """One choice the host may make. Its words stand in the catalogue:
    `option.NAME`, `option.NAME.help` and `option.NAME.VALUE`."""

    name: str
    values: tuple[Value, ...]
    default: Value
    rule: str
    seats: tuple[int, ...] | None = None
    """Seat counts for which anything but the default may be chosen."""
    needs: tuple[str, Value] | None = None
    """Another option and the value it needs for this one to have any effect."""

    def matters(self, chosen: Mapping[str, object], seats: int) -> bool:
        """Is there anything to choose, after what was chosen before it?"""
        if self.seats is not None and seats not in self.seats:
            return False
        return self.needs is None or chosen.get(self.needs[0]) == self.needs[1]


def complete(options: tuple[Option, ...], chosen: Mapping[str, object], seats: int) -> Options:
    """Every option with its value; `OptionError` says what would be right."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"unknown option {name!r}; this title has: {names}")
    return {option.name: _value(option, chosen, seats) for option in options}


def _value(option: Option, chosen: Mapping[str, object], seats: int) -> Value:
    if option.name not in chosen:
        return option.default
    value = _match(option, chosen[option.name])
    if value != option.default and option.seats is not None and seats not in option.seats:
        allowed = ", ".join(map(str, option.seats))
        raise OptionError(
            f"option {option.name}={spelled(value)} is for {allowed} seats, not {seats}"
            f" ({option.rule})"
        )
    return value


def _match(option: Option, given: object) -> Value:
    """The listed value that was given, also when it was typed as text."""
    for value in option.values:
        same_kind = isinstance(given, bool) == isinstance(value, bool)
        if (given == value and same_kind) or given == spelled(value):
            return value
    choices = ", ".join(spelled(value) for value in option.values)
    raise OptionError(f"option {option.name}: {given!r} is not one of {choices} ({option.rule})")


def spelled(value: Value) -> str:
    """The value as it is typed: yes and no for booleans."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
