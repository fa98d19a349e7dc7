"""People are told that it is their turn: by push, webhook and mail, once, whoever is killed."""

import asyncio
import contextlib
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from email.message import Message
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest

from openoutcry.server.alerting import BadTarget, NotDelivered
from openoutcry.server.alerts import mail, push, sender, targets, words
from openoutcry.server.calls import channels
from openoutcry.server.rate_limits import Rate
from openoutcry.server.store import outbox
from openoutcry.server.store.interface import StoreDown
from openoutcry.server.store.outbox import MOST_CHANNELS, Channel, Shape
from openoutcry.table.protocol import TableLine
from tests.server.conftest import execute
from tests.server.house import Guest, House, Json, Party, house
from tests.server.node import Node
from tests.server.receivers import Letterbox, PushedBrowser, mail_server, web_server
from tests.server.test_play import first_offer
from tests.server.test_ratings import finished


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits."""
    monkeypatch.setattr(outbox, "WAIT", 0)
    monkeypatch.setattr(sender, "GAP", 0)
    monkeypatch.setattr(sender, "_SECONDS", 0.05)
    monkeypatch.setattr(sender, "PAUSE", 100)


def database_of(kind: str, request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("database") if kind == "postgresql" else None


async def in_thread(box: Letterbox, count: int) -> None:
    await asyncio.to_thread(box.wait, count)


async def dealt(h: House) -> tuple[str, list[Guest]]:
    """Three people at a table who have all gone: each is asked about a loan."""
    guests = [await h.guest() for _ in range(3)]
    return await deal(guests), guests


async def deal(guests: list[Guest]) -> str:
    table = await guests[0].table("me", "open", "open")
    for guest in guests[1:]:
        await guest.post(f"/api/tables/{table}/join", {})
    await guests[0].post(f"/api/tables/{table}/start")
    return table


async def add(guest: Guest, kind: str, target: str, **more: Any) -> Json:
    body = {"kind": kind, "target": target, **more}
    found: Json = await guest.post("/api/me/channels", body)
    return found


def token_in(letter: Message) -> str:
    text = letter.get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(r"/(?:confirm|stop)/(\S+)", text.decode())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.usefixtures("at_once")
def test_push_webhook_and_mail_each_tell_of_a_turn_once(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    browser, database = PushedBrowser(), database_of(kind, request)

    async def scenario(hook: Letterbox, pushed: Letterbox, post: Letterbox) -> None:
        settings: dict[str, Any] = {
            "mail": f"smtp://127.0.0.1:{post.port}",
            "mail_from": "floor@play.example",
        }
        async with house(tmp_path, alerts_inside=True, database=database, **settings) as h:
            ann, ben, cal = [await h.guest() for _ in range(3)]
            await add(ann, "webhook", hook.url, lang="es")
            found = await add(ann, "push", pushed.url, **browser.keys)
            assert found["push_key"] and found["mail"]
            await add(ann, "mail", "ann@example.org", lang="fr")
            await in_thread(post, 1)
            confirmed = await ben.call("POST", f"/api/channels/confirm/{token_in(post.got[0])}")
            assert confirmed.status_code == 200
            table = await deal([ann, ben, cal])
            for box, count in ((hook, 1), (pushed, 1), (post, 2)):
                await in_thread(box, count)
            assert hook.got[0]["subject"] == "Es tu turno"
            assert hook.got[0]["matches"][0]["link"].endswith(f"/table/{table}")
            assert pushed.got[0]["title"] == "It is your turn" and table in pushed.got[0]["open"]
            signed = re.fullmatch(r"vapid t=(\S+), k=(\S+)", pushed.headers[0]["Authorization"])
            assert signed is not None and signed[2] == found["push_key"]
            stopping = hook.got[0]["stop"].rpartition("/stop/")[2]
            opened = await cal.call("GET", f"/stop/{stopping}")
            assert opened.status_code == 200, "the link in a message leads to a page"
            letter = post.got[1]
            assert letter["To"] == "ann@example.org"
            assert "jouer" in str(letter["Subject"])
            watch = await ann.watch(table, 0)
            await watch.until(lambda w: bool(w.offers))
            await watch.play("no loan")
            await watch.beyond(0)
            await watch.close()
            await asyncio.sleep(0.5)
            assert (len(hook.got), len(pushed.got), len(post.got)) == (1, 1, 2)
            stop = "".join(str(letter["List-Unsubscribe"]).split()).strip("<>")
            stop = stop.rpartition("/api/")[2]
            assert (await cal.call("POST", f"/api/{stop}")).status_code == 200
            assert len((await ann.get("/api/me/channels"))["channels"]) == 2

    with web_server() as hook, web_server(browser.read) as pushed, mail_server() as post:
        asyncio.run(scenario(hook, pushed, post))


@pytest.mark.usefixtures("at_once")
def test_two_nodes_send_one_message(tmp_path: Path, database: str) -> None:
    async def scenario(hook: Letterbox) -> None:
        about: dict[str, Any] = {"alerts_inside": True, "database": database}
        async with house(tmp_path / "1", **about) as h, house(tmp_path / "2", **about):
            guests = [await h.guest() for _ in range(3)]
            await add(guests[0], "webhook", hook.url)
            for number in range(1, 6):
                await deal(guests)
                await in_thread(hook, number)
            await asyncio.sleep(0.5)
        assert len(hook.got) == 5
        assert len({got["id"] for got in hook.got}) == 5

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_killed_between_the_move_and_its_messages_sends_each_once_when_it_is_back(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """On PostgreSQL there are two: the other one takes over, while the first comes back."""
    browser, database = PushedBrowser(), database_of(kind, request)

    async def begin(url: str, hook: Letterbox, pushed: Letterbox, post: Letterbox) -> None:
        h = House(url)
        guests = [await h.guest() for _ in range(3)]
        await add(guests[0], "webhook", hook.url)
        await add(guests[0], "push", pushed.url, **browser.keys)
        await add(guests[0], "mail", "ann@example.org")
        await in_thread(post, 1)
        await guests[1].call("POST", f"/api/channels/confirm/{token_in(post.got[0])}")
        await deal(guests)
        await h.leave()

    with web_server() as hook, web_server(browser.read) as pushed, mail_server() as post:
        mail_to = ("--mail", f"smtp://127.0.0.1:{post.port}", "--mail-from", "floor@play.example")
        options = ("--alerts-inside", *mail_to)
        count = 1 if database is None else 2
        floors = [Node(tmp_path / str(n), database, options) for n in range(count)]
        try:
            for node in floors:
                node.start()
            asyncio.run(begin(floors[0].url, hook, pushed, post))
            floors[0].kill()
            assert (len(hook.got), len(pushed.got), len(post.got)) == (0, 0, 1)
            make_due(tmp_path / "0", database)
            floors[0].start()
            for box, letters in ((hook, 1), (pushed, 1), (post, 2)):
                box.wait(letters)
        finally:
            for node in floors:
                node.stop()
        assert (len(hook.got), len(pushed.got), len(post.got)) == (1, 1, 2)


def make_due(data: Path, database: str | None) -> None:
    """All that waits in the outbox."""
    now = "UPDATE outbox SET due = 0"
    if database is not None:
        execute(database, now)
        return
    with contextlib.closing(sqlite3.connect(data / "outcry.db")) as floor:
        floor.execute(now)
        floor.commit()


@pytest.mark.usefixtures("at_once")
def test_what_was_sent_by_a_node_that_died_before_it_could_note_that_bears_the_same_id_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So chats, mail programs and browsers know it again, and people see one message."""
    browser, noted = PushedBrowser(), outbox.Outbox.done
    unnoted = {"webhook", "push", "mail"}

    async def done(self: outbox.Outbox, alerts: list[outbox.Waiting]) -> None:
        channel = await self.channel(alerts[0].channel)
        if channel is not None and channel.kind in unnoted:
            unnoted.remove(channel.kind)
            raise StoreDown
        await noted(self, alerts)

    async def scenario(hook: Letterbox, pushed: Letterbox, post: Letterbox) -> None:
        mail_to = f"smtp://127.0.0.1:{post.port}"
        settings: dict[str, Any] = {"mail": mail_to, "mail_from": "floor@play.example"}
        async with house(tmp_path, alerts_inside=True, **settings) as h:
            guests = [await h.guest() for _ in range(3)]
            await add(guests[0], "webhook", hook.url)
            await add(guests[0], "push", pushed.url, **browser.keys)
            await add(guests[0], "mail", "ann@example.org")
            await in_thread(post, 1)
            await guests[1].call("POST", f"/api/channels/confirm/{token_in(post.got[0])}")
            await deal(guests)
            for box, count in ((hook, 2), (pushed, 2), (post, 3)):
                await in_thread(box, count)
        for twice in (hook.got, pushed.got):
            assert twice[0]["id"] and twice[0] == twice[1]
        trial, *letters = [letter["Message-ID"] for letter in post.got]
        assert letters[0] == letters[1] != trial and letters[0].endswith("@play.example>")

    monkeypatch.setattr(outbox, "LEASE", 300)
    monkeypatch.setattr(outbox.Outbox, "done", done)
    with web_server() as hook, web_server(browser.read) as pushed, mail_server() as post:
        asyncio.run(scenario(hook, pushed, post))


