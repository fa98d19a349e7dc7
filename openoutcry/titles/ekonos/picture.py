"""Ekonos as a picture: Europe with its markets, the columns of shares, growth, cards, players."""

from pathlib import Path

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing import look
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen, Player
from openoutcry.drawing.svg import (
    NOTHING,
    Markup,
    Point,
    Value,
    each,
    group,
    inset,
    line,
    path,
    pattern,
    rect,
    tag,
    text,
    together,
)
from openoutcry.titles.ekonos.board import Card, Company, EkonosBoard, Space

_FOLDER = Path(__file__).parent
_LEFT, _TOP = MARGIN, HEAD + 12
_WIDE = WIDTH - 2 * MARGIN
_MAP = 610
_COLUMNS = _LEFT + _MAP + 14
_GAP = 5
_COAST_WIDE, _COAST_HIGH = 1000, 698
"""The sheet that the coast is drawn on."""

_SEA = ("#c9d9d6", "#14262e")
_WAVE = ("#7fa3a3", "#2b4a55")
_LAND = ("#f3e9cd", "#2a3138")
_COAST = ("#7c5e1c", "#a98d4f")
_SHORE = ("#7c5e1c", "#d4b061")


_LAP = 5
_LINE: dict[str, Value] = {"fill": "none", "stroke": look.BRASS, "stroke_width": 1.4}
_EDGE = path("M4 0h64v4h4v96h-4v4H4v-4H0V4h4z", fill="#16324a", stroke=look.BRASS)
_BACK = together(
    _EDGE,
    path(
        "M7 7h58v90H7zM36 18l21 34-21 34-21-34z", fill="none", stroke=look.BRASS, stroke_width=1.4
    ),
    path("M36 34l11 18-11 18-11-18z", fill=look.BRASS),
)


def _fan(cards: int) -> float:
    """The width of that many overlapping cards."""
    return 38 + _LAP * max(cards - 1, 0)


def draw(view: View, reader: Reader) -> str:
    return _Table(view, Pen.of(reader, _FOLDER)).page()


