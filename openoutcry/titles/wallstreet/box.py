"""1920 Wall Street: from edition and options to the first state."""

import itertools
from collections.abc import Iterator
from typing import Any

from openoutcry.core.edition import Edition
from openoutcry.core.misfit import Misfit, out_of_range
from openoutcry.core.options import Option, Options
from openoutcry.titles.wallstreet.components import (
    BLACK_DAY,
    BOTH_SIDES,
    COMPANIES,
    COMPANY_MOVE,
    DUAL,
    FLUCTUATION_DOWN,
    FLUCTUATION_MIXED,
    FLUCTUATION_UP,
    GOLD,
    MOST_SLOTS,
    MOST_TYPES,
    NONE,
    PENALTY,
    REWARD,
    SHARE,
    STOCK_EXCHANGE,
    SURPRISE,
    Components,
)
from openoutcry.titles.wallstreet.rules import WallStreet, new

VERSION = 2
"""The version of the rules that this box plays by."""
MAGNATES = ("points", "trend", "card", "loan")
COUNTED = (
    "company_shares",
    "gold_shares",
    "variations",
    "duals",
    "capital",
    "loans",
    "explosion",
    "minimum",
    "trend",
    "call_options",
    "magnates",
)
"""The 110 cards of the box."""
ASSUMED = {
    "payments": {"flip": 1, "occupant": 1, "capital": 2, "black_day": 2},
    "ring": {"cards": 3},
    "magnates": {"fine": 1},
}
"""As printed. These numbers stood in the rules before the edition had them: matches and files made
before that do not state them."""
_SIDES = ("reward", "penalty")
_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}
_COSTS = {"shares": 3, "moves": 1, "specials": 1}
"""The column that holds the cost."""
_MOST_ON_A_CARD = 99
_MOST_A_SHARE = 999
_LISTED_IN = {
    "company_shares": "shares",
    "gold_shares": "gold",
    "variations": "moves",
    "duals": "duals",
    "capital": "secrets",
}
_SPECIALS = {
    "surprise_up": SURPRISE,
    "surprise_down": SURPRISE,
    "fluctuation_up": FLUCTUATION_UP,
    "fluctuation_down": FLUCTUATION_DOWN,
    "fluctuation_mixed": FLUCTUATION_MIXED,
    "black_day": BLACK_DAY,
    "stock_exchange": STOCK_EXCHANGE,
}

OPTIONS: tuple[Option, ...] = (
    Option("board", ("blue", "orange"), "blue", "WS-20"),
    Option("flips", (1, 2), 1, "WS-35"),
    Option("loans_for_optional", (True, False), True, "WS-74"),
    Option("call_options", (False, True), False, "WS-120"),
    Option("magnates", ("none", "rewards", "penalties", "mixed", "custom"), "none", "WS-130"),
    *(
        Option(f"magnate_{name}", _SIDES, "reward", "WS-130", needs=("magnates", "custom"))
        for name in MAGNATES
    ),
    Option("kept_cards", ("hidden", "shown"), "hidden", "WS-13"),
)


def seats(edition: Edition) -> range:
    return range(edition.number("players", "least"), edition.number("players", "most") + 1)


def slots(edition: Edition, seats: int) -> int:
    """Market Trend, a dual share per player and some cards of the deck (WS-07)."""
    return seats + 1 + edition.number("ring", "cards")


def companies(edition: Edition) -> list[str]:
    return edition.texts("companies", "list")


# Checks. Counts, steel at 7 and the two-maize card are printed facts; the rest keeps it playable.


def check(edition: Edition) -> list[str]:
    """What cannot be played, or contradicts what is printed."""
    names = companies(edition)
    if names != ["maize", "cotton", "steel", "oil"]:
        said = f"[companies] list must be maize, cotton, steel, oil, not {names} (WS-02)"
        return [Misfit(said, "companies", ("companies", "list"))]
    if not 2 <= seats(edition).start <= seats(edition).stop - 1 <= 5:
        said = "[players] least and most must lie between 2 and 5 (WS-01)"
        return [out_of_range("players", "most", 2, 5, said)]
    problems: list[str] = list(_check_rows(edition, names))
    if problems:
        return problems
    problems += _check_counts(edition)
    problems += _check_printed_cards(edition)
    problems += _check_boards(edition, names)
    problems += _check_minimums(edition)
    problems += _check_numbers(edition)
    return problems


