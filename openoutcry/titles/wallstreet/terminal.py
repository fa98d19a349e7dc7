"""1920 Wall Street in the terminal: the ring with pawns and costs, the market, the players."""

from collections.abc import Callable

from openoutcry.core.title import Offer, Pane
from openoutcry.core.view import View
from openoutcry.titles.wallstreet.board import Card, Company, Slot, WallStreetBoard

Say = Callable[..., str]

_STYLES = {"maize": "green3", "cotton": "white", "steel": "orchid1", "oil": "grey62"}
_SIGNS = {"maize": "M", "cotton": "C", "steel": "S", "oil": "O"}
_PAWNS = ("①", "②", "③", "④", "⑤")
_FACE = 3
"""Lines of a slot in the ring."""
_TRACK = 36
"""Columns that the values of a company may take."""


def _board(view: View) -> WallStreetBoard:
    assert isinstance(view.board, WallStreetBoard)
    return view.board


def draw(view: View, say: Say) -> list[str]:
    board = _board(view)
    lines = [*_market(board, say), ""]
    lines += [*_head(board, say), *_ring(view, say), ""]
    lines += [*_zones(board, say), ""]
    lines += _players(view, say)
    lines += _own(view, say)
    return lines


def panes(view: View, say: Say) -> list[Pane]:
    """Market, ring and what the viewer has; the slots in full, players and discards apart."""
    board = _board(view)
    top = "   ".join([_head(board, say)[0], *(line.strip() for line in _head(board, say)[1:])])
    own = [*_purse(view, say), *_own(view, say)[1:]]
    return [
        Pane("board", [*_market(board, say), top, *_round(view, say), *own]),
        Pane("slots", _ring(view, say)),
        Pane("players", _players(view, say)),
        Pane("discards", _zones(board, say), _narrow_zones(board, say)),
    ]


def _paint(company: str, text: str) -> str:
    return f"[{_STYLES.get(company, 'bold')}]{text}[/]"


# The market


def _market(board: WallStreetBoard, say: Say) -> list[str]:
    lines = []
    for company in board.market:
        name = f"{_SIGNS[company.id]} {say('company.' + company.id)[:10]:10}"
        first, *more = _cells(company)
        minimum = say("screen.minimum", minimum=company.minimum)
        line = f"  {_paint(company.id, name)} {first} {minimum}"
        magnate = company.magnate
        if magnate:
            short = say(f"screen.magnate.{magnate.id}.{magnate.side}", amount=magnate.amount)
            line += f"  {short[:18]}"
        lines += [line, *(f"{'':15}{cells}" for cells in more)]
    return lines


def _cells(company: Company) -> list[str]:
    """A company's values, the present one in brackets; a long track takes more than one line."""
    wide = max(2, *(len(str(value)) for value in company.cells))
    cells = [
        f"[reverse][{value:>{wide}}][/]" if level == company.level else f" {value:>{wide}} "
        for level, value in enumerate(company.cells)
    ]
    length = _TRACK // (wide + 2)
    rows = [cells[at : at + length] for at in range(0, len(cells), length)]
    return ["".join(row) + " " * (_TRACK - len(row) * (wide + 2)) for row in rows]


# The ring


def _head(board: WallStreetBoard, say: Say) -> list[str]:
    direction = "green" if board.direction > 0 else "red"
    arrow = "↓" if board.direction > 0 else "↑"
    trend = f"[{direction}]{arrow} {say('direction.' + direction)}[/]"
    top = board.top
    if top is None:
        card = say("screen.no_card")
    elif top.type is None:
        card = f"[red]{say('card.explosion')}[/]"
    else:
        card = _card(top, say)
    deck = say("screen.deck", deck=board.deck)
    line = f"  {trend}   {deck} {card}"
    if board.explosion_possible:
        return [line, f"  [red]{say('screen.explosion_possible')}[/]"]
    return [line]


def _ring(view: View, say: Say) -> list[str]:
    """The slots one below the other; the line on the left leads from one end to the other."""
    costs = _costs(view)
    ring = _board(view).ring
    first, last = ("╭▸", "╰─") if _board(view).direction > 0 else ("╭─", "╰▸")
    rail = [first, *["│ "] * (len(ring) - 2), last]
    return [
        rail[number] + _slot(number, slot, costs.get(number), view, say)
        for number, slot in enumerate(ring)
    ]


