"""Speculation in the terminal: track and price lists, companies and shares, cards played."""

from collections.abc import Callable
from itertools import zip_longest

from openoutcry.core.title import Pane
from openoutcry.core.view import View
from openoutcry.titles.speculation.board import Company, SpeculationBoard

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
_SPACES = 10
"""Spaces in one line of the track."""
_FACTS = (("rank", 5), ("price", 6), ("bank", 5))
"""Columns of a company beside the track, and how wide they are."""
_MINUS = "\u2212"

Say = Callable[..., str]


def _board(view: View) -> SpeculationBoard:
    assert isinstance(view.board, SpeculationBoard)
    return view.board


def draw(view: View, say: Say) -> list[str]:
    return [
        *_track(view, say),
        "",
        *_table(view, say),
        "",
        *_companies(view, say),
        "",
        *_cards(view, say),
    ]


def panes(view: View, say: Say) -> list[Pane]:
    """Track and companies side by side, cash and the hand; price lists, bags and cards apart."""
    turn, *bags = _table(view, say) if _board(view).tile else ["", *_table(view, say)]
    board = [*([turn] if turn else []), *_track_and_companies(view, say)]
    *played, hand = _cards(view, say) if _board(view).hand is not None else [*_cards(view, say), ""]
    return [
        Pane("board", [*board, *([hand] if hand else [])]),
        Pane("cards", played),
        Pane("prices", _track(view, say)),
        Pane("bags", bags, _narrow_bags(view, say)),
    ]


def _track_and_companies(view: View, say: Say) -> list[str]:
    """Left the track, right a line for each company with everybody's shares of it."""
    board = _board(view)
    track = _bare_track(board, say)
    each = 4 if view.seats <= 6 else 3
    heads = "".join(
        f"{say('screen.seat', number=seat + 1)[:3]:>{each}}" for seat in range(view.seats)
    )
    facts = "".join(f"{say(f'screen.{key}')[: w - 1]:>{w}}" for key, w in _FACTS)
    wide = min(14, 50 - sum(w for _, w in _FACTS) - each * view.seats)
    rows = [f"{'':{wide}}[dim]{facts}{heads}[/]"]
    for number, company in enumerate(board.companies):
        held = [
            _held(player.shares[number], each, seat == view.seat)
            for seat, player in enumerate(board.players)
        ]
        name = _paint(company, f"{company.letter} {company.name[: wide - 2]:{wide - 2}}")
        rank = str(company.rank) if company.space else "·"
        rows.append(f"{name}{rank:>5} {_price(company.price)}{company.bank:>5}{''.join(held)}")
    lines = [f"  {left}  {right}" for left, right in zip_longest(track, rows, fillvalue=" " * 26)]
    return [*lines, *_money(view, say)]


def _bare_track(board: SpeculationBoard, say: Say) -> list[str]:
    """The track alone, 26 wide."""
    standing = _standing(board)
    *segments, (end, _) = board.segments
    rows = [_bricks(say("screen.start"), standing.get(0, []))]
    for first, last in segments:
        for space in range(first, last + 1, _SPACES):
            stretch = range(space, min(space + _SPACES, last + 1))
            cells = [standing.get(number, []) for number in stretch]
            rows.append(_cells(f"{stretch[0]}-{stretch[-1]}", cells))
    return [*rows, _bricks(say("screen.end"), standing.get(end, []))]


def _bricks(label: str, companies: list[Company]) -> str:
    return _cells(label, [[company] for company in companies], "")


def _cells(label: str, cells: list[list[Company]], empty: str = "·") -> str:
    drawn = "".join(
        (_paint(here[0], here[0].letter) if here else f"[dim]{empty}[/]") + " " for here in cells
    )
    return f"{label[:5]:6}{drawn}{'  ' * (_SPACES - len(cells))}"


def _held(count: int, wide: int, own: bool) -> str:
    text = f"{count or '·':>{wide}}"
    return f"[bold]{text}[/]" if own else text


def _money(view: View, say: Say) -> list[str]:
    """Everybody's cash, and cash with shares."""
    lines = []
    worth = [int(value or 0) for value in view.worth]
    cash = [player.cash for player in _board(view).players]
    for head, amounts in ((say("screen.cash"), cash), (say("screen.worth"), worth)):
        cells = "".join(
            f"{say('screen.seat', number=seat + 1)[:3]:>5} {_price(amount).replace(' ', '')}"
            for seat, amount in enumerate(amounts)
        )
        lines.append(f"  {head[:24]:24}{cells}")
    return lines


def _standing(board: SpeculationBoard) -> dict[int, list[Company]]:
    """Space -> the companies there, the first in rank first."""
    standing: dict[int, list[Company]] = {}
    for company in sorted(board.companies, key=lambda company: company.rank):
        standing.setdefault(company.space, []).append(company)
    return standing


def _paint(company: Company, text: str) -> str:
    return f"[{_STYLES.get(company.colour, 'bold')}]{text}[/]"


def _price(price: int) -> str:
    text = f"{price:>5}".replace("-", _MINUS)
    return f"[red]{text}[/]" if price < 0 else text


def _track(view: View, say: Say) -> list[str]:
    """Spaces and bricks on the left, the segment's price list by rank on the right."""
    board = _board(view)
    standing = _standing(board)
    ranks = "".join(f"{rank:>5}" for rank in range(1, len(board.companies) + 1))
    start = f"{board.start_price:>5}"
    lines = [
        f"  [dim]{say('side.' + board.side)[:28]:28} {ranks}[/]",
        _crowd(say("screen.start"), standing.get(0, []), start),
    ]
    *segments, (end, _) = board.segments
    *lists, last_list = ["".join(map(_price, row)) for row in board.lists[board.side]]
    for (first, last), prices in zip(segments, lists, strict=True):
        for space in range(first, last + 1, _SPACES):
            stretch = range(space, min(space + _SPACES, last + 1))
            lines.append(_stretch(stretch, standing, prices if space == first else ""))
    lines.append(_crowd(say("screen.end"), standing.get(end, []), last_list))
    return lines


