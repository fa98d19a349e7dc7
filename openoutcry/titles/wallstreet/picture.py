"""1920 Wall Street as a picture: the ring with its cards and pawns, the quotes, the discards, and
the viewer's portfolio."""

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path

from openoutcry.core.title import Offer, Reader
from openoutcry.core.view import View
from openoutcry.drawing import look
from openoutcry.drawing.look import BRASS, IVORY, SLATE, WOOD
from openoutcry.drawing.pen import HEAD, MARGIN, WIDTH, Pen, Player
from openoutcry.drawing.svg import (
    NOTHING,
    TIMES,
    Markup,
    Point,
    circle,
    each,
    group,
    path,
    rect,
    tag,
    text,
    together,
    wrapped,
)
from openoutcry.titles.wallstreet import board as boards
from openoutcry.titles.wallstreet.board import Card, Company, Slot, WallStreetBoard, Zone
from openoutcry.titles.wallstreet.card_picture import DOWN, OUTLINE, UP, draw_card

_LEFT, _TOP = MARGIN, HEAD + 12
_WIDE = WIDTH - 2 * MARGIN
_CENTRE, _OUT, _RIM = 280, 203, 122
_RIGHT = _LEFT + 560 + 14
_COLUMN = WIDTH - MARGIN - _RIGHT
_GOOD, _BAD = "#8fe0b8", "#ffb8ae"
"""On the slate."""
_SMALL = 0.76
"""Cards beside the ring are drawn at this scale."""


def draw(view: View, reader: Reader) -> str:
    return _Table(view, Pen.of(reader, Path(__file__).parent)).page()


