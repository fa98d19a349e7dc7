"""Records that people open: shown from any seat, at any step; a hostile file costs a line."""

import asyncio
import copy
import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openoutcry.core import record as records
from openoutcry.core.edition import MOST_VALUES, from_data
from openoutcry.server.bot_queue import Asker
from openoutcry.server.calls.endpoint import LARGEST_RECORD
from openoutcry.server.sandbox import Answer, RecordQuestion, SandboxAnswers
from openoutcry.server.sandbox_process import SandboxProcess
from openoutcry.table.opened_record import MOST_STEPS, OpenedRecord
from openoutcry.table.refusal import Refusal
from openoutcry.text import LANGUAGES, say
from openoutcry.titles import find
from tests.server.house import house, started
from tests.server.test_play import first_offer

FILES = Path(__file__).parents[1] / "records"
EACH = [
    "ekonos-v1-4-0",
    "mogul-v1-4-0",
    "speculation-v1-4-0",
    "wallstreet-v1-4-0",
    "wallstreet-v2-4-0",
]
ANN, EVE = Asker("192.0.2.1", "ann"), Asker("192.0.2.2", "eve")
Json = dict[str, Any]


def a_file(name: str = "mogul-v1-4-0") -> Json:
    found: Json = json.loads((FILES / f"{name}.json").read_text())
    return found


def with_own_edition(file: Json) -> Json:
    """The edition travels inside, as a corrected one does."""
    edition = find(file["title"], file["rules"]).edition()
    data = msgspec.json.decode(msgspec.json.encode(edition.data))
    return {**file, "edition": {**file["edition"], "data": data}}


