"""Mogul: from edition and options to the first state."""

from openoutcry.core.edition import Edition
from openoutcry.core.options import Option, Options
from openoutcry.titles.mogul.rules import Components, Mogul, new

QUICK_SEATS = (2, 3, 4, 5)
OPTIONS: tuple[Option, ...] = (
    Option("loans", ("before_auction", "on_turn"), "before_auction", "MO-36"),
    Option("chips", ("hidden", "open"), "hidden", "MO-08"),
    Option("quick_start", (False, True), False, "MO-48", seats=QUICK_SEATS),
)


def seats(edition: Edition) -> range:
    return range(edition.number("players", "least"), edition.number("players", "most") + 1)


def check(edition: Edition) -> list[str]:
    """Colours, counts and chips that fit together (MO-02, MO-03, MO-07, MO-09)."""
    colours = edition.ids("companies", "colours")
    cards = edition.rows("cards", "list")
    problems = [f"card {i}: {row!r} must be [background, border, S]" for i, row in _bad_rows(cards)]
    if problems:
        return problems
    for i, (background, border, _) in enumerate(cards):
        if background not in colours or border not in colours:
            problems.append(f"card {i}: {background}/{border} is not one of {colours}")
        elif background == border:
            problems.append(f"card {i}: background and border are both {border} (MO-03)")
    counts = edition.numbers("companies", "shares")
    for colour, count in zip(colours, counts, strict=False):
        found = sum(row[0] == colour for row in cards)
        if found != count:
            problems.append(f"{colour}: {found} cards listed, the companies table says {count}")
    if len(edition.texts("companies", "names")) != len(colours) or len(counts) != len(colours):
        problems.append("companies: names, colours and shares differ in length")
    if len(colours) > 8 or len(cards) > 99:
        problems.append("at most 8 companies and 99 cards")
    return problems + _check_numbers(edition, cards) + _check_quick_start(edition, colours, cards)


def _bad_rows(cards: list[list[object]]) -> list[tuple[int, list[object]]]:
    def good(row: list[object]) -> bool:
        return [type(item) for item in row] == [str, str, bool]

    return [(i, row) for i, row in enumerate(cards) if not good(row)]


def _check_numbers(edition: Edition, cards: list[list[object]]) -> list[str]:
    problems = []
    least, most = edition.number("players", "least"), edition.number("players", "most")
    if not 2 <= least <= most <= 8:
        return ["players: least and most must lie between 2 and 8"]
    starters = sum(bool(row[2]) for row in cards)
    if starters < most:
        problems.append(f"{starters} cards are marked S, {most} players need one each (MO-09)")
    if edition.number("chips", "each") * most > edition.number("chips", "total"):
        problems.append(f"not enough chips for {most} players (MO-07)")
    for table, key in (("chips", "each"), ("chips", "per_point"), ("loan", "chips")):
        if edition.number(table, key) < 1:
            problems.append(f"[{table}] {key} must be at least 1")
    if edition.number("loan", "points") < 0 or edition.number("crash", "among") < 0:
        problems.append("[loan] points and [crash] among must not be negative")
    if not 4 <= edition.number("track", "spaces") <= 99:
        problems.append("[track] spaces must lie between 4 and 99")  # a frame that can be drawn
    return problems


def _check_quick_start(
    edition: Edition, colours: list[str], cards: list[list[object]]
) -> list[str]:
    """A card of each colour left after the first deal, and one for every player (MO-48)."""
    most = min(edition.number("players", "most"), max(QUICK_SEATS))
    problems = []
    if len(colours) < most:
        problems.append(f"companies: {most} players need as many for a quick start (MO-48)")
    for colour in colours:
        shares = [bool(row[2]) for row in cards if row[0] == colour]
        if len(shares) <= min(sum(shares), most):
            problems.append(f"{colour}: no share would be left for a quick start (MO-48)")
    return problems


def components(edition: Edition) -> Components:
    """The numbers that the rules need."""
    index = {colour: i for i, colour in enumerate(edition.texts("companies", "colours"))}
    cards = [
        (index[background], index[border], int(starter))
        for background, border, starter in edition.rows("cards", "list")
    ]
    numbers = [
        edition.number("chips", "total"),
        edition.number("chips", "each"),
        edition.number("loan", "chips"),
        edition.number("loan", "points"),
        edition.number("chips", "per_point"),
        edition.number("crash", "among"),
        edition.number("track", "spaces"),
    ]
    return Components(list(index), cards, numbers)


def start(edition: Edition, seats: int, options: Options) -> Mogul:
    return new(
        components(edition),
        seats,
        on_turn_loans=options["loans"] == "on_turn",
        open_chips=options["chips"] == "open",
        quick=bool(options["quick_start"]),
    )
