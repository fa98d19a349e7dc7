"""Ekonos in the terminal: the map, share columns, growth tracks and the hand."""

from collections.abc import Callable, Iterator
from itertools import zip_longest

from rich.markup import escape

from openoutcry.core.title import Pane
from openoutcry.core.view import View
from openoutcry.titles.ekonos.board import Card, Company, EkonosBoard, Player, Space, Track
from openoutcry.titles.ekonos.chart import chart

_STYLES = {
    "alpha": "red1",
    "beta": "dodger_blue1",
    "gamma": "cyan1",
    "delta": "green3",
    "epsilon": "khaki1",
    "omega": "orchid1",
}
_COLUMNS = 3
_NAME = 14
_CHART = (54, 12)
"""Columns and rows of the map beside the companies."""
_SHORT = ("growth", "sell", "buy", "own")

Say = Callable[..., str]


def _paint(company: str, text: str) -> str:
    return f"[{_STYLES.get(company, 'bold')}]{text}[/]"


def _board(view: View) -> EkonosBoard:
    assert isinstance(view.board, EkonosBoard)
    return view.board


def draw(view: View, say: Say) -> list[str]:
    board = _board(view)
    letters = {company.id: company.letter for company in board.companies}
    lines = [_headline(view, say), *_situation(view, letters, say), ""]
    lines += _map(board.spaces, letters, say)
    lines += [f"  [dim]{say('screen.legend')}[/]", ""]
    lines += _market(view, say)
    lines += _cards(view, letters, say)
    return lines


def panes(view: View, say: Say) -> list[Pane]:
    """The map beside companies and players, and the hand; tables and lists apart."""
    board = _board(view)
    letters = {company.id: company.letter for company in board.companies}
    drawn = chart(board, *_CHART, paint=_paint)
    beside = [_company_row(company, view.seat) for company in board.companies]
    beside += [_purse(view, seat, player, say) for seat, player in enumerate(board.players)]
    drawn += [" " * _CHART[0]] * (len(beside) - len(drawn))
    lines = [f"{left} {right}" for left, right in zip_longest(drawn, beside, fillvalue="")]
    now = " · ".join(_now(view, letters, say))[: _CHART[0]]
    head = f"[bold]{escape(f'{now:{_CHART[0]}}')}[/] {_short_heads(say)}"
    hand = _listed(say("screen.hand"), board.hand, letters) if board.hand else []
    return [
        Pane("board", [head, *lines, *hand]),
        Pane("market", [_headline(view, say), *_market(view, say)]),
        Pane("played", _listed("", board.discards, letters), _rows(board.discards, letters)),
        Pane(
            "cities",
            [*_map(board.spaces, letters, say), f"  [dim]{say('screen.legend')}[/]"],
            _list(board.spaces, letters, say),
        ),
    ]


def _now(view: View, letters: dict[str, str], say: Say) -> list[str]:
    """What is going on, in a few plain words: the expansion, or the round and the card."""
    board = _board(view)
    if board.expansion and board.active is not None:
        return [_expansion(view, say)]
    words = [say("screen.round", round=board.round, rounds=board.rounds)]
    if board.card:
        card = "".join(letters[name] for name in (board.card.middle, board.card.bottom))
        shown = f"{board.card.id} {letters[board.card.top]}/{card}"
        words.append(f"{say('screen.card', use=board.use)} {shown}")
    return words


def _short_heads(say: Say) -> str:
    heads = "".join(f"{say(f'screen.short.{key}')[:4]:>5}" for key in _SHORT)
    return f"[dim]  {heads}[/]"


def _company_row(company: Company, seat: int | None) -> str:
    """A company's box on the growth track, prices, and what the viewer holds."""
    own = "" if seat is None else str(company.owned[seat] or "·")
    buy = "-" if company.buy is None else str(company.buy)
    sell = str(company.sell) if company.sold else "-"
    office = "*" if seat is not None and company.president == seat else " "
    cells = "".join(f"{cell:>5}" for cell in (str(company.growth), sell, buy, own))
    return _paint(company.id, f"{company.letter} {cells}{office}")


def _purse(view: View, seat: int, player: Player, say: Say) -> str:
    return f"{_mark(view, seat)} {_short(say, seat):{_NAME}}{_money(player, say)}"


def _headline(view: View, say: Say) -> str:
    board = _board(view)
    text = say("screen.round", round=board.round, rounds=board.rounds)
    return f"  [bold]{text}[/]   [dim]{say('screen.stock', cards=board.stock)}[/]"


def _situation(view: View, letters: dict[str, str], say: Say) -> list[str]:
    """The card on the table and, while a president decides, whose turn is interrupted."""
    board = _board(view)
    lines = []
    if board.card:
        played = say("screen.card", use=board.use)
        lines.append(f"  {played} {_card(board.card, letters)}")
    if board.expansion and board.active is not None:
        lines.append(f"  [bold]{_expansion(view, say)}[/]")
    return lines


def _expansion(view: View, say: Say) -> str:
    board = _board(view)
    assert board.expansion is not None and board.active is not None
    return say(
        "screen.expansion",
        president=_short(say, board.expansion.president),
        company=board.expansion.company,
        tiles=board.expansion.left,
        active=_short(say, board.active),
    )


def _short(say: Say, seat: int) -> str:
    return escape(say("seat", seat=seat)[:_NAME])


