"""Ekonos' map in letters: every space where it lies, with its number and tile, and the links."""

from collections.abc import Callable

from openoutcry.titles.ekonos.board import EkonosBoard, Space

_LABEL = 4
"""Columns of a space: a number of two digits, the tile's letter, the mark of a protected one."""

Paint = Callable[[str, str], str]


def chart(board: EkonosBoard, columns: int, rows: int, paint: Paint) -> list[str]:
    """The map in so many columns and rows, with markup; `paint(company, text)` colours a tile."""
    places = _places(board, columns - _LABEL, rows - 1)
    cells = [[" "] * columns for _ in range(rows)]
    for space in board.spaces:
        for other in space.links:
            if other > space.number:
                _link(cells, places[space.number], places[other])
    letters = {company.id: company.letter for company in board.companies}
    for space in board.spaces:
        column, row = places[space.number]
        cells[row][column : column + _LABEL] = _label(space, letters, paint)
    return ["".join(row) for row in cells]


def _places(board: EkonosBoard, right: int, bottom: int) -> dict[int, tuple[int, int]]:
    """Number -> column and row. Neighbours in a row are moved apart where they would overlap."""
    east = [space.x for space in board.spaces]
    south = [space.y for space in board.spaces]
    by_row: dict[int, list[tuple[int, int]]] = {}
    for space in board.spaces:
        column = round((space.x - min(east)) * right / max(1, max(east) - min(east)))
        row = round((space.y - min(south)) * bottom / max(1, max(south) - min(south)))
        by_row.setdefault(row, []).append((column, space.number))
    places = {}
    for row, spaces in by_row.items():
        room = right - _LABEL * (len(spaces) - 1)
        free = 0
        for number_before, (column, number) in enumerate(sorted(spaces)):
            free = max(free, min(column, room + _LABEL * number_before))
            places[number] = (free, row)
            free += _LABEL
    return places


def _link(cells: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    """A dotted line from the middle of one label to that of the other."""
    (x0, y0), (x1, y1) = start, end
    steps = max(abs(x1 - x0), abs(y1 - y0) * 2, 1)
    for step in range(steps + 1):
        column = round(x0 + 1 + (x1 - x0) * step / steps)
        row = round(y0 + (y1 - y0) * step / steps)
        cells[row][column] = f"[dim]{_stroke(x1 - x0, y1 - y0)}[/]"


def _stroke(across: int, down: int) -> str:
    if abs(down) * 4 <= abs(across):
        return "─"
    if abs(across) <= abs(down):
        return "│"
    return "\u2572" if (across > 0) == (down > 0) else "\u2571"


def _label(space: Space, letters: dict[str, str], paint: Paint) -> list[str]:
    """A cell for each column: each may carry markup of its own."""
    number = [f"[bold]{digit}[/]" if space.company else digit for digit in f"{space.number:>2}"]
    if space.company is None:
        return [*number, "·", " "]
    mark = paint(space.company, "◆") if space.protected else " "
    return [*number, paint(space.company, f"[reverse]{letters[space.company]}[/]"), mark]