def _round(view: View, say: Say) -> list[str]:
    """The ring as it lies: the first half from left to right, the second back below it."""
    ring = _board(view).ring
    costs = _costs(view)
    half = -(-len(ring) // 2)
    wide = 76 // half
    faces = [
        _face(slot, costs.get(number), view, say, wide - 2) for number, slot in enumerate(ring)
    ]
    forth = list(range(half))
    back = list(reversed(range(half, len(ring))))
    clockwise = _board(view).direction > 0
    lines = [f"╭{_rail(forth, ring, wide, '▸' if clockwise else '◂'):─<{half * wide}}─╮"]
    for line in range(_FACE):
        lines.append(f"│{_across([faces[number][line] for number in forth], half, wide)} │")
    for line in range(_FACE):
        lines.append(f"│{_across([faces[number][line] for number in back], half, wide)} │")
    return [*lines, f"╰{_rail(back, ring, wide, '◂' if clockwise else '▸'):─<{half * wide}}─╯"]


def _rail(numbers: list[int], ring: list[Slot], wide: int, arrow: str) -> str:
    """The slots' numbers and who stands there, on the line that pawns walk along."""
    parts = []
    for number in numbers:
        slot = ring[number]
        option = f"◆{_PAWNS[slot.option]}" if slot.option is not None else ""
        parts.append(f" {number} {''.join(_PAWNS[seat] for seat in slot.pawns)}{option} ")
    return "".join(f"{part:─<{wide - 1}}{arrow}" for part in parts)


def _across(cells: list[str], half: int, wide: int) -> str:
    return _fit("".join(_fit(cell, wide) for cell in cells), half * wide)


def _face(slot: Slot, offer: Offer | None, view: View, say: Say, most: int) -> list[str]:
    """A slot in three short lines: what lies there, its numbers, what going there costs."""
    if slot.trend:
        lines = [_clip(say("screen.trend", coins=_board(view).coins), most), ""]
    elif not slot.cards:
        lines = [f"[dim]{_clip(say('screen.empty'), most)}[/]", ""]
    elif len(slot.cards) == 1:
        lines = [_short_label(slot.cards[0], say, most), _numbers(slot.cards[0], say)]
    else:
        lines = [_short_label(card, say, most) for card in slot.cards]
    cost = ""
    if offer is not None:
        style = "red" if offer.args["loans"] else "yellow"
        price = say("screen.money", amount=offer.args["cost"])
        cost = f"[{style}]{offer.args['steps']}→ {price}[/]"
    return [f" {line}" for line in (*lines, cost)]


def _short_label(card: Card, say: Say, most: int) -> str:
    if not card.share or not card.companies:
        return _clip(say(f"card.{card.name}"), most)
    each = (most - 2) // len(card.companies) - 1
    names = [_paint(name, _clip(say(f"company.{name}"), each)) for name in card.companies]
    return f"{card.shares}x{'/'.join(names)}"


def _clip(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _numbers(card: Card, say: Say) -> str:
    """ "↑1 +2 $3 *1": effect, points, price, dynamite."""
    effect = (
        f"{'↑' if card.levels > 0 else '↓'}{abs(card.levels)} "
        if card.share and card.levels
        else ""
    )
    points = f"+{card.points} " if card.points else ""
    cost = "" if card.cost is None else f"{say('screen.money', amount=card.cost)} "
    return f"{effect}{points}{cost}*{card.dynamite}"


def _costs(view: View) -> dict[int, Offer]:
    """Slot -> the offer that goes there, by the fewest steps."""
    found: dict[int, Offer] = {}
    if view.decision is not None:
        for offer in view.decision.offers:
            if offer.action.startswith("move "):
                found.setdefault(int(offer.args["slot"]), offer)
    return found


def _slot(number: int, slot: Slot, offer: Offer | None, view: View, say: Say) -> str:
    pawns = "".join(_PAWNS[seat] for seat in slot.pawns)
    if slot.trend:
        text = say("screen.trend", coins=_board(view).coins)
    elif slot.cards:
        whole = len(slot.cards) == 1
        text = " + ".join(_card(card, say, whole) for card in slot.cards)
    else:
        text = f"[dim]{say('screen.empty')}[/]"
    option = f" [yellow]◆{_PAWNS[slot.option]}[/]" if slot.option is not None else ""
    line = f"{number} {pawns:5} {_fit(text + option, 44)}"
    return line + _cost(offer, say) if offer else line


def _cost(offer: Offer, say: Say) -> str:
    """Steps, price, and the part of it that is cash; in red if it takes a loan."""
    args = offer.args
    cash = int(args["cash_part"]) + int(args["fees"])
    text = say("screen.cost", steps=args["steps"], cost=args["cost"], cash=cash)
    if args["loans"]:
        return f" [red]{text} {say('screen.loan')}[/]"
    return f" {text}"


def _card(card: Card, say: Say, whole: bool = True) -> str:
    """Name, effect, points, cost and dynamite: 1xmaize ↑1 $2 *1. In a lot there is no room
    for all of it."""
    if card.type is None:
        return f"{say('card.explosion')} *{card.dynamite}"
    effect = ""
    if card.share and card.levels:
        effect = f" {'↑' if card.levels > 0 else '↓'}{abs(card.levels)}"
    cost = f" {say('screen.money', amount=card.cost)}"
    if not whole:
        name = _label(card, say) if card.companies else _label(card, say)[:18]
        return name + effect + cost
    points = f" +{card.points}" if card.points else ""
    return f"{_label(card, say)}{effect}{points}{cost} *{card.dynamite}"


def _label(card: Card, say: Say) -> str:
    """Shares by number and company, everything else by name."""
    if not card.share or not card.companies:
        return say(f"card.{card.name}")
    names = "/".join(_paint(company, say(f"company.{company}")) for company in card.companies)
    return f"{card.shares}x{names}"


def _plain(text: str) -> int:
    """The width of text without its markup."""
    width, inside = 0, False
    for char in text:
        if char == "[":
            inside = True
        elif inside:
            inside = char != "]"
        else:
            width += 1
    return width


def _fit(text: str, width: int) -> str:
    return text + " " * max(0, width - _plain(text))


# Discards and players


def _zones(board: WallStreetBoard, say: Say) -> list[str]:
    lines = []
    for zone in board.zones:
        top = _card(zone.top, say) if zone.top else say("screen.no_card")
        name = f"{say('zone.' + zone.event)[:22]:22}"
        line = f"  {name} {zone.cards:>2}  {top}"
        if zone.dynamite is not None:
            mark = "[red]◀[/]" if zone.strikes else ""
            line += f"  {say('screen.dynamite', count=zone.dynamite)} {mark}"
        lines.append(line)
    return lines


def _narrow_zones(board: WallStreetBoard, say: Say) -> list[str]:
    lines = []
    for zone in board.zones:
        top = _card(zone.top, say) if zone.top else say("screen.no_card")
        lines += [f"{zone.cards:>2} {say('zone.' + zone.event)[:34]}", f"   {top}"]
    return lines


def _players(view: View, say: Say) -> list[str]:
    board = _board(view)
    heads = ("cash", "capital", "loans", "shares", "variations", "extra")
    lines = [f"  {'':17}" + "".join(f"{say('screen.' + head)[:9]:>10}" for head in heads)]
    for seat, player in enumerate(board.players):
        mark = "▶" if seat in view.waiting else " "
        name = f"{say('seat', seat=seat)[:13]:13}"
        start = "*" if seat == board.start else " "
        money = (player.cash, player.capital, player.loans)
        numbers = (*money, player.shares, player.variations, player.extra)
        cells = "".join(f"{number:>10}" for number in numbers)
        lines.append(f"{mark} {_PAWNS[seat]} {name}{start}{cells}")
    return lines


def _purse(view: View, say: Say) -> list[str]:
    """The viewer's money, in a line."""
    if view.seat is None:
        return []
    player = _board(view).players[view.seat]
    money = {"cash": player.cash, "capital": player.capital, "loans": player.loans}
    words = "   ".join(f"{say(f'screen.{key}')} [bold]{amount}[/]" for key, amount in money.items())
    return [f"  {_PAWNS[view.seat]} {words}"]


def _own(view: View, say: Say) -> list[str]:
    """One's own cards, and others' where the table shows them."""
    lines = []
    for seat, player in enumerate(_board(view).players):
        if player.cards is None:
            continue
        words = _counted([(card.name, card.count) for card in player.cards], say)
        secret = player.secret
        if secret:
            held = {"company": secret.company, "shares": secret.shares, "points": secret.points}
            words.insert(0, say("screen.secret", **held))
        lines += _wrap(f"  {_PAWNS[seat]} ", words)
        if player.unsure:
            suspects = _counted([(card.name, 1) for card in player.unsure], say)
            lines += _wrap(f"    {say('screen.unsure')} ", suspects)
    return ["", *lines] if lines else []


def _counted(cards: list[tuple[str, int]], say: Say) -> list[str]:
    """Names with their numbers; cards that differ only in their effect count together."""
    numbers: dict[str, int] = {}
    for name, count in cards:
        numbers[name] = numbers.get(name, 0) + count
    return [
        (f"{count}x " if count > 1 else "") + say(f"card.{name}") for name, count in numbers.items()
    ]


def _wrap(head: str, words: list[str]) -> list[str]:
    """Words with commas, in lines of at most 80."""
    lines, line = [], head
    for i, word in enumerate(words):
        piece = word + (", " if i < len(words) - 1 else "")
        if len(line) + len(piece.rstrip()) > 80:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += piece
    return [*lines, line.rstrip()]


def lookup(view: View, text: str, say: Say) -> list[str]:
    return []  # the screen shows all there is
