"""Speculation in the terminal: the track with its price lists, companies, and everybody's cash."""

from collections.abc import Callable
from typing import Any

from openoutcry.core.view import View

_STYLES = {
    "orange": "dark_orange",
    "grey": "grey62",
    "blue": "dodger_blue1",
    "yellow": "yellow1",
    "red": "red1",
    "green": "green3",
    "purple": "medium_orchid",
    "white": "bright_white",
}
_SEATS = "123456"

MINUS = "\u2212"

Say = Callable[..., str]


def draw(view: View, say: Say) -> list[str]:
    return [
        *_track(view, say),
        "",
        *_table(view, say),
        "",
        *_companies(view, say),
        *_cards(view, say),
    ]


def _paint(company: dict[str, Any], text: str) -> str:
    return f"[{_STYLES.get(company['colour'], 'bold')}]{text}[/]"


def _track(view: View, say: Say) -> list[str]:
    """One line a segment: its spaces on the left, its price list on the right."""
    board = view.board
    at: dict[int, list[dict[str, Any]]] = {}
    for company in sorted(board["companies"], key=lambda company: int(company["rank"])):
        at.setdefault(company["space"], []).append(company)
    lists = board["lists"][board["side"]]
    longest = max(last - first + 1 for first, last in board["segments"])
    wide = max(2 * longest, 2 * len(board["companies"])) if longest <= 12 else 2 * longest
    ranks = "".join(f"{rank:>5}" for rank in range(1, len(board["companies"]) + 1))
    lines = [f"  {'':8}{'':{wide}} [dim]{ranks}  {say('side.' + board['side'])}[/]"]
    bricks = "".join(_paint(company, company["letter"]) + " " for company in at.get(0, []))
    pad = " " * (wide - 2 * len(at.get(0, [])))
    lines.append(f"  {say('screen.start')[:8]:8}{bricks}{pad} {board['start_price']:>5}")
    last_segment = len(board["segments"]) - 1
    for number, (first, last) in enumerate(board["segments"]):
        prices = "".join(_price(price, 5) for price in lists[number])
        if number == last_segment:
            label, shown, used = say("screen.end"), at.get(last, []), 2 * len(at.get(last, []))
            cells = "".join(_paint(company, company["letter"]) + " " for company in shown)
        else:
            label, used = f"{first}-{last}", 2 * (last - first + 1)
            cells = "".join(_cell(at, space) for space in range(first, last + 1))
        lines.append(f"  {label[:8]:8}{cells}{' ' * (wide - used)} {prices}")
    return lines


def _cell(at: dict[int, list[dict[str, Any]]], space: int) -> str:
    if space not in at:
        return "[dim]·[/] "
    return _paint(at[space][0], at[space][0]["letter"]) + " "


def _price(price: int, width: int) -> str:
    text = f"{price:>{width}}".replace("-", MINUS)
    return f"[red]{text}[/]" if price < 0 else text


def _table(view: View, say: Say) -> list[str]:
    """This turn's tiles, and what is still in the bags."""
    board = view.board
    lines = []
    if board["tile"]:
        turn = say("screen.turn", turn=board["turn"], seat=board["active"])
        steps = "" if board["steps"] is None else say("screen.steps", steps=board["steps"])
        lines.append(f"  {turn}  [bold]{say('tile.' + board['tile'])}[/]  {steps}")
    left = [
        f"{count} x {say('tile.' + kind)}"
        for kind, count in board["bags"]["actions"].items()
        if count
    ]
    steps = " ".join(map(str, board["bags"]["steps"]))
    lines.append(f"  [dim]{say('screen.bags')}[/]")
    lines.append(f"  [dim]  {', '.join(left)}[/]")
    lines.append(f"  [dim]  {steps}[/]")
    return lines


def _companies(view: View, say: Say) -> list[str]:
    """A line a company; below, a line for cash and one for wealth."""
    board = view.board
    players = board["players"]
    trading = view.decision is not None and view.decision.kind == "trade"
    heads = "".join(f"{say('seat.short', number=seat + 1)[:6]:>6}" for seat in range(len(players)))
    after = f"{say('screen.cash_after')[:12]:>12}" if trading else ""
    lines = [
        f"  {'':14}{say('screen.rank')[:5]:>5}{say('screen.price')[:6]:>7}"
        f"{say('screen.bank')[:5]:>6}{heads}{after}"
    ]
    for number, company in enumerate(board["companies"]):
        rank = str(company["rank"]) if company["space"] else "·"
        held = "".join(f"{player['shares'][number] or '·':>6}" for player in players)
        name = f"{company['letter']} {company['name'][:12]:12}"
        lines.append(
            f"  {_paint(company, name)}{rank:>5} {_price(company['price'], 6)}"
            f"{company['bank']:>6}{held}{_after(view, company) if trading else ''}"
        )
    cash = "".join(f"{player['cash']:>6}" for player in players)
    worth = "".join(_price(int(value or 0), 6) for value in view.worth)
    marks = "".join(f"{'▲' if seat in view.waiting else ' ':>6}" for seat in range(len(players)))
    lines.append(f"  {say('screen.cash')[:32]:32}{cash}")
    lines.append(f"  {say('screen.worth')[:32]:32}{worth}")
    if view.waiting:
        lines.append(f"  {'':32}{marks}")
    return lines


def _after(view: View, company: dict[str, Any]) -> str:
    """Cash after selling and after buying one share, as far as that is on offer."""
    assert view.decision is not None
    left = {offer.action: offer.args["cash_after"] for offer in view.decision.offers}
    sold = left.get(f"sell {company['letter']}", "·")
    bought = left.get(f"buy {company['letter']}", "·")
    return f"{sold:>6}{bought:>6}"


def _cards(view: View, say: Say) -> list[str]:
    """Cards played since the last shuffle, and the viewer's own hand."""
    board = view.board
    letters = {company["id"]: company["letter"] for company in board["companies"]}
    letters["holiday"] = say("screen.holiday")
    lines = ["", f"  [dim]{say('screen.played')}[/]"]
    for seat, player in enumerate(board["players"]):
        played = " ".join(letters[card] for card in player["played"]) or "·"
        mark = "■" if player["decided"] else " "
        lines.append(f"  {say('seat', seat=seat)[:14]:14} {mark} {played}")
    if board["hand"] is not None:
        names = {
            company["id"]: f"{company['letter']} {company['name']}"
            for company in board["companies"]
        }
        names["holiday"] = say("card.holiday")
        hand = ", ".join(names[card] for card in board["hand"])
        lines.append(f"  {say('screen.hand')} [bold]{hand}[/]")
    return lines
