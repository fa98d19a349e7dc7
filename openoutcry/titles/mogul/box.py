"""Mogul: from edition and options to the first state."""

from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.misfit import Misfit, out_of_range, too_small
from openoutcry.core.options import Option, Options
from openoutcry.titles.mogul.rules import Components, Mogul, new

QUICK_SEATS = (2, 3, 4, 5)
MOST_CHIPS = 999
"""In the box: an auction lasts until the chips are gone, and it has to end."""
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
    problems: list[str] = [
        Misfit(f"card {i}: {row!r} must be [background, border, S]", "form", ("cards", "list", i))
        for i, row in _bad_rows(cards)
    ]
    if problems:
        return problems
    if not 2 <= len(colours) <= 8 or len(cards) > 99:
        return [
            Misfit("2 to 8 companies and at most 99 cards", "extent", companies=8, cards=99),
        ]
    problems += _check_cards(colours, cards) + _check_companies(edition, colours, cards)
    return problems + _check_numbers(edition, cards) + _check_quick_start(edition, colours, cards)


def _check_cards(colours: list[str], cards: list[list[Any]]) -> list[str]:
    problems: list[str] = []
    for i, (background, border, _) in enumerate(cards):
        place = ("cards", "list", i)
        if background not in colours or border not in colours:
            said = f"card {i}: {background}/{border} is not one of {colours}"
            problems.append(Misfit(said, "colour", place, colours=", ".join(colours)))
        elif background == border:
            said = f"card {i}: background and border are both {border} (MO-03)"
            problems.append(Misfit(said, "same", place, colour=border))
    return problems


def _check_companies(edition: Edition, colours: list[str], cards: list[list[Any]]) -> list[str]:
    counts = edition.numbers("companies", "shares")
    if len(edition.texts("companies", "names")) != len(colours) or len(counts) != len(colours):
        said = "companies: names, colours and shares differ in length"
        return [Misfit(said, "lengths", ("companies",))]
    problems: list[str] = []
    for i, (colour, count) in enumerate(zip(colours, counts, strict=True)):
        found = sum(row[0] == colour for row in cards)
        if found != count:
            said = f"{colour}: {found} cards listed, the companies table says {count}"
            place = ("companies", "shares", i)
            problems.append(
                Misfit(said, "share_count", place, colour=colour, found=found, count=count)
            )
    return problems


def _bad_rows(cards: list[list[object]]) -> list[tuple[int, list[object]]]:
    def good(row: list[object]) -> bool:
        return [type(item) for item in row] == [str, str, bool]

    return [(i, row) for i, row in enumerate(cards) if not good(row)]


def _check_numbers(edition: Edition, cards: list[list[object]]) -> list[str]:
    problems: list[str] = []
    least, most = edition.number("players", "least"), edition.number("players", "most")
    if not 2 <= least <= most <= 8:
        said = "players: least and most must lie between 2 and 8"
        return [out_of_range("players", "most", 2, 8, said)]
    starters = sum(bool(row[2]) for row in cards)
    if starters < most:
        said = f"{starters} cards are marked S, {most} players need one each (MO-09)"
        problems.append(Misfit(said, "starters", ("cards", "list"), found=starters, players=most))
    if edition.number("chips", "each") * most > edition.number("chips", "total"):
        said = f"not enough chips for {most} players (MO-07)"
        problems.append(Misfit(said, "chips", ("chips", "total"), players=most))
    if edition.number("chips", "total") > MOST_CHIPS:
        problems.append(out_of_range("chips", "total", 1, MOST_CHIPS))
    for table, key in (("chips", "each"), ("chips", "per_point"), ("loan", "chips")):
        if edition.number(table, key) < 1:
            problems.append(too_small(table, key, 1))
    if edition.number("loan", "points") < 0:
        problems.append(too_small("loan", "points", 0))
    problems += _check_deck(edition, len(cards), most)
    if not 4 <= edition.number("track", "spaces") <= 99:  # a frame that can be drawn
        problems.append(out_of_range("track", "spaces", 4, 99))
    return problems


def _check_deck(edition: Edition, cards: int, most: int) -> list[str]:
    """The crash is mixed into shares that are left after every deal, of which there are some."""
    left = cards - max(most, 2 * min(most, max(QUICK_SEATS)))
    if left < 1:
        said = f"{cards} cards: nothing is left to be auctioned when {most} have theirs (MO-09)"
        return [Misfit(said, "deck", ("cards", "list"), found=cards, players=most)]
    if not 0 <= edition.number("crash", "among") <= left:
        return [out_of_range("crash", "among", 0, left)]
    return []


def _check_quick_start(
    edition: Edition, colours: list[str], cards: list[list[object]]
) -> list[str]:
    """A card of each colour left after the first deal, and one for every player (MO-48)."""
    most = min(edition.number("players", "most"), max(QUICK_SEATS))
    problems: list[str] = []
    if len(colours) < most:
        said = f"companies: {most} players need as many for a quick start (MO-48)"
        problems.append(Misfit(said, "quick_players", ("companies", "colours"), players=most))
    for colour in colours:
        shares = [bool(row[2]) for row in cards if row[0] == colour]
        if len(shares) <= min(sum(shares), most):
            said = f"{colour}: no share would be left for a quick start (MO-48)"
            problems.append(Misfit(said, "quick_share", ("cards", "list"), colour=colour))
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
