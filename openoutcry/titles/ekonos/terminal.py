"""Ekonos in the terminal: the map as a list, share columns, growth tracks and the hand."""

from collections.abc import Callable, Iterator

from rich.markup import escape

from openoutcry.core.view import View
from openoutcry.titles.ekonos.board import Card, Company, EkonosBoard, Player, Space, Track

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
    expansion = board.expansion
    if expansion and board.active is not None:
        words = say(
            "screen.expansion",
            president=_short(say, expansion.president),
            company=expansion.company,
            tiles=expansion.left,
            active=_short(say, board.active),
        )
        lines.append(f"  [bold]{words}[/]")
    return lines


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
    mark = "▶" if seat in view.waiting else "○" if seat == _board(view).active else " "
    coins = "?" if player.coins is None else str(player.coins)
    money = say("screen.coins", coins=coins, cards=player.cards)
    cells = []
    for company, count in zip(view.companies, player.shares, strict=True):
        text = f"{count or '·'}" + ("*" if company in player.presidencies else " ")
        cells.append(_paint(company, f"{text:>9}"))
    return f"{mark} {_short(say, seat):{_NAME}}{money[:8]:>8}" + "".join(cells)


def _cards(view: View, letters: dict[str, str], say: Say) -> list[str]:
    board = _board(view)
    lines = []
    if board.hand:
        lines += ["", *_listed(say("screen.hand"), board.hand, letters)]
    if board.discards:
        lines += _listed(say("screen.discards"), board.discards, letters)
    return lines


def _listed(head: str, cards: list[Card], letters: dict[str, str]) -> list[str]:
    """Cards as "34 O/AE": number, top company, the two that may grow."""
    lines = []
    for start in range(0, len(cards), 6):
        shown = "   ".join(_card(card, letters) for card in cards[start : start + 6])
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
