"""Speculation: from edition and options to the first state."""

import re

from openoutcry.core.edition import Edition
from openoutcry.core.options import Option, Options
from openoutcry.titles.speculation.components import Components
from openoutcry.titles.speculation.rules import Speculation, new

SIDES = ("plain", "star")
TILES = ("trade", "rank_up", "rank_down", "no_action")
"""The kinds of action tiles, in the order of the rules."""
OPTIONS: tuple[Option, ...] = (Option("side", SIDES, "plain", "SP-03"),)

_MOST_SPACES = 62
_MOST_STEPS = 20
_MOST_MONEY = 9999


def seats(edition: Edition) -> range:
    return range(edition.number("players", "least"), edition.number("players", "most") + 1)


def check(edition: Edition) -> list[str]:
    """Counts that fit together: the first problem found in each part of the box."""
    return [
        *_check_companies(edition),
        *_check_players(edition),
        *_check_tiles(edition),
        *(_check_track(edition) or _check_prices(edition)),
    ]


def _check_companies(edition: Edition) -> list[str]:
    ids = edition.ids("companies", "ids")
    names = edition.texts("companies", "names")
    colours = edition.texts("companies.paint", "colours")
    if not 2 <= len(ids) <= 8:
        return ["[companies] ids: from 2 to 8 companies"]
    if len(names) != len(ids) or len(colours) != len(ids):
        return ["[companies] ids, names and colours differ in length"]
    for name in ("holiday", "nothing"):
        if name in ids:
            return [f"[companies] ids: {name!r} means something else here"]
    return []


def _check_players(edition: Edition) -> list[str]:
    """Seats, shares, cards and money (SP-01, SP-05 to SP-08)."""
    companies = len(edition.texts("companies", "ids"))
    least, most = edition.number("players", "least"), edition.number("players", "most")
    if not 2 <= least <= most <= companies:
        return [
            f"[players] from 2 to {companies}: everybody starts with a share of another company"
            " (SP-06)"
        ]
    in_play = edition.numbers("shares", "in_play")
    printed = edition.number("shares", "printed")
    problems = []
    if len(in_play) != most - least + 1 or not all(1 <= count <= printed for count in in_play):
        problems.append(
            f"[shares] in_play: a number from 1 to {printed} for each of {least} to {most} players"
            " (SP-05)"
        )
    if edition.number("cards", "sets") < most:
        problems.append(f"[cards] sets: {most} players need one each (SP-02)")
    if not 1 <= edition.number("cards", "hand") <= companies + 1:
        problems.append(f"[cards] hand: from 1 to the {companies + 1} cards of a set (SP-08)")
    for key in ("start_cash", "start_price"):
        if not 0 <= edition.number("money", key) <= _MOST_MONEY:
            problems.append(f"[money] {key}: from 0 to {_MOST_MONEY}")
    if edition.number("bank_holiday", "half_from") < 1:
        problems.append("[bank_holiday] half_from: a number of players (SP-33)")
    return problems


def _check_tiles(edition: Edition) -> list[str]:
    """Bags that never run empty (SP-16, SP-36)."""
    counts = [edition.number("tiles", kind) for kind in TILES]
    values = edition.numbers("movement", "values")
    if counts[0] < 1 or min(counts) < 0:
        return ["[tiles] at least one trade, no count below 0 (SP-16)"]
    if not all(1 <= value <= _MOST_STEPS for value in values):
        return [f"[movement] values: from 1 to {_MOST_STEPS}"]
    if len(values) <= sum(counts[1:]):
        return [
            f"[movement] values: more than the {sum(counts[1:])} tiles that are not trade, or the"
            " bag could run empty (SP-36)"
        ]
    return []


def _check_track(edition: Edition) -> list[str]:
    """Segments that follow one another from space 1 to END."""
    rows = edition.rows("track", "segments")
    expected = 1
    for row in rows:
        if len(row) != 2 or [type(item) for item in row] != [int, int]:
            return [f"[track] segments: {row!r} must be [first, last]"]
        if row[0] != expected or row[1] < row[0]:
            return [f"[track] segments: {row!r} must begin at {expected}"]
        expected = row[1] + 1
    if len(rows) < 2 or rows[-1][0] != rows[-1][1]:
        return ["[track] segments: the last one is the END space alone"]
    if rows[-1][1] > _MOST_SPACES:
        return [f"[track] segments: END lies at {_MOST_SPACES} at most"]
    return []


def _check_prices(edition: Edition) -> list[str]:
    """A price for every rank, on every list of both board sides (SP-10); any order will do."""
    problems = []
    companies = len(edition.texts("companies", "ids"))
    segments = len(edition.rows("track", "segments"))
    for side in SIDES:
        table = f"prices.{side}"
        rows = edition.rows(table, "lists")
        if len(rows) != segments:
            problems.append(f"[{table}] {len(rows)} lists, but the track has {segments} segments")
        for number, row in enumerate(rows, 1):
            problems += _check_list(f"[{table}] list {number}", row, companies)
        for cell in edition.table(table).get("cells", {}):
            if not _names_a_cell(cell, segments, companies):
                problems.append(f'[{table}.cells] "{cell}" is not a "segment,rank" of the lists')
    return problems


def _check_list(where: str, row: list[object], companies: int) -> list[str]:
    prices = [price for price in row if type(price) is int and abs(price) <= _MOST_MONEY]
    if len(prices) != companies or len(row) != companies:
        return [f"{where}: {companies} prices, one for each rank, none beyond {_MOST_MONEY}"]
    return []


def _names_a_cell(cell: str, segments: int, companies: int) -> bool:
    found = re.fullmatch(r"([1-9]\d?),([1-9])", cell)
    return found is not None and int(found[1]) <= segments and int(found[2]) <= companies


def components(edition: Edition) -> Components:
    """What the rules need."""
    least = edition.number("players", "least")
    values = edition.numbers("movement", "values")
    labels = zip(
        edition.texts("companies", "ids"),
        edition.texts("companies", "names"),
        edition.texts("companies.paint", "colours"),
        strict=True,
    )
    return Components(
        list(labels),
        [(row[0], row[1]) for row in edition.rows("track", "segments")],
        [edition.rows(f"prices.{side}", "lists") for side in SIDES],
        [0] * least + edition.numbers("shares", "in_play"),
        (
            [edition.number("tiles", kind) for kind in TILES],
            [values.count(value) for value in range(max(values) + 1)],
        ),
        [
            edition.number("cards", "hand"),
            edition.number("money", "start_price"),
            edition.number("money", "start_cash"),
            edition.number("bank_holiday", "half_from"),
        ],
    )


def start(edition: Edition, seats: int, options: Options) -> Speculation:
    return new(components(edition), seats, SIDES.index(str(options["side"])))
