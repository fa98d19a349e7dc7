"""One screen of a match: the board, what happened, the question and its keys, line by line.

Nothing here reads keys or writes: `compose` lays out what it is given in so many columns and rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from rich.markup import escape
from rich.text import Text

from openoutcry.cli.terminal import readable
from openoutcry.core.title import Offer

COLUMN = 80
"""The left column of a wide screen; what a pane may need."""
LEAST = 4
"""A story in fewer lines than this tells nothing."""
NEWS = 2
"""Lines of the story that a small screen keeps free if it can."""


@dataclass(frozen=True)
class Entry:
    """An offer as it is listed."""

    key: int
    offer: Offer
    effect: str
    """What it does, in words."""


@dataclass(frozen=True)
class Tab:
    """A pane with its name in the reader's language."""

    name: str
    lines: Sequence[Text]
    narrow: Sequence[Text] | None = None
    """The same for the right column of a wide screen."""
    endless: bool = False
    """It grows with the match: its last lines are enough."""


@dataclass(frozen=True)
class Scene:
    """A decision: all that can be shown of it."""

    head: str
    board: Sequence[Text]
    """What is always shown, unless the person looks at a tab instead."""
    tabs: Sequence[Tab]
    news: Sequence[Text]
    """What happened since the person last looked."""
    question: str
    entries: Sequence[Entry]
    prompt: str
    keys: str
    """How to get at the tabs, on a screen that does not show them."""


@dataclass
class Looking:
    """Where the person is on the screen."""

    tab: int = 0
    """0 for the board, then the tabs."""
    scroll: int = 0
    typed: str = ""
    meant: Offer | None = None
    """What Enter would play."""
    note: list[Text] = field(default_factory=list)
    """An answer to a command, shown in place of the board."""


@dataclass(frozen=True)
class Frame:
    """A composed screen."""

    lines: list[Text]
    whole: bool
    """Nothing of the board (or the tab looked at) and none of the keys had to be left out."""
    placed: int
    """How many tabs are on it, beside and below the board."""


def compose(scene: Scene, looking: Looking, columns: int, rows: int) -> Frame:
    """The screen: exactly `rows` lines, none wider than `columns`."""
    wide = columns >= COLUMN + 30
    left = COLUMN if wide else columns
    shown = _wrapped(_shown(scene, looking), left)
    free = rows - 4  # the head, the question, the hint and the prompt
    forms = _forms(scene.entries, left, looking.meant)
    body = len(shown) if free - len(shown) >= len(forms[-1]) else max(free - len(forms[-1]), 3)
    placed = Placed([], [], [])
    if wide and not looking.tab and not looking.note:
        placed = _place(scene.tabs, free - body - len(forms[-1]), columns - left - 2, rows - 1)
    room = free - body - len(placed.below)
    answers = _choose(forms, room, min(NEWS, len(scene.news)))
    board = [*shown[looking.scroll :][:body], *placed.below]
    spare = free - len(board) - len(answers)
    news = _wrapped(scene.news, left)[-spare:] if spare > 0 else []
    blank = [Text()] * (spare - len(news))
    hidden = [tab.name for tab in scene.tabs if tab not in placed.tabs]
    column = [
        *board,
        *blank,
        *news,
        readable(f"[bold]{escape(scene.question)}[/]"),
        *answers,
        _hint(scene, looking, hidden),
        _prompt(scene, looking),
    ]
    lines = [_head(scene, columns), *_side_by_side(column, placed.beside, left)]
    whole = body == len(shown) and answers in forms
    return Frame([_cut(line, columns) for line in lines], whole, len(placed.tabs))


def _shown(scene: Scene, looking: Looking) -> Sequence[Text]:
    if looking.note:
        return looking.note
    return scene.tabs[looking.tab - 1].lines if looking.tab else scene.board


def _head(scene: Scene, columns: int) -> Text:
    head = readable(f"[bold]── {scene.head} [/]")
    head.append("─" * max(0, columns - head.cell_len), "dim")
    return head


def _prompt(scene: Scene, looking: Looking) -> Text:
    return readable(f"[bold]{escape(scene.prompt)}[/] {escape(looking.typed)}[reverse] [/]")


def _hint(scene: Scene, looking: Looking, hidden: list[str]) -> Text:
    """What Enter would do; before anything is typed, where the rest is."""
    for entry in scene.entries:
        if entry.offer is looking.meant:
            return readable(f"[yellow]{escape(entry.effect)}[/] [dim]{entry.offer.rule}[/]")
    names = " · ".join(hidden)
    return readable(f"[dim]{escape(f'{scene.keys} {names}' if hidden else '')}[/]")


# The answers


Forms = list[list[Text]]


def _forms(entries: Sequence[Entry], width: int, meant: Offer | None) -> Forms:
    """The list of answers in ever fewer lines: with effects, in columns, grouped by words."""
    if not entries:
        return [[]]
    return [
        _explained(entries, width, meant),
        _columns(entries, width, meant),
        _grouped(entries, width, meant),
    ]


