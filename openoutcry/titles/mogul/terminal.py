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

    def word(colour: str) -> str:
        return _paint(colour, say(f"colour.{colour}"))

    lines = []
    card = board.card
    if card:
        lines.append(
            "  "
            + say("screen.card", auction=board.auction)
            + f"  [bold]{_paint(card.colour, '■ ')}{word(card.colour)}[/]   "
            + say("screen.border")
            + f" {_paint(card.border, '□ ')}{word(card.border)}"
        )
    lines.append(
        "  "
        + say("screen.table", pot=board.pot, bank=board.bank, deck=board.deck)
        + ("  [red]" + say("screen.crash_possible") + "[/]" if board.crash_possible else "")
    )
    lines.append("")
    heads = "".join(_paint(c, f"{say(f'colour.{c}')[:8]:>9}") for c in view.companies)
    lines.append(f"  {'':16}{say('screen.points'):>7}{say('screen.chips'):>7}{heads}")
    for seat, player in enumerate(board.players):
        lines.append(_player(view, seat, player, say))
    prices = "".join(
        _paint(c, f"{price:>9}") for c, price in zip(view.companies, view.prices, strict=True)
    )
    lines.append(f"  [dim]{say('screen.price'):16}{'':14}[/]{prices}")
    if board.unseen is not None:
        unseen = "".join(f"{count:>9}" for count in board.unseen)
        lines.append(f"  [dim]{say('screen.unseen'):16}{'':14}{unseen}[/]")
    return lines


def _player(view: View, seat: int, player: Player, say: Callable[..., str]) -> str:
    left = _board(view).card and not player.in_ and not view.over
    mark = "▶" if seat in view.waiting else "✗" if left else " "
    name = f"{say('seat', seat=seat)[:14]:14}"
    if left:
        name = f"[dim]{name}[/]"
    chips = "?" if player.chips is None else str(player.chips)
    held = "".join(
        _paint(c, f"{count or '·':>9}")
        for c, count in zip(view.companies, player.shares, strict=True)
    )
    return f"{mark} {name}  {player.points:>7}{chips:>7}{held}"


def lookup(view: View, text: str, say: Callable[..., str]) -> list[str]:
    return []  # the screen shows all there is