def _map(spaces: list[Space], letters: dict[str, str], say: Say) -> list[str]:
    """Number, city and tile of every space, down the columns."""
    height = -(-len(spaces) // _COLUMNS)
    return [
        "  " + "".join(_cell(space, letters, say) for space in spaces[row::height])
        for row in range(height)
    ]


def _cell(space: Space, letters: dict[str, str], say: Say) -> str:
    city = say("screen.city", label=space.label)[:17]
    label = f"{space.number:>2} " + escape(f"{city:17} ")
    company = space.company
    if company is None:
        return f"[dim]{label} ·   [/]"
    letter = letters[company]
    tile = f"<{letter}>" if space.protected else f" {letter} "
    return label + _paint(company, f"{tile}  ")


def _list(spaces: list[Space], letters: dict[str, str], say: Say) -> list[str]:
    """The same in two narrow columns."""
    height = -(-len(spaces) // 2)
    return [
        "".join(_narrow_cell(space, letters, say) for space in spaces[row::height])
        for row in range(height)
    ]


def _narrow_cell(space: Space, letters: dict[str, str], say: Say) -> str:
    city = escape(f"{space.number:>2} {say('screen.city', label=space.label)[:11]:11} ")
    if space.company is None:
        return f"[dim]{city}·   [/]"
    mark = "◆" if space.protected else " "
    return city + _paint(space.company, f"{letters[space.company]}{mark}  ")


def _rows(cards: list[Card], letters: dict[str, str]) -> list[str]:
    return [
        "  ".join(_card(card, letters) for card in cards[at : at + 4])
        for at in range(0, len(cards), 4)
    ]


def _market(view: View, say: Say) -> list[str]:
    """Tracks, columns and holdings: a column a company, a row a seat."""
    board = _board(view)
    companies = board.companies
    letters = [_paint(company.id, f"{company.letter:>9}") for company in companies]
    names = [_paint(company.id, f"{_name(company, say):>9}") for company in companies]
    lines = [_row("", letters), _row(f"{say('screen.money'):>22}", names)]
    for key, cell in _facts(board.track):
        cells = [_paint(company.id, f"{cell(company):>9}") for company in companies]
        lines.append(_row(say(f"screen.{key}"), cells))
    for seat, player in enumerate(board.players):
        lines.append(_player(view, seat, player, say))
    return lines


def _row(head: str, cells: list[str]) -> str:
    return f"  {head[:22]:22}" + "".join(cells)


def _name(company: Company, say: Say) -> str:
    return say("screen.company", company=company.id)[:8]


def _facts(track: Track) -> Iterator[tuple[str, Callable[[Company], str]]]:
    yield "growth", lambda c: f"{c.growth}/{track.large_box}"
    yield "tiles", lambda c: str(c.tiles)
    yield "sold", lambda c: f"{c.sold}/{c.slots}"
    yield "sell", lambda c: str(c.sell) if c.sold else "-"
    yield "buy", lambda c: "-" if c.buy is None else str(c.buy)


def _player(view: View, seat: int, player: Player, say: Say) -> str:
    cells = []
    for company, count in zip(view.companies, player.shares, strict=True):
        text = f"{count or '·'}" + ("*" if company in player.presidencies else " ")
        cells.append(_paint(company, f"{text:>9}"))
    return _purse(view, seat, player, say) + "".join(cells)


def _mark(view: View, seat: int) -> str:
    return "▶" if seat in view.waiting else "○" if seat == _board(view).active else " "


def _money(player: Player, say: Say) -> str:
    coins = "?" if player.coins is None else str(player.coins)
    return f"{say('screen.coins', coins=coins, cards=player.cards)[:8]:>8}"


def _cards(view: View, letters: dict[str, str], say: Say) -> list[str]:
    board = _board(view)
    lines = []
    if board.hand:
        lines += ["", *_listed(say("screen.hand"), board.hand, letters)]
    if board.discards:
        lines += _listed(say("screen.discards"), board.discards, letters)
    return lines


def _listed(head: str, cards: list[Card], letters: dict[str, str], each: int = 6) -> list[str]:
    """Cards as "34 O/AE": number, top company, the two that may grow."""
    lines = []
    for start in range(0, len(cards), each):
        shown = "   ".join(_card(card, letters) for card in cards[start : start + each])
        lines.append(f"  {head[:14] if start == 0 else '':14}{shown}")
    return lines


def _card(card: Card, letters: dict[str, str]) -> str:
    parts = [_paint(name, letters[name]) for name in (card.top, card.middle, card.bottom)]
    return f"{card.id:>2} {parts[0]}/{parts[1]}{parts[2]}"


def lookup(view: View, text: str, say: Say) -> list[str]:
    """A space and its neighbours, for "20" or "munich"; a company's tiles for its letter.

    Nothing for any other text: the terminal then looks among the offers.
    """
    board = _board(view)
    letters = {company.id: company.letter for company in board.companies}
    wanted = text.strip().casefold()
    lines = [
        line
        for space in board.spaces
        if _is_called(space, wanted, say)
        for line in _neighbours(space, board.spaces, letters, say)
    ]
    for company in board.companies:
        if wanted in (company.letter.casefold(), company.id):
            own = [space for space in board.spaces if space.company == company.id]
            lines.append("  " + say("screen.tiles_of", company=company.id, tiles=len(own)))
            lines += _map(own, letters, say)
    return lines


def _is_called(space: Space, wanted: str, say: Say) -> bool:
    names = (space.label, say("screen.city", label=space.label))
    if len(wanted) > 2:
        return any(name.casefold().startswith(wanted) for name in names)
    return wanted == str(space.number)


def _neighbours(space: Space, spaces: list[Space], letters: dict[str, str], say: Say) -> list[str]:
    head = f"  {_cell(space, letters, say)}[dim]{say('screen.linked')}[/]"
    return [head, *_map([spaces[number - 1] for number in space.links], letters, say)]
