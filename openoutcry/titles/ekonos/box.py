"""Ekonos: from edition and options to the first state."""

from openoutcry.core.edition import Edition
from openoutcry.core.misfit import Misfit, out_of_range
from openoutcry.core.options import Option, Options
from openoutcry.titles.ekonos.components import Components
from openoutcry.titles.ekonos.rules import Ekonos, new

MAX_SHARES = Option("maxShares", (5, 6, 7, 8, 9, 10, 12), 8, "EK-38")
SWITCHES: tuple[Option, ...] = (
    Option("forceAtSix", (True, False), True, "EK-25"),
    Option("growthChaining", (True, False), True, "EK-28"),
    Option("allowPartialExpansion", (False, True), False, "EK-29"),
    Option("holdAtSix", (True, False), True, "EK-33"),
    Option("tradeNeedsTile", (False, True), False, "EK-40"),
    Option("countMarkers", (False, True), False, "EK-43"),
    Option("moneyOpen", (True, False), True, "EK-54"),
)
OPTIONS: tuple[Option, ...] = (MAX_SHARES, *SWITCHES)

LETTERS = ("A", "B", "G", "D", "E", "O")
"""The notation's letters for the companies, whatever an edition calls them."""
MOST_CARDS, MOST_SPACES, MOST_SEATS = 48, 60, 8
"""What the action space has room for."""
MOST_ROUNDS, MOST_OF_A_KIND = 30, 999
"""No box has more, and a match has to end."""
_LARGEST_SHEET = 10_000


def seats(edition: Edition) -> range:
    counts = [row[0] for row in edition.rows("players", "rounds")]
    return range(min(counts), max(counts) + 1)


def check(edition: Edition) -> list[str]:
    """Companies, cards, map and deals that fit together (EK-01, EK-02, EK-03)."""
    return _check_companies(edition) or _check_cards(edition) + _check_map(
        edition
    ) + _check_numbers(edition) + _check_deals(edition)


def _check_companies(edition: Edition) -> list[str]:
    letters = edition.texts("companies", "letters")
    ids = edition.ids("companies", "ids")
    if len(letters) < 2 or tuple(letters) != LETTERS[: len(letters)]:
        said = f"companies: letters must be {', '.join(LETTERS)}, in this order"
        return [Misfit(said, "letters", ("companies", "letters"), letters=", ".join(LETTERS))]
    if len(ids) != len(letters) or len(edition.texts("companies", "colours")) != len(letters):
        said = "companies: ids, letters and colours differ in length"
        return [Misfit(said, "lengths", ("companies",))]
    return []


def _check_cards(edition: Edition) -> list[str]:
    letters = edition.texts("companies", "letters")
    cards = edition.rows("cards", "list")
    problems: list[str] = []
    for number, row in enumerate(cards, 1):
        place = ("cards", "list", number - 1)
        if len(row) != 3 or any(letter not in letters for letter in row):
            said = f"card {number}: {row!r} must be three of {', '.join(letters)}"
            problems.append(Misfit(said, "card", place, letters=", ".join(letters)))
        elif len(set(row)) != 3:
            said = f"card {number}: {row!r} names a company twice"
            problems.append(Misfit(said, "card_twice", place))
    if not 1 <= len(cards) <= MOST_CARDS:
        said = f"{len(cards)} cards: there must be 1 to {MOST_CARDS}"
        problems.append(out_of_range("cards", "list", 1, MOST_CARDS, said))
    return problems


def _check_map(edition: Edition) -> list[str]:
    spaces = edition.rows("map", "spaces")
    if not 2 <= len(spaces) <= MOST_SPACES:
        said = f"{len(spaces)} spaces: there must be 2 to {MOST_SPACES}"
        return [out_of_range("map", "spaces", 2, MOST_SPACES, said)]
    for number, row in enumerate(spaces, 1):
        if [type(item) for item in row] != [int, str, int, int] or row[0] != number:
            said = f"space {number}: {row!r} must be [{number}, label, x, y]"
            return [Misfit(said, "form", ("map", "spaces", number - 1))]
    problems: list[str] = []
    known: set[tuple[int, int]] = set()
    for number, link in enumerate(edition.rows("map", "links")):
        place = ("map", "links", number)
        if not _is_link(link, len(spaces)):
            said = f"link {link!r} must join two spaces of 1 to {len(spaces)}"
            problems.append(Misfit(said, "link", place, most=len(spaces)))
        elif (link[0], link[1]) in known:
            problems.append(Misfit(f"link {link!r} is listed twice", "link_twice", place))
        else:
            known |= {(link[0], link[1]), (link[1], link[0])}
    width, height = edition.number("map", "width"), edition.number("map", "height")
    for key, size in (("width", width), ("height", height)):
        if not 1 <= size <= _LARGEST_SHEET:
            problems.append(out_of_range("map", key, 1, _LARGEST_SHEET))
    for number, (_, _, x, y) in enumerate(spaces):
        if not (0 <= x <= width and 0 <= y <= height):
            said = f"space {number + 1}: {x}, {y} does not lie on the map"
            problems.append(Misfit(said, "off_map", ("map", "spaces", number)))
    return problems


