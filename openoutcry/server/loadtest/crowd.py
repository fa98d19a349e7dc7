"""Everybody: comes, plays for a while, goes."""

import asyncio
import gc
import time

import structlog

from openoutcry.server.connections import raise_limit
from openoutcry.server.loadtest import pauses
from openoutcry.server.loadtest.analysts import Analyst
from openoutcry.server.loadtest.callers import receiver
from openoutcry.server.loadtest.measures import Measures, watch_lag, watch_machine
from openoutcry.server.loadtest.people import Player, Spectator
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.loadtest.target import Target
from openoutcry.server.loadtest.visitor import Visitor, addresses

_READERS = 20
"""Spectators whose screens are timed."""
_MOST_CALM_SECONDS = 60
_LAST_SECONDS = 3.0
"""For answers to what was done at the end."""

log = structlog.get_logger()


async def measure(target: Target, plan: Plan) -> Measures:
    """Carry the plan out."""
    raise_limit()
    measures = Measures()
    async with receiver(measures) as webhook:
        await _measure(target, plan, measures, webhook)
    return measures


async def _measure(target: Target, plan: Plan, measures: Measures, webhook: str) -> None:
    found = addresses()
    players = [
        Player(
            Visitor(target, next(found)),
            plan,
            measures,
            is_show=number == 0,
            webhook=webhook if number < plan.alerts else "",
        )
        for number in range(plan.tables)
    ]
    show = players[0]
    watching = [
        Spectator(
            Visitor(target, next(found)), plan, show, measures.views if number < _READERS else None
        )
        for number in range(plan.spectators)
    ]
    analysts = [
        Analyst(Visitor(target, next(found)), plan, measures, number)
        for number in range(plan.analyses)
    ]
    await asyncio.gather(*[player.arrive() for player in players])
    await asyncio.gather(*[spectator.arrive() for spectator in watching])
    await asyncio.gather(*[analyst.arrive() for analyst in analysts])
    await _play(target, plan, measures, players, watching, analysts)
    await asyncio.gather(*[player.leave() for player in players])
    await asyncio.gather(*[spectator.leave() for spectator in watching])


async def _play(
    target: Target,
    plan: Plan,
    measures: Measures,
    players: list[Player],
    watching: list[Spectator],
    analysts: list[Analyst],
) -> None:
    for _ in range(_MOST_CALM_SECONDS):
        await asyncio.sleep(1)  # until the bots have made the moves that the deals asked of them
        if not any(player.is_waiting() for player in players):
            break
    gc.collect()
    gc.freeze()  # or the pauses of this process would count as the server's
    before = await asyncio.to_thread(pauses.read, target.nodes)
    measures.start()
    until = time.perf_counter() + plan.seconds
    machine = [
        asyncio.create_task(watch_machine(measures, target)),
        asyncio.create_task(watch_lag(measures)),
    ]
    doing = [deed(until) for p in players for deed in (p.play, p.chat, p.drop_out, p.look_at_page)]
    doing += [spectator.drop_out(until) for spectator in watching]
    doing += [analyst.study() for analyst in analysts]
    tasks = [asyncio.create_task(deed) for deed in doing]
    await asyncio.sleep(until - time.perf_counter())
    # Whoever still waits for a bot is not waited for; what was sent is.
    await asyncio.sleep(_LAST_SECONDS)
    measures.memory = target.memory()
    measures.pauses = await asyncio.to_thread(pauses.read, target.nodes)
    measures.pauses.subtract(before)
    measures.faults["no answer"] += sum(player.sent is not None for player in players)
    for task in (*machine, *tasks):
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, Exception):
            log.error("somebody gave up", error=repr(outcome))
            measures.faults["gave up"] += 1