class _Table:
    def __init__(self, view: View, pen: Pen) -> None:
        assert isinstance(view.board, WallStreetBoard)
        self.view, self.pen, self.theme = view, pen, pen.theme
        self.board = view.board
        self.fares = _fares(view)

    def page(self) -> str:
        board, pen = self.board, self.pen
        y = float(_TOP + 568)
        own, height = self.portfolio(y)
        y += height
        plates, height = pen.players(self.view, self.players(), _LEFT, y, _WIDE)
        note = pen.say("screen.explosion_possible") if board.explosion_possible else ""
        return pen.page(
            self.view,
            y + height + MARGIN,
            note,
            group(self.ring(), x=_LEFT, y=_TOP),
            group(self.quotes(), x=_RIGHT, y=_TOP),
            group(self.zones(), x=_RIGHT, y=_TOP + 368),
            own,
            plates,
        )

    # The ring

    def ring(self) -> Markup:
        """The round trading post, 560 by 560."""
        of = self.theme.of
        at = _CENTRE
        wood = together(
            circle(at, at, 276, fill=of(("#6d4420", "#2c2018"))),
            circle(at, at, 270, fill="none", stroke=BRASS, stroke_width=2),
            circle(at, at, 146, fill=of(("#8a5a2c", "#3a2b20")), stroke=BRASS, stroke_width=3),
            circle(at, at, 98, fill=of(("#f3e9cd", "#161d26")), stroke=BRASS, stroke_width=2),
        )
        slots = []
        for number, slot in enumerate(self.board.ring):
            x, y = self.around(number, _OUT)
            slots.append(group(self.slot(number, slot), x=x - 39, y=y - 58))
        return together(wood, self.arrow(), self.middle(), each(slots), self.pawns())

    def around(self, slot: float, radius: float) -> Point:
        angle = slot / len(self.board.ring) * 2 * pi - pi / 2
        return _CENTRE + radius * cos(angle), _CENTRE + radius * sin(angle)

    def arrow(self) -> Markup:
        """The direction in which pawns move."""
        back = self.board.direction < 0
        hue = "#c0453f" if back else "#2f9d6c"
        drawn = together(
            path("M-62 26A67 67 0 1 1 62 26", fill="none", stroke=hue, stroke_width=12),
            path("M78 12l-34 4 24 28z", fill=hue),
        )
        turned = tag("g", drawn, transform="scale(-1 1)") if back else drawn
        return group(turned, x=_CENTRE, y=_CENTRE)

    def middle(self) -> Markup:
        """The card just bought, both of a lot, or the top of the deck."""
        board, at = self.board, _CENTRE
        if board.hand is not None and board.second is not None:
            return together(
                group(draw_card(self.pen, board.hand), x=at - 66, y=at - 46, scale=0.82),
                group(draw_card(self.pen, board.second), x=at + 2, y=at - 46, scale=0.82),
            )
        if board.hand is not None:
            return group(draw_card(self.pen, board.hand), x=at - 36, y=at - 48, scale=0.92)
        count = f"{self.pen.say('board.deck')} {self.pen.figure(board.deck)}"
        words = text(at, at + 58, count, 15, self.theme.ink, anchor="middle", bold=True, room=96)
        if board.top is None:
            return words
        pile = path("M8 -6h70v4h4v96h-4z", fill="#d8c9a0", stroke="#7c5e1c")
        return together(
            group(pile, draw_card(self.pen, board.top), x=at - 29, y=at - 41, scale=0.76), words
        )

    def pawns(self) -> Markup:
        """On the rim in front of their slots, side by side."""
        made = []
        for number, slot in enumerate(self.board.ring):
            for i, seat in enumerate(slot.pawns):
                beside = (i - (len(slot.pawns) - 1) / 2) * 0.26
                x, y = self.around(number + beside * len(self.board.ring) / (2 * pi), _RIM)
                made.append(self.pen.seat(seat, x, y, 31))
        return each(made)

    def slot(self, number: int, slot: Slot) -> Markup:
        option = NOTHING
        if slot.option is not None:
            hue, _ = look.seat(slot.option)
            option = together(
                path("M58 84h26l-6 11 6 11H58z", fill=hue, stroke="#fff"),
                text(67, 100, str(slot.option + 1), 13, "#fff", anchor="middle", bold=True),
            )
        return together(self.lying(slot), option, self.fare(self.fares.get(number)))

    def lying(self, slot: Slot) -> Markup:
        if slot.trend:
            return self.trend()
        if not slot.cards:
            return rect(0, 0, 78, 104, fill="none", stroke=BRASS, stroke_dasharray="4 4")
        return each(
            group(draw_card(self.pen, card), x=i * 14, y=i * -12)
            for i, card in enumerate(slot.cards)
        )

    def trend(self) -> Markup:
        board = self.board
        back = board.direction < 0
        turn = path("M-12 7A14 14 0 1 1 12 7", fill="none", stroke="#fff", stroke_width=4)
        head = path("M19 4l-14 1 9 11z", fill="#fff")
        return together(
            path(OUTLINE, fill=DOWN if back else UP, stroke=BRASS, stroke_width=2),
            tag("g", turn, head, transform=f"translate(39 28) scale({-1 if back else 1} 1)"),
            circle(39, 72, 16, fill=BRASS, stroke="#fff"),
            text(
                39,
                78,
                self.pen.figure(board.coins),
                17,
                "#1d1503",
                anchor="middle",
                bold=True,
                room=28,
            ),
        )

    def fare(self, offer: Offer | None) -> Markup:
        """What moving there costs the viewer, the cash part in a coin; a seal means a loan."""
        if offer is None:
            return NOTHING
        fees = int(offer.args.get("fees", 0))
        total, cash = int(offer.args["cost"]) + fees, int(offer.args["cash_part"]) + fees
        shown = self.pen.say("screen.money", amount=total)
        coin = NOTHING
        if cash:
            coin = together(
                circle(22, 0, 9.5, fill=BRASS, stroke=IVORY),
                text(
                    22,
                    4.5,
                    self.pen.figure(cash),
                    12.5,
                    "#1d1503",
                    anchor="middle",
                    bold=True,
                    room=17,
                ),
            )
        seal = NOTHING
        if offer.args.get("loans"):
            seal = together(
                circle(38, -20, 10, fill="#c01f1f", stroke="#ffd9d3"),
                rect(33, -21.5, 10, 3, fill="#fff"),
            )
        return group(
            rect(-37, -10, 74, 21, fill="#11161d", stroke=BRASS),
            text(
                -14 if cash else 0,
                6,
                shown,
                16,
                IVORY,
                anchor="middle",
                bold=True,
                room=44 if cash else 70,
            ),
            coin,
            seal,
            x=39,
            y=112,
        )

    # Quotes and discards

    def quotes(self) -> Markup:
        """A column of cells for each company, and the viewer's shares against the minimum."""
        market = self.board.market
        wide = (_COLUMN - 24) / len(market)
        frame = together(
            rect(0, 0, _COLUMN, 356, fill=WOOD, stroke=self.theme.brass),
            rect(5, 5, _COLUMN - 10, 346, fill=SLATE, stroke=BRASS),
        )
        magnates = any(company.magnate is not None for company in market)
        cells = max(len(company.cells) for company in market)
        step = min(34, (228 if magnates else 272) / cells)
        columns = each(
            group(self.column(company, wide, step), x=12 + i * wide)
            for i, company in enumerate(market)
        )
        return together(frame, columns)

    def column(self, company: Company, wide: float, step: float) -> Markup:
        face = self.pen.company(company.id)
        bottom = 288
        cells = []
        for level, value in enumerate(company.cells):
            y = bottom - (level + 1) * step
            here, start = level == company.level, level == company.start
            edge = IVORY if here else BRASS if start else "#fff"
            heavy = 2 if here or start else 1
            faint = None if here or start else 0.25
            cells.append(
                rect(
                    4,
                    y + 1,
                    wide - 8,
                    step - 4,
                    fill=face.hue if here else "none",
                    stroke=edge,
                    stroke_width=heavy,
                    stroke_opacity=faint,
                )
            )
            ink = face.on if here else "#dfe4dc"
            cells.append(
                text(
                    wide / 2,
                    y + step / 2 + 4,
                    self.pen.figure(value),
                    min(15, step * 0.6),
                    ink,
                    anchor="middle",
                    bold=here,
                )
            )
        return together(
            self.magnate(company, wide),
            each(cells),
            self.pen.mark(company.id, wide / 2 - 18, 294, 24),
            self.held(company, wide),
        )

    def held(self, company: Company, wide: float) -> Markup:
        seat = self.view.seat
        if seat is None:
            words = self.pen.say("screen.minimum", minimum=company.minimum)
            return text(wide / 2, 338, words, 14, "#dfe4dc", anchor="middle", room=wide - 4)
        count = _certain(self.board.players[seat], company.id)
        words = self.pen.say("board.of", held=count, minimum=company.minimum)
        enough = count >= company.minimum
        return text(
            wide / 2,
            338,
            words,
            14,
            _GOOD if enough else _BAD,
            anchor="middle",
            bold=enough,
            room=wide - 4,
        )

    def magnate(self, company: Company, wide: float) -> Markup:
        magnate = company.magnate
        if magnate is None:
            return NOTHING
        words = self.pen.say(f"screen.magnate.{magnate.id}.{magnate.side}", amount=magnate.amount)
        lines = wrapped(words, 12, wide - 14, 2)
        edge = _GOOD if magnate.side == "reward" else _BAD
        return together(
            rect(4, 14, wide - 8, 38, fill="none", stroke=edge),
            each(
                text(
                    wide / 2,
                    (37 if len(lines) == 1 else 30) + i * 15,
                    part,
                    12,
                    IVORY,
                    anchor="middle",
                    room=wide - 14,
                )
                for i, part in enumerate(lines)
            ),
        )

    def zones(self) -> Markup:
        zones = self.board.zones
        wide = (_COLUMN - 8 * (len(zones) - 1)) / len(zones)
        return each(group(self.zone(zone, wide), x=i * (wide + 8)) for i, zone in enumerate(zones))

    def zone(self, zone: Zone, wide: float) -> Markup:
        """A newspaper stand: the headline is what its dynamite would do."""
        pen, theme = self.pen, self.theme
        ink = theme.down if zone.strikes else theme.ink
        lines = wrapped(pen.say(f"zone.{zone.event}"), 15, wide - 12, 3, bold=True)
        head = each(
            text(
                wide / 2, 26 + i * 17, part, 15, ink, anchor="middle", display=True, room=wide - 10
            )
            for i, part in enumerate(lines)
        )
        count = text(wide - 10, 124, pen.figure(zone.cards), 20, theme.ink, anchor="end", bold=True)
        if zone.top is None:
            top = rect(12, 70, 73, 97, fill="none", stroke=theme.brass_soft, stroke_dasharray="4 3")
        else:
            top = group(draw_card(self.pen, zone.top), x=12, y=70, scale=0.94)
        sticks = NOTHING
        if zone.dynamite is not None:
            words = pen.say("screen.dynamite", count=zone.dynamite)
            sticks = text(wide / 2, 181, words, 13, ink, anchor="middle", bold=True, room=wide - 10)
        return together(
            rect(0, 0, wide, 186, fill=theme.sheet, stroke=theme.brass_soft),
            rect(-0.5, -0.5, wide + 1, 2, fill=theme.ink),
            rect(-0.5, 3.5, wide + 1, 2, fill=theme.ink),
            head,
            top,
            count,
            sticks,
        )

    # What is mine, and everybody

    def portfolio(self, y: float) -> tuple[Markup, float]:
        """The viewer's cards by company, and the height they take."""
        seat = self.view.seat
        if seat is None:
            return NOTHING, 0
        player, pen = self.board.players[seat], self.pen
        shown = [(card, card.count) for card in _sorted(player.cards or [], self.board.market)]
        unsure = [(card, 1) for card in player.unsure]
        a_row = int((_WIDE - 300) // 66)
        rows = max(1, -(-len(shown) // a_row)) + (-(-len(unsure) // a_row))
        height = 90 * rows + (22 if unsure else 0) + 10
        made = [pen.sheet(_LEFT, y, _WIDE, height - 8, strong=True), self.purse(player, y)]
        made.append(self.rows(shown, a_row, y + 8))
        if unsure:
            below = y + 8 + 90 * max(1, -(-len(shown) // a_row))
            made.append(
                text(_LEFT + 290, below + 12, pen.say("screen.unsure"), 13, self.theme.faint)
            )
            made.append(self.rows(unsure, a_row, below + 18))
        return each(made), height

    def rows(self, cards: Sequence[tuple[Card, int]], a_row: int, y: float) -> Markup:
        made = []
        for i, (card, count) in enumerate(cards):
            x, top = _LEFT + 290 + i % a_row * 66, y + i // a_row * 90
            made.append(group(draw_card(self.pen, card), x=x, y=top, scale=_SMALL))
            if count > 1:
                many = f"{TIMES}{count}"
                made.append(rect(x + 38, top + 63, 25, 18, fill="#11161d"))
                made.append(text(x + 50.5, top + 77, many, 13, IVORY, anchor="middle", bold=True))
        return each(made)

    def purse(self, player: boards.Player, y: float) -> Markup:
        pen, theme = self.pen, self.theme
        loans = pen.figure(player.loans)
        if player.penalty:
            loans += f" ({pen.figure(-player.penalty)})"
        figures = [
            ("screen.capital", pen.figure(player.capital)),
            ("screen.cash", pen.figure(player.cash)),
            ("screen.loans", loans),
        ]
        made = []
        for i, (key, amount) in enumerate(figures):
            x = _LEFT + 12 + i * 88
            ink = theme.down if key == "screen.loans" and player.loans else theme.ink
            made.append(text(x, y + 24, pen.say(key), 12.5, theme.faint, room=82))
            made.append(text(x, y + 46, amount, 19, ink, bold=True, room=84))
        if player.secret is not None:
            secret = player.secret
            words = pen.say(
                "screen.secret", company=secret.company, shares=secret.shares, points=secret.points
            )
            made.append(text(_LEFT + 12, y + 70, words, 13.5, theme.ink, room=264))
        return each(made)

    def players(self) -> list[Player]:
        """The piles are face down: how many cards, and where the table shows them, whose."""
        pen = self.pen
        found = []
        for seat, player in enumerate(self.board.players):
            figures = [
                (pen.say("screen.capital"), pen.figure(player.capital)),
                (pen.say("screen.cash"), pen.figure(player.cash)),
                (pen.say("screen.loans"), pen.figure(player.loans)),
            ]
            held = [(company.id, _certain(player, company.id)) for company in self.board.market]
            hidden = player.cards is None
            shares = [] if hidden else [(id, count) for id, count in held if count]
            piles = player.shares + player.variations if hidden else 0
            found.append(Player(seat, figures, shares, piles))
        return found


def _fares(view: View) -> dict[int, Offer]:
    """Slot -> the viewer's offer that goes there, by the fewest steps."""
    found: dict[int, Offer] = {}
    for offer in view.decision.offers if view.decision is not None else ():
        if offer.action.startswith("move "):
            found.setdefault(int(offer.args["slot"]), offer)
    return found


def _is_of(card: Card, company: str) -> bool:
    return card.share and card.companies == [company]


def _certain(player: boards.Player, company: str) -> int:
    """Shares that count for sure, the secret one included; duals and gold stand apart."""
    secret = player.secret.shares if player.secret and player.secret.company == company else 0
    kept = sum(card.shares * card.count for card in player.cards or [] if _is_of(card, company))
    unsure = [card.shares for card in player.unsure if _is_of(card, company)]
    # One of the unsure cards is gone: at worst the one that counts most.
    return secret + kept + sum(unsure) - max(unsure, default=0)


def _sorted(cards: list[boards.KeptCard], market: list[Company]) -> list[boards.KeptCard]:
    """By company in the order of the board, then other shares, then variations."""
    order = {company.id: number for number, company in enumerate(market)}

    def rank(card: boards.KeptCard) -> int:
        if card.share and len(card.companies) == 1:
            return order[card.companies[0]]
        return len(order) if card.share else len(order) + 1

    return sorted(cards, key=rank)