def _choose(forms: Forms, room: int, news: int) -> list[Text]:
    for limit in (room - news, room):
        for form in forms:
            if len(form) <= limit:
                return form
    return forms[-1][: max(room, 1)]


def _key(entry: Entry, meant: Offer | None) -> str:
    style = "reverse bold cyan" if entry.offer is meant else "bold cyan"
    return f"[{style}]{entry.key}[/]"


def _explained(entries: Sequence[Entry], width: int, meant: Offer | None) -> list[Text]:
    wide = max(len(entry.offer.action) for entry in entries)
    lines = []
    for entry in entries:
        pad = " " * (4 - len(str(entry.key)))
        action = escape(f"{entry.offer.action:{wide}}")
        head = f"{pad}{_key(entry, meant)}  {action}  "
        room = width - 8 - wide
        effect = _wrapped([Text(entry.effect)], max(room, 20))
        lines.append(readable(head) + effect[0])
        lines += [Text(" " * (8 + wide)) + line for line in effect[1:]]
    return lines


def _columns(entries: Sequence[Entry], width: int, meant: Offer | None) -> list[Text]:
    keys = max(len(str(entry.key)) for entry in entries)
    each = keys + 2 + max(len(entry.offer.action) for entry in entries)
    columns = max(1, width // each)
    height = -(-len(entries) // columns)
    lines = []
    for row in range(height):
        line = Text()
        for entry in entries[row::height]:
            pad = " " * (keys - len(str(entry.key)))
            cell = readable(f"{pad}{_key(entry, meant)} {escape(entry.offer.action)}")
            cell.pad_right(each - cell.cell_len)
            line += cell
        lines.append(line)
    return lines


def _grouped(entries: Sequence[Entry], width: int, meant: Offer | None) -> list[Text]:
    """ "sell C buy  1 A  2 B": what several answers share is written once."""

    def beginning(entry: Entry) -> str:
        return entry.offer.action.rpartition(" ")[0]

    pieces: list[Text] = []
    for shared, group in groupby(entries, beginning):
        head = readable(f" {escape(shared)}" if shared else "")
        for entry in group:
            last = entry.offer.action.rpartition(" ")[2]
            own = "" if last == str(entry.key) else f"[dim]·[/]{escape(last)}"
            pieces.append(head + readable(f" {_key(entry, meant)}{own}"))
            head = Text()
    return _flow(pieces, width)


def _flow(pieces: Iterable[Text], width: int) -> list[Text]:
    lines = [Text()]
    for piece in pieces:
        if lines[-1].cell_len + piece.cell_len > width and lines[-1].cell_len:
            lines.append(Text())
        lines[-1] += piece
    return lines


# Panes


@dataclass(frozen=True)
class Placed:
    """Tabs that are on the screen at once, below the board or beside it."""

    tabs: list[Tab]
    below: list[Text]
    beside: list[Text]


def _place(tabs: Sequence[Tab], below: int, width: int, beside: int) -> Placed:
    """As many tabs as fit below the board in so many rows, and beside it in that width."""
    placed = Placed([], [], [])
    for tab in tabs:
        room = beside - len(placed.beside)
        narrow = [_title(tab), *(tab.narrow or tab.lines)]
        if tab.endless:
            narrow = _ending(tab, width, room)
        if len(narrow) <= room and max(line.cell_len for line in narrow) <= width:
            placed.beside.extend(narrow)
        elif len(tab.lines) + 1 <= below - len(placed.below):
            placed.below.extend([_title(tab), *tab.lines])
        else:
            continue
        placed.tabs.append(tab)
    return placed


def _title(tab: Tab) -> Text:
    return readable(f"[dim]── {escape(tab.name)} ──[/]")


def _ending(tab: Tab, width: int, rows: int) -> list[Text]:
    """The last lines of a story, as many as there is room for."""
    most = max(rows - 1, LEAST)
    return [_title(tab), *_wrapped(tab.lines[-most:], width)[-most:]]


def _side_by_side(left: list[Text], right: list[Text], width: int) -> list[Text]:
    if not right:
        return left
    lines = []
    for number, line in enumerate(left):
        padded = _cut(line, width)
        if number < len(right):
            padded.pad_right(width + 2 - padded.cell_len)
            padded += right[number]
        lines.append(padded)
    return lines


def _wrapped(lines: Iterable[Text], width: int) -> list[Text]:
    found: list[Text] = []
    for line in lines:
        found += [line] if line.cell_len <= width else _words(line, width)
    return found


def _words(line: Text, width: int) -> list[Text]:
    """A line too long, broken between words; what follows is indented."""
    rows: list[Text] = []
    rest = line
    while rest.cell_len > width:
        at = rest.plain.rfind(" ", width // 2, width + 1)
        at = at if at > 0 else width
        rows.append(rest[:at])
        rest = _indented(rest, at)
    return [*rows, rest]


def _indented(line: Text, at: int) -> Text:
    skip = 1 if line.plain[at] == " " else 0
    return Text("  ") + line[at + skip :]


def _cut(line: Text, width: int) -> Text:
    cut = line.copy()
    cut.truncate(width, overflow="ellipsis")
    return cut