@pytest.mark.usefixtures("at_once")
def test_what_is_not_taken_is_sent_again_and_then_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sender, "PAUSE", 10)

    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True) as h:
            guests = [await h.guest() for _ in range(3)]
            await add(guests[0], "webhook", hook.url)
            hook.answers = [500, 503]
            await deal(guests)
            await in_thread(hook, 1)
            hook.answers = [500] * 50
            monkeypatch.setattr(sender, "MOST_TRIES", 3)
            await deal(guests)
            assert h.app is not None
            async with asyncio.timeout(30):
                while await h.app.store.outbox.claim(0) or len(hook.answers) > 47:
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.3)
            assert len(hook.answers) == 47, "it is given up after three tries"
            page = (await guests[0].call("GET", "/metrics")).text
            values = dict(line.rsplit(" ", 1) for line in page.splitlines() if line[0] != "#")
            told = 'outcry_alerts_total{kind="webhook",result="%s"}'
            results = ("delivered", "not delivered", "given up")
            assert [values[told % result] for result in results] == ["1.0", "4.0", "1.0"]

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.usefixtures("at_once")
def test_several_turns_are_told_together_and_none_at_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True) as h:
            guests = [await h.guest() for _ in range(3)]
            found = await add(guests[0], "webhook", hook.url, quiet_from=0, quiet_to=23)
            await add(guests[0], "webhook", hook.url, quiet_from=0, quiet_to=0)
            found = await guests[0].get("/api/me/channels")
            id = found["channels"][0]["id"]
            monkeypatch.setattr(sender, "GAP", 3_000)
            assert h.app is not None
            await h.app.store.outbox.note_sent(id, h.app.store.now_ms())
            await deal(guests)
            await deal(guests)
            await in_thread(hook, 1)
            assert hook.got[0]["subject"] == "It is your turn in 2 matches"
            assert len(hook.got[0]["matches"]) == 2

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.usefixtures("at_once")
def test_a_tables_webhook_tells_a_chat_whose_turn_it_is(tmp_path: Path) -> None:
    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True) as h:
            guests = [await h.guest() for _ in range(3)]
            table = await guests[0].table("me", "open", "open")
            for guest in guests[1:]:
                await guest.post(f"/api/tables/{table}/join", {})
            about = {"kind": "webhook", "target": hook.url, "table": table, "shape": "discord"}
            stranger = await h.guest()
            refused = await stranger.call("POST", "/api/me/channels", about)
            assert refused.status_code == 403, "only those who sit there"
            await guests[0].post("/api/me/channels", about)
            await guests[0].post(f"/api/tables/{table}/start")
            names = {seat["name"] for seat in (await stranger.get(f"/api/tables/{table}"))["seats"]}
            while not all(any(name in got["content"] for got in hook.got) for name in names):
                await asyncio.sleep(0.05)

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.usefixtures("at_once")
def test_nobody_is_told_what_they_see_or_did_not_ask_for(tmp_path: Path) -> None:
    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True) as h:
            guests = [await h.guest() for _ in range(3)]
            channel = await add(guests[0], "webhook", hook.url)
            table = await guests[0].table("me", "open", "open")
            for guest in guests[1:]:
                await guest.post(f"/api/tables/{table}/join", {})
            seats = [await guest.watch(table, seat) for seat, guest in enumerate(guests)]
            await guests[0].post(f"/api/tables/{table}/start")
            for seat in seats:
                await seat.until(lambda w: bool(w.view))
            party = Party(table, guests, seats)
            for _ in range(6):
                await party.step(first_offer)
            await asyncio.sleep(0.5)
            assert hook.got == [], "whoever is here sees it"
            id = channel["channels"][0]["id"]
            stranger = await guests[1].call("POST", f"/api/me/channels/{id}/try")
            assert stranger.status_code == 404
            await guests[0].post(f"/api/me/channels/{id}/try")
            await in_thread(hook, 1)
            await guests[0].post(f"/api/me/channels/{id}/remove")
            assert (await guests[0].get("/api/me/channels"))["channels"] == []

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.usefixtures("at_once")
def test_whoever_is_invited_to_a_table_is_told_and_the_host_is_not(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    database = database_of(kind, request)

    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True, database=database) as h:
            _, (ann, ben, _) = await finished(h)
            await add(ann, "webhook", hook.url, lang="it")
            await add(ben, "webhook", hook.url)
            invited = await ben.post(f"/api/me/friends/{ann.id}/invite", {"title": "mogul"})
            await in_thread(hook, 1)
            [letter] = hook.got
            assert letter["subject"] == "Ti invitano a una partita"
            assert ben.me["name"] in letter["matches"][0]["text"]
            assert letter["matches"][0]["link"].endswith(f"/table/{invited['id']}")
            await ben.post(f"/api/tables/{invited['id']}/start")
            await in_thread(hook, 3)
            assert {"Tocca a te", "It is your turn"} == {one["subject"] for one in hook.got[1:]}

    with web_server() as hook:
        asyncio.run(scenario(hook))


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/hook",
        "https://user:word@example.org/",
        "https://example.org:22/",
        "ftp://example.org/",
        "https://",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
    ],
)
def test_addresses_that_make_no_sense_are_refused(address: str) -> None:
    with pytest.raises(BadTarget):
        targets.parsed(address)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "10.0.0.7", "169.254.169.254", "[::1]", "0.0.0.0", "[::]"),
        *("[::ffff:127.0.0.1]", "[fec0::1]", "2130706433", "0x7f.1", "[64:ff9b::7f00:1]"),
    ],
)
def test_the_hosts_own_network_is_out_of_reach(host: str) -> None:
    with pytest.raises(BadTarget):
        asyncio.run(targets.post(f"https://{host}/", b"{}", {}))


