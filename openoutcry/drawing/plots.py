"""Small charts as inline SVG, and the page that holds them: nothing is loaded from elsewhere.

Written by hand because three kinds of plain chart do not justify a plotting library.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 480, 250
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 28, 38
COLOURS = ("#1f6f50", "#b3421f", "#2a5ea8", "#9a6a00", "#7a3b8f", "#00797a", "#5b5b5b", "#a01f5b")

STYLE = """
:root { color-scheme: light dark; --ink: #22221f; --paper: #fbf7ee; --line: #c9bfa8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee8da; --paper: #1d1c1a; --line: #5a5348; }
  svg .mark { filter: brightness(1.6); }
}
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-weight: 600; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; white-space: nowrap; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: right; }
th.word, td.word { text-align: left; }
summary { cursor: pointer; }
figure { margin: 1.5rem 0; max-width: 46rem; } figcaption { font-style: italic; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .3rem 0; padding: 0;
  list-style: none; }
.legend svg { width: 2rem; height: .6rem; margin-right: .4rem; }
figure > svg { width: 100%; height: auto; font: 10px Georgia, serif; }
svg text { fill: var(--ink); } svg .axis { stroke: var(--line); }
@media (max-width: 40rem) {
  body { margin: 1rem auto; } h1 { font-size: 1.6rem; }
  table { font-size: .75rem; } th { white-space: normal; } th, td { padding: .3rem .2rem; }
  figure > svg { font-size: 14px; }
}
"""

Series = tuple[str, Sequence[tuple[float, float]]]


def page(title: str, parts: Sequence[str]) -> str:
    """A whole document."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body></html>\n"
    )


def heading(text: str) -> str:
    """A heading of the page."""
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str) -> str:
    """A paragraph of the page."""
    return f"<p>{escape(text)}</p>"


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[str] | None = None
) -> str:
    """Columns in `words` (by default the first) are left-aligned, the others right-aligned."""
    named = heads[:1] if words is None else words
    kinds = [' class="word"' if head in named else "" for head in heads]
    top = "".join(
        f'<th scope="col"{kind}>{escape(head)}</th>'
        for kind, head in zip(kinds, heads, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in rows
    )
    whole = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{whole}</div>'


def folded(title: str, part: str) -> str:
    """A part that opens with a click."""
    return f"<details><summary>{escape(title)}</summary>{part}</details>"


def lines(
    caption: str,
    series: Sequence[Series],
    across: str,
    up: str,
    top: float | None = None,
    colours: Sequence[str] = COLOURS,
) -> str:
    """One line for each series, in those colours, again from the first if there are too few."""
    points = [point for _, values in series for point in values]
    frame = _Frame(points, across, up, top)
    marks = []
    for number, (_, values) in enumerate(series):
        colour = colours[number % len(colours)]
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in values)
        marks.append(
            f'<polyline class="mark" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{_dash(number)}" points="{path}"/>'
        )
    return frame.figure(caption, marks, [name for name, _ in series], colours)


def bars(
    caption: str, values: Sequence[tuple[str, float, float, float]], up: str, level: float
) -> str:
    """A bar for each (name, value, low, high), and a dashed line at `level`."""
    most = max([high for *_, high in values] + [level])
    frame = _Frame([(0, 0), (len(values), most)], "", up, None, ticks=False)
    marks = [
        f'<line class="axis" stroke-dasharray="6 4" x1="{LEFT}" x2="{WIDTH - RIGHT}"'
        f' y1="{frame.y(level):.1f}" y2="{frame.y(level):.1f}"/>'
    ]
    for number, (name, value, low, high) in enumerate(values):
        left, right = frame.x(number + 0.2), frame.x(number + 0.8)
        middle, top = (left + right) / 2, frame.y(value)
        marks.append(
            f'<rect class="mark" fill="{COLOURS[0]}" x="{left:.1f}" y="{top:.1f}"'
            f' width="{right - left:.1f}" height="{frame.y(0) - top:.1f}"/>'
            f'<line stroke="currentColor" x1="{middle:.1f}" x2="{middle:.1f}"'
            f' y1="{frame.y(low):.1f}" y2="{frame.y(high):.1f}"/>'
            f'<text text-anchor="middle" x="{middle:.1f}" y="{HEIGHT - 20}">{escape(name)}</text>'
        )
    return frame.figure(caption, marks, [])


