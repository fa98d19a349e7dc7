"""The cards of 1920 Wall Street as pictures."""

from openoutcry.drawing.look import INK
from openoutcry.drawing.pen import Pen
from openoutcry.drawing.svg import (
    MINUS,
    NOTHING,
    Markup,
    circle,
    each,
    group,
    path,
    rect,
    text,
    together,
)
from openoutcry.titles.wallstreet.board import Card

OUTLINE = "M4 0h70v4h4v96h-4v4H4v-4H0V4h4z"
"""Of a card, 78 by 104."""
UP, DOWN = "#1c6b4a", "#9b2c2c"


def draw_card(pen: Pen, card: Card) -> Markup:
    """78 by 104: cost above, effect in the middle, dynamite below."""
    paper = path(OUTLINE, fill="#e7c665" if card.name == "gold" else "#fcf8ec", stroke="#7c5e1c")
    if card.name == "gold":
        middle = path("M39 26l7 15 16 2-12 11 3 16-14-8-14 8 3-16-12-11 16-2z", fill="#7c5e1c")
    elif card.share:
        middle = group(_shares(pen, card), x=6, y=22)
    else:
        middle = _effect(pen, card)
    return together(paper, middle, _corners(pen, card), _dynamite(card.dynamite))


def _shares(pen: Pen, card: Card) -> Markup:
    """A share's picture, 66 by 52: of one company, once or twice, or of two."""
    wide = 66 / len(card.companies)
    made = []
    for i, id in enumerate(card.companies):
        face = pen.company(id)
        made.append(rect(i * wide, 0, wide, 52, fill=face.hue))
        if len(card.companies) == 2:
            made.append(pen.symbol(id, i * wide + 4, 6, 25))
            letter = face.letter
        elif card.shares == 2:
            made += [pen.symbol(id, 4 + k * 30, 5, 27.6) for k in range(2)]
            letter = f"2 {face.letter}"
        else:
            made.append(pen.symbol(id, 17, 4, 32.4))
            letter = face.letter
        made.append(text((i + 0.5) * wide, 48, letter, 13, face.on, anchor="middle", bold=True))
    return each(made)


def _effect(pen: Pen, card: Card) -> Markup:
    dark = card.name in ("black_day", "explosion")
    ground = rect(6, 22, 66, 52, fill="#1d1113" if dark else "#efe3c3", stroke="#7c5e1c")
    if card.companies:
        id = card.companies[0]
        face = pen.company(id)
        return together(
            ground,
            rect(9, 25, 30, 30, fill=face.hue),
            pen.symbol(id, 12, 28, 24),
            text(24, 70, face.letter, 13, INK, anchor="middle", bold=True),
            text(
                55,
                50,
                pen.signed(card.levels),
                20,
                _tone(card.levels),
                anchor="middle",
                bold=True,
                room=30,
            ),
        )
    return together(ground, _sign(pen, card))


def _sign(pen: Pen, card: Card) -> Markup:
    if card.name == "black_day":
        due = MINUS + pen.say("screen.money", amount=card.due)
        return text(39, 56, due, 22, "#ffb3aa", anchor="middle", bold=True, room=60)
    if card.name.startswith("surprise"):
        mark = text(28, 57, "?", 26, INK, anchor="middle", bold=True)
        return together(mark, _arrow(52, card.name == "surprise_up"))
    drawn = {
        "fluctuation_up": together(_arrow(28, True), _arrow(50, True)),
        "fluctuation_down": together(_arrow(28, False), _arrow(50, False)),
        "fluctuation_mixed": together(_arrow(28, True), _arrow(50, False)),
        "stock_exchange": path(_SWAP, fill=INK),
        "explosion": path(_BLAST, fill="#ffb3aa"),
    }
    return drawn.get(card.name, NOTHING)


def _corners(pen: Pen, card: Card) -> Markup:
    """The price on the left; on the right the change of value, or the points."""
    made = []
    if card.cost is not None:
        made.append(circle(14, 13, 8.5, fill="#c9ccd1", stroke="#5a5f66"))
        made.append(text(14, 17.3, str(card.cost), 12, INK, anchor="middle", bold=True, room=14))
    if card.share and card.levels:
        up = card.levels > 0
        made.append(path("M50 17h10l-5-9z" if up else "M50 8h10l-5 9z", fill=_tone(card.levels)))
        made.append(text(62, 17.5, str(abs(card.levels)), 13, _tone(card.levels), bold=True))
    elif card.points:
        made.append(
            path(
                "M53 6.5l2 4 4.5.5-3.3 3.1.8 4.4-4-2.2-4 2.2.8-4.4-3.3-3.1 4.5-.5z",
                fill="#7c5e1c",
            )
        )
        made.append(text(62, 17.5, str(card.points), 13, "#7c5e1c", bold=True))
    return each(made)


def _tone(levels: int) -> str:
    return UP if levels > 0 else DOWN


_SWAP = "M22 38h26v-7l12 10-12 10v-7H22zM56 58H30v-7L18 61l12 10v-7h26z"
_BLAST = (
    "M39 26l4 13 11-8-4 13 14 1-12 7 9 10-14-3-1 13-7-11-9 9 1-13-13 1 10-9-12-7 14-1-3-13 10 9z"
)


def _arrow(x: float, up: bool) -> Markup:
    if up:
        return path(f"M{x - 3:g} 64V44h-6l9-14 9 14h-6v20z", fill=UP)
    return path(f"M{x - 3:g} 32v20h-6l9 14 9-14h-6V32z", fill=DOWN)


def _dynamite(sticks: int) -> Markup:
    stick = together(
        rect(2, 4, 7, 15, fill="#b3322c", stroke="#5d1512", stroke_width=0.7),
        path("M5.5 4c0-3 3-2 3-4", fill="none", stroke=INK),
    )
    step = min(12, 66 / max(sticks, 1))
    return each(group(stick, x=39 - sticks * step / 2 + i * step, y=80) for i in range(sticks))