@pytest.mark.parametrize("name", EACH)
def test_a_record_is_shown_from_every_seat_and_at_every_step(tmp_path: Path, name: str) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest, file = await h.guest(), a_file(name)
            record = records.parse(json.dumps(file), find)
            opened = await guest.post("/api/records", file)
            assert (opened["title"], opened["rules"]) == (file["title"], file["rules"])
            assert (opened["scores"], opened["places"]) == (file["scores"], file["places"])
            assert (opened["over"], opened["draws"]) == (True, "fair")
            assert opened["steps"] == len(opened["film"]["steps"]) == len(file["log"])
            last = len(file["log"])
            for step, seat in [(0, None), (last // 2, 0), (last // 3, 3), (last, 1)]:
                asked = "" if seat is None else f"?seat={seat}"
                moment = await guest.post(f"/api/records/at/{step}{asked}", file)
                expected = msgspec.to_builtins(record.at(step).view(seat))
                assert msgspec.json.encode(moment["view"]) == msgspec.json.encode(expected)
                assert moment["steps"] == last

    asyncio.run(scenario())


def test_the_film_is_the_one_that_the_table_showed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            party = await started(h, 3)
            while await party.step(first_offer):
                pass
            guest, path = await h.guest(), f"/api/matches/{party.table}"
            file = (await guest.call("GET", f"{path}/record")).json()
            for asked in ("", "?seat=0", "?seat=2"):
                opened = await guest.post(f"/api/records{asked}", file)
                film = await guest.get(f"{path}/film{asked}")
                assert opened["film"] == {**film, "id": ""}
                assert opened["names"] == file["names"]

    asyncio.run(scenario())


@pytest.mark.parametrize("name", EACH)
def test_a_match_that_is_not_over_is_shown_as_far_as_it_went(name: str) -> None:
    file = {**a_file(name), "seed": None, "scores": None, "places": None}
    file["log"] = file["log"][:40]
    about = OpenedRecord(json.dumps(file).encode()).about(None)
    assert (about.over, about.steps, about.draws, about.places) == (False, 40, "promised", None)


def test_what_is_said_about_the_draws() -> None:
    def draws(**changes: object) -> str:
        return OpenedRecord(json.dumps({**a_file(), **changes}).encode()).about(None).draws

    assert draws() == "fair"
    assert draws(seed="00" * 32) == "unfair"
    assert draws(commitment="00" * 32) == "unfair"
    assert draws(commitment=None, seed=None) == "local"


def test_an_edition_that_travels_with_the_record_is_played_with() -> None:
    file = with_own_edition(a_file())
    file["edition"]["data"]["edition"]["name"] = "Mogul, house rules"
    file["edition"]["identity"] = from_data(file["edition"]["data"], "the test").identity
    about = OpenedRecord(json.dumps(file).encode()).about(None)
    assert about.edition_name == "Mogul, house rules"


def test_names_are_one_tidy_line_each_or_none() -> None:
    file = {**a_file(), "names": ["A\u202eda", "x" * 500, " \n "]}
    assert OpenedRecord(json.dumps(file).encode()).about(None).names == ["A da", "x" * 40, "", ""]


# Hostile files

HOSTILE: dict[str, tuple[str, Callable[[Json], object]]] = {
    "a number": ("record_unreadable", lambda file: 7),
    "a list": ("record_unreadable", lambda file: [file]),
    "a text": ("record_unreadable", lambda file: "record"),
    "nothing": ("record_unreadable", lambda file: {}),
    "another format": ("record_unreadable", lambda file: {**file, "format": 2}),
    "a field too many": ("record_unreadable", lambda file: {**file, "extra": 1}),
    "a field too few": (
        "record_unreadable",
        lambda file: {key: value for key, value in file.items() if key != "log"},
    ),
    "a log of numbers": ("record_unreadable", lambda file: {**file, "log": [1, 2]}),
    "a line without end": ("record_unreadable", lambda file: {**file, "log": ["0 " + "9" * 900]}),
    "names as a text": ("record_unreadable", lambda file: {**file, "names": "Ann"}),
    "no seats": ("record_unreadable", lambda file: {**file, "seats": 0}),
    "seats beyond 64 bits": ("record_unreadable", lambda file: {**file, "seats": 2**70}),
    "a seed that is none": ("record_unreadable", lambda file: {**file, "seed": "xyz"}),
    "an edition as a text": ("record_unreadable", lambda file: {**file, "edition": "mine"}),
    "an unknown title": ("record_title", lambda file: {**file, "title": "monopoly"}),
    "a title out of the folder": ("record_title", lambda file: {**file, "title": "../mogul"}),
    "unknown rules": ("record_rules", lambda file: {**file, "rules": 99}),
    "too many seats": ("record_setup", lambda file: {**file, "seats": 9}),
    "an unknown option": ("record_setup", lambda file: {**file, "options": {"cheat": True}}),
    "an option's wrong value": ("record_setup", lambda file: {**file, "options": {"loans": 7}}),
    "an edition that is not there": (
        "record_edition",
        lambda file: {**file, "edition": {"identity": "0" * 16, "name": "?"}},
    ),
    "an edition without tables": (
        "record_edition",
        lambda file: {**file, "edition": {"identity": "0" * 16, "data": {}}},
    ),
    "an edition of another title": (
        "record_edition",
        lambda file: {
            **file,
            "edition": with_own_edition(a_file("ekonos-v1-4-0"))["edition"],
        },
    ),
    "an edition bomb": (
        "record_edition",
        lambda file: _altered(
            file, ["companies", "colours"], [f"c{i}" for i in range(MOST_VALUES)]
        ),
    ),
    "a deep edition": (
        "record_edition",
        lambda file: _altered(file, ["companies", "deep"], json.loads("[" * 40 + "]" * 40)),
    ),
    "an edition of huge numbers": (
        "record_edition",
        lambda file: _altered(file, ["chips", "total"], 10**30),
    ),
    "too many steps": (
        "record_long",
        lambda file: {**file, "log": ["0 pay"] * (MOST_STEPS + 1)},
    ),
    "an illegal line": (
        "record_step",
        lambda file: {**file, "log": [*file["log"][:30], "0 take"]},
    ),
    "a line that is none": ("record_step", lambda file: {**file, "log": ["hello"]}),
    "a seat that is none": ("record_step", lambda file: {**file, "log": ["9 pay"]}),
    "a seat below none": ("record_step", lambda file: {**file, "log": ["-1 pay"]}),
    "a seat beyond 64 bits": ("record_step", lambda file: {**file, "log": ["9" * 30 + " pay"]}),
    "a card that is none": ("record_step", lambda file: {**file, "log": ["* card 999"]}),
    "a card beyond 64 bits": (
        "record_step",
        lambda file: {**file, "log": ["* card " + "9" * 30]},
    ),
    "a step after the end": (
        "record_step",
        lambda file: {**file, "log": [*file["log"], "0 pay"]},
    ),
    "another winner": ("record_result", lambda file: {**file, "places": [1, 1, 1, 1]}),
    "other scores": ("record_result", lambda file: {**file, "scores": [99, 0, 0, 0]}),
    "a result before the end": (
        "record_result",
        lambda file: {**file, "log": file["log"][:50]},
    ),
}


def _altered(file: Json, path: list[str], value: object) -> Json:
    altered = copy.deepcopy(with_own_edition(file))
    table = altered["edition"]["data"]
    for part in path[:-1]:
        table = table[part]
    table[path[-1]] = value
    return altered


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_file_that_is_no_good_record_is_refused_in_one_line(kind: str) -> None:
    key, spoil = HOSTILE[kind]
    with pytest.raises(Refusal) as caught:
        OpenedRecord(json.dumps(spoil(a_file())).encode())
    refusal = caught.value
    assert (refusal.status, refusal.key) == (400, f"no.{key}")
    for lang in LANGUAGES:
        assert "\n" not in say(lang, refusal.key, refusal.arguments)


@pytest.mark.parametrize(
    ("body", "status", "key"),
    [
        (b"", 400, "no.record_unreadable"),
        (b"\xff\xfe\x00", 400, "no.record_unreadable"),
        (b"[" * 100_000, 400, "no.record_unreadable"),
        (b'{"edition":' * 40_000, 400, "no.record_unreadable"),
        (b"PK\x03\x04" + bytes(1000), 400, "no.record_unreadable"),
        (b" " * (LARGEST_RECORD + 1), 413, "no.too_large"),
    ],
    ids=["empty", "no text", "deep lists", "deep objects", "an archive", "too large"],
)
def test_bytes_that_are_no_record_are_refused_before_anybody_replays_them(
    tmp_path: Path, body: bytes, status: int, key: str
) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest = await h.guest()
            for path in ("/api/records", "/api/records/at/3"):
                answer = await guest.http.post(
                    path, content=body, headers={"content-type": "application/json"}
                )
                assert (answer.status_code, answer.json()["key"]) == (status, key)

    asyncio.run(scenario())


def test_a_step_or_a_seat_that_is_not_there_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path) as h:
            guest, file = await h.guest(), a_file()
            beyond = await guest.call("POST", f"/api/records/at/{len(file['log']) + 1}", file)
            assert (beyond.status_code, beyond.json()["code"]) == (404, "no_step")
            for path in ("/api/records?seat=4", "/api/records/at/3?seat=4"):
                nobody = await guest.call("POST", path, file)
                assert (nobody.status_code, nobody.json()["code"]) == (404, "no_seat")
            bad = await guest.call("POST", "/api/records", {**file, "title": "?"})
            assert (bad.status_code, bad.json()["key"]) == (400, "no.record_title")
            stranger = h.client()
            assert (await stranger.post("/api/records", json=file)).status_code == 401
            await stranger.aclose()

    asyncio.run(scenario())


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 2**31, 2**63, 2**64, 10**6]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["", "0 pay", "* card 3", "1 leave", "* ", " ", "0", "* nothing"]),
    st.lists(st.integers(-2, 9), max_size=3),
    st.just({}),
)


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to everything in a file."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        return [spot for key in keys for spot in [(*path, key), *_spots(value[key], (*path, key))]]
    return []


