"""Half-sent requests and too many of them: whoever else comes is served."""

import asyncio
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from structlog.testing import capture_logs

from openoutcry.server.connections import RESERVE, Connections, raise_limit
from openoutcry.server.metrics import Metrics
from tests.server.house import House, house
from tests.server.starve import Visitor

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


@contextmanager
def few_files(count: int) -> Iterator[None]:
    """A system that lets us open no more than this many; the hard limit stays as it is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_limit_is_raised_as_far_as_it_goes() -> None:
    with few_files(200):
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = raise_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, hard)
        assert most == min(hard, 65_536)


def test_one_address_cannot_take_all_connections_and_some_files_are_kept() -> None:
    counted = Connections(1024, Metrics())
    assert counted.most == 1024 - RESERVE
    with capture_logs() as told:
        let_in = sum(counted.enter("203.0.113.9", False, total) for total in range(1100))
    assert [line["event"] for line in told] == ["connections refused"], "once, not 1100 times"
    assert let_in == counted.per_address < counted.most / 3
    assert counted.enter("198.51.100.1", False, let_in + 1)
    assert counted.enter("203.0.113.9", True, let_in + 1), "a proxy speaks for many"
    assert not counted.enter("198.51.100.1", False, counted.most + 1)
    for _ in range(1102):
        counted.leave("203.0.113.9")
    assert counted.enter("203.0.113.9", False, 1)


def test_1100_half_sent_requests_of_one_address_keep_nobody_else_out(tmp_path: Path) -> None:
    async def scenario(opened: ExitStack) -> None:
        async with house(tmp_path, limited=True) as h:
            port = int(h.url.rpartition(":")[2])
            for _ in range(1100):
                half = opened.enter_context(socket.socket())
                half.bind(("127.0.0.2", 0))
                await asyncio.get_running_loop().run_in_executor(
                    None, half.connect, ("127.0.0.1", port)
                )
                half.send(HALF)
            visitor = await Visitor(h.url, "127.0.0.3").guest()
            watch = await visitor.watch(await visitor.table("me", "open", "open"))
            assert watch.table
            await visitor.leave()
            metrics = await _metrics(h)
            refused = 'outcry_connections_refused_total{why="too many of one address"}'
            [line] = [line for line in metrics.splitlines() if line.startswith(refused)]
            assert float(line.split()[-1]) >= 1100 - 300

    with ExitStack() as opened:
        asyncio.run(scenario(opened))


async def _metrics(h: House) -> str:
    async with h.client() as client:
        return (await client.get("/metrics")).text
