"""Mogul in the terminal: the revealed share, the pot, and what lies in front of everybody."""

from collections.abc import Callable

from openoutcry.core.view import View
from openoutcry.titles.mogul.board import MogulBoard, Player

_STYLES = {
    "brown": "orange3",
    "green": "green3",
    "yellow": "yellow1",
    "blue": "dodger_blue1",
    "pink": "orchid1",
}


def _paint(colour: str, text: str) -> str:
    return f"[{_STYLES.get(colour, 'bold')}]{text}[/]"


def _board(view: View) -> MogulBoard:
    assert isinstance(view.board, MogulBoard)
    return view.board


def draw(view: View, say: Callable[..., str]) -> list[str]:
    board = _board(view)

    def word(colour: str, most: int | None = None) -> str:
        return say("screen.colour", colour=colour)[:most]

    def painted(colour: str) -> str:
        return _paint(colour, word(colour))

    lines = []
    card = board.card
    if card:
        lines.append(
            "  "
            + say("screen.card", auction=board.auction)
            + f"  [bold]{_paint(card.colour, '■ ')}{painted(card.colour)}[/]   "
            + say("screen.border")
            + f" {_paint(card.border, '□ ')}{painted(card.border)}"
        )
    lines.append(
        "  "
        + say("screen.table", pot=board.pot, bank=board.bank, deck=board.deck)
        + ("  [red]" + say("screen.crash_possible") + "[/]" if board.crash_possible else "")
    )
    lines.append("")
    wide = _column(view)
    heads = "".join(_paint(c, f"{word(c, wide - 1):>{wide}}") for c in view.companies)
    lines.append(f"  {'':16}{say('screen.points'):>7}{say('screen.chips'):>7}{heads}")
    for seat, player in enumerate(board.players):
        lines.append(_player(view, seat, player, say))
    prices = "".join(
        _paint(c, f"{price:>{wide}}") for c, price in zip(view.companies, view.prices, strict=True)
    )
    lines.append(f"  [dim]{say('screen.price'):16}{'':14}[/]{prices}")
    if board.unseen is not None:
        unseen = "".join(f"{count:>{wide}}" for count in board.unseen)
        lines.append(f"  [dim]{say('screen.unseen'):16}{'':14}{unseen}[/]")
    return lines


def _column(view: View) -> int:
    """How wide a company's column can be: 32 of the 80 are before them."""
    return min(9, 48 // len(view.companies))


def _player(view: View, seat: int, player: Player, say: Callable[..., str]) -> str:
    wide = _column(view)
    left = _board(view).card and not player.in_ and not view.over
    mark = "▶" if seat in view.waiting else "✗" if left else " "
    name = f"{say('seat', seat=seat)[:14]:14}"
    if left:
        name = f"[dim]{name}[/]"
    chips = "?" if player.chips is None else str(player.chips)
    held = "".join(
        _paint(c, f"{count or '·':>{wide}}")
        for c, count in zip(view.companies, player.shares, strict=True)
    )
    return f"{mark} {name}  {player.points:>7}{chips:>7}{held}"


def lookup(view: View, text: str, say: Callable[..., str]) -> list[str]:
    return []  # the screen shows all there is