def _check_rows(edition: Edition, names: list[str]) -> Iterator[str]:
    forms: dict[str, tuple[str, list[Any]]] = {
        "shares": ("company, shares, levels, cost, dynamite, copies", [names, *[int] * 5]),
        "moves": ("levels, cost, points, dynamite, copies", [int] * 5),
        "specials": ("kind, cost, points, dynamite, copies", [list(_SPECIALS), *[int] * 4]),
        "secrets": ("company, shares, points", [names, int, int]),
    }
    for table, (form, types) in forms.items():
        for number, row in enumerate(edition.rows(table, "list")):
            place = (table, "list", number)
            if not _fits(row, types):
                yield Misfit(f"[{table}] {row!r} must be [{form}]", "form", place)
            elif min([0, *row[-2:]]) < 0 or (table != "secrets" and row[-1] < 1):
                said = f"[{table}] {row!r}: dynamite, points and copies must not be negative"
                yield Misfit(said, "negative", place)
            elif max(item for item in row if type(item) is int) > _MOST_ON_A_CARD:
                said = f"[{table}] {row!r}: no number beyond {_MOST_ON_A_CARD}"
                yield Misfit(said, "range", place, least=0, most=_MOST_ON_A_CARD)
            elif table in _COSTS and row[_COSTS[table]] < 0:
                yield Misfit(f"[{table}] {row!r}: the cost must not be negative", "negative", place)
    for number, row in enumerate(edition.rows("shares", "list")):
        if _fits(row, forms["shares"][1]) and (row[1] not in (1, 2) or not -3 <= row[2] <= 3):
            said = f"[shares] {row!r}: one or two shares, and at most 3 levels up or down"
            yield Misfit(said, "share_form", ("shares", "list", number))
    for number, row in enumerate(edition.rows("moves", "list")):
        if _fits(row, forms["moves"][1]) and (row[0] == 0 or not -3 <= row[0] <= 3):
            said = f"[moves] {row!r}: 1 to 3 levels up or down"
            yield Misfit(said, "move_form", ("moves", "list", number))
    for number, row in enumerate(edition.rows("secrets", "list")):
        if _fits(row, forms["secrets"][1]) and row[1] < 0:
            said = f"[secrets] {row!r}: shares must not be negative"
            yield Misfit(said, "negative", ("secrets", "list", number))
    for number, row in enumerate(edition.rows("duals", "pairs")):
        if not _fits(row, [names, names]) or row[0] == row[1]:
            said = f"[duals] {row!r} must name two different companies"
            yield Misfit(said, "dual_pair", ("duals", "pairs", number))


def _fits(row: list[Any], types: list[Any]) -> bool:
    """Each item is a whole number, or one of the listed words."""
    return len(row) == len(types) and all(
        type(item) is int if kind is int else item in kind
        for item, kind in zip(row, types, strict=True)
    )


def _check_counts(edition: Edition) -> list[str]:
    """37 + 6 + 40 cards in the deck, 5 duals, 110 in all (WS-22, WS-23)."""
    found = {
        "company_shares": sum(row[5] for row in edition.rows("shares", "list")),
        "gold_shares": edition.number("gold", "copies"),
        "variations": COMPANIES * sum(row[4] for row in edition.rows("moves", "list"))
        + sum(row[4] for row in edition.rows("specials", "list")),
        "duals": len(edition.rows("duals", "pairs")),
        "capital": len(edition.rows("secrets", "list")),
    }
    printed = {"company_shares": 37, "gold_shares": 6, "variations": 40, "duals": 5, "capital": 5}
    problems: list[str] = [
        Misfit(
            f"{name.replace('_', ' ')}: {count} cards listed, the box has {printed[name]} (WS-23)",
            "card_count",
            (_LISTED_IN[name],),
            found=count,
            count=printed[name],
        )
        for name, count in found.items()
        if count != printed[name]
    ]
    total = sum(edition.number("counts", key) for key in COUNTED)
    if total != 110:
        said = f"[counts] adds up to {total} cards, the box has 110"
        problems.append(Misfit(said, "total", ("counts",), found=total))
    pairs = {frozenset(row) for row in edition.rows("duals", "pairs")}
    if len(pairs) != found["duals"]:
        said = "[duals] a pair of companies is listed twice"
        problems.append(Misfit(said, "pair_twice", ("duals", "pairs")))
    if len(cards(edition)) > MOST_TYPES:
        said = f"more than {MOST_TYPES} different cards"
        problems.append(Misfit(said, "types", ("shares", "list"), most=MOST_TYPES))
    return problems