def test_a_name_that_leads_inside_is_refused_whatever_it_led_to_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def resolve(host: str, port: int, **more: object) -> list[Any]:
        asked.append(host)
        return [(2, 1, 6, "", (address, port)) for address in ("93.184.216.34", "192.168.0.1")]

    monkeypatch.setattr("socket.getaddrinfo", resolve)
    with pytest.raises(BadTarget, match="alert_private"):
        asyncio.run(targets.post("https://rebinding.example/", b"{}", {}))
    assert asked == ["rebinding.example"], "a name is resolved once"


def test_a_redirect_is_not_followed() -> None:
    with web_server() as inside, web_server() as hook:
        hook.answers, hook.location = [307], inside.url
        with pytest.raises(NotDelivered):
            asyncio.run(targets.post(hook.url, b"{}", {}, private=True))
        assert inside.got == []


def test_a_receiver_that_answers_letter_by_letter_has_us_no_longer_than_agreed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(targets, "SECONDS", 0.5)

    async def scenario() -> None:
        for answer in ("HTTP/1.1 200 " + "x" * 2000, "HTTP/1.1 100 Continue\r\n" * 500):
            async with drip(answer) as url:
                with pytest.raises(NotDelivered, match="no answer within"):
                    await targets.post(url, b"{}", {}, private=True)

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "answer", ["HTTP/1.1 200" + "x" * 9000, "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 ok\r\n", ""]
)
def test_an_answer_that_is_none_is_said_to_be_none(answer: str) -> None:
    async def scenario() -> None:
        async with drip(answer, seconds=0) as url:
            with pytest.raises(NotDelivered):
                await targets.post(url, b"{}", {}, private=True)

    asyncio.run(scenario())


