"""Speculation as a picture: chalk lines with bricks, price lists, tiles, cards, the exchange."""

from collections.abc import Callable
from pathlib import Path

from openoutcry.core.title import Reader
from openoutcry.core.view import View
from openoutcry.drawing.look import BRASS, INK, IVORY, SLATE, WOOD
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen, Player
from openoutcry.drawing.svg import (
    NOTHING,
    Markup,
    Point,
    circle,
    each,
    group,
    path,
    polyline,
    rect,
    text,
    together,
)
from openoutcry.titles.speculation.board import Company, SpeculationBoard

_LEFT, _TOP = MARGIN, HEAD + 12
_WIDE = WIDTH - 2 * MARGIN
_CHALK = "#cfd6cf"
_CELL = 40
_BRICK = (42, 26)
_SLOPE = 22
_BANK = "M10 40V22l15-10 15 10v18h-4V24H14v16zM17 27h3v13h-3zM23.5 27h3v13h-3zM30 27h3v13h-3z"


def draw(view: View, reader: Reader) -> str:
    return _Table(view, Pen.of(reader, Path(__file__).parent)).page()


class _Table:
    def __init__(self, view: View, pen: Pen) -> None:
        assert isinstance(view.board, SpeculationBoard)
        self.view, self.pen, self.theme = view, pen, pen.theme
        self.board = view.board
        *self.lines, (self.end, _) = self.board.segments
        self.pitch = 60 if len(self.lines) <= 6 else 40
        self.high = self.pitch * len(self.lines) + 112
        """The slate's height."""
        self.lists = _WIDE - _CELL * len(self.board.companies) - 22

    def page(self) -> str:
        board, pen = self.board, self.pen
        note = ""
        if board.turn:
            active = "" if board.active is None else pen.name(board.active)
            note = f"{pen.say('screen.turn', turn=board.turn)} {active}"
        below = _TOP + self.high + 10
        exchange = below + 92
        plates, height = pen.players(self.view, self.players(), _LEFT, exchange + 68, _WIDE)
        return pen.page(
            self.view,
            exchange + 68 + height + MARGIN,
            note.rstrip(", "),
            group(self.slate(), x=_LEFT, y=_TOP),
            group(self.tiles(), x=_LEFT, y=below),
            group(self.cards(), x=_LEFT, y=below),
            group(self.exchange(), x=_LEFT, y=exchange),
            plates,
        )

    # The slate

    def slate(self) -> Markup:
        frame = together(
            rect(0, 0, _WIDE, self.high, fill=WOOD, stroke=self.theme.brass),
            rect(6, 6, _WIDE - 12, self.high - 12, fill=SLATE, stroke=BRASS),
        )
        spots = [self.space(number) for number in range(1, self.end)]
        chalk = together(
            polyline(spots, fill="none", stroke=IVORY, stroke_opacity=0.13, stroke_width=9),
            polyline(spots, fill="none", stroke=IVORY, stroke_opacity=0.9, stroke_width=2),
        )
        return together(
            frame,
            chalk,
            each(self.dot(number) for number in range(1, self.end)),
            self.tray("screen.start", self.start(0), self.board.start_price),
            self.tray("screen.end", self.finish(0), None),
            each(self.join(company) for company in self.board.companies),
            self.price_lists(),
            each(self.brick(company) for company in self.board.companies),
        )

    def base(self, segment: int) -> float:
        """Where a line begins, counted from the bottom of the slate."""
        return self.high - 70 - segment * self.pitch

    def segment(self, number: int) -> int:
        return next(i for i, (_, last) in enumerate(self.lines) if number <= last)

    def space(self, number: int) -> Point:
        """Lines zig-zag upward, every other one from right to left."""
        segment = self.segment(number)
        first, last = self.lines[segment]
        along = (number - first) / max(last - first, 1)
        across = along if segment % 2 == 0 else 1 - along
        return 46 + (self.lists - 110) * across, self.base(segment) - _SLOPE * along

    def start(self, index: int) -> Point:
        return 134 + index * 50, self.high - 30

    def finish(self, index: int) -> Point:
        return 134 + index * 50, 31

    def dot(self, number: int) -> Markup:
        x, y = self.space(number)
        first, last = self.lines[self.segment(number)]
        dot = circle(x, y, 3.2, fill=IVORY)
        every = -(-(last - first + 1) // 24)
        if (number - first) % every:
            return dot
        if (
            number == first and first > 1
        ):  # the chalk runs down from here: the number goes beside it
            aside = -14 if x < self.lists / 2 else 14
            return together(dot, text(x + aside, y + 4, str(number), 11, _CHALK, anchor="middle"))
        return together(dot, text(x, y + 15.5, str(number), 11, _CHALK, anchor="middle"))

    def tray(self, key: str, at: Point, price: int | None) -> Markup:
        x, y = at[0] - 34, at[1]
        name = text(x, y + 5, self.pen.say(key), 17, BRASS, anchor="end", display=True, room=86)
        if price is None:
            return name
        return together(name, text(x, y + 20, self.pen.figure(price), 12, _CHALK, anchor="end"))

    def spot(self, company: Company) -> Point:
        """The middle of a brick. Any number of them may stand on START and END."""
        if company.space == 0:
            crowd = [other.id for other in self.board.companies if other.space == 0]
            return self.start(crowd.index(company.id))
        if company.space >= self.end:
            there = [other for other in self.board.companies if other.space >= self.end]
            there.sort(key=lambda other: other.rank)
            return self.finish([other.id for other in there].index(company.id))
        x, y = self.space(company.space)
        return x, y - _BRICK[1] / 2 - 3

    def brick(self, company: Company) -> Markup:
        x, y = self.spot(company)
        wide, high = _BRICK
        face = self.pen.company(company.id)
        left, top = x - wide / 2, y - high / 2
        return together(
            rect(left, top + 3, wide, high, fill="#000", opacity=0.35),
            rect(left, top, wide, high, fill=face.hue, stroke="#0b1014"),
            self.pen.symbol(company.id, left + 3, top + 3, 20),
            text(left + 33, y + 5.5, face.letter, 15, face.on, anchor="middle", bold=True),
        )

    # The price lists

    def cell(self, segment: int, rank: int) -> Point:
        y = 18 if segment >= len(self.lines) else self.base(segment) - 28
        return self.lists + (rank - 1) * _CELL, y

    def join(self, company: Company) -> Markup:
        if company.segment is None:
            return NOTHING
        x, y = self.spot(company)
        to_x, to_y = self.cell(company.segment, company.rank)
        bow = f"M{x + 21:.1f} {y:.1f}C{x + 90:.1f} {y:.1f} {to_x - 40:.1f} {to_y + 13:.1f}"
        return path(
            f"{bow} {to_x:.1f} {to_y + 13:.1f}",
            fill="none",
            stroke=self.pen.company(company.id).line[1],
            stroke_width=1.3,
            stroke_dasharray="2 3",
            opacity=0.8,
        )

    def price_lists(self) -> Markup:
        holders = {(company.segment, company.rank): company for company in self.board.companies}
        lists = self.board.lists[self.board.side]
        return each(
            self.price(segment, rank, price, holders.get((segment, rank)))
            for segment, prices in enumerate(lists)
            for rank, price in enumerate(prices, 1)
        )

    def price(self, segment: int, rank: int, price: int, holder: Company | None) -> Markup:
        """A price, in the hue of the company for which it applies now."""
        x, y = self.cell(segment, rank)
        wide, shown = _CELL - 2, self.pen.figure(price)
        if holder is None:
            ink = "#ff9d92" if price < 0 else "#e4e6df"
            return together(
                rect(x, y, wide, 26, fill=SLATE, stroke="#fff", stroke_opacity=0.33),
                text(x + wide / 2, y + 18, shown, 14, ink, anchor="middle", room=wide - 4),
            )
        face = self.pen.company(holder.id)
        return together(
            rect(x, y, wide, 26, fill=face.hue, stroke=IVORY),
            text(
                x + wide / 2 - 4,
                y + 19,
                shown,
                14,
                face.on,
                anchor="middle",
                bold=True,
                room=wide - 11,
            ),
            text(x + wide - 5.5, y + 10, face.letter, 9.5, face.on, anchor="middle", bold=True),
        )

    # Tiles and cards

    def tiles(self) -> Markup:
        """This turn's tiles, and what is still in the bags."""
        board, pen, theme = self.board, self.pen, self.theme
        made = []
        if board.tile is not None:
            made.append(rect(0, 2, 150, 40, fill=WOOD, stroke=BRASS, stroke_width=2))
            made.append(
                text(
                    75,
                    27,
                    pen.say(f"tile.{board.tile}"),
                    16,
                    "#fff6e3",
                    anchor="middle",
                    bold=True,
                    room=140,
                )
            )
        if board.steps is not None:
            made.append(circle(182, 22, 20, fill=WOOD, stroke=BRASS, stroke_width=2))
            made.append(
                text(182, 28, pen.figure(board.steps), 18, "#fff6e3", anchor="middle", bold=True)
            )
        counts = [
            pen.say("screen.tiles", count=count, tile=kind)
            for kind, count in board.bags.actions.items()
            if count
        ]
        bag = f"{pen.say('screen.action_bag')} {', '.join(counts)}"
        steps = f"{pen.say('screen.steps_bag')} {' '.join(map(str, board.bags.steps))}"
        made.append(text(0, 62, bag, 12.5, theme.faint, room=440))
        made.append(text(0, 79, steps, 12.5, theme.faint, room=440))
        return each(made)

    def cards(self) -> Markup:
        """The cards on the table, then the viewer's own at the right."""
        board = self.board
        hand = [(card, 1.0) for card in board.hand or []]
        if board.picked is not None:
            hand.append((board.picked, 0.5))
        own = each(
            group(self.card(card), x=_WIDE - 58 * (len(hand) - i), y=0, scale=1.1, opacity=shade)
            for i, (card, shade) in enumerate(hand)
        )
        table = each(self.on_table(seat, 470 + seat * 42) for seat in range(self.view.seats))
        return together(table, own)

    def on_table(self, seat: int, x: float) -> Markup:
        player = self.board.players[seat]
        if player.shown is not None or player.decided:
            lies = group(self.card(player.shown), x=x, y=26, scale=0.72)
        else:
            lies = rect(
                x, 26, 36, 50, fill="none", stroke=self.theme.brass_soft, stroke_dasharray="4 3"
            )
        return together(self.pen.seat(seat, x + 18, 11, 19), lies)

    def card(self, card: str | None) -> Markup:
        """A movement card, 50 by 70: a company's, a Bank Holiday, or face down."""
        outline = "M3 0h44v3h3v64h-3v3H3v-3H0V3h3z"
        if card is None:
            return together(
                path(outline, fill="#16324a"),
                path("M5 5h40v60H5zM25 12L40 35 25 58 10 35z", fill="none", stroke=BRASS),
                path("M25 22l8 13-8 13-8-13z", fill=BRASS),
            )
        paper = path(outline, fill="#fcf8ec", stroke="#7c5e1c", stroke_width=0.8)
        if card == "holiday":
            return together(
                paper,
                path("M5 5h40v42H5z", fill="#9b2c2c"),
                path(_BANK, fill="#fcf8ec"),
                path("M8 10l34 32", stroke="#fcf8ec", stroke_width=3),
                path("M20.5 53.5l9 9M29.5 53.5l-9 9", stroke="#9b2c2c", stroke_width=2.5),
            )
        face = self.pen.company(card)
        return together(
            paper,
            path("M5 5h40v42H5z", fill=face.hue),
            self.pen.symbol(card, 10, 10, 30),
            text(25, 64, face.letter, 16, INK, anchor="middle", bold=True),
        )

    # The exchange and the players

    def exchange(self) -> Markup:
        companies = self.board.companies
        wide = (_WIDE - 6 * (len(companies) - 1)) / len(companies)
        return each(
            self.quote(company, i * (wide + 6), wide) for i, company in enumerate(companies)
        )

    def quote(self, company: Company, x: float, wide: float) -> Markup:
        pen, theme = self.pen, self.theme
        ink = theme.down if company.price < 0 else theme.ink
        return together(
            pen.sheet(x, 0, wide, 58),
            pen.mark(company.id, x + 6, 10, 17),
            text(x + 36, 23, pen.word("company", company.id), 12, theme.ink, room=wide - 40),
            text(
                x + 7,
                48,
                f"{pen.say('screen.bank')} {pen.figure(company.bank)}",
                12.5,
                theme.faint,
                room=wide - 58,
            ),
            text(
                x + wide - 8,
                49,
                pen.figure(company.price),
                18,
                ink,
                anchor="end",
                bold=True,
                room=50,
            ),
        )

    def players(self) -> list[Player]:
        figure: Callable[[int | None], str] = self.pen.figure
        ids = [company.id for company in self.board.companies]
        return [
            Player(
                seat,
                [(self.pen.say("screen.cash"), figure(player.cash))],
                [(id, count) for id, count in zip(ids, player.shares, strict=True) if count],
            )
            for seat, player in enumerate(self.board.players)
        ]