def _check_printed_cards(edition: Edition) -> list[str]:
    problems: list[str] = []
    doubles = [row for row in edition.rows("shares", "list") if row[:2] == ["maize", 2]]
    if not any(row[3] == 2 for row in doubles):
        said = "[shares] a card with two maize shares costs 2 (rulebook's example)"
        problems.append(Misfit(said, "two_maize", ("shares", "list")))
    singles = [row for row in edition.rows("shares", "list") if row[:2] == ["steel", 1]]
    if not singles:
        said = "[shares] a card with one steel share exists (rulebook's example)"
        problems.append(Misfit(said, "one_steel", ("shares", "list")))
    exchanges = [row for row in edition.rows("specials", "list") if row[0] == "stock_exchange"]
    if sum(row[4] for row in exchanges) != 1:
        said = "[specials] there is just one stock_exchange (WS-31)"
        problems.append(Misfit(said, "one_exchange", ("specials", "list")))
    return problems


def _check_boards(edition: Edition, names: list[str]) -> list[str]:
    problems: list[str] = []
    for side in ("blue", "orange"):
        table = f"board.{side}"
        starts = edition.numbers(table, "start")
        if len(starts) != COMPANIES:
            said = f"[{table}] start must name a cell for each of the four companies"
            return [Misfit(said, "four_numbers", (table, "start"))]
        for name, start in zip(names, starts, strict=True):
            track = edition.numbers(table, name)
            if len(track) > 20 or track != sorted(track) or min([0, *track]) < 0:
                said = f"[{table}] {name}: at most 20 cells, values must not fall"
                problems.append(Misfit(said, "track_falls", (table, name)))
            if track and track[-1] > _MOST_A_SHARE:
                problems.append(out_of_range(table, name, 0, _MOST_A_SHARE))
            if not 0 < start < len(track) - 1:
                said = f"[{table}] {name}: the start cell must not be at an end"
                problems.append(Misfit(said, "start_at_end", (table, "start"), company=name))
    if 7 not in edition.numbers("board.blue", "steel") + edition.numbers("board.orange", "steel"):
        said = "[board.blue] steel: a cell with 7 exists (rulebook's example)"
        problems.append(Misfit(said, "steel_seven", ("board.blue", "steel")))
    return problems


def _check_minimums(edition: Edition) -> list[str]:
    problems: list[str] = []
    table = [edition.numbers("minimums", word) for word in _NUMBERS.values()]
    if any(len(row) != COMPANIES or min(row) < 1 for row in table):
        said = "[minimums] each row needs four numbers from 1 on"
        return [Misfit(said, "four_numbers", ("minimums",))]
    for players, row in zip(_NUMBERS.values(), table, strict=True):
        if row != sorted(row, reverse=True):
            said = f"[minimums] {players}: must not rise from maize to oil"
            problems.append(Misfit(said, "minimum_rises", ("minimums", players)))
    for fewer, more in itertools.pairwise(table):
        if any(a < b for a, b in zip(fewer, more, strict=True)):
            said = "[minimums] must not rise with the number of players"
            problems.append(Misfit(said, "minimum_players", ("minimums",)))
    return problems


def _check_numbers(edition: Edition) -> list[str]:
    problems: list[str] = []
    top = edition.number("capital", "top")
    for key in ("start_two_three", "start_four_five"):
        if not 1 <= edition.number("capital", key) <= top <= 20:
            said = f"[capital] {key} must lie between 1 and the top, at most 20"
            problems.append(out_of_range("capital", key, 1, min(top, 20), said))
    for key in ("coins_of_1", "coins_of_3"):
        if not 1 <= edition.number("cash", key) <= 500:
            problems.append(out_of_range("cash", key, 1, 500))
    at_least_one = (("loan", "cash"), ("surprise", "levels"), ("call_option", "cost"))
    at_least_zero = (
        ("loan", "points"),
        ("cash", "each"),
        ("explosion", "dynamite"),
        ("gold", "cost"),
        ("gold", "dynamite"),
        ("duals", "cost"),
        ("duals", "dynamite"),
        ("gold_event", "coins"),
        ("call_option", "surcharge"),
        ("magnates", "points"),
        ("magnates", "redemption"),
        ("magnates", "capital_from"),
        ("magnates", "fine"),
        ("payments", "flip"),
        ("payments", "occupant"),
        ("payments", "capital"),
        ("payments", "black_day"),
    )
    for least, keys in ((1, at_least_one), (0, at_least_zero)):
        for table, key in keys:
            if not least <= edition.number(table, key) <= 50:
                problems.append(out_of_range(table, key, least, 50))
    most = MOST_SLOTS - 1 - edition.number("players", "most")
    if not 1 <= edition.number("ring", "cards") <= most:
        said = f"[ring] cards must lie between 1 and {most} (WS-07)"
        problems.append(out_of_range("ring", "cards", 1, most, said))
    if not 0 <= edition.number("explosion", "among") <= 40:
        problems.append(out_of_range("explosion", "among", 0, 40))
    return problems