def test_a_mail_server_that_answers_letter_by_letter_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mail, "SECONDS", 0.5)

    async def scenario() -> None:
        async with drip("220 " + "x" * 2000) as url:
            server = mail.MailServer.read(url.replace("http", "smtp"), "floor@play.example")
            with pytest.raises(NotDelivered):
                await asyncio.to_thread(server.send, "ann@example.org", "turn", "yours", "stop")

    asyncio.run(scenario())


@pytest.mark.usefixtures("at_once")
def test_one_persons_slow_receivers_keep_nobody_elses_alert_waiting(tmp_path: Path) -> None:
    """The slow ones never answer in this test: whoever waited for them would wait for ever."""

    async def scenario(hook: Letterbox) -> None:
        async with house(tmp_path, alerts_inside=True) as h, drip("", hang=True) as slow:
            guests = [await h.guest() for _ in range(3)]
            for number in range(MOST_CHANNELS):
                await add(guests[0], "webhook", f"{slow}/{number}")
            await add(guests[1], "webhook", hook.url)
            await deal(guests)
            await in_thread(hook, 1)
            assert h.app is not None
            assert h.app.sender.busy_for(guests[0].id) <= sender.AT_ONCE_EACH

    with web_server() as hook:
        asyncio.run(scenario(hook))


