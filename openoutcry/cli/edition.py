"""`outcry edition show|checklist|check|export|edit TITLE`: component data and its sources."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rich.markup import escape

from openoutcry.cli.choices import cannot_write, find_file, find_title, new_file
from openoutcry.cli.edition_edit import edit
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core import edition as editions
from openoutcry.core.checklist import Wanted, checklist, numbers
from openoutcry.core.edition import ABOUT, KINDS, Edition, about_of, kind_of
from openoutcry.core.errors import EditionError, OutcryError
from openoutcry.core.title import Title
from openoutcry.text import say

_MARKS = {"printed": ("=", "green"), "reported": ("~", "yellow"), "reconstructed": ("?", "red")}


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "edition",
        "Show, check, export or correct a title's component data, or list what nobody has seen in"
        " print.",
        "outcry edition show mogul\n"
        "outcry edition checklist speculation\n"
        "outcry edition export mogul --out mine.toml\n"
        "outcry edition check mogul --edition mine.toml\n"
        "outcry edition edit mogul mine.toml",
        run,
    )
    parser.add_argument("what", metavar="show|checklist|check|export|edit", choices=(*_RUN, "edit"))
    parser.add_argument("title", metavar="TITLE", help="a title; see `outcry titles`")
    about = "edit: the file to correct; without one, the studio opens in the browser"
    parser.add_argument("file", metavar="FILE", nargs="?", help=about)
    parser.add_argument("--edition", metavar="FILE", help="a file of your own")
    parser.add_argument("--out", metavar="FILE", help="export: write here, not to the screen")


def run(args: Namespace, terminal: Terminal) -> int:
    title = find_title(args.title, terminal)
    if args.what == "edit":
        if args.file is not None:
            return edit(title, Path(args.file), terminal)
        if terminal.interactive:
            return _studio(title)
        raise OutcryError(f"outcry edition edit {title.name} FILE: name the file to correct")
    own = title.folder / "edition.toml"
    file = own if args.edition is None else find_file(args.edition, terminal)
    return _RUN[args.what](title, file, args, terminal)


def _studio(title: Title) -> int:
    """Without a file: the same in the browser, where cards and boards are drawn."""
    from openoutcry.cli import main

    return main(["serve", "--page", f"edition/{title.name}"])


def _show(title: Title, file: Path, args: Namespace, terminal: Terminal) -> int:
    edition = title.edition(file)
    name = title.words.about(terminal.lang, edition.name)
    terminal.show(f"[bold]{escape(name)}[/]  [dim]{edition.identity}[/]")
    for kind in KINDS:
        mark, colour = _MARKS[kind]
        terminal.show(f"[{colour}]{mark}[/] {terminal.say(f'edition.{kind}')}", indent=2)
    for path, table in edition.tables():
        terminal.show()
        terminal.show(f"{_marked(str(table['source']))} [bold]{escape(f'[{path}]')}[/]")
        for line in _table(table, title, terminal):
            terminal.show(line, indent=4)
    return 0


def _table(table: Mapping[str, Any], title: Title, terminal: Terminal) -> Iterator[str]:
    yield _source(str(table["source"]), title, terminal)
    if "note" in table:
        yield escape(title.words.about(terminal.lang, str(table["note"])))
    for key, value in table.items():
        if key not in ABOUT and not isinstance(value, Mapping):
            apart = "cells" in table and isinstance(value, list) and value
            yield from _cells(key, value, table) if apart else _value(key, value)
    for cell, source in table.get("cells", {}).items():
        yield f"{_marked(source)} {escape(cell)}: {_source(source, title, terminal)}"


def _marked(source: str) -> str:
    mark, colour = _MARKS[kind_of(source)]
    return f"[{colour}]{mark}[/]"


def _source(source: str, title: Title, terminal: Terminal) -> str:
    kind = kind_of(source)
    word = terminal.say(f"edition.{kind}.word")
    about = title.words.about(terminal.lang, about_of(source))
    return f"[{_MARKS[kind][1]}]{word}[/]: {escape(about)}"


def _value(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, list) and value and isinstance(value[0], list):
        yield f"{escape(key)} ="
        for number, row in enumerate(value):
            yield f"  {number:>3}  " + escape(" ".join(_plain(item) for item in row))
    else:
        yield f"{escape(key)} = " + escape(json.dumps(value, ensure_ascii=False))


def _cells(key: str, value: Any, table: Mapping[str, Any]) -> Iterator[str]:
    """Every value with the mark of its own source: cells are named "row,column" from 1."""
    rows = value if isinstance(value[0], list) else [value]
    wide = max(len(_plain(item)) for row in rows for item in row)
    yield f"    {escape(key)} ="
    for number, row in enumerate(rows, 1):
        line = f"      {number:>3} " if rows is value else "         "
        for column, item in enumerate(row, 1):
            cell = f"{number},{column}" if rows is value else str(column)
            source = str(table["cells"].get(cell, table["source"]))
            line += f" {escape(_plain(item).rjust(wide))}{_marked(source)}"
        yield line


def _plain(item: Any) -> str:
    return item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)


def _check(title: Title, file: Path, args: Namespace, terminal: Terminal) -> int:
    edition = title.completed(editions.read(file))
    problems = _problems(title, edition)
    for problem in problems:
        terminal.show(f"[red]{terminal.say('edition.problem')}[/] {escape(problem)}")
    if problems:
        return 2
    own = title.edition().identity == edition.identity
    terminal.show(terminal.say("edition.good", name=edition.name, identity=edition.identity))
    terminal.show(terminal.say("edition.same" if own else "edition.other"))
    return 0


def _problems(title: Title, edition: Edition) -> list[str]:
    if edition.title != title.name:
        return [f"{edition.name} is an edition of {edition.title}, not of {title.name}"]
    try:
        return title.box.check(edition)
    except EditionError as error:
        return [str(error)]


def _export(title: Title, file: Path, args: Namespace, terminal: Terminal) -> int:
    title.edition(file)
    text = file.read_text(encoding="utf-8")
    if args.out is None:
        print(text, end="")
        return 0
    try:
        new_file(args.out, terminal).write_text(text, encoding="utf-8")
    except OSError as error:
        raise cannot_write(args.out, error, terminal) from None
    command = f"outcry edition check {title.name} --edition {args.out}"
    terminal.show(terminal.say("edition.exported", file=args.out, command=command))
    return 0


def _checklist(title: Title, file: Path, args: Namespace, terminal: Terminal) -> int:
    """What somebody who has the box could tell, the most needed first."""
    edition, lang = title.edition(file), terminal.lang
    name = title.words.about(lang, edition.name)
    terminal.show(f"[bold]{escape(name)}[/]  {say(lang, 'ui.wanted')}")
    wanted = checklist(edition)
    for part in wanted:
        terminal.show()
        for line in _wanted(part, title, edition, lang):
            terminal.show(line, indent=2)
    terminal.show()
    key = "cli.edition.wanted.help" if wanted else "ui.wanted.nothing"
    terminal.show(escape(say(lang, key, {"title": title.name})))
    return 0


def _wanted(part: Wanted, title: Title, edition: Edition, lang: str) -> Iterator[str]:
    counts = {"reconstructed": part.reconstructed, "reported": part.reported}
    try:
        args = {**numbers(edition), "rows": part.rows}
        text = title.words.say(lang, f"wanted.{part.part}", args)
    except KeyError:  # a title, or a table of somebody's own edition, that has no words for it
        text = f"[{part.part}]"
    yield f"[bold]□[/] {escape(text)}"
    for kind, count in counts.items():
        if count:
            told = say(lang, f"ui.wanted.{kind}", {"count": count, "total": part.total})
            yield f"  [{_MARKS[kind][1]}]{_MARKS[kind][0]}[/] {told}"


_RUN = {"show": _show, "checklist": _checklist, "check": _check, "export": _export}