# The components of one match


def cards(edition: Edition) -> list[list[int]]:
    """Card types as `Components` wants them; a type's number is its place in this list."""
    index = {name: i for i, name in enumerate(companies(edition))}
    gold = [edition.number("gold", key) for key in ("cost", "dynamite", "copies")]
    dual_cost, dual_dynamite = (edition.number("duals", key) for key in ("cost", "dynamite"))
    found = [
        [DUAL, *sorted((index[a], index[b])), 1, 0, dual_cost, 0, dual_dynamite, 1]
        for a, b in edition.rows("duals", "pairs")
    ]
    found += [
        [SHARE, index[company], NONE, shares, levels, cost, 0, dynamite, copies]
        for company, shares, levels, cost, dynamite, copies in edition.rows("shares", "list")
    ]
    found.append([GOLD, NONE, NONE, 1, 0, gold[0], 0, *gold[1:]])
    found += [
        [COMPANY_MOVE, company, NONE, 0, levels, cost, points, dynamite, copies]
        for company in range(COMPANIES)
        for levels, cost, points, dynamite, copies in edition.rows("moves", "list")
    ]
    surprise = edition.number("surprise", "levels")
    levels_of = {"surprise_up": surprise, "surprise_down": -surprise}
    found += [
        [_SPECIALS[kind], NONE, NONE, 0, levels_of.get(kind, 0), cost, points, dynamite, copies]
        for kind, cost, points, dynamite, copies in edition.rows("specials", "list")
    ]
    return found


def sides(options: Options) -> list[int]:
    """Per magnate the side it lies on; empty when magnates do not play (WS-130)."""
    mode = options["magnates"]
    if mode == "none":
        return []
    if mode == "custom":
        return [PENALTY if options[f"magnate_{name}"] == "penalty" else REWARD for name in MAGNATES]
    side = {"rewards": REWARD, "penalties": PENALTY, "mixed": BOTH_SIDES}[str(mode)]
    return [side] * len(MAGNATES)


def components(
    edition: Edition, seats: int, options: Options, version: int = VERSION
) -> Components:
    """The numbers that the rules need."""
    index = {name: i for i, name in enumerate(companies(edition))}
    board = f"board.{options['board']}"
    return Components(
        seats,
        cards(edition),
        [edition.numbers(board, name) for name in index],
        edition.numbers(board, "start"),
        edition.numbers("minimums", _NUMBERS[seats]),
        [[index[name], shares, points] for name, shares, points in edition.rows("secrets", "list")],
        sides(options),
        [
            edition.number("cash", "each"),
            edition.number("capital", "start_two_three" if seats <= 3 else "start_four_five"),
            edition.number("capital", "top"),
            edition.number("loan", "cash"),
            edition.number("loan", "points"),
            edition.number("gold_event", "coins"),
            edition.number("explosion", "dynamite"),
            edition.number("explosion", "among"),
            edition.number("cash", "coins_of_1") + 3 * edition.number("cash", "coins_of_3"),
            edition.number("call_option", "cost"),
            edition.number("call_option", "surcharge"),
            edition.number("magnates", "points"),
            edition.number("magnates", "redemption"),
            edition.number("magnates", "capital_from"),
            int(options["flips"]),
            int(options["loans_for_optional"]),
            int(options["call_options"]),
            int(options["kept_cards"] == "shown"),
            edition.number("payments", "flip"),
            edition.number("payments", "occupant"),
            edition.number("payments", "capital"),
            edition.number("payments", "black_day"),
            edition.number("magnates", "fine"),
            edition.number("ring", "cards"),
            version,
        ],
    )


def start(edition: Edition, seats: int, options: Options) -> WallStreet:
    return new(components(edition, seats, options))


class OldBox:
    """The same box, played by an earlier version of the rules."""

    OPTIONS = OPTIONS

    def __init__(self, version: int) -> None:
        self._version = version

    def check(self, edition: Edition) -> list[str]:
        return check(edition)

    def seats(self, edition: Edition) -> range:
        return seats(edition)

    def start(self, edition: Edition, seats: int, options: Options) -> WallStreet:
        return new(components(edition, seats, options, self._version))