def test_however_many_guests_somebody_makes_of_themselves_few_letters_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "TRIALS_PER_ADDRESS", Rate(0.0001, 3))

    async def scenario(post: Letterbox) -> None:
        mail_to = f"smtp://127.0.0.1:{post.port}"
        sender_is = "floor@play.example"
        async with house(tmp_path, limited=True, mail=mail_to, mail_from=sender_is) as h:
            asked = []
            for number in range(5):
                guest = await h.guest()
                body = {"kind": "mail", "target": f"stranger{number}@example.org"}
                asked.append((await guest.call("POST", "/api/me/channels", body)).status_code)
            assert asked == [200, 200, 200, 429, 429] and len(post.got) == 3

    with mail_server() as post:
        asyncio.run(scenario(post))


@contextlib.asynccontextmanager
async def drip(answer: str, seconds: float = 0.05, hang: bool = False) -> AsyncIterator[str]:
    """The address of a receiver that says so much every so often."""

    serving = set[asyncio.Task[None]]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        serving.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                for letter in answer if seconds else [answer]:
                    writer.write(letter.encode())
                    await writer.drain()
                    await asyncio.sleep(seconds)
                if hang:
                    await asyncio.Event().wait()
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)


def test_a_pushed_message_is_the_one_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    body = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        push.read(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        push.read("BTBZMqHH6r4Tts7J_aSIgg"),
        push.read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        push.read("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("shape", ["plain", "discord", "slack"])
def test_every_message_has_the_link_that_stops_it_and_a_button_is_short(shape: Shape) -> None:
    channel = Channel("1", "ann", "webhook", "https://x.example/", "en", "1.secret")
    told = words.trial(channel, "https://play.example/")
    stop = "https://play.example/stop/1.secret"
    assert stop in words.shaped(told, shape).decode()
    assert stop in told.text()
    button = json.loads(words.pushed(told, "en"))["stop_words"]
    assert button == "No more of these", "devices cut off what is longer"


def test_ways_to_be_told_are_listed_as_they_were_asked_for(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(tmp_path, alerts_inside=True) as h:
            ann = await h.guest()
            asked = [f"http://127.0.0.1:9/{number}" for number in range(5)]
            for target in asked:
                await add(ann, "webhook", target)
                await asyncio.sleep(0.002)  # the clock has gone on
            found = (await ann.get("/api/me/channels"))["channels"]
            assert [channel["target"] for channel in found] == asked

    asyncio.run(scenario())


def test_a_message_names_bots_as_people_call_them() -> None:
    channel = Channel("1", "ann", "webhook", "https://x.example/", "es", "1.secret")
    seats: list[str | None] = ["Ann", "bot:broker:blocker", "bot:@Deep"]
    line = TableLine("t", "", "mogul", "playing", False, seats, ["ann"], None, None, None, 0, 0)
    line.owners = ["ann", None, None]
    told = words.alert(channel, "1", [words.Turn(line, "ann")], "https://play.example/")
    assert told.lines == ["Mogul, con Corredor (Obstructor) y @Deep"]


def test_names_mention_nobody_in_a_chat() -> None:
    channel = Channel("1", "ann", "webhook", "https://x.example/", "en", "1.x")
    told = words.Alert("1", "@everyone <!channel>", [], [], "", "", "")
    assert b'"allowed_mentions":{"parse":[]}' in words.shaped(told, "discord")
    assert b"&lt;!channel&gt;" in words.shaped(told, "slack")
    assert channel.live


def test_a_chat_takes_a_message_however_long_its_names_and_links_are() -> None:
    lines = [f"{'W' * 40}, with {', '.join(['M' * 24] * 5)}"] * words.MOST
    links = [f"https://play.example/{'path/' * 20}table/{number}" for number in range(words.MOST)]
    stop = f"https://play.example/{'path/' * 20}stop/1.x"
    told = words.Alert(
        "1", "It is your turn in 8 matches", lines, links, stop, links[0], "No more:"
    )
    content = json.loads(words.shaped(told, "discord"))["content"]
    assert len(content) <= 2000, "Discord refuses more, and nothing would arrive"
    assert content.startswith("It is your turn in 8 matches") and content.endswith(stop)
    assert links[0] in content and links[4] in content


def test_names_are_no_links_and_no_formats_in_a_chat() -> None:
    name = "[prizes](https://evil.example) **x**"
    link = "https://play.example/table/a_b_c"
    told = words.Alert("1", name, [name], [link], "https://play.example/stop/1_x", link, "No more:")
    content = json.loads(words.shaped(told, "discord"))["content"]
    assert "[prizes]" not in content and "**x**" not in content
    assert link in content and "https://play.example/stop/1_x" in content, "links stay whole"


def test_a_letter_says_when_it_was_written() -> None:
    with mail_server() as post:
        server = mail.MailServer.read(f"smtp://127.0.0.1:{post.port}", "floor@play.example")
        server.send("ann@home.example", "Hello", "text", "https://play.example/stop/1")
        post.wait(1)
        assert parsedate_to_datetime(post.got[0]["Date"]).tzinfo is not None