def _spoil(file: Json, data: st.DataObject) -> None:
    spots = _spots(file)
    # As often in the edition and the head as in the log, which has far more lines.
    in_log = data.draw(st.booleans())
    spots = [spot for spot in spots if (spot[0] == "log") == in_log] or spots
    *way, last = data.draw(st.sampled_from(spots))
    holder: Any = file
    for part in way:
        holder = holder[part]
    what = data.draw(st.sampled_from(["put", "drop", "twice"]))
    if what == "put":
        holder[last] = data.draw(ODD)
    elif what == "drop":
        del holder[last]
    elif isinstance(holder, list):
        holder.insert(last, holder[last])


@pytest.mark.parametrize("name", EACH)
@settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_altered_a_record_is_shown_or_refused(name: str, data: st.DataObject) -> None:
    file = with_own_edition(a_file(name))
    for _ in range(data.draw(st.integers(1, 3))):
        _spoil(file, data)
    try:
        opened = OpenedRecord(json.dumps(file).encode())
    except Refusal as refusal:
        assert refusal.status == 400
        return
    about = opened.about(0)
    for step in (0, about.steps // 2, about.steps):
        msgspec.json.encode(opened.moment(step, 1))


# The process


def test_a_record_that_was_opened_is_not_replayed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = SandboxAnswers()
    text = json.dumps(a_file()).encode()
    assert kept.answer(RecordQuestion(text, None, None)).status == 200

    def follow(*args: object) -> None:
        raise AssertionError("a line was checked again")

    monkeypatch.setattr(records, "follow", follow)
    assert kept.answer(RecordQuestion(text, 200, 2)).status == 200
    other = json.dumps({**a_file(), "seed": None}).encode()
    with pytest.raises(AssertionError):
        OpenedRecord(other)


def test_code_that_raises_anything_at_an_odd_record_ends_in_a_refusal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(records, "parse", fail)
    answer = SandboxAnswers().answer(RecordQuestion(json.dumps(a_file()).encode(), None, None))
    assert (answer.status, json.loads(answer.json)["key"]) == (400, "no.record_unreadable")


@pytest.mark.parametrize(
    "body",
    ["sys.exit(3)", "time.sleep(60)", "sys.stdout.write('what?' * 99); sys.exit()"],
    ids=["dies", "is stuck", "talks nonsense"],
)
def test_a_record_that_is_too_much_is_refused_and_the_next_one_shown(
    tmp_path: Path, body: str
) -> None:
    """Only the text "harm" does harm."""
    file = tmp_path / "worker.py"
    file.write_text(
        textwrap.dedent(
            f"""
            import sys, time
            from openoutcry.server import sandbox_worker as w
            class SandboxAnswers(w.SandboxAnswers):
                def answer(self, question):
                    if question.record == b"harm":
                        {body}
                    return super().answer(question)
            w.SandboxAnswers = SandboxAnswers
            w.main()
            """
        )
    )

    async def scenario() -> None:
        reader = SandboxProcess(seconds=60, command=[sys.executable, str(file)])
        good = RecordQuestion(json.dumps(a_file()).encode(), None, None)
        assert (await reader.ask(good, ANN)).status == 200
        reader._seconds = 0.5
        with pytest.raises(Refusal) as caught:
            await reader.ask(RecordQuestion(b"harm", None, None), ANN)
        assert caught.value.key == "no.record_heavy"
        reader._seconds = 60
        assert (await reader.ask(good, ANN)).status == 200
        await reader.close()

    asyncio.run(scenario())


def test_the_process_ends_when_nobody_asks_any_more() -> None:
    async def scenario() -> None:
        reader = SandboxProcess(idle=0.1)
        question = RecordQuestion(json.dumps(a_file()).encode(), 3, None)
        assert (await reader.ask(question, ANN)).status == 200
        first = reader._worker._process
        assert first is not None
        await asyncio.wait_for(first.wait(), 10)
        answers = await asyncio.gather(*(reader.ask(question, ANN) for _ in range(20)))
        assert [answer.status for answer in answers] == [200] * 20
        await reader.close()

    asyncio.run(scenario())


def test_too_many_questions_at_once_do_not_queue_up() -> None:
    async def scenario() -> None:
        reader = SandboxProcess()
        question = RecordQuestion(json.dumps(a_file()).encode(), 3, None)
        tasks = (reader.ask(question, ANN) for _ in range(25))
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(answer, Answer) for answer in answers) == 20
        refused = [answer for answer in answers if isinstance(answer, Refusal)]
        assert {refusal.status for refusal in refused} == {429}
        await reader.close()

    asyncio.run(scenario())


