"""nginx before the nodes, by the settings of docs/host.md; and a stand-in that obeys them too.

nginx is the machine's, or is fetched from Debian's packages without being installed.
"""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from openoutcry.server.ports import reserved_port

CERTIFICATE = Path(__file__).parent / "certificate/play.example.pem"
KEY = CERTIFICATE.with_suffix(".key")
SECONDS = 20


def settings(page: str, nodes: list[str], port: int) -> str:
    """The page's settings with our nodes, port and certificate."""
    for place, node in zip(("127.0.0.1:8101", "127.0.0.1:8102"), nodes, strict=True):
        assert place in page
        page = page.replace(place, node.removeprefix("http://"))
    page = page.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    page = page.replace("/etc/ssl/play.example.pem", str(CERTIFICATE))
    return page.replace("/etc/ssl/play.example.key", str(KEY))


@cache
def nginx() -> str | None:
    """The program, or None where it cannot be had."""
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found or not (shutil.which("apt-get") and shutil.which("dpkg")):
        return found
    folder = Path(mkdtemp(prefix="outcry-nginx-"))
    fetch = ["apt-get", "download", "-qq", "nginx"]
    if subprocess.run(fetch, cwd=folder, capture_output=True).returncode:
        subprocess.run(["apt-get", "update", "-qq"], capture_output=True)
        subprocess.run(fetch, cwd=folder, capture_output=True)
    for package in folder.glob("nginx_*.deb"):
        subprocess.run(["dpkg", "-x", str(package), str(folder)], check=True)
    program = folder / "usr/sbin/nginx"
    if not program.exists() or subprocess.run([program, "-v"], capture_output=True).returncode:
        return None
    return str(program)


@contextmanager
def by_nginx(page: str, nodes: list[str], home: Path) -> Iterator[str]:
    """Where nginx listens."""
    program, port = nginx(), reserved_port()
    assert program is not None
    folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    places = "".join(f"{name}_temp_path {home}/{name};\n" for name in folders)
    file = home / "nginx.conf"
    file.write_text(
        f"daemon off;\nmaster_process off;\npid {home}/nginx.pid;\nerror_log stderr;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}{settings(page, nodes, port)}}}\n",
        encoding="utf-8",
    )
    command = [program, "-p", str(home), "-e", "stderr", "-c", str(file)]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        _await(port)
        yield f"https://localhost:{port}"
    finally:
        process.terminate()
        process.wait(SECONDS)


def _await(port: int) -> None:
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, "nginx does not listen"
            time.sleep(0.02)


@contextmanager
def by_stand_in(page: str, nodes: list[str], home: Path) -> Iterator[str]:
    """Where a few lines of Python do what the settings say."""
    text = settings(page, nodes, 0)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _StandIn)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    _StandIn.headers_set = re.findall(r"proxy_set_header\s+(\S+)\s+(.+);", text)
    _StandIn.upstream = re.findall(r"^\s*server ([\d.:]+);", text, re.M)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"https://localhost:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


class _StandIn(BaseHTTPRequestHandler):
    """Passes a request on to a node that lives, in turn; an upgraded connection byte by byte."""

    headers_set: list[tuple[str, str]] = []  # noqa: RUF012
    upstream: list[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self._pass_on
        raise AttributeError(name)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def _pass_on(self) -> None:
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        node = self._connected()
        node.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for name, value in self._headers():
            node.putheader(name, value)
        node.endheaders(body or None)
        if self.headers.get("Upgrade"):
            self._tunnel(node.sock)
            node.close()
            return
        answer = node.getresponse()
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding"):
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.read())
        node.close()

    def _connected(self) -> http.client.HTTPConnection:
        for _ in self.upstream:
            address = self.upstream.pop(0)
            self.upstream.append(address)
            node = http.client.HTTPConnection(address, timeout=60)
            try:
                node.connect()
                return node
            except OSError:
                continue
        raise ConnectionError("no node lives")

    def _headers(self) -> list[tuple[str, str]]:
        """The client's, less those that the settings set; an empty one is not passed on."""
        values = {
            "$host": (self.headers.get("Host") or "").partition(":")[0],
            "$scheme": "https",
            "$proxy_add_x_forwarded_for": self.client_address[0],
            "$http_upgrade": self.headers.get("Upgrade") or "",
        }
        ours = {name: values.get(text, text.strip('"')) for name, text in self.headers_set}
        names = {name.lower() for name in ours}
        kept = [(name, value) for name, value in self.headers.items() if name.lower() not in names]
        return [*kept, *((name, value) for name, value in ours.items() if value)]

    def _tunnel(self, node: socket.socket) -> None:
        back = threading.Thread(target=_copy, args=(node, self.connection), daemon=True)
        back.start()
        _copy(self.connection, node)
        back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return