def _crowd(label: str, companies: list[Company], prices: str) -> str:
    """START or END, where any number of bricks may stand."""
    bricks = "".join(_paint(company, company.letter) + " " for company in companies)
    return f"  {label[:7]:8}{bricks}{'  ' * (_SPACES - len(companies))} {prices}"


def _stretch(spaces: range, standing: dict[int, list[Company]], prices: str) -> str:
    cells = ""
    for space in spaces:
        here = standing.get(space)
        cells += (_paint(here[0], here[0].letter) if here else "[dim]·[/]") + " "
    label = f"{spaces[0]}-{spaces[-1]}"
    return f"  {label:8}{cells}{'  ' * (_SPACES - len(spaces))} {prices}"


def _table(view: View, say: Say) -> list[str]:
    """This turn's tiles, and what is still in the bags."""
    board = _board(view)
    lines = []
    if board.tile:
        turn = say("screen.turn", turn=board.turn)
        active = say("seat", seat=board.active)[:20]
        steps = say("screen.steps", steps=board.steps)
        lines.append(f"  {turn} {active}: [bold]{say('tile.' + board.tile)}[/], {steps}")
    steps = " ".join(map(str, board.bags.steps))
    lines.append(f"  [dim]{say('screen.action_bag')} {', '.join(_actions(board, say))}[/]")
    lines.append(f"  [dim]{say('screen.steps_bag')} {steps}[/]")
    return lines


def _actions(board: SpeculationBoard, say: Say) -> list[str]:
    """What is left in the bag of actions."""
    bag = board.bags.actions.items()
    return [say("screen.tiles", count=count, tile=kind) for kind, count in bag if count]


def _narrow_bags(view: View, say: Say) -> list[str]:
    board = _board(view)
    steps = " ".join(map(str, board.bags.steps))
    actions = [f"  {action[:36]}" for action in _actions(board, say)]
    return [say("screen.action_bag"), *actions, say("screen.steps_bag"), f"  {steps[:36]}"]


def _companies(view: View, say: Say) -> list[str]:
    """Rank, price and shares of every company; cash and wealth of everybody."""
    board = _board(view)
    seats = range(view.seats)
    trading = view.decision is not None and view.decision.kind == "trade"
    each = 6 if view.seats <= 6 else 5
    heads = "".join(f"{say('screen.seat', number=seat + 1)[: each - 1]:>{each}}" for seat in seats)
    if trading:
        heads += "".join(f"{say(key)[:6]:>7}" for key in ("screen.if_sold", "screen.if_bought"))
    columns = "".join(f"{say(f'screen.{key}')[:5]:>6}" for key in ("rank", "price", "bank"))
    wide = min(14, 60 - each * view.seats - (14 if trading else 0))
    lines = [f"  {'':{wide}}{columns}{heads}"]
    for number, company in enumerate(board.companies):
        held = "".join(f"{player.shares[number] or '·':>{each}}" for player in board.players)
        after = _cash_after(view, company) if trading else ""
        lines.append(_company(company, wide) + held + after)
    cash = "".join(f"{player.cash:>{each}}" for player in board.players)
    worth = "".join(f"{_price(int(value or 0)):>{each}}" for value in view.worth)
    lines.append(f"  {say('screen.cash')[:30]:{wide + 18}}{cash}")
    lines.append(f"  {say('screen.worth')[:30]:{wide + 18}}{worth}")
    if trading:
        lines.append(f"  [dim]{say('screen.cash_after')}[/]")
    return lines


def _company(company: Company, wide: int) -> str:
    name = f"{company.letter} {company.name[: wide - 2]:{wide - 2}}"
    rank = str(company.rank) if company.space else "·"
    return f"  {_paint(company, name)}{rank:>6} {_price(company.price)}{company.bank:>6}"


def _cash_after(view: View, company: Company) -> str:
    """The viewer's cash after selling and after buying one share, where that is on offer."""
    assert view.decision is not None
    left = {offer.action: offer.args.get("cash_after") for offer in view.decision.offers}
    sold = left.get(f"sell {company.letter}", "·")
    bought = left.get(f"buy {company.letter}", "·")
    return f"{sold:>7}{bought:>7}"


def _cards(view: View, say: Say) -> list[str]:
    """Cards played since the last shuffle, and the viewer's own hand."""
    board = _board(view)
    letters = {company.id: company.letter for company in board.companies}
    letters["holiday"] = say("screen.holiday")
    lines = [f"  [dim]{say('screen.played')}[/]"]
    for seat, player in enumerate(board.players):
        waits = "▶" if seat in view.waiting else " "
        laid = "■" if player.decided else " "
        played = " ".join(letters[card] for card in player.played) or "·"
        lines.append(f"{waits} {say('seat', seat=seat)[:14]:14} {laid} {played}")
    if board.hand is not None:
        names = {company.id: company.name for company in board.companies}
        names["holiday"] = say("card.holiday")
        hand = ", ".join(f"{names[card]} ({letters[card]})" for card in board.hand)
        lines.append(f"  {say('screen.hand')} [bold]{hand}[/]")
    return lines


def lookup(view: View, text: str, say: Say) -> list[str]:
    return []  # the screen shows all there is