def test_whoever_asks_all_the_time_keeps_nobody_else_waiting() -> None:
    async def scenario() -> None:
        reader, order = SandboxProcess(), list[str]()
        question = RecordQuestion(json.dumps(a_file()).encode(), 3, None)

        async def ask(asker: Asker) -> None:
            await reader.ask(question, asker)
            order.append(asker.person)

        async with asyncio.TaskGroup() as group:
            for _ in range(15):
                group.create_task(ask(EVE))
            await asyncio.sleep(0)
            group.create_task(ask(ANN))
        assert order.index("ann") <= 1, "after the one that was being answered"
        await reader.close()

    asyncio.run(scenario())


def test_whoever_gives_up_waiting_leaves_the_turn_to_the_next() -> None:
    async def scenario() -> None:
        reader = SandboxProcess()
        question = RecordQuestion(json.dumps(a_file()).encode(), 3, None)
        first, gone = (asyncio.create_task(reader.ask(question, EVE)) for _ in range(2))
        await asyncio.sleep(0)
        last = asyncio.create_task(reader.ask(question, ANN))
        gone.cancel()
        first.cancel()
        await asyncio.gather(first, gone, return_exceptions=True)
        assert (await last).status == 200
        assert (await reader.ask(question, EVE)).status == 200
        await reader.close()

    asyncio.run(scenario())


def test_opening_records_is_limited_per_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, limited=True) as h:
            guest, file = await h.guest(), {**a_file(), "title": "?"}
            statuses = [
                (await guest.call("POST", "/api/records", file)).status_code for _ in range(40)
            ]
            assert statuses[0] == 400
            assert statuses[-1] == 429

    asyncio.run(scenario())