def histogram(caption: str, samples: Sequence[tuple[str, Sequence[int]]], across: str) -> str:
    """How often values fall in each of some twenty steps, a line for each name."""
    every = [value for _, values in samples for value in values]
    low, high = min(every), max(every)
    step = max(1, -(-(high - low + 1) // 20))
    series = []
    for name, values in samples:
        counts = [0] * ((high - low) // step + 1)
        for value in values:
            counts[(value - low) // step] += 1
        middles = [low + step * i + (step - 1) / 2 for i in range(len(counts))]
        shares = [100 * count / len(values) for count in counts]
        series.append((name, list(zip(middles, shares, strict=True))))
    return lines(caption, series, across, "% of games")


def _dash(number: int) -> str:
    return ("", "7 4", "2 3", "10 3 2 3")[number // 2 % 4]


def _legend(names: Sequence[str], colours: Sequence[str]) -> str:
    """What the colours mean; a single line needs no legend."""
    if len(names) < 2:
        return ""
    items = [
        '<li><svg aria-hidden="true" viewBox="0 0 32 10"><line class="mark" stroke-width="3"'
        f' stroke="{colours[number % len(colours)]}" stroke-dasharray="{_dash(number)}"'
        f' x1="0" x2="32" y1="5" y2="5"/></svg>{escape(name)}</li>'
        for number, name in enumerate(names)
    ]
    return f'<ul class="legend">{"".join(items)}</ul>'


def _round_step(least: float, digits: Sequence[float] = (1, 1.5, 2, 2.5, 3, 4, 5, 10)) -> float:
    """The first of 1, 1.5, 2, 2.5, 3, 4, 5, 10, 15, ... that is at least `least`."""
    power = 10.0 ** floor(log10(max(least, 1e-9)))
    return next(power * digit for digit in digits if power * digit >= least * 0.9999)


def _round_values(low: float, high: float) -> list[float]:
    """About five round values from `low` to `high`."""
    step = max(1.0, _round_step((high - low) / 5, (1, 2, 5, 10)))
    return [step * i for i in range(ceil(low / step), floor(high / step) + 1)]


class _Frame:
    """Axes, and where values lie between them."""

    def __init__(
        self,
        points: Sequence[tuple[float, float]],
        across: str,
        up: str,
        top: float | None,
        ticks: bool = True,
    ) -> None:
        self.left = min(x for x, _ in points)
        self.right = max(max(x for x, _ in points), self.left + 1e-9)
        self.low = min(0.0, *(y for _, y in points))
        self.top = self.low + 4 * _round_step((max(y for _, y in points) - self.low) / 4)
        if top is not None:
            self.top = top
        self.across, self.up, self.ticks = across, up, ticks

    def x(self, value: float) -> float:
        return LEFT + (value - self.left) / (self.right - self.left) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return (
            HEIGHT - BOTTOM - (value - self.low) / (self.top - self.low) * (HEIGHT - TOP - BOTTOM)
        )

    def figure(
        self,
        caption: str,
        marks: Sequence[str],
        names: Sequence[str],
        colours: Sequence[str] = COLOURS,
    ) -> str:
        legend = _legend(names, colours)
        return (
            f'<figure><figcaption>{escape(caption)}</figcaption>{legend}<svg role="img"'
            f' aria-label="{escape(caption)}" viewBox="0 0 {WIDTH} {HEIGHT}">'
            + self._axes()
            + "".join(marks)
            + "</svg></figure>"
        )

    def _axes(self) -> str:
        parts = [
            f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}"'
            f' y2="{HEIGHT - BOTTOM}"/>',
            f'<text x="4" y="14">{escape(self.up)}</text>',
            f'<text text-anchor="end" x="{WIDTH - RIGHT}" y="{HEIGHT - 4}">'
            f"{escape(self.across)}</text>",
        ]
        for i in range(5):
            value = self.low + (self.top - self.low) * i / 4
            y = self.y(value)
            parts.append(
                f'<line class="axis" opacity=".4" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}"'
                f' y2="{y:.1f}"/><text text-anchor="end" x="{LEFT - 6}" y="{y + 4:.1f}">'
                f"{value:.3g}</text>"
            )
        if self.ticks:
            parts += [
                f'<text text-anchor="middle" x="{self.x(value):.1f}" y="{HEIGHT - 22}">'
                f"{value:.4g}</text>"
                for value in _round_values(self.left, self.right)
            ]
        return "".join(parts)
