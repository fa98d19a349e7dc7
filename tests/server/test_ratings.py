"""Ratings, people's pages and leaderboards: what finished matches say, and what is one's own."""

import asyncio
import json
import random
import re
from math import exp
from pathlib import Path

import pytest
from msgspec.structs import replace

from openoutcry.server import rater
from openoutcry.server.calls.profiles import favourite_ways, figures_of
from openoutcry.server.rating import BETA, SEATS, RatedSeat, Rating, level_rating, rated
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Consequences, Entry, Person, Row
from openoutcry.table.protocol.profiles import NoCount
from openoutcry.table.result import Result, Rival
from openoutcry.titles import find, names
from tests.server.house import Guest, House, Party, Watch, house

DOCS = Path(__file__).parents[2] / "docs"


def test_the_levels_are_rated_as_the_ladder_says() -> None:
    table = (DOCS / "bots.md").read_text("utf-8")
    for title in names():
        for level, place in find(title).ladder.items():
            below = "apprentice" if level == "broker" else "broker"
            row = rf"\| {title} \| {SEATS} \| {level} \| {SEATS - 1} x {below} \|.*\| ([\d.]+) \|"
            found = re.search(row + r" \d+ \| \d+ \| yes \|", table)
            assert found is not None and float(found[1]) == place, f"{title} {level}"


def _played(rng: random.Random, skills: list[float]) -> list[int]:
    """Places by the model's own chances: the stronger, the likelier ahead."""
    scores = [skill + 5.9 * _logistic(rng) / 1.0 for skill in skills]
    order = sorted(range(len(skills)), key=lambda seat: -scores[seat])
    return [order.index(seat) + 1 for seat in range(len(skills))]


def _logistic(rng: random.Random) -> float:
    """Half the spread that two of them differ by."""
    return rng.gauss(0, 1.28)


@pytest.mark.parametrize("title", names())
def test_bots_of_known_levels_come_out_in_the_ladders_order_with_bands_that_cover(
    title: str,
) -> None:
    levels = ("apprentice", "broker", "tycoon")
    truth = {level: level_rating(title, level).mu for level in levels}
    rng = random.Random(22)
    found = {level: Rating() for level in levels}
    for _ in range(300):
        # Each as a newcomer among fixed brokers, as people are.
        for level in levels:
            skills = [truth[level], truth["broker"], truth["broker"], truth["broker"]]
            broker = level_rating(title, "broker")
            ratings = [found[level], broker, broker, broker]
            places = _played(rng, skills)
            players = [RatedSeat(r, p) for r, p in zip(ratings, places, strict=True)]
            found[level] = rated(players)[0]
    order = sorted(levels, key=lambda level: found[level].mu)
    assert order == list(levels)
    for level in levels:
        mu, sigma = found[level]
        assert abs(mu - truth[level]) < 2 * sigma + 3, f"{level}: {mu:.1f} ± {2 * sigma:.1f}"
        assert sigma < Rating().sigma / 2


@pytest.mark.parametrize("ahead", [-7.0, 0.0, 7.0])
def test_a_rating_lies_within_its_band_about_19_times_of_20(ahead: float) -> None:
    broker, rng = level_rating("speculation", "broker"), random.Random(19)
    truth, people, covered = broker.mu + ahead, 50, 0
    for _ in range(people):
        found = Rating()
        for _ in range(60):
            places = _played(rng, [truth, *[broker.mu] * 3])
            ratings = [found, broker, broker, broker]
            players = [RatedSeat(r, p) for r, p in zip(ratings, places, strict=True)]
            found = rated(players)[0]
        covered += abs(found.mu - truth) <= 2 * found.sigma
    assert covered >= 0.88 * people


