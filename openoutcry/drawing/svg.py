"""Writes SVG. Text and attributes are escaped here and nowhere else: names are other people's.

Markup is a type of its own, so that a type checker refuses plain text where an element belongs.
Pictures carry no style sheet, and an id says what it stands for: several in one page, as in a
notebook, leave each other and the page alone. Written by hand because a dozen elements need no
library, and none would make plain text a type error.
"""

import hashlib
import re
from collections.abc import Iterable
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
Value = str | float | None
Point = tuple[float, float]

NOTHING = Markup("")
MINUS, TIMES = "\u2212", "\u00d7"
BODY = "'Jost Variable', Jost, Futura, 'Century Gothic', 'Avenir Next', Arial, sans-serif"
DISPLAY = "Limelight, 'Broadway', 'Bodoni 72', 'Bodoni MT', Didot, Georgia, serif"

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot say, even escaped."""


def tag(name: str, *children: Markup, **attributes: Value) -> Markup:
    """An element. `font_size=12` is the attribute font-size; None leaves it out.

    >>> tag("rect", x=1.50, fill='"red"', stroke=None)
    '<rect x="1.5" fill="&quot;red&quot;"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def plain(text: str) -> Markup:
    """Text as it may stand between tags.

    >>> plain("<b>&\\x00")
    '&lt;b&gt;&amp;'
    """
    return Markup(escape(_FORBIDDEN.sub("", text), quote=False))


def _value(value: str | float) -> str:
    if isinstance(value, str):
        return escape(_FORBIDDEN.sub("", value))
    return number(value)


def number(value: float) -> str:
    """As short as two decimals allow.

    >>> number(3.0), number(-0.004), number(2.456)
    ('3', '0', '2.46')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def together(*parts: Markup) -> Markup:
    """Elements one after the other."""
    return Markup("".join(parts))


def each(parts: Iterable[Markup]) -> Markup:
    """The same for any number of elements."""
    return Markup("".join(parts))


def group(*children: Markup, x: float = 0, y: float = 0, scale: float = 1, **more: Value) -> Markup:
    """Children moved to a place, and scaled there."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({scale:.4g})")
    return tag("g", *children, transform=" ".join(moves) or None, **more)


def rect(x: float, y: float, width: float, height: float, **more: Value) -> Markup:
    """A rectangle by its upper left corner."""
    return tag("rect", x=x, y=y, width=width, height=height, **more)


def circle(x: float, y: float, r: float, **more: Value) -> Markup:
    """A circle by its middle."""
    return tag("circle", cx=x, cy=y, r=r, **more)


def ellipse(x: float, y: float, rx: float, ry: float, **more: Value) -> Markup:
    """An ellipse by its middle."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, **more)


def line(x1: float, y1: float, x2: float, y2: float, **more: Value) -> Markup:
    """A line between two points."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **more)


def path(d: str, **more: Value) -> Markup:
    """A shape, in SVG's path notation."""
    return tag("path", d=d, **more)


def polyline(points: Iterable[Point], **more: Value) -> Markup:
    """A line through points."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path(d, **more)


def inset(
    x: float, y: float, width: float, height: float, view: str, *children: Markup, **more: Value
) -> Markup:
    """A picture in the picture, with its own units; what lies beyond its frame is cut off."""
    return tag("svg", *children, x=x, y=y, width=width, height=height, viewBox=view, **more)


def pattern(width: float, height: float, *children: Markup, turn: float = 0) -> tuple[Markup, str]:
    """A definition, and how to fill something with it. Only equal patterns have equal ids."""
    inside = each(children)
    about = f"{width} {height} {turn} {inside}"
    id = "p" + hashlib.sha256(about.encode()).hexdigest()[:10]
    made = tag(
        "pattern",
        inside,
        id=id,
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({number(turn)})" if turn else None,
    )
    return tag("defs", made), f"url(#{id})"


# Text: we cannot measure it, as we do not know the reader's fonts, so we guess on the wide side.


def text(
    x: float,
    y: float,
    content: str,
    size: float,
    fill: str,
    *,
    anchor: str = "start",
    bold: bool = False,
    display: bool = False,
    room: float | None = None,
    **more: Value,
) -> Markup:
    """A line of text; where `room` is less than it needs, it is set smaller, then cut."""
    if room is not None:
        content, size = fitted(content, size, room, bold or display)
    return tag(
        "text",
        plain(content),
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="700" if bold else None,
        font_family=DISPLAY if display else None,
        **more,
    )


_EMS = {
    **dict.fromkeys("iIjl.,:;'\u2019|!()[] ·1", 0.36),
    **dict.fromkeys("rtf-", 0.45),
    **dict.fromkeys("wM&", 0.87),
    **dict.fromkeys("mW@%…—Ω", 1.0),
}
_CAPITAL, _LETTER, _SQUARE = 0.7, 0.63, 1.05
_FIRST_SQUARE = 0x2E80
"""From here on, scripts whose letters are as wide as high."""
_LEAST = 0.8
"""Text shrinks to this part of its size before it is cut."""


def width(content: str, size: float, bold: bool = False) -> float:
    """About how long a line of text is, on the wide side."""
    return sum(map(_ems, content)) * size * (1.08 if bold else 1)


def _ems(char: str) -> float:
    if ord(char) >= _FIRST_SQUARE:
        return _SQUARE
    return _EMS.get(char) or (_CAPITAL if char.isupper() else _LETTER)


def fitted(content: str, size: float, room: float, bold: bool = False) -> tuple[str, float]:
    """The text, cut if it must be, and the size at which it has room.

    >>> fitted("Great Northern Railway", 12, 80)[0]
    'Great Norther…'
    """
    needed = width(content, size, bold)
    if needed <= room:
        return content, size
    if needed * _LEAST <= room:
        return content, size * room / needed
    size *= _LEAST
    while content and width(content + "…", size, bold) > room:
        content = content[:-1]
    return content.rstrip() + "…", size


def wrapped(content: str, size: float, room: float, most: int, bold: bool = False) -> list[str]:
    """The text in lines, broken between words; the last of them holds the rest.

    >>> wrapped("gold loses its power", 12, 80, 2)
    ['gold loses', 'its power']
    """
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < most and width(longer, size, bold) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def document(width: float, height: float, about: str, *body: Markup) -> Markup:
    """A whole picture, which scales to whatever room it is given."""
    return tag(
        "svg",
        tag("title", plain(about)),
        tag("g", *body, font_family=BODY, font_variant_numeric="tabular-nums lining-nums"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        role="img",
        aria_label=about,
    )
