"""The process behind *Is it fair?*: plays editions against themselves, a few matches a question.

It reads questions from its input and writes answers to its output (`table.fairness`). It waits for
everything else on the machine, and games of the last few editions are kept, so that ours, against
which everybody compares, is played once.
"""

import contextlib
import sys
from collections import OrderedDict

import msgspec

from openoutcry.core.edition import from_data
from openoutcry.core.setup import Setup
from openoutcry.core.worker import limit_resources, messages, packed
from openoutcry.lab.arena import Plan, plan
from openoutcry.lab.balance import balance
from openoutcry.lab.games import Game, entrant, play
from openoutcry.table import protocol as p
from openoutcry.table.fairness import BOT, SLICE, FairnessQuestion, FairnessReply
from openoutcry.titles import find

MEMORY = 1 << 30
SEED = 1
MOST = 1_000
KEPT = 16
"""Editions whose games are kept."""


class EditionGames:
    """The games played so far, by edition and number of seats."""

    def __init__(self) -> None:
        self._played: OrderedDict[tuple[str, str, int], tuple[Plan, list[Game]]] = OrderedDict()

    def answer(self, question: FairnessQuestion) -> FairnessReply:
        """Plays a part of the matches, and tells how far it is."""
        chosen, games = self._begun(question)
        jobs = chosen.jobs()[len(games) : len(games) + SLICE]
        games += [play(chosen.setup, SEED, False, job).game for job in jobs]
        return FairnessReply(len(games), _figures(chosen, games))

    def _begun(self, question: FairnessQuestion) -> tuple[Plan, list[Game]]:
        title = find(question.title)
        data = msgspec.json.decode(question.edition)
        setup = Setup.of(title, question.seats, {}, from_data(data, "the edition"))
        key = title.name, setup.edition.identity, question.seats
        begun = self._played.pop(key, None)
        if begun is None:
            begun = plan(setup, [entrant(BOT)] * question.seats, MOST, SEED), []
        self._played[key] = begun
        if len(self._played) > KEPT:
            self._played.popitem(last=False)
        return begun


def _figures(chosen: Plan, games: list[Game]) -> p.FairFigures:
    found = balance(chosen, games)
    return p.FairFigures(
        order=[p.FairShare(share.value, share.low, share.high) for share in found.order],
        steps=p.FairSpread(found.length["mean"], found.length["deviation"]),
        scores=p.FairSpread(found.scores["mean"], found.scores["deviation"]),
        leader_wins=list(found.leader_wins.values()),
        prices=found.prices,
    )


def main() -> None:
    """The process: answers the questions on its input until there are no more."""
    limit_resources(MEMORY, nice=15)
    games = EditionGames()
    source, target = sys.stdin.buffer, sys.stdout.buffer
    for message in messages(source):
        question = msgspec.msgpack.decode(message, type=FairnessQuestion)
        target.write(packed(msgspec.msgpack.encode(games.answer(question))))
        target.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
