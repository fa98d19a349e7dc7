"""What all boards are drawn with: words, figures, marks, sheets, and the players' plates."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing import look
from openoutcry.drawing.svg import (
    NOTHING,
    TIMES,
    Markup,
    circle,
    document,
    each,
    fitted,
    group,
    line,
    path,
    rect,
    text,
    together,
    width,
)
from openoutcry.text.message import number

WIDTH = 1000
"""Of every picture; the height is what the board needs."""
MARGIN = 14
HEAD = 50
"""The height of the bar on top."""
_NIGHT_BLUE = "#11161d"
_GAP = 8


@dataclass(frozen=True)
class Player:
    """What a plate says about a seat."""

    seat: int
    figures: Sequence[tuple[str, str]]
    """Labels and amounts."""
    shares: Sequence[tuple[str, int]] = ()
    """Companies and how many."""
    face_down: int = 0
    """Cards that nobody else sees."""


class Pen:
    """Draws for one reader, with the marks of one title."""

    def __init__(self, reader: Reader, looks: dict[str, look.CompanyLook]) -> None:
        self.say = reader.say
        self.lang = reader.lang
        self.labels = reader.labels
        self.theme = look.THEMES[reader.theme]
        self.looks = looks

    @classmethod
    def of(cls, reader: Reader, folder: Path) -> "Pen":
        """With the marks that a title's folder holds."""
        return cls(reader, look.companies(folder))

    # Words

    def figure(self, amount: int | None) -> str:
        """A number as the language writes it; a question mark where it is hidden."""
        return "?" if amount is None else number(self.lang, amount)

    def signed(self, amount: int) -> str:
        """A change, with its sign."""
        return ("+" if amount > 0 else "") + self.figure(amount)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.say("seat", seat=seat)

    def word(self, kind: str, id: str) -> str:
        """What the edition or the catalogue calls something; its id where nobody names it."""
        if id in self.labels:
            return self.labels[id]
        try:
            return self.say(f"{kind}.{id}")
        except KeyError:
            return id

    def company(self, id: str) -> look.CompanyLook:
        """How a company looks."""
        return look.company(self.looks, id)

    # Marks

    def symbol(self, id: str, x: float, y: float, size: float) -> Markup:
        """A company's symbol alone, in the colour that stands on its hue."""
        face = self.company(id)
        drawn = path(face.symbol, fill=face.on, fill_rule="evenodd")
        return group(drawn, x=x, y=y, scale=size / 24)

    def mark(self, id: str, x: float, y: float, size: float) -> Markup:
        """Hue, symbol and letter together, one and a half times as wide as high."""
        face = self.company(id)
        lines = path(
            "M2.5 1.5h31M2.5 22.5h31", stroke=face.on, stroke_opacity=0.45, stroke_width=0.7
        )
        return group(
            path("M2 0h32v2h2v20h-2v2H2v-2H0V2h2z", fill=face.hue),
            lines,
            self.symbol(id, 1.5, 2, 19.9),
            text(28.5, 17, face.letter, 14, face.on, anchor="middle", bold=True),
            x=x,
            y=y,
            scale=size / 24,
        )

    def seat(self, seat: int, x: float, y: float, size: float) -> Markup:
        """A seat's colour, shape and number, around its middle."""
        hue, shape = look.seat(seat)
        return group(
            path(shape, fill=hue, stroke=look.IVORY, stroke_width=1.4),
            text(12, 16.5, str(seat + 1), 12.5, "#fff", anchor="middle", bold=True),
            x=x - size / 2,
            y=y - size / 2,
            scale=size / 24,
        )

    def icon(self, name: str, x: float, y: float, size: float, stroke: str) -> Markup:
        """A stroked icon around its middle."""
        drawn = path(
            look.icon(name), fill="none", stroke=stroke, stroke_width=2, stroke_linejoin="round"
        )
        return group(drawn, x=x - size / 2, y=y - size / 2, scale=size / 24)

    def chip(self, x: float, y: float, r: float) -> Markup:
        """A poker chip around its middle."""
        edge = circle(
            x, y, r, fill="#b7383a", stroke="#f7e3c0", stroke_width=r / 4, stroke_dasharray="3 2.5"
        )
        return together(circle(x, y, r * 1.15, fill="#7b1f22"), edge)

    # Sheets

    def sheet(
        self, x: float, y: float, width: float, height: float, strong: bool = False
    ) -> Markup:
        """A sheet of paper with a heavier rule on top."""
        theme = self.theme
        edge = theme.brass if strong else theme.brass_soft
        return together(
            rect(
                x, y, width, height, fill=theme.sheet, stroke=edge, stroke_width=2 if strong else 1
            ),
            rect(x - 0.5, y - 0.5, width + 1, 3, fill=edge),
        )

    # The picture

    def page(self, view: View, height: float, note: str, *body: Markup) -> str:
        """The finished picture: the bar with the title, who sees it and who decides; the board."""
        return document(
            WIDTH,
            height,
            self._about(view),
            rect(0, 0, WIDTH, height, fill=self.theme.ground),
            self._bar(view, note),
            *body,
        )

    def _about(self, view: View) -> str:
        return f"{self.say('title')}, {self.say('ui.step')} {self.figure(view.step)}"

    def _bar(self, view: View, note: str) -> Markup:
        title = self.say("title")
        after = MARGIN + width(title, 25, bold=True) + 14
        return together(
            rect(0, 0, WIDTH, HEAD - 6, fill=_NIGHT_BLUE),
            line(0, HEAD - 6, WIDTH, HEAD - 6, stroke=look.BRASS),
            line(0, HEAD - 3, WIDTH, HEAD - 3, stroke=look.BRASS),
            text(MARGIN, 31, title, 25, look.BRASS, display=True),
            text(after, 30, note, 15, look.IVORY, room=250),
            self._waiting(view),
        )

    def _waiting(self, view: View) -> Markup:
        """At the right: whose eyes these are, and who has to decide what."""
        eye = self.icon("eye", WIDTH - MARGIN - 10, 22, 20, look.BRASS)
        end = WIDTH - MARGIN - 30
        if view.seat is not None:
            eye = together(eye, self.seat(view.seat, end - 10, 22, 20))
            end -= 30
        end -= 14
        rule = line(end, 12, end, 32, stroke=look.BRASS, stroke_opacity=0.5)
        end -= 14
        about = self._decided(view)
        seats = view.waiting
        room = 430 - 24 * len(seats)
        marks = each(
            self.seat(seat, end - 10 - 24 * i, 22, 20) for i, seat in enumerate(reversed(seats))
        )
        words = text(
            end - 24 * len(seats) - (4 if seats else 0),
            27,
            about,
            14,
            look.IVORY,
            anchor="end",
            room=room,
        )
        return together(eye, rule, marks, words)

    def _decided(self, view: View) -> str:
        if view.over:
            return self.say("ui.slip.over")
        if not view.waiting:  # a draw is due
            return ""
        for key in (f"watch.{view.kind}", f"kind.{view.kind}"):
            try:
                return self.say(key)
            except KeyError:
                continue
        return view.kind

    # Players

    def players(
        self, view: View, players: Sequence[Player], x: float, y: float, width: float
    ) -> tuple[Markup, float]:
        """A row of plates, and its height."""
        wide = (width - _GAP * (len(players) - 1)) / len(players)
        head = max(len(self._lines(player, wide)) for player in players) * 21 + 38
        rows = max(self._rows(player, wide) for player in players)
        height = head + 22 * rows + 4
        plates = each(
            self._plate(view, player, x + i * (wide + _GAP), y, wide, head, height)
            for i, player in enumerate(players)
        )
        return plates, height

    _LOT = 52
    """The width of a company's mark with its count."""
    _NARROW = 200
    """Plates below this width have their figures in several lines."""

    def _rows(self, player: Player, wide: float) -> int:
        """How many rows of shares, or of cards face down."""
        a_row = max(1, int((wide - 12) // self._LOT))
        return max(-(-len(player.shares) // a_row), int(player.face_down > 0))

    def _lines(self, player: Player, wide: float) -> list[Sequence[tuple[str, str]]]:
        """The figures in lines: if there are several lines, the first figure shares its line with
        the worth, and the others go in pairs."""
        if wide >= self._NARROW:
            return [player.figures]
        rest = player.figures[1:]
        return [player.figures[:1], *(rest[i : i + 2] for i in range(0, len(rest), 2))]

    def _plate(
        self,
        view: View,
        player: Player,
        x: float,
        y: float,
        wide: float,
        head: float,
        height: float,
    ) -> Markup:
        """A seat's name, worth, figures and shares."""
        theme, seat = self.theme, player.seat
        worth = self.figure(view.worth[seat])
        place = f"{view.places[seat]}. " if view.places else ""
        taken = width(worth, 18, bold=True) + 8
        narrow = wide < self._NARROW
        name_room = wide - 40 - (0 if narrow else taken)
        lines = self._lines(player, wide)
        figures = each(
            self._figures(
                line, x + 9, y + 49 + 21 * i, wide - 18 - (taken if narrow and i == 0 else 0)
            )
            for i, line in enumerate(lines)
        )
        return together(
            self.sheet(x, y, wide, height, strong=seat in view.waiting),
            self.seat(seat, x + 18, y + 20, 20),
            text(
                x + 33, y + 25, place + self.name(seat), 14.5, theme.ink, bold=True, room=name_room
            ),
            text(
                x + wide - 9,
                y + (50 if narrow else 26),
                worth,
                18,
                theme.ink,
                bold=True,
                anchor="end",
            ),
            figures,
            self._shares(player, x + 8, y + head, wide),
            self._face_down(player.face_down, x + 8, y + head, wide - 16),
        )

    def _figures(
        self, figures: Sequence[tuple[str, str]], x: float, y: float, room: float
    ) -> Markup:
        """Label and amount, one after the other, each with its part of the room."""
        wide = room / max(len(figures), 1)
        made = []
        for i, (label, amount) in enumerate(figures):
            left = x + i * wide
            label_room = max(wide - width(amount, 14, bold=True) - 8, 14)
            shown, size = fitted(label, 12, label_room)
            made.append(text(left, y, shown, size, self.theme.faint))
            after = left + min(width(shown, size), label_room) + 3
            made.append(text(after, y, amount, 14, self.theme.ink, bold=True))
        return each(made)

    def _shares(self, player: Player, x: float, y: float, wide: float) -> Markup:
        a_row = max(1, int((wide - 12) // self._LOT))
        return each(
            self.lot(id, count, x + i % a_row * self._LOT, y + i // a_row * 22)
            for i, (id, count) in enumerate(player.shares)
        )

    def _face_down(self, count: int, x: float, y: float, room: float) -> Markup:
        """Backs of cards that overlap, and how many they are."""
        if not count:
            return NOTHING
        lap = min(7, (room - 44) / count)
        backs = each(
            together(
                rect(x + i * lap, y, 14, 19, fill="#16324a", stroke=look.BRASS, stroke_width=0.8),
                path(f"M{x + i * lap + 7:.1f} {y + 5:.1f}l3 4.5-3 4.5-3-4.5z", fill=look.BRASS),
            )
            for i in range(count)
        )
        end = x + (count - 1) * lap + 20
        return together(
            backs, text(end, y + 14.5, TIMES + self.figure(count), 13, self.theme.faint)
        )

    def lot(self, id: str, count: int, x: float, y: float, size: float = 18) -> Markup:
        """A company's mark and how many shares of it."""
        amount = text(
            x + 1.5 * size + 4,
            y + size * 0.76,
            self.figure(count),
            size * 0.76,
            self.theme.ink,
            bold=True,
        )
        return together(self.mark(id, x, y, size), amount)