class _Table:
    def __init__(self, view: View, pen: Pen) -> None:
        assert isinstance(view.board, EkonosBoard)
        self.view, self.pen, self.theme = view, pen, pen.theme
        self.board = view.board
        self.unit = _COAST_WIDE / self.board.map.width
        """The edition's units in those of the coast, in which squares have their size."""
        self.map_high = min(max(_MAP * self.board.map.height / self.board.map.width, 200), 700)
        most = max(company.slots for company in self.board.companies)
        self.boxes = self.board.track.large_box + 1
        self.slot = min(max(250 / most, 20), 30)
        self.box = min(max(184 / self.boxes, 18), 26)
        self.growth = 78 + most * self.slot + 8
        """Where the growth tracks begin, in the columns."""
        self.high = max(self.map_high + 134, self.growth + 18 + self.boxes * self.box + 6)

    def page(self) -> str:
        board, pen = self.board, self.pen
        below = _TOP + self.high + 10
        plates, height = pen.players(self.view, self.players(), _LEFT, below, _WIDE)
        return pen.page(
            self.view,
            below + height + MARGIN,
            pen.say("screen.round", round=board.round, rounds=board.rounds),
            self.map(),
            group(self.cards(), x=_LEFT, y=_TOP + self.map_high + 8),
            self.columns(),
            plates,
        )

    # The map

    def map(self) -> Markup:
        width, height = _COAST_WIDE, self.board.map.height * self.unit
        sheet = inset(
            _LEFT,
            _TOP,
            _MAP,
            self.map_high,
            f"0 0 {width} {height:.0f}",
            self.europe(width, height),
            each(self.links()),
            each(self.space(space) for space in self.board.spaces),
        )
        frame = rect(
            _LEFT, _TOP, _MAP, self.map_high, fill="none", stroke=self.theme.brass, stroke_width=1.5
        )
        return together(sheet, frame)

    def europe(self, width: float, height: float) -> Markup:
        """Sea, and the coast as high as the map; land goes on beyond its edges."""
        of, drawn = self.theme.of, look.read(_FOLDER / "look.json")
        wave = path("M0 7q10-5 20 0t20 0", fill="none", stroke=of(_WAVE), stroke_width=0.8)
        waves, filled = pattern(40, 14, wave)
        shore: dict[str, Value] = {"fill": "none", "stroke": of(_SHORE), "stroke_width": 12}
        coast: dict[str, Value] = {"stroke": of(_COAST), "stroke_width": 2}
        beyond = rect(-width, -height, 3 * width, 3 * height, fill=of(_SEA))
        land = each(
            together(
                path(shape, stroke_opacity=0.22, **shore), path(shape, fill=of(_LAND), **coast)
            )
            for shape in drawn["land"]
        )
        black_sea = drawn["black_sea"]
        europe = together(
            land, path(black_sea, fill=of(_SEA)), path(black_sea, fill=filled, **coast)
        )
        stretch = height / _COAST_HIGH
        return group(
            waves,
            beyond,
            rect(-width, -height, 3 * width, 3 * height, fill=filled),
            europe if stretch == 1 else tag("g", europe, transform=f"scale(1 {stretch:.3f})"),
            stroke_linejoin="round",
        )

    def at(self, space: Space) -> Point:
        return space.x * self.unit, space.y * self.unit

    def links(self) -> list[Markup]:
        spaces = {space.number: space for space in self.board.spaces}
        return [
            line(
                *self.at(space),
                *self.at(spaces[other]),
                stroke=self.theme.ink,
                stroke_width=2.4,
                opacity=0.75,
            )
            for space in self.board.spaces
            for other in space.links
            if other > space.number
        ]

    def space(self, space: Space) -> Markup:
        """A square with its number, or with a tile; what an expansion has just taken is ringed."""
        theme = self.theme
        square = rect(-29, -27, 58, 54, fill=theme.sheet, stroke=theme.ink, stroke_width=2)
        laid = self.board.expansion is not None and space.number in self.board.expansion.laid
        new = rect(-34, -32, 68, 64, fill="none", stroke=theme.brass_fill, stroke_width=4)
        ring = new if laid else NOTHING
        x, y = self.at(space)
        if space.company is None:
            number = text(0, 9, str(space.number), 26, theme.ink, anchor="middle", bold=True)
            return group(square, number, ring, x=x, y=y)
        return group(square, self.tile(space.company, space.protected), ring, x=x, y=y)

    def tile(self, company: str, protected: bool) -> Markup:
        face = self.pen.company(company)
        frames = NOTHING
        if protected:
            frames = together(
                rect(-27, -25, 54, 50, fill="none", stroke=face.on, stroke_width=2.5),
                rect(-30, -28, 60, 56, fill="none", stroke="#11161d", stroke_width=3),
            )
        return together(
            rect(-27, -25, 54, 50, fill=face.hue),
            self.pen.symbol(company, -20, -18, 34),
            rect(-24, -22, 48, 44, fill="none", stroke=face.on, stroke_width=2),
            frames,
            text(21, 18, face.letter, 15, face.on, anchor="end", bold=True),
        )

    # Cards

    def cards(self) -> Markup:
        """The card just played, the viewer's hand, and others' face down if there is room."""
        board, pen = self.board, self.pen
        made, x = [], 0.0
        if board.card is not None:
            made.append(self.row(pen.say("screen.card", use=board.use or ""), [board.card], x, 156))
            x += 160
        if board.hand:
            room = min(78 * len(board.hand), _MAP - x)
            made.append(self.row(pen.say("screen.hand"), board.hand, x, room))
            x += room + 16
        others = [seat for seat in range(self.view.seats) if seat != self.view.seat]
        wide = max(_fan(player.cards) for player in board.players) + 8
        if x + wide * len(others) <= _MAP:
            made += [self.face_down(seat, x + i * wide) for i, seat in enumerate(others)]
        return each(made)

    def face_down(self, seat: int, x: float) -> Markup:
        """Somebody else's hand: how many cards, and nothing else."""
        count = self.board.players[seat].cards
        below = each(group(_EDGE, x=x + i * _LAP, y=34, scale=0.53) for i in range(count - 1))
        top = group(_BACK, x=x + (count - 1) * _LAP, y=34, scale=0.53)
        nothing = rect(
            x, 34, 38, 55, fill="none", stroke=self.theme.brass_soft, stroke_dasharray="4 3"
        )
        mark = self.pen.seat(seat, x + _fan(count) / 2, 20, 20)
        return together(mark, below, top if count else nothing)

    def row(self, label: str, cards: list[Card], x: float, room: float) -> Markup:
        """Cards side by side; where there are too many for their room, they overlap."""
        step = min(78, (room - 72) / max(len(cards) - 1, 1)) if len(cards) > 1 else 78
        return together(
            text(x, 12, label, 13, self.theme.faint, room=room),
            each(group(self.card(card), x=x + step * i, y=18) for i, card in enumerate(cards)),
        )

    def card(self, card: Card) -> Markup:
        """72 by 104: place or protect on top, growth below."""
        top = self.pen.company(card.top)
        return together(
            path("M4 0h64v4h4v96h-4v4H4v-4H0V4h4z", fill="#fcf8ec", stroke="#7c5e1c"),
            rect(6, 6, 60, 44, fill=top.hue),
            rect(9, 9, 54, 38, fill="none", stroke=top.on, stroke_opacity=0.7),
            self.pen.symbol(card.top, 18, 12, 32),
            text(60, 21, top.letter, 12, top.on, anchor="end", bold=True),
            self.growing(card.middle, 54),
            self.growing(card.bottom, 77),
        )

    def growing(self, company: str, y: float) -> Markup:
        face = self.pen.company(company)
        return group(
            rect(0, 0, 60, 20, fill=face.hue),
            path("M8 15V9H4l6-6 6 6h-4v6z", fill=face.on),
            self.pen.symbol(company, 24, 1.5, 17),
            text(52, 15, face.letter, 13, face.on, anchor="middle", bold=True),
            x=6,
            y=y,
        )

    # Shares and growth

    def columns(self) -> Markup:
        companies = self.board.companies
        room = WIDTH - MARGIN - _COLUMNS
        wide = (room - _GAP * (len(companies) - 1)) / len(companies)
        labels = together(
            text(0, 66, self.pen.say("screen.sold"), 12, self.theme.faint, room=room),
            text(
                0, self.growth + 12, self.pen.say("screen.growth"), 12, self.theme.faint, room=room
            ),
        )
        columns = each(
            group(self.column(company, wide), x=i * (wide + _GAP))
            for i, company in enumerate(companies)
        )
        return group(columns, labels, x=_COLUMNS, y=_TOP)

    def column(self, company: Company, wide: float) -> Markup:
        return together(
            self.head(company, wide),
            each(self.share(company, number, wide) for number in range(1, company.slots + 1)),
            each(self.growth_box(company, box, wide) for box in range(self.boxes)),
        )

    def head(self, company: Company, wide: float) -> Markup:
        """Symbol, letter and value; below them the president with the crown."""
        face = self.pen.company(company.id)
        crown = NOTHING
        if company.president is not None:
            crown = together(
                self.pen.icon("crown", wide / 2 - 12, 44, 17, self.theme.brass),
                self.pen.seat(company.president, wide / 2 + 11, 44, 19),
            )
        return together(
            rect(0, 0, wide, 30, fill=face.hue),
            self.pen.symbol(company.id, 3, 5, 20),
            text(
                wide - 4, 22, self.pen.figure(company.tiles), 18, face.on, anchor="end", bold=True
            ),
            text(wide / 2 + 3, 26, face.letter, 11, face.on, anchor="middle", bold=True),
            crown,
        )

    def share(self, company: Company, number: int, wide: float) -> Markup:
        """Whose share it is, or the number of one that can still be bought."""
        theme = self.theme
        y = 74 + (number - 1) * self.slot
        owners = [seat for seat, count in enumerate(company.owned) for _ in range(count)]
        following = number == company.sold + 1
        edge = theme.brass if following else theme.brass_soft
        cell = rect(
            0,
            y,
            wide,
            self.slot - 2,
            fill=theme.sheet,
            stroke=edge,
            stroke_width=1.6 if following else 1,
        )
        middle = y + self.slot / 2 - 1
        if number <= len(owners):
            return together(
                cell, self.pen.seat(owners[number - 1], wide / 2, middle, min(21, self.slot - 3))
            )
        ink = theme.ink if following else theme.faint
        return together(
            cell,
            text(wide / 2, middle + 4.5, str(number), 12.5, ink, anchor="middle", bold=following),
        )

    def growth_box(self, company: Company, box: int, wide: float) -> Markup:
        theme, track = self.theme, self.board.track
        face = self.pen.company(company.id)
        y = self.growth + 18 + box * self.box
        here, marked = box == company.growth, box in (track.small_box, track.large_box)
        cell = rect(
            0,
            y,
            wide,
            self.box - 2,
            fill=face.hue if here else theme.sheet,
            stroke=theme.brass_fill if marked else theme.brass_soft,
            stroke_width=2 if marked else 1,
        )
        ink = face.on if here else theme.faint
        number = text(
            wide / 2,
            y + self.box / 2 + 3.5,
            str(box),
            12.5,
            ink,
            anchor="middle",
            bold=here or marked,
        )
        return together(cell, number)

    def players(self) -> list[Player]:
        pen = self.pen
        ids = [company.id for company in self.board.companies]
        return [
            Player(
                seat,
                [
                    (pen.say("board.money"), pen.figure(player.coins)),
                    (pen.say("board.cards"), pen.figure(player.cards)),
                ],
                [(id, count) for id, count in zip(ids, player.shares, strict=True) if count],
            )
            for seat, player in enumerate(self.board.players)
        ]
