"""Analyses at a server: after the end only, behind live play, kept with the match."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from openoutcry.analysis.effort import Effort
from openoutcry.server import app, running_analyses
from tests.server.house import Guest, house, started
from tests.server.test_play import first_offer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "USUAL", Effort(4))


async def _done(guest: Guest, path: str) -> dict[str, Any]:
    while (news := await guest.get(path))["state"] == "running":
        assert news["done"] <= news["steps"] or news["steps"] == 0
        await asyncio.sleep(0.05)
    return dict(news)


def test_a_match_is_analysed_after_its_end_and_anybody_with_the_link_sees_it(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            path = f"/api/matches/{party.table}/analysis"
            host, anybody = party.guests[0], await h.guest()
            for method in ("GET", "POST"):
                assert (await host.call(method, path)).json()["key"] == "no.analysis"
            while await party.step(first_offer):
                pass
            assert (await anybody.get(path))["state"] == "none"
            assert (await host.post(path))["mine"]
            news = await _done(anybody, path)
            analysis = news["analysis"]
            record = (
                await anybody.call("GET", f"/api/matches/{party.table}/record?analysis=1")
            ).json()
            assert record["analysis"] == analysis
            assert analysis["moments"][-1]["step"] == len(record["log"])
            assert len(analysis["seats"]) == 3
        async with house(tmp_path) as h:
            again = await (await h.guest()).get(path)
            assert again["analysis"] == analysis, "kept with the match"
            opened = await (await h.guest()).post("/api/records", record)
            assert opened["analysis"] == analysis, "any floor opens it"

    asyncio.run(scenario())


def test_whoever_asked_may_stop_it_and_nobody_has_more_than_a_few_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "USUAL", Effort(100_000))
    monkeypatch.setattr(running_analyses, "MOST_AT_ONCE", 1)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            paths, guest = [], None
            for _ in range(2):
                party = await started(h, 3)
                while await party.step(first_offer):
                    pass
                paths.append(f"/api/matches/{party.table}/analysis")
                guest = guest or party.guests[0]
            assert guest is not None
            stranger = await h.guest()
            assert (await guest.post(paths[0]))["state"] == "running"
            refused = await guest.call("POST", paths[1])
            assert (refused.status_code, refused.json()["key"]) == (429, "no.analyses")
            await stranger.post(f"{paths[0]}/cancel")
            assert (await stranger.get(paths[0]))["state"] == "running"
            assert (await guest.post(f"{paths[0]}/cancel"))["state"] == "none"
            assert (await guest.post(paths[1]))["state"] == "running"

    asyncio.run(scenario())


def test_bots_of_tables_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one process and an analysis that never ends, a match against bots is still played."""
    monkeypatch.setattr(app, "USUAL", Effort(1_000_000))

    async def scenario() -> None:
        async with house(tmp_path, bot_workers=1) as h:
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            path = f"/api/matches/{party.table}/analysis"
            host = party.guests[0]
            await host.post(path)
            table = await host.table("me", "apprentice", "apprentice")
            await host.post(f"/api/tables/{table}/start")
            watch = await (await h.guest()).watch(table)
            await host.post(f"/api/tables/{table}/leave", {})
            await watch.until(lambda w: w.over)
            assert (await host.get(path))["state"] == "running"

    asyncio.run(scenario())


def test_an_opened_record_is_analysed_and_a_false_analysis_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            guest = party.guests[0]
            record = (await guest.call("GET", f"/api/matches/{party.table}/record")).json()
            unfinished = {**record, "log": record["log"][:40], "scores": None, "places": None}
            refused = await guest.call("POST", "/api/records/analysis", unfinished)
            assert refused.json()["key"] == "no.analysis"
            while (news := await guest.post("/api/records/analysis", record))["state"] != "done":
                await asyncio.sleep(0.05)
            whole = {**record, "analysis": news["analysis"]}
            assert (await guest.post("/api/records", whole))["analysis"] == news["analysis"]
            for spoilt in _spoilt(news["analysis"]):
                refused = await guest.call("POST", "/api/records", {**record, "analysis": spoilt})
                assert refused.status_code == 400
                assert refused.json()["key"] in ("no.record_analysis", "no.record_unreadable")

    asyncio.run(scenario())


def _spoilt(analysis: dict[str, Any]) -> list[dict[str, Any]]:
    decisions, moments = analysis["decisions"], analysis["moments"]
    return [
        {**analysis, "seats": analysis["seats"][:2]},
        {**analysis, "moments": moments[:-1]},
        {**analysis, "moments": moments[::-1]},
        {**analysis, "moments": [{**moments[0], "truth": [2, 0, 0]}, *moments[1:]]},
        {**analysis, "moments": [{**moments[0], "known": [1]}, *moments[1:]]},
        {**analysis, "decisions": [{**decisions[0], "chosen": "<b>"}, *decisions[1:]]},
        {**analysis, "decisions": [{**decisions[0], "better": "x" * 500}, *decisions[1:]]},
        {**analysis, "turns": [1]},
        {**analysis, "simulations": "many"},
        {**analysis, "surprise": 1},
    ]
