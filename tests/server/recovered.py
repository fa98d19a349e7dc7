"""Do ratings find out how strong somebody is? The bots' levels play as if they were people, in the
matches of the ladder: a broker among three apprentices, a tycoon among three brokers. They are
rated as people are, by the store's results and the rater; the others at the table are bots. Tells
each one's rating with its band beside the level's own, and what becomes of a tycoon who leaves
every match.

    python -m tests.server.recovered --matches 300
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import NamedTuple

from openoutcry.core.setup import Setup
from openoutcry.lab.arena import Plan, notebook_of, plan, resume
from openoutcry.lab.games import Entrant, Game
from openoutcry.lab.spread import Workers
from openoutcry.server.rater import after
from openoutcry.server.rating import SEATS, Rating, level_rating
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Consequences, Entry, Person, Row
from openoutcry.table.result import Result, Rival
from openoutcry.titles import find, names

LEVELS = ("apprentice", "broker", "tycoon")
RUNGS = (("broker", "apprentice"), ("tycoon", "broker"))
"""One of the first among three of the second."""
LEAVER = "leaver"
"""Plays as the tycoon does, but lets a bot take over in every match."""


class Recovered(NamedTuple):
    """What came out for one of the players, beside what it is worth by the ladder."""

    player: str
    found: Rating
    ladder: Rating

    @property
    def covers(self) -> bool:
        """Is the ladder's rating in the band? Both are uncertain."""
        spread = hypot(self.found.sigma, self.ladder.sigma)
        return abs(self.found.mu - self.ladder.mu) <= 2 * spread


def rung(title: str, higher: str, lower: str, matches: int) -> Plan:
    """One of the higher level among lower ones, on every seat in turn."""
    entrants = [Entrant(higher, 0), *[Entrant(lower, 0)] * (SEATS - 1)]
    return plan(Setup.of(find(title), SEATS), entrants, matches, seed=22)


def played(chosen: Plan, workers: Workers) -> list[Game]:
    """The matches of a rung. A stopped run goes on: what was played stays noted."""
    name = f"{chosen.setup.title.name}, {chosen.entrants[0].name}"

    def tell(done: int) -> None:
        if done % 10 == 0:
            print(f"{name}: {done} of {chosen.games} matches", file=sys.stderr, flush=True)

    return resume(chosen, workers, notebook_of(chosen), tell)


def results(title: str, player: str, level: str, found: Sequence[Game]) -> list[Result]:
    """The player's, as a server would have written them. Where several of the level play, they are
    each of these in turn: to sit beside somebody strong is luck of its own (in Mogul, the seat
    after a broker is worth half a place among apprentices)."""
    return [
        _result(title, player, game, _seat_of(level, game))
        for game in sorted(found, key=lambda game: game.number)
    ]


def _seat_of(level: str, game: Game) -> int:
    """Game k plays seating k % SEATS, so each seat of the level is the player's equally often."""
    alone = next(s for s, name in enumerate(game.seating) if game.seating.count(name) == 1)
    if game.seating[alone] == level:
        return alone
    return (alone + 1 + game.number // SEATS % (SEATS - 1)) % SEATS


def _result(title: str, player: str, game: Game, seat: int) -> Result:
    rivals = [
        Rival("", None, game.seating[other], game.places[other], game.scores[other])
        for other in range(SEATS)
        if other != seat
    ]
    table, ended = f"{player}-{game.seating[seat]}-{game.number}", 1_000 * (game.number + 1)
    table += f"-{'-'.join(game.seating)}"
    about = (player, table, seat, title, 1, "", ended, game.places[seat], game.scores[seat], rivals)
    return Result(*about, by_bot=int(player == LEAVER))


async def rated(title: str, all_results: Sequence[Result]) -> dict[str, Rating]:
    """Everybody's rating, by a store and the rater of a server."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(None, Path(folder))
        await store.open()
        try:
            players = {result.person for result in all_results}
            for player in players:
                await store.add_person(Person(player, player, 1))
            for result in all_results:
                row = Row(result.table, "over", False, result.ended, None, b"{}", (result.person,))
                await store.append(result.table, Entry(0, 0, b"{}"), row, Consequences((result,)))
            while await store.rate_next(after):
                pass
            known = {player: await store.standings.of(player) for player in players}
        finally:
            await store.close()
    return {
        player: next(Rating(s.mu, s.sigma) for s in found if s.title == title and not s.season)
        for player, found in known.items()
    }


def recovered(title: str, matches: int, workers: Workers) -> list[Recovered]:
    """Every level's rating after so many matches in all, the weakest level first; then the
    leaver's."""
    written: list[Result] = []
    for higher, lower in RUNGS:
        found = played(rung(title, higher, lower, matches // len(RUNGS)), workers)
        for level in (higher, lower):
            written += results(title, level, level, found)
        if higher == "tycoon":
            written += results(title, LEAVER, higher, found)
    ratings = asyncio.run(rated(title, written))
    stands_for = {**{level: level for level in LEVELS}, LEAVER: "tycoon"}
    return [
        Recovered(player, ratings[player], level_rating(title, level))
        for player, level in stands_for.items()
    ]


def faults(found: Sequence[Recovered]) -> list[str]:
    """What is not as it should be."""
    wrong = []
    levels = [one for one in found if one.player != LEAVER]
    if sorted(levels, key=lambda one: one.found.mu) != levels:
        wrong.append("not in the ladder's order")
    wrong += [f"{one.player}'s band does not cover" for one in levels if not one.covers]
    wrong += [
        "who leaves gains" for one in found if one.player == LEAVER and one.found.mu > Rating().mu
    ]
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("titles", nargs="*", default=names())
    parser.add_argument("--matches", type=int, default=300, help="of each title")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    args = parser.parse_args()
    for title in args.titles:
        found = recovered(title, args.matches, Workers(args.workers))
        for player, mine, ladder in found:
            print(
                f"{title:12} {player:10} {mine.mu:5.1f} ± {2 * mine.sigma:3.1f}"
                f"   ladder {ladder.mu:5.1f} ± {2 * ladder.sigma:3.1f}"
            )
        print(f"{title:12} {'; '.join(faults(found)) or 'as it should be'}", flush=True)


if __name__ == "__main__":
    main()
