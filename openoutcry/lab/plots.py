"""Small charts as inline SVG, and the page that holds them: nothing is loaded from elsewhere."""

from collections.abc import Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 30, 34
COLOURS = ("#1f6f50", "#b3421f", "#2a5ea8", "#9a6a00", "#7a3b8f", "#00797a", "#5b5b5b", "#a01f5b")

STYLE = """
:root { color-scheme: light dark; --ink: #22221f; --paper: #fbf7ee; --line: #c9bfa8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee8da; --paper: #1d1c1a; --line: #5a5348; }
  svg .mark { filter: brightness(1.6); }
}
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
figure { margin: 1.5rem 0; } figcaption { font-style: italic; }
svg { width: 100%; height: auto; font: 12px Georgia, serif; }
svg text { fill: var(--ink); } svg .axis { stroke: var(--line); }
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
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    whole = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll">{whole}</div>'


def folded(title: str, part: str) -> str:
    """Opens with a click."""
    return f"<details><summary>{escape(title)}</summary>{part}</details>"


def lines(
    caption: str, series: Sequence[Series], across: str, up: str, top: float | None = None
) -> str:
    """One line for each series."""
    points = [point for _, values in series for point in values]
    frame = _Frame(points, across, up, top)
    marks = []
    for number, (name, values) in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in values)
        marks.append(
            f'<polyline class="mark" fill="none" stroke="{colour}" stroke-width="2"'
            f' stroke-dasharray="{_dash(number)}" points="{path}"/>'
        )
        marks.append(_legend(number, name))
    return frame.figure(caption, marks)


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
            f'<text text-anchor="middle" x="{middle:.1f}" y="{HEIGHT - 16}">{escape(name)}</text>'
        )
    return frame.figure(caption, marks)


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


def _legend(number: int, name: str) -> str:
    y = TOP + 10 + 18 * number
    x = WIDTH - RIGHT + 12
    return (
        f'<line class="mark" stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="3"'
        f' stroke-dasharray="{_dash(number)}" x1="{x}" x2="{x + 22}" y1="{y}" y2="{y}"/>'
        f'<text x="{x + 28}" y="{y + 4}">{escape(name)}</text>'
    )


def _round_step(least: float) -> float:
    """The next of 1, 2, 2.5, 5, 10, ... that is at least so much."""
    power = 10.0 ** floor(log10(max(least, 1e-9)))
    return next(power * digit for digit in (1, 2, 2.5, 5, 10) if power * digit >= least * 0.9999)


def _number(value: float, span: float) -> str:
    return f"{value:.0f}" if span >= 10 else f"{value:.3g}"


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

    def figure(self, caption: str, marks: Sequence[str]) -> str:
        return (
            f'<figure><figcaption>{escape(caption)}</figcaption><svg role="img"'
            f' aria-label="{escape(caption)}" viewBox="0 0 {WIDTH} {HEIGHT}">'
            + self._axes()
            + "".join(marks)
            + "</svg></figure>"
        )

    def _axes(self) -> str:
        parts = [
            f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}"'
            f' y2="{HEIGHT - BOTTOM}"/>',
            f'<text x="4" y="12">{escape(self.up)}</text>',
            f'<text text-anchor="end" x="{WIDTH - RIGHT}" y="{HEIGHT - 2}">'
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
            for i in range(5):
                value = self.left + (self.right - self.left) * i / 4
                parts.append(
                    f'<text text-anchor="middle" x="{self.x(value):.1f}" y="{HEIGHT - 18}">'
                    f"{_number(value, self.right - self.left)}</text>"
                )
        return "".join(parts)
