"""Ferries: from edition and options to the first state."""

from openoutcry.core.edition import Edition
from openoutcry.core.options import Option, Options
from outcry_ferries.rules import Components, Ferries, new

OPTIONS: tuple[Option, ...] = (Option("pays", ("own", "second"), "own", "FE-08"),)


def seats(edition: Edition) -> range:
    return range(edition.number("players", "least"), edition.number("players", "most") + 1)


def check(edition: Edition) -> list[str]:
    """Lines, hands and purses that a match can be played with."""
    lines, shares = edition.ids("lines", "ids"), edition.numbers("lines", "shares")
    least, most = edition.number("players", "least"), edition.number("players", "most")
    hand = edition.number("hand", "shares")
    if not 2 <= least <= most <= 6:
        return ["[players] least and most must lie between 2 and 6"]
    if not 1 <= len(lines) <= 8 or not len(lines) == len(shares) == len(
        edition.texts("lines", "names")
    ):
        return ["[lines] needs 1 to 8 ids, and as many names and shares"]
    problems = []
    if any(not 1 <= count <= 20 for count in shares):
        problems.append("[lines] shares must lie between 1 and 20")
    if hand < 1 or hand * most >= sum(shares):
        problems.append(f"[hand] shares: {most} hands must leave a share for an auction")
    if not 1 <= edition.number("purse", "coins") <= 50:
        problems.append("[purse] coins must lie between 1 and 50")
    if not 0 <= edition.number("prices", "first") <= 50:
        problems.append("[prices] first must lie between 0 and 50")
    return problems


def start(edition: Edition, seats: int, options: Options) -> Ferries:
    numbers = [
        edition.number("purse", "coins"),
        edition.number("hand", "shares"),
        edition.number("prices", "first"),
    ]
    components = Components(
        edition.texts("lines", "ids"), edition.numbers("lines", "shares"), numbers
    )
    return new(components, seats, second_price=options["pays"] == "second")