def test_whoever_leaves_does_not_gain() -> None:
    others = [RatedSeat(Rating(), place) for place in (2, 3, 4)]
    stayed = rated([RatedSeat(Rating(), 1), *others])[0]
    left = rated([RatedSeat(Rating(), 1, left=True), *others])[0]
    assert stayed.mu > Rating().mu
    assert left.mu < Rating().mu and left.sigma == Rating().sigma
    assert 1 / (1 + exp((stayed.mu - 25) / BETA)) < 0.5


def result(person: str, table: str, place: int, ended: int, **more: object) -> Result:
    rivals = [Rival(f"P{n}", f"p{n}", None, n, 10 - n) for n in (1, 2, 3) if f"p{n}" != person]
    found = Result(person, table, 0, "mogul", 1, "e", ended, place, 10 - place, rivals)
    why: NoCount = "coach" if more.get("coached") else ""
    return Result(**{**{f: getattr(found, f) for f in found.__struct_fields__}, "why_not": why})


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_matches_are_rated_once_and_in_order_on_both_stores(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("database") if kind == "postgresql" else None

    async def scenario() -> None:
        store = open_store(database, tmp_path)
        await store.open()
        for n in (1, 2, 3):
            await store.add_person(Person(f"p{n}", f"P{n}", 1))
        for number in range(4):
            coached = number == 3
            results = tuple(
                result(f"p{n}", f"t{number}", n, 1_000 * (number + 1), coached=coached)
                for n in (1, 2, 3)
            )
            row = Row(f"t{number}", "over", False, number + 1, None, b"{}", ("p1", "p2", "p3"))
            entry = Entry(0, number, b"{}")
            assert await store.append(f"t{number}", entry, row, Consequences(results))
            assert not await store.append(f"t{number}", entry, row, Consequences(results))
        both = [rater.Rater(store), rater.Rater(store)]
        await asyncio.gather(*(one.catch_up() for one in both))
        known = {n: await store.standings.of(f"p{n}") for n in (1, 2, 3)}
        assert [standing.played for standing in known[1]] == [3, 3], "of all time and in a season"
        assert known[1][0].mu > known[2][0].mu > known[3][0].mu
        course = await store.standings.course("p1", 10)
        assert [rated.mu is None for rated in course] == [True, False, False, False]
        assert [rated.result.table for rated in course] == ["t3", "t2", "t1", "t0"]
        board = await store.standings.board("mogul", "")
        assert [name for _, name in board] == ["P1", "P2", "P3"]
        await store.standings.hide("p1", True)
        assert [name for _, name in await store.standings.board("mogul", "")] == ["P2", "P3"]
        await store.close()

    asyncio.run(scenario())


def test_favourite_ways_are_what_somebody_does_more_than_the_others_when_they_win() -> None:
    def won(place: int, feats: dict[str, int], others: dict[str, float], by_bot: int = 0) -> Result:
        known = result("p1", "t", place, 1)
        return replace(known, feats=feats, others_feats=others, by_bot=by_bot)

    results = [
        won(1, {"won": 6, "blocked": 2, "sold": 1}, {"won": 4.0, "sold": 5.0}),
        won(1, {"won": 4, "dividend": 1}, {"won": 2.0, "dividend": 1.0}),
        won(2, {"sold": 99}, {}),
        won(1, {"sold": 99}, {}, by_bot=3),
    ]
    (mogul,) = favourite_ways(results)
    assert (mogul.title, mogul.won) == ("mogul", 2), "not where a bot has played"
    found = [(way.feat, way.mine, way.others) for way in mogul.ways]
    assert found == [("blocked", 1.0, 0.0), ("won", 5.0, 3.0)]
    assert favourite_ways(results[2:]) == []


async def finished(h: House) -> tuple[Party, list[Guest]]:
    guests = [await h.guest() for _ in range(3)]
    table = await guests[0].table("me", "open", "open")
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    await guests[0].post(f"/api/tables/{table}/start")
    seats = [await guest.watch(table, seat) for seat, guest in enumerate(guests)]
    for seat in seats:
        await seat.until(lambda w: bool(w.view))
    party = Party(table, guests, seats)

    def last(watch: Watch) -> str:
        return watch.offers[-1]

    while await party.step(last):
        pass
    return party, guests


def test_a_persons_page_friends_export_and_erasure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rater, "_SECONDS", 0.05)

    async def scenario() -> None:
        async with house(tmp_path) as h:
            party, (ann, ben, cal) = await finished(h)
            page = await ben.get(f"/api/people/{ann.id}")
            while page["matches"][0]["mu"] is None:
                await asyncio.sleep(0.05)
                page = await ben.get(f"/api/people/{ann.id}")
            assert not page["mine"] and page["matches"][0]["table"] == party.table
            assert page["figures"][0]["played"] == 1 and page["figures"][0]["seats"] == 3
            assert page["ratings"][0]["sigma"] < 25 / 3
            people = {o["person"] for o in page["matches"][0]["opponents"]}
            assert people == {ben.id, cal.id}
            board = await ben.get("/api/leaderboards/mogul")
            assert [level["level"] for level in board["levels"]][:2] == ["apprentice", "broker"]
            await ann.put("/api/me/profile", {"hidden": True})
            assert (await ben.call("GET", f"/api/people/{ann.id}")).status_code == 404
            assert (await ann.get(f"/api/people/{ann.id}"))["mine"]
            met = await ben.get("/api/me/friends")
            assert {friend["person"] for friend in met["friends"]} == {ann.id, cal.id}
            again = await ben.post(f"/api/me/friends/{cal.id}/invite", {"title": "mogul"})
            assert [seat["person"] for seat in again["seats"]][:2] == [ben.id, cal.id]
            await cal.post("/api/me/blocks", {"person": ben.id})
            refused = await ben.call("POST", f"/api/me/friends/{cal.id}/invite", {"title": "mogul"})
            assert refused.status_code == 403
            stranger = await h.guest()
            unknown = await ben.call(
                "POST", f"/api/me/friends/{stranger.id}/invite", {"title": "mogul"}
            )
            assert unknown.status_code == 404
            await ann.put("/api/me/vacation", {"days": 2})
            plan = {"title": "mogul", "name": "Cup", "seats": 3, "people": 1, "rounds": 2}
            await ann.post("/api/contests", {**plan, "hours": 24, "level": "apprentice"})
            data = await ann.get("/api/me/data")
            assert data["person"]["id"] == ann.id and len(data["results"]) == 1
            [vacation], [contest] = data["vacations"], data["contests"]
            assert vacation["ends"] - vacation["begins"] == 2 * 24 * 3600 * 1000
            assert contest["name"] == "Cup"
            name = ann.me["name"]
            record = await ben.get(f"/api/matches/{party.table}/record")
            assert name in record["names"]
            await ann.post("/api/me/erase")
            assert (await ann.call("GET", "/api/me")).status_code == 401
            after = await ben.get(f"/api/matches/{party.table}/record")
            assert after["log"] == record["log"] and name not in json.dumps(after)
            assert name not in json.dumps(await ben.get("/api/me/tables"))
            assert name not in json.dumps(await ben.get(f"/api/people/{ben.id}"))
            assert h.app is not None
            bodies = [entry.body for entry in await h.app.store.journal(party.table)]
            assert not any(name.encode() in body for body in bodies)

    asyncio.run(scenario())


def test_what_a_bot_played_for_somebody_is_neither_won_nor_their_best() -> None:
    rivals = [Rival("", None, "broker", 2, 9)] * 2
    played = Result("ann", "a", 0, "mogul", 1, "", 1, 2, 20, rivals)
    left = Result("ann", "b", 0, "mogul", 1, "", 2, 1, 56, rivals, by_bot=3)
    [both] = figures_of([played, left])
    assert (both.played, both.won, both.place, both.best) == (2, 0, 2.5, 20)
    [alone] = figures_of([left])
    assert (alone.won, alone.place, alone.best) == (0, 3, None)
