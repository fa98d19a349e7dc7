"""Mogul as a picture: the certificate, the bowl, the quotes, the players, the track around them."""

from pathlib import Path

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen
from openoutcry.drawing.svg import (
    NOTHING,
    Markup,
    Point,
    circle,
    each,
    ellipse,
    group,
    line,
    path,
    pattern,
    rect,
    tag,
    text,
    together,
)
from openoutcry.titles.mogul.board import Card, MogulBoard

_RIM = 34
_LEFT, _TOP = MARGIN, HEAD + 12
_WIDE = WIDTH - 2 * MARGIN
_INSIDE = _LEFT + _RIM + 10
_ROOM = _WIDE - 2 * _RIM - 20
_PLATE = 92
_MIDDLE = 356
_ACROSS = 10 / 16
"""The printed board's 32 spaces are 10 steps across and 6 down."""


def draw(view: View, reader: Reader) -> str:
    return _Table(view, Pen.of(reader, Path(__file__).parent)).page()


class _Table:
    def __init__(self, view: View, pen: Pen) -> None:
        assert isinstance(view.board, MogulBoard)
        self.view, self.pen, self.theme = view, pen, pen.theme
        self.board = view.board
        own = view.seat
        self.others = [
            seat
            for seat in (
                (i + 1 + (-1 if own is None else own)) % view.seats for i in range(view.seats)
            )
            if seat != own
        ]
        self.rows = -(-len(self.others) // 4)
        """Of plates above the certificate: four stand side by side."""
        own_height = 0 if own is None else 74
        self.middle = _TOP + _RIM + 10 + self.rows * (_PLATE + 8)
        self.bottom = self.middle + _MIDDLE + own_height
        self.high = self.bottom + _RIM + 4 - _TOP

    def page(self) -> str:
        note = self.pen.say("board.auction", auction=self.board.auction)
        return self.pen.page(
            self.view,
            _TOP + self.high + MARGIN,
            note,
            self.frame(),
            self.plates(),
            group(self.certificate(), x=_INSIDE, y=self.middle),
            group(self.side(), x=_INSIDE + 557, y=self.middle),
            self.own(),
            self.track(),
        )

    def frame(self) -> Markup:
        theme = self.theme
        rim = rect(
            _LEFT, _TOP, _WIDE, self.high, fill=theme.sheet, stroke=theme.brass, stroke_width=1.5
        )
        felt = rect(
            _LEFT + _RIM,
            _TOP + _RIM,
            _WIDE - 2 * _RIM,
            self.high - 2 * _RIM,
            fill=theme.felt,
            stroke=theme.brass_soft,
        )
        return together(rim, felt)

    # The middle

    def certificate(self) -> Markup:
        card = self.board.card
        if card is not None:
            return group(_certificate(card, self.pen), x=2, y=2, scale=1.6)
        over = self.view.over
        words = self.pen.say("story.crash" if over else "board.next_card")
        fill = self.theme.down if over else self.theme.faint
        return text(
            270, 180, words, 28 if over else 17, fill, anchor="middle", display=over, room=540
        )

    def side(self) -> Markup:
        pen, board = self.pen, self.board
        alarm = board.crash_possible and not self.view.over
        shown = [
            ("board.pot", board.pot, False),
            ("board.bank", board.bank, False),
            ("board.deck", board.deck, alarm),
        ]
        facts = each(
            self.fact(pen.say(key), pen.figure(amount), 56 + i * 108, red)
            for i, (key, amount, red) in enumerate(shown)
        )
        warning = NOTHING
        if alarm:
            words = pen.say("screen.crash_possible")
            warning = text(
                164, 172, words, 14, self.theme.down, anchor="middle", bold=True, room=326
            )
        return together(
            group(_bowl(board.pot), x=89, y=-4, scale=1.25), facts, warning, self.quotes()
        )

    def fact(self, label: str, amount: str, x: float, red: bool) -> Markup:
        ink = self.theme.down if red else self.theme.ink
        return together(
            text(x, 132, label, 13, self.theme.faint, anchor="middle", room=110),
            text(x, 153, amount, 19, ink, anchor="middle", bold=True),
        )

    def quotes(self) -> Markup:
        """Price now, and how many are still to come unless that has to be remembered."""
        pen, theme = self.pen, self.theme
        companies, unseen = self.view.companies, self.board.unseen
        step = min(27, 130 / max(len(companies), 1))
        rows = [
            text(222, 196, pen.say("screen.price"), 12, theme.faint, anchor="end", room=110),
        ]
        if unseen is not None:
            head = pen.say("screen.unseen")
            rows.append(text(324, 196, head, 12, theme.faint, anchor="end", room=98))
        for i, id in enumerate(companies):
            y = 202 + i * step
            price = self.view.prices[i]
            rows.append(line(4, y, 326, y, stroke=theme.brass_soft, stroke_dasharray="1 3"))
            rows.append(pen.mark(id, 4, y + (step - 19) / 2, 19))
            rows.append(
                text(40, y + step / 2 + 5, pen.word("company", id), 13, theme.ink, room=136)
            )
            rows.append(
                text(
                    222, y + step / 2 + 5, pen.figure(price), 16, theme.ink, anchor="end", bold=True
                )
            )
            if unseen is not None:
                left = pen.figure(unseen[i])
                rows.append(text(324, y + step / 2 + 5, left, 15, theme.ink, anchor="end"))
        return each(rows)

    # Players

    def plates(self) -> Markup:
        made = []
        a_row = -(-len(self.others) // self.rows)
        wide = (_ROOM - 8 * (a_row - 1)) / a_row
        for i, seat in enumerate(self.others):
            x = _INSIDE + i % a_row * (wide + 8)
            y = _TOP + _RIM + 8 + i // a_row * (_PLATE + 8)
            made.append(self.plate(seat, x, y, wide))
        return each(made)

    def plate(self, seat: int, x: float, y: float, wide: float) -> Markup:
        theme = self.theme
        out = self.is_out(seat)
        note = self.pen.say("board.out") if out else ""
        name = text(
            x + 32,
            y + 24,
            self.named(seat),
            14,
            theme.faint if out else theme.ink,
            bold=True,
            room=wide - 38 - (30 if out else 0),
        )
        return together(
            self.pen.sheet(x, y, wide, _PLATE, strong=seat in self.view.waiting),
            self.pen.seat(seat, x + 17, y + 19, 19),
            name,
            text(x + wide - 8, y + 23, note, 12, theme.faint, anchor="end"),
            self.purse(seat, x + 9, y + 49),
            self.shares(seat, x + 9, y + 62, wide - 14),
        )

    def named(self, seat: int) -> str:
        place = f"{self.view.places[seat]}. " if self.view.places else ""
        start = " ▸" if seat == self.board.start and not self.view.over else ""
        return place + self.pen.name(seat) + start

    def is_out(self, seat: int) -> bool:
        return (
            self.board.card is not None and not self.board.players[seat].in_ and not self.view.over
        )

    def purse(self, seat: int, x: float, y: float) -> Markup:
        player = self.board.players[seat]
        ink = self.theme.faint if self.is_out(seat) else self.theme.ink
        return together(
            text(x, y, self.pen.figure(player.points), 19, ink, bold=True),
            self.pen.chip(x + 62, y - 6, 7.5),
            text(x + 75, y, self.pen.figure(player.chips), 16, ink),
        )

    def shares(self, seat: int, x: float, y: float, room: float, size: float = 18) -> Markup:
        """By company; where there are too many for their room, they move together."""
        held = [
            (id, n)
            for id, n in zip(self.view.companies, self.board.players[seat].shares, strict=True)
            if n
        ]
        step = min(2.75 * size, room / max(len(held), 1))
        lots = each(
            self.pen.lot(id, n, x + i * step, y, min(size, step / 2.5))
            for i, (id, n) in enumerate(held)
        )
        return tag("g", lots, opacity=0.55) if held and self.is_out(seat) else lots

    def own(self) -> Markup:
        seat = self.view.seat
        if seat is None:
            return NOTHING
        y = self.bottom - 68
        note = self.pen.say("board.out") if self.is_out(seat) else ""
        return together(
            self.pen.sheet(_INSIDE, y, _ROOM, 60, strong=True),
            self.pen.seat(seat, _INSIDE + 24, y + 31, 26),
            text(
                _INSIDE + 45,
                y + (29 if note else 37),
                self.named(seat),
                16,
                self.theme.ink,
                bold=True,
                room=170,
            ),
            text(_INSIDE + 45, y + 48, note, 12, self.theme.faint),
            self.purse(seat, _INSIDE + 235, y + 38),
            self.shares(seat, _INSIDE + 370, y + 17, _ROOM - 380, 26),
        )

    # The track

    def track(self) -> Markup:
        board = self.board
        steps = _sides(board.spaces)
        crowded = max(1, -(-board.spaces // 64))
        cells = each(
            self.cell(space, *self.spot(space, steps))
            for space in range(board.spaces)
            if space % crowded == 0
        )
        return together(cells, self.markers(steps))

    def cell(self, space: int, x: float, y: float) -> Markup:
        first = space == 0
        ink = self.theme.brass if first else self.theme.faint
        return text(x, y + 4.5, str(space), 12, ink, anchor="middle", bold=first)

    def markers(self, steps: tuple[int, int, int, int]) -> Markup:
        made = []
        players = self.board.players
        for seat, player in enumerate(players):
            fellows = [s for s, other in enumerate(players) if other.space == player.space]
            rank = fellows.index(seat)
            x, y = self.spot(player.space, steps)
            if x < _LEFT + _RIM:
                x += rank * 15
            elif x > _LEFT + _WIDE - _RIM:
                x -= rank * 15
            else:
                x += (rank - (len(fellows) - 1) / 2) * 15
            made.append(self.pen.seat(seat, x, y, 22))
        return each(made)

    def spot(self, space: int, steps: tuple[int, int, int, int]) -> Point:
        """Clockwise from the top left corner, along the middle of the rim."""
        top, right, bottom, left = steps
        near_x, far_x = _LEFT + _RIM / 2, _LEFT + _WIDE - _RIM / 2
        near_y, far_y = _TOP + _RIM / 2, _TOP + self.high - _RIM / 2
        if space < top:
            return near_x + (far_x - near_x) * space / top, near_y
        if space < top + right:
            return far_x, near_y + (far_y - near_y) * (space - top) / right
        back = space - top - right
        if back < bottom:
            return far_x - (far_x - near_x) * back / bottom, far_y
        return near_x, far_y - (far_y - near_y) * (back - bottom) / left


def _sides(spaces: int) -> tuple[int, int, int, int]:
    """Steps along the top, the right, the bottom and the left; an odd one out is at the bottom."""
    half = spaces // 2
    top = min(max(round(half * _ACROSS), 1), half - 1)
    return top, half - top, top + spaces % 2, half - top


def _certificate(card: Card, pen: Pen) -> Markup:
    """The share on auction, 340 by 220: its company fills it, its border says what may be sold."""
    face, edge = pen.company(card.colour), pen.company(card.border)
    rules = path("M0 0h8M0 4h8", stroke=edge.on, stroke_opacity=0.28, stroke_width=1.2)
    engraving, filled = pattern(8, 8, rules, turn=45)
    outline = "M10 0h320v10h10v200h-10v10H10v-10H0V10h10z"
    rosette = each(
        tag("ellipse", rx=52, ry=20, transform=f"rotate({turn})") for turn in range(0, 180, 10)
    )
    diamonds = each(
        together(
            path(f"M{x} 72l28 34-28 34-28-34z", fill="none", stroke=face.on, stroke_opacity=0.6),
            text(x, 119, face.letter, 36, face.on, anchor="middle", bold=True),
        )
        for x in (72, 268)
    )
    return together(
        engraving,
        path(outline, fill=edge.hue),
        path(outline, fill=filled),
        path(
            "M24 18h292v6h6v136h-6v6H24v-6h-6V24h6z",
            fill=face.hue,
            stroke=edge.on,
            stroke_width=1.5,
        ),
        rect(30, 26, 280, 132, fill="none", stroke=face.on, stroke_opacity=0.55),
        group(
            rosette,
            x=170,
            y=106,
            fill="none",
            stroke=face.on,
            stroke_opacity=0.25,
            stroke_width=0.8,
        ),
        circle(170, 106, 42, fill=face.hue, stroke=face.on, stroke_width=1.5),
        circle(170, 106, 38.5, fill="none", stroke=face.on, stroke_opacity=0.5),
        pen.symbol(card.colour, 132.8, 69.3, 74.4),
        text(
            170,
            47,
            pen.word("company", card.colour),
            16,
            face.on,
            anchor="middle",
            display=True,
            room=270,
        ),
        diamonds,
        _ribbon(card.border, pen),
    )


def _ribbon(border: str, pen: Pen) -> Markup:
    edge = pen.company(border)
    sold = f"{pen.say('screen.border')} {pen.word('colour', border)} · {edge.letter}"
    return group(
        path("M0 17l10-17h240l10 17-10 17H10z", fill=edge.hue, stroke=edge.on, stroke_width=1.5),
        pen.symbol(border, 12, 4, 26),
        text(144, 22.5, sold, 15, edge.on, anchor="middle", bold=True, room=196),
        x=40,
        y=172,
    )


def _bowl(chips: int) -> Markup:
    """A brass bowl and the chips in it, 120 by 92."""
    places = [
        (60 + (i - (length - 1) / 2) * 15, 40 - row * 6)
        for row, length in enumerate((5, 4, 5, 4, 3))
        for i in range(length)
    ]
    heap = each(
        together(
            ellipse(x, y + 2.5, 9, 4.5, fill="#7b1f22"),
            ellipse(x, y, 9, 4.5, fill="#b7383a", stroke="#f7e3c0", stroke_dasharray="3 2.5"),
        )
        for x, y in places[:chips]
    )
    zigzag = "M22 60l8-9 8 9 8-9 8 9 8-9 8 9 8-9 8 9 8-9"
    return together(
        ellipse(60, 84, 40, 5, fill="#000", opacity=0.18),
        ellipse(60, 38, 52, 12, fill="#5d4413"),
        heap,
        path("M8 38a52 12 0 0 0 104 0c0 24-20 40-52 40S8 62 8 38z", fill="#b58a2e"),
        path(
            "M8 38a52 12 0 0 0 104 0c0 4-.5 7-1.5 10-14 9-87 9-101 0-1-3-1.5-6-1.5-10z",
            fill="#d9b45c",
        ),
        path("M42 77h36l5 7H37z", fill="#8f6a1d"),
        path(zigzag, fill="none", stroke="#7c5a14", stroke_width=1.5),
    )
