"""Reads a picture as a browser would: where its parts lie, and how large its text is."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from xml.etree import ElementTree

from openoutcry.drawing.svg import width

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
SAME: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Part:
    """A shape or a text, in the picture's own units."""

    element: ElementTree.Element
    points: list[Point]
    scale: float

    @property
    def text_size(self) -> float:
        return float(self.element.attrib["font-size"]) * self.scale

    @property
    def is_text(self) -> bool:
        return self.element.tag == SVG + "text"


def read(svg: str) -> tuple[tuple[float, float], list[Part]]:
    """The picture's size and all its parts; what an inset frame cuts off lies within the frame."""
    root = ElementTree.fromstring(svg)
    _, _, wide, high = map(float, root.attrib["viewBox"].split())
    return (wide, high), list(_parts(root, SAME))


def _parts(element: ElementTree.Element, matrix: Matrix) -> Iterator[Part]:
    for child in element:
        if child.tag in (SVG + "defs", SVG + "title"):
            continue
        inner = _times(matrix, _transform(child.attrib.get("transform", "")))
        if child.tag == SVG + "svg":
            yield from _inset(child, inner)
        elif child.tag == SVG + "g":
            yield from _parts(child, inner)
        else:
            points = [_at(inner, point) for point in _points(child)]
            yield Part(child, points, _scale(inner))


def _inset(element: ElementTree.Element, matrix: Matrix) -> Iterator[Part]:
    """Its frame, and its texts for their size: the frame cuts off whatever is beyond it."""
    x, y, wide, high = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
    frame = [_at(matrix, point) for point in ((x, y), (x + wide, y + high))]
    yield Part(element, frame, _scale(matrix))
    _, _, view_wide, view_high = map(float, element.attrib["viewBox"].split())
    scale = min(wide / view_wide, high / view_high)
    for part in _parts(element, _times(matrix, (scale, 0, 0, scale, x, y))):
        if part.is_text:
            yield Part(part.element, frame, part.scale)


def _points(element: ElementTree.Element) -> list[Point]:
    def value(key: str) -> float:
        return float(element.attrib.get(key, 0))

    match element.tag.removeprefix(SVG):
        case "rect":
            x, y = value("x"), value("y")
            return [(x, y), (x + value("width"), y + value("height"))]
        case "circle" | "ellipse":
            rx, ry = value("r") or value("rx"), value("r") or value("ry")
            return [(value("cx") - rx, value("cy") - ry), (value("cx") + rx, value("cy") + ry)]
        case "line":
            return [(value("x1"), value("y1")), (value("x2"), value("y2"))]
        case "text":
            return _text_points(element)
        case "path":
            return path_points(element.attrib["d"])
        case other:
            raise AssertionError(f"what is {other}?")


def _text_points(element: ElementTree.Element) -> list[Point]:
    size = float(element.attrib["font-size"])
    long = width(element.text or "", size, bold="font-weight" in element.attrib)
    x, y = float(element.attrib["x"]), float(element.attrib["y"])
    left = {"middle": x - long / 2, "end": x - long}.get(element.attrib.get("text-anchor", ""), x)
    return [(left, y - 0.75 * size), (left + long, y + 0.2 * size)]


def path_points(d: str) -> list[Point]:
    """Where each of a path's pieces ends."""
    found: list[Point] = []
    at, start = (0.0, 0.0), (0.0, 0.0)
    for letter, rest in COMMAND.findall(d):
        kind, relative = letter.upper(), letter.islower()
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if kind == "Z":
            at = start
            continue
        take = {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}.get(kind, 2)
        assert len(numbers) % take == 0 and numbers, d
        for i in range(0, len(numbers), take):
            piece = numbers[i : i + take]
            base = at if relative else (0.0, 0.0)
            if kind == "H":
                at = (base[0] + piece[0], at[1])
            elif kind == "V":
                at = (at[0], base[1] + piece[0])
            else:
                at = (base[0] + piece[-2], base[1] + piece[-1])
            if kind == "M" and i == 0:
                start = at
            found.append(at)
    return found


def _transform(text: str) -> Matrix:
    matrix = SAME
    for name, rest in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, numbers[0], numbers[1])
        elif name == "scale":
            step = (numbers[0], 0, 0, numbers[-1], 0, 0)
        else:
            assert name == "rotate", name
            turn = radians(numbers[0])
            step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0, 0)
        matrix = _times(matrix, step)
    return matrix


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, _, _ = outer
    g, h, i, j, k, m = inner
    x, y = _at(outer, (k, m))
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, x, y)


def _at(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _scale(matrix: Matrix) -> float:
    return sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
