"""Errors that a person can act on: what was wrong, where, and what would be right."""

from collections.abc import Mapping


class OutcryError(Exception):
    """Anything a user did that cannot work; its text is one clear line."""


class IllegalAction(OutcryError):
    """An action that the rules do not allow now. The match is unchanged.

    `rule` is the rule id, `key` and `args` a message of the title's catalogue.
    """

    def __init__(self, text: str, rule: str, key: str, args: Mapping[str, str | int]) -> None:
        super().__init__(text)
        self.rule = rule
        self.key = key
        self.arguments = dict(args)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """From a process of a batch to whoever opened it."""
        return IllegalAction, (str(self), self.rule, self.key, self.arguments)


class EditionError(OutcryError):
    """Component data that cannot be played with; `problem` is its text, or what it is made from."""

    def __init__(self, text: str, problem: str = "") -> None:
        super().__init__(text)
        self.problem = problem or text


class OptionError(OutcryError):
    """An option or a number of seats that the title does not have."""


class RecordError(OutcryError):
    """A record that cannot be read, replayed or verified. With `key` and `args` it can be told in
    other languages."""

    def __init__(self, text: str, key: str = "", **args: str | int) -> None:
        super().__init__(text)
        self.key = key
        self.args_told = args
