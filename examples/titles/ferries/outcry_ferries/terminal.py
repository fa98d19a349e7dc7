"""Ferries in the terminal."""

from openoutcry.core.title import Say
from openoutcry.core.view import View
from outcry_ferries.board import FerriesBoard, Player


def draw(view: View, say: Say) -> list[str]:
    board = view.board
    assert isinstance(board, FerriesBoard)
    lines = []
    if board.share is not None:
        share = f"[bold]{say(f'company.{board.share}')}[/]"
        lines.append(f"  {say('screen.auction', auction=board.auction)} {share}")
    lines.append(f"  {say('board.deck')} {board.deck}")
    lines.append("")
    heads = "".join(f"{say(f'company.{line}')[:12]:>14}" for line in view.companies)
    lines.append(f"  {'':14}{say('board.coins'):>8}{say('board.bid'):>8}{heads}")
    for seat, player in enumerate(board.players):
        lines.append(_player(view, seat, player, say))
    prices = "".join(f"{price:>14}" for price in view.prices)
    lines.append(f"  [dim]{say('screen.price'):30}{prices}[/]")
    return lines


def _player(view: View, seat: int, player: Player, say: Say) -> str:
    """Face-up shares, and after a + those in the hand, if they may be seen."""
    mark = "▶" if seat in view.waiting else "·" if player.decided else " "
    bid = "" if player.bid is None else str(player.bid)
    hidden = ["?"] * len(player.shares) if player.hand is None else map(str, player.hand)
    held = [f"{shown} + {hand}" for shown, hand in zip(player.shares, hidden, strict=True)]
    shares = "".join(f"{text:>14}" for text in held)
    return f"{mark} {say('seat', seat=seat)[:14]:14}{player.coins:>8}{bid:>8}{shares}"


def lookup(view: View, text: str, say: Say) -> list[str]:
    return []  # the screen shows all there is
