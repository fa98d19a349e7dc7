"""`outcry edition edit TITLE FILE`: component data corrected line by line, as in the browser."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.markup import escape

from openoutcry.cli.choices import cannot_write
from openoutcry.cli.terminal import Terminal
from openoutcry.core import edition as editions
from openoutcry.core.edition import KINDS, Edition, kind_of
from openoutcry.core.edition_changes import Change, changes
from openoutcry.core.edition_draft import Cell, Draft
from openoutcry.core.edition_text import to_toml
from openoutcry.core.errors import EditionError, OutcryError
from openoutcry.core.misfit import Misfit
from openoutcry.core.title import Title
from openoutcry.table.edition_reading import problems_of
from openoutcry.text import say

_SOURCE = "printed: my copy"


def edit(title: Title, file: Path, terminal: Terminal) -> int:
    """Until `quit`; a file that is not there begins as a copy of the title's own edition."""
    start = editions.read(file) if file.exists() else title.edition()
    if start.title != title.name:
        raise EditionError(f"{file} is an edition of {start.title}, not of {title.name}")
    return _Editor(title, Draft.of(start, _SOURCE), file, terminal).run()


class _Editor:
    def __init__(self, title: Title, draft: Draft, file: Path, terminal: Terminal) -> None:
        self._title, self._draft, self._file, self._terminal = title, draft, file, terminal
        self._saved = draft.data if file.exists() else None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "show": self._show,
            "set": self._set,
            "add": self._add,
            "remove": self._remove,
            "source": self._source,
            "diff": self._diff,
            "check": self._check,
            "undo": lambda _: self._undone(self._draft.undo()),
            "redo": lambda _: self._undone(self._draft.redo()),
            "save": self._save,
            "help": self._help,
        }

    def run(self) -> int:
        self._help([])
        while True:
            try:
                words = shlex.split(self._terminal.ask("edition> "))
            except EOFError:
                words = ["quit"]
            except ValueError as error:  # an open quotation mark
                self._terminal.show(escape(str(error)))
                continue
            if words and words[0] == "quit":
                if self._may_leave():
                    return 0
            elif words:
                self._obey(words)

    def _obey(self, words: list[str]) -> None:
        command = self._commands.get(words[0])
        try:
            if command is None:
                self._help([])
            else:
                command(words[1:])
        except OutcryError as error:  # also a file that cannot be written: nothing is lost by it
            self._terminal.show(f"[red]{escape(str(error))}[/]")

    def _may_leave(self) -> bool:
        """Nothing is lost without a word; where nobody can be asked, nothing is asked."""
        if self._saved == self._draft.data or not self._terminal.interactive:
            return True
        return self._terminal.confirm(self._terminal.say("edition.edit.leave"))

    def _help(self, words: list[str]) -> None:
        self._terminal.show(escape(self._terminal.say("edition.edit.help")))

    def _show(self, words: list[str]) -> None:
        if not words:
            for path, table in self._draft.edition().tables():
                self._terminal.show(f"[bold]{escape(path)}[/]  {escape(str(table['source']))}")
            return
        cell = Cell.read(" ".join(words)) if "." in words[0] else None
        try:
            value = self._draft.get(cell) if cell else None
        except EditionError:
            value = None
        if value is None:
            self._show_table(words[0])
        else:
            self._terminal.show(escape(_plain(value)))

    def _show_table(self, path: str) -> None:
        for key, value in self._draft.edition().table(path).items():
            if isinstance(value, list) and value and isinstance(value[0], list):
                self._terminal.show(f"{escape(key)} =")
                for number, row in enumerate(value, 1):
                    self._terminal.show(escape(f"{number:>3}  {_plain(row)}"), indent=2)
            else:
                self._terminal.show(escape(f"{key} = {_plain(value)}"))

    def _set(self, words: list[str]) -> None:
        if len(words) < 2:
            raise EditionError("set TABLE.KEY [ROW[,COLUMN]] VALUE")
        cell = _cell(words[:-1])
        known, text = self._draft.get(cell), words[-1]
        value: str | int | bool = text
        if isinstance(known, bool):
            value = {"true": True, "yes": True, "false": False, "no": False}.get(text.lower(), text)
        elif isinstance(known, int) and text.lstrip("-").isdigit() and len(text) < 10:
            value = int(text)
        self._draft.set(cell, value)
        self._tell()

    def _add(self, words: list[str]) -> None:
        self._draft.add_row(_cell(words))
        self._tell()

    def _remove(self, words: list[str]) -> None:
        self._draft.remove_row(_cell(words))
        self._tell()

    def _tell(self) -> None:
        """Whether what was changed can be played."""
        problems = self._problems()
        key = "edition.edit.fits" if not problems else "edition.edit.misfits"
        self._terminal.show(self._terminal.say(key, count=len(problems)))

    def _undone(self, done: bool) -> None:
        self._terminal.show(
            self._terminal.say("edition.edit.done" if done else "edition.edit.none")
        )

    def _source(self, words: list[str]) -> None:
        text = " ".join(words)
        if kind_of(text) not in KINDS:
            raise EditionError("source printed: my copy, second edition")
        self._draft.source = text

    def _diff(self, words: list[str]) -> None:
        found = changes(self._title.edition(), self._edition())
        for change in found:
            self._terminal.show(escape(_line(change)))
        if not found:
            self._terminal.show(self._terminal.say("edition.same"))

    def _check(self, words: list[str]) -> None:
        problems = self._problems()
        for problem in problems:
            self._terminal.show(
                f"[red]{self._terminal.say('edition.problem')}[/] {escape(problem)}"
            )
        if not problems:
            edition = self._edition()
            said = {"name": edition.name, "identity": edition.identity}
            self._terminal.show(escape(self._terminal.say("edition.good", **said)))

    def _problems(self) -> list[str]:
        try:
            return [self._told(problem) for problem in problems_of(self._title, self._edition())]
        except EditionError as error:
            return [self._told(error.problem)]

    def _told(self, problem: str) -> str:
        """Where it is, as `set` would name it, and what is wrong, in the reader's language."""
        if not isinstance(problem, Misfit):
            return problem
        names = [part for part in problem.path if isinstance(part, str)]
        rows = [str(part + 1) for part in problem.path if isinstance(part, int)]
        where = " ".join([".".join(names), ",".join(rows)]).strip()
        lang, key, args = self._terminal.lang, f"wrong.{problem.key}", problem.args
        try:
            said = self._title.words.say(lang, key, args)
        except KeyError:
            said = say(lang, key, args)
        return f"{where}: {said}" if where else said

    def _edition(self) -> Edition:
        return self._title.completed(self._draft.edition())

    def _save(self, words: list[str]) -> None:
        try:
            self._file.write_text(to_toml(self._draft.edition()), encoding="utf-8")
        except OSError as error:
            raise cannot_write(str(self._file), error, self._terminal) from None
        self._saved = self._draft.data
        self._terminal.show(escape(self._terminal.say("edition.edit.saved", file=str(self._file))))


def _cell(words: list[str]) -> Cell:
    return Cell.read(" ".join(words))


def _line(change: Change) -> str:
    where = f"{change.table}.{change.key}"
    if change.row is not None:
        where += f" {change.row + 1}" + ("" if change.column is None else f",{change.column + 1}")
    return f"{where}: {_plain(change.before)} -> {_plain(change.after)}"


def _plain(value: Any) -> str:
    return "-" if value is None else json.dumps(value, ensure_ascii=False)
