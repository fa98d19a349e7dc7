"""Speculation: from edition and options to the first state."""

import re

from openoutcry.core.edition import Edition
from openoutcry.core.misfit import Misfit, out_of_range
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
_MOST_SHARES = 99
_MOST_TILES = 60


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
        said = "[companies] ids: from 2 to 8 companies"
        return [out_of_range("companies", "ids", 2, 8, said)]
    if len(names) != len(ids) or len(colours) != len(ids):
        said = "[companies] ids, names and colours differ in length"
        return [Misfit(said, "lengths", ("companies",))]
    for name in ("holiday", "nothing"):
        if name in ids:
            said = f"[companies] ids: {name!r} means something else here"
            return [Misfit(said, "reserved", ("companies", "ids"), name=name)]
    return []


def _check_players(edition: Edition) -> list[str]:
    """Seats, shares, cards and money (SP-01, SP-05 to SP-08)."""
    companies = len(edition.texts("companies", "ids"))
    least, most = edition.number("players", "least"), edition.number("players", "most")
    if not 2 <= least <= most <= companies:
        said = (
            f"[players] from 2 to {companies}: everybody starts with a share of another company"
            " (SP-06)"
        )
        return [Misfit(said, "players", ("players", "most"), companies=companies)]
    in_play = edition.numbers("shares", "in_play")
    printed = edition.number("shares", "printed")
    problems: list[str] = []
    if len(in_play) != most - least + 1 or not all(1 <= count <= printed for count in in_play):
        said = (
            f"[shares] in_play: a number from 1 to {printed} for each of {least} to {most} players"
            " (SP-05)"
        )
        place = ("shares", "in_play")
        problems.append(Misfit(said, "in_play", place, printed=printed, least=least, most=most))
    if not 1 <= printed <= _MOST_SHARES:
        problems.append(out_of_range("shares", "printed", 1, _MOST_SHARES))
    if edition.number("cards", "sets") < most:
        said = f"[cards] sets: {most} players need one each (SP-02)"
        problems.append(Misfit(said, "sets", ("cards", "sets"), players=most))
    if not 1 <= edition.number("cards", "hand") <= companies + 1:
        said = f"[cards] hand: from 1 to the {companies + 1} cards of a set (SP-08)"
        problems.append(out_of_range("cards", "hand", 1, companies + 1, said))
    for key in ("start_cash", "start_price"):
        if not 0 <= edition.number("money", key) <= _MOST_MONEY:
            said = f"[money] {key}: from 0 to {_MOST_MONEY}"
            problems.append(out_of_range("money", key, 0, _MOST_MONEY, said))
    if edition.number("bank_holiday", "half_from") < 1:
        said = "[bank_holiday] half_from: a number of players (SP-33)"
        problems.append(Misfit(said, "at_least", ("bank_holiday", "half_from"), least=1))
    return problems


def _check_tiles(edition: Edition) -> list[str]:
    """Bags that never run empty (SP-16, SP-36)."""
    counts = [edition.number("tiles", kind) for kind in TILES]
    values = edition.numbers("movement", "values")
    if counts[0] < 1 or min(counts) < 0:
        said = "[tiles] at least one trade, no count below 0 (SP-16)"
        return [Misfit(said, "tiles", ("tiles", "trade"))]
    if max(counts) > _MOST_TILES:
        said = f"[tiles] at most {_MOST_TILES} of a kind"
        return [out_of_range("tiles", TILES[counts.index(max(counts))], 0, _MOST_TILES, said)]
    if len(values) > _MOST_TILES or not all(1 <= value <= _MOST_STEPS for value in values):
        said = f"[movement] values: from 1 to {_MOST_STEPS}, at most {_MOST_TILES} tiles"
        return [out_of_range("movement", "values", 1, _MOST_STEPS, said)]
    others = sum(counts[1:])
    if len(values) <= others:
        said = (
            f"[movement] values: more than the {others} tiles that are not trade, or the"
            " bag could run empty (SP-36)"
        )
        return [Misfit(said, "bag", ("movement", "values"), others=others)]
    return []


def _check_track(edition: Edition) -> list[str]:
    """Segments that follow one another from space 1 to END."""
    rows = edition.rows("track", "segments")
    expected = 1
    for number, row in enumerate(rows):
        place = ("track", "segments", number)
        if len(row) != 2 or [type(item) for item in row] != [int, int]:
            said = f"[track] segments: {row!r} must be [first, last]"
            return [Misfit(said, "form", place)]
        if row[0] != expected or row[1] < row[0]:
            said = f"[track] segments: {row!r} must begin at {expected}"
            return [Misfit(said, "segment", place, space=expected)]
        expected = row[1] + 1
    if len(rows) < 2 or rows[-1][0] != rows[-1][1]:
        said = "[track] segments: the last one is the END space alone"
        return [Misfit(said, "end", ("track", "segments"))]
    if rows[-1][1] > _MOST_SPACES:
        said = f"[track] segments: END lies at {_MOST_SPACES} at most"
        return [Misfit(said, "far_end", ("track", "segments"), most=_MOST_SPACES)]
    return []


def _check_prices(edition: Edition) -> list[str]:
    """A price for every rank, on every list of both board sides (SP-10); any order will do."""
    problems: list[str] = []
    companies = len(edition.texts("companies", "ids"))
    segments = len(edition.rows("track", "segments"))
    for side in SIDES:
        table = f"prices.{side}"
        rows = edition.rows(table, "lists")
        if len(rows) != segments:
            said = f"[{table}] {len(rows)} lists, but the track has {segments} segments"
            place = (table, "lists")
            problems.append(Misfit(said, "lists", place, found=len(rows), segments=segments))
        for number, row in enumerate(rows):
            problems += _check_list(table, number, row, companies)
        for cell in edition.table(table).get("cells", {}):
            if not _names_a_cell(cell, segments, companies):
                said = f'[{table}.cells] "{cell}" is not a "segment,rank" of the lists'
                problems.append(Misfit(said, "cell", (table,), cell=cell))
    return problems


def _check_list(table: str, number: int, row: list[object], companies: int) -> list[str]:
    prices = [price for price in row if type(price) is int and abs(price) <= _MOST_MONEY]
    if len(prices) != companies or len(row) != companies:
        said = (
            f"[{table}] list {number + 1}: {companies} prices, one for each rank, none beyond"
            f" {_MOST_MONEY}"
        )
        place = (table, "lists", number)
        return [Misfit(said, "prices", place, companies=companies, most=_MOST_MONEY)]
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
