"""No byte reaches somebody who may not know it: whole matches, every seat and a spectator."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from openoutcry.core import record as records
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.rng import Rng
from openoutcry.core.state import SPECTATOR, State
from openoutcry.table.difference import changed
from openoutcry.titles import find, names
from tests.server.house import Guest, Json, Party, Watch, house, started

KEYS = {
    "welcome": {"type", "build"},
    "table": {"type", "table"},
    "update": {
        "type",
        "since",
        "first",
        "settled",
        "rewinds",
        "view",
        "steps",
        "story",
        "history",
        "frames",
        "may_take_back",
        "open",
        "now",
    },
}


@pytest.mark.parametrize("title", names())
def test_nobody_receives_what_he_may_not_know(tmp_path: Path, title: str) -> None:
    """Two matches: with the fewest seats, and with as many as a table of friends would have."""
    box, edition = find(title).box, find(title).edition()
    few, many = min(box.seats(edition)), min(5, max(box.seats(edition)))
    for number, seats in enumerate((few, many)):
        party, stranger, text = asyncio.run(_played(tmp_path / str(number), title, seats))
        oracle = Oracle(records.parse(text, find))
        for watch in [*party.seats, stranger]:
            oracle.check(watch)
        assert oracle.frames > 50


def test_a_running_match_is_neither_analysed_nor_recorded_nor_played_on(tmp_path: Path) -> None:
    """By its link nobody gets what is hidden, not even whoever plays there."""

    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            match, seats = f"/api/matches/{party.table}", f"/api/tables/{party.table}/seats"
            branch = {"step": 0, "seat": 0, "bot": "apprentice", "hidden": "again"}
            wanted = {"step": party.seats[0].view["step"], "rewinds": 0}
            player, stranger = party.guests[0], await h.guest()
            for guest in (player, stranger):
                for method, path, body in (
                    ("GET", f"{match}/record?analysis=1", None),
                    ("GET", f"{match}/analysis", None),
                    ("POST", f"{match}/analysis", None),
                    ("POST", f"{match}/branch", branch),
                    ("GET", f"{match}/film?seat=1", None),
                    ("GET", f"{match}/at/0?seat=1", None),
                    ("POST", f"{seats}/0/hint", wanted),
                    ("POST", f"{seats}/1/hint", wanted),
                ):
                    answer = await guest.call(method, path, body)
                    assert answer.status_code in (403, 409), (path, answer.text)
                shown = (await guest.get(f"/api/tables/{party.table}"))["seed"]
                assert shown is None

    asyncio.run(scenario())


@pytest.mark.parametrize("title", names())
def test_people_at_one_browser_are_told_no_more_than_others(tmp_path: Path, title: str) -> None:
    """One person has every seat, each looked at by a socket of its own."""
    party, text = asyncio.run(_played_by_one(tmp_path, title))
    oracle = Oracle(records.parse(text, find), shared=True)
    for watch in party.seats:
        oracle.check(watch)


async def _played_by_one(data: Path, title: str) -> tuple[Party, str]:
    choose = random.Random(11)
    box, edition = find(title).box, find(title).edition()
    async with house(data) as h:
        guest, count = await h.guest(), min(box.seats(edition))
        table = await guest.table(*["me"] * count, title=title)
        await guest.post(f"/api/tables/{table}/start")
        seats = [await guest.watch(table, seat) for seat in range(count)]
        for watch in seats:
            await watch.until(lambda w: bool(w.view))
        party = Party(table, [guest], seats)
        while await party.step(lambda watch: choose.choice(watch.offers)):
            pass
        record = await guest.call("GET", f"/api/matches/{table}/record")
        return party, record.text


async def _played(data: Path, title: str, seats: int) -> tuple[Party, Watch, str]:
    """A whole match over sockets, at random; everything that anybody received."""
    choose = random.Random(7)
    async with house(data) as h:
        party = await started(h, seats, title)
        stranger = await (await h.guest()).watch(party.table)
        while await party.step(lambda watch: choose.choice(watch.offers)):
            pass
        await stranger.until(lambda w: w.over)
        record = await stranger.guest.call("GET", f"/api/matches/{party.table}/record")
        return party, stranger, record.text


@pytest.mark.parametrize("title", names())
def test_who_asks_by_http_during_play_learns_no_more_than_by_socket(
    tmp_path: Path, title: str
) -> None:
    answers, record = asyncio.run(_asked_along(tmp_path, title))
    assert len(answers) > 5
    oracle = Oracle(record)
    for answer in answers:
        oracle.check_answer(answer)


async def _asked_along(data: Path, title: str) -> tuple[list[Json], Record]:
    """A match at random; now and then a player and a stranger ask for all there is."""
    choose = random.Random(9)
    box, edition = find(title).box, find(title).edition()
    answers: list[Json] = []
    async with house(data) as h:
        party = await started(h, min(box.seats(edition)), title)
        stranger = await h.guest()
        while await party.step(lambda watch: choose.choice(watch.offers)):
            step = party.seats[0].view["step"]
            if party.seats[0].over or choose.randrange(12):
                continue
            for guest, seat in ((stranger, None), (party.guests[0], 0)):
                moment = choose.randrange(step + 1)
                answers.append(await _ask_all(guest, party.table, seat, step, moment))
        text = (await stranger.call("GET", f"/api/matches/{party.table}/record")).text
        return answers, records.parse(text, find)


async def _ask_all(guest: Guest, table: str, seat: int | None, step: int, moment: int) -> Json:
    match, viewer = f"/api/matches/{table}", "" if seat is None else f"?seat={seat}"
    assert (await guest.call("GET", f"{match}/record")).status_code == 409
    lists = ("/api/tables", "/api/me/tables", "/api/matches", f"/api/tables/{table}", "/metrics")
    return {
        "seat": seat,
        "step": step,
        "moment": moment,
        "film": await guest.get(f"{match}/film{viewer}"),
        "at": await guest.get(f"{match}/at/{moment}{viewer}"),
        "rest": "".join([(await guest.call("GET", path)).text for path in lists]),
    }


class Oracle:
    """Replays the finished record and holds every update against what its viewer may know."""

    def __init__(self, record: Record, shared: bool = False) -> None:
        self.record = record
        self.shared = shared
        self._rng = Rng(5)
        self._worth: dict[tuple[int, int], Json] = {}
        self.frames = 0
        """How many were held against what their viewers may know."""

    def check(self, watch: Watch) -> None:
        """Everything that one socket received."""
        viewer = SPECTATOR if watch.seat is None else watch.seat
        _check_messages(watch, self.record.seed or "")
        updates: dict[int, list[Json]] = {}
        for text in watch.raw:
            message = json.loads(text)
            if message["type"] == "update":
                updates.setdefault(message["view"]["step"], []).append(message)
        assert len(updates) > 10
        match = self._begin()
        pictures: dict[tuple[int, int], Json] = {}
        for number, line in enumerate(["", *self.record.log]):
            if line:
                before = match.state.clone()
                records.follow(match, number - 1, line)
                pictures |= self._pictures(match, before, viewer, match)
            for update in updates.get(number, []):
                self._check_update(update, match, viewer)
                self._check_frames(update, pictures)

    def _pictures(
        self, match: Match, before: State, viewer: int, heard: Match
    ) -> dict[tuple[int, int], Json]:
        """What may be seen within and after the last step, by step and by what had been told;
        `heard` is the match when that was asked."""
        seat, number = None if viewer == SPECTATOR else viewer, match.step - 1
        entry = match.log[number]
        told = [(len(entry.events), match.state)]
        if match.title.between is not None:
            told += match.title.between(before, entry.actor, entry.action, match.state)
        return {
            (number + 1, heard.count_heard(seat, number, events)): plain(
                match.picture(state.imagine(viewer, self._rng), seat)
            )
            for events, state in told
        }

    def _check_frames(self, update: Json, pictures: dict[tuple[int, int], Json]) -> None:
        """Read as the protocol says: backwards from the view."""
        known = {"board", "prices", "worth", "waiting", "kind"}
        picture = {key: update["view"][key] for key in known}
        for frame in reversed(update["frames"]):
            assert frame.keys() == {"step", "told", "changes"}
            picture = changed(picture, frame["changes"])
            assert picture == pictures[frame["step"], frame["told"]]
            self.frames += 1

    def check_answer(self, answer: Json) -> None:
        """What was asked over HTTP after that many steps."""
        seat, film = answer["seat"], answer["film"]
        then = self.record.at(answer["step"])
        assert film["steps"] == plain(then.steps(seat))
        assert film["story"] == plain(then.story_for(seat))
        assert film["over"] is False
        viewer = SPECTATOR if seat is None else seat
        moment, shown = self.record.at(answer["moment"]), answer["at"]
        view, _ = self._imagined(moment, viewer)
        assert shown["view"] == view
        if moment.step:
            before = self.record.at(moment.step - 1).state
            self._check_frames(shown, self._pictures(moment, before, viewer, then))
        seed = self.record.seed
        assert seed is not None and seed not in str(answer)

    def _begin(self) -> Match:
        return Match(self.record.setup, QuickDraws(0))

    def _check_update(self, update: Json, match: Match, viewer: int) -> None:
        since, seat = update["since"], None if viewer == SPECTATOR else viewer
        assert update["steps"] == plain(match.steps(seat, since))
        assert update["story"] == plain(match.story_for(seat, since))
        view, is_open = self._imagined(match, viewer)
        assert update["view"] == view
        assert update["open"] == (self.shared and is_open)
        for point in update["history"]:
            then = self._worth[viewer, point["step"]]
            assert (point["prices"], point["worth"]) == (then["prices"], then["worth"])

    def _imagined(self, match: Match, viewer: int) -> tuple[Json, bool]:
        """The view, and is all open, in a world that the viewer only imagines: nothing hidden
        can be in them."""
        real = match.state
        match.state = real.imagine(viewer, self._rng)
        view: Json = plain(match.view(None if viewer == SPECTATOR else viewer))
        is_open = self.shared and match.is_open()
        match.state = real
        self._worth[viewer, match.step] = view
        return view, is_open


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def _check_messages(watch: Watch, seed: str) -> None:
    """Only known kinds of messages, and no seed before the end."""
    assert len(seed) == 64
    for text in watch.raw:
        message = json.loads(text)
        assert message.keys() == KEYS[message["type"]]
        if message["type"] != "table" or message["table"]["state"] != "over":
            assert seed not in text


def test_the_oracle_notices_a_leak(tmp_path: Path) -> None:
    """Give a seat another seat's messages, and the check must fail."""
    party, _, text = asyncio.run(_played(tmp_path, "mogul", 3))
    watch = party.seats[0]
    watch.seat = 1
    with pytest.raises(AssertionError):
        Oracle(records.parse(text, find)).check(watch)