def _is_link(link: list[object], spaces: int) -> bool:
    return (
        len(link) == 2
        and all(type(end) is int and 1 <= end <= spaces for end in link)
        and link[0] != link[1]
    )


def _check_numbers(edition: Edition) -> list[str]:
    problems: list[str] = [
        out_of_range(table, key, 1, MOST_OF_A_KIND)
        for table, key in (
            ("tiles", "each"),
            ("shares", "slots"),
            ("markers", "each"),
            ("growth", "small_box"),
            ("growth", "small_tiles"),
            ("growth", "large_tiles"),
        )
        if not 1 <= edition.number(table, key) <= MOST_OF_A_KIND
    ]
    if edition.number("growth", "large_box") <= edition.number("growth", "small_box"):
        said = "[growth] large_box must lie above small_box (EK-23, EK-25)"
        problems.append(Misfit(said, "large_box", ("growth", "large_box")))
    return problems


def _check_deals(edition: Edition) -> list[str]:
    rows = edition.rows("players", "rounds")
    cards = len(edition.rows("cards", "list"))
    for number, row in enumerate(rows):
        place = ("players", "rounds", number)
        if len(row) != 4 or any(type(item) is not int or item < 1 for item in row):
            said = f"players: {row!r} must be [players, rounds, cards, coins]"
            return [Misfit(said, "form", place)]
        if row[0] * row[2] > cards:
            said = f"{row[0]} players need {row[0] * row[2]} cards, there are {cards} (EK-02)"
            args = {"players": row[0], "needed": row[0] * row[2], "cards": cards}
            return [Misfit(said, "deal", place, **args)]
        if row[1] > MOST_ROUNDS or row[3] > MOST_OF_A_KIND:
            said = f"players: {row!r}: at most {MOST_ROUNDS} rounds and {MOST_OF_A_KIND} coins"
            return [Misfit(said, "rounds", place, rounds=MOST_ROUNDS, coins=MOST_OF_A_KIND)]
    counts = [row[0] for row in rows]
    if not counts or counts != list(range(counts[0], counts[-1] + 1)):
        said = "players: one row for each number of players, in order (EK-02)"
        return [Misfit(said, "deal_order", ("players", "rounds"))]
    if counts[0] < 2 or counts[-1] > MOST_SEATS:
        said = f"players: 2 to {MOST_SEATS} can play (EK-01)"
        return [out_of_range("players", "rounds", 2, MOST_SEATS, said)]
    return []


def components(edition: Edition) -> Components:
    """The numbers that the rules need."""
    ids, letters, colours = (
        edition.texts("companies", key) for key in ("ids", "letters", "colours")
    )
    index = {letter: i for i, letter in enumerate(letters)}
    return Components(
        list(zip(ids, letters, colours, strict=True)),
        [(index[a], index[b], index[c]) for a, b, c in edition.rows("cards", "list")],
        [(label, x, y) for _, label, x, y in edition.rows("map", "spaces")],
        [(a - 1, b - 1) for a, b in edition.rows("map", "links")],
        [(p, r, c, m) for p, r, c, m in edition.rows("players", "rounds")],
        [
            edition.number("tiles", "each"),
            edition.number("shares", "slots"),
            edition.number("growth", "small_box"),
            edition.number("growth", "small_tiles"),
            edition.number("growth", "large_box"),
            edition.number("growth", "large_tiles"),
            edition.number("markers", "each"),
            edition.number("map", "width"),
            edition.number("map", "height"),
        ],
    )


def start(edition: Edition, seats: int, options: Options) -> Ekonos:
    board = components(edition)
    chosen = options[MAX_SHARES.name]
    # The default stands for the slots printed on the board, which an edition may correct.
    limit = int(board.slots) if chosen == MAX_SHARES.default else int(chosen)
    return new(board, seats, limit, [bool(options[option.name]) for option in SWITCHES])
