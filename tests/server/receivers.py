"""Real receivers on this machine: a web server, a browser's push service and a mail server."""

import contextlib
import json
import os
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from openoutcry.server.alerts.push import written

SECONDS = 60


@dataclass
class Letterbox:
    """What has arrived."""

    port: int = 0
    got: list[Any] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    """What to answer next; 200 when there is nothing left."""
    location: str = ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def wait(self, count: int) -> None:
        until = time.monotonic() + SECONDS
        while len(self.got) < count:
            assert time.monotonic() < until, f"{len(self.got)} of {count} have arrived"
            time.sleep(0.02)


@contextlib.contextmanager
def web_server(read: Callable[[bytes], Any] = json.loads) -> Iterator[Letterbox]:
    box = Letterbox()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = box.answers.pop(0) if box.answers else 200
            if status == 200:
                box.got.append(read(body))
                box.headers.append(dict(self.headers))
            self.send_response(status)
            if box.location:
                self.send_header("Location", box.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nobody looks."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    box.port = server.server_address[1]
    with _serving(server):
        yield box


class PushedBrowser:
    """A browser's side of Web Push, by the words of RFC 8291."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self._point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": written(self._point), "auth": written(self._auth)}

    def read(self, body: bytes) -> Any:
        salt, size, rest = body[:16], body[20], body[21:]
        sender, sealed = rest[:size], rest[size:]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\x00" + self._point + sender
        keyed = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(keyed)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(keyed)
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        return json.loads(padded.rstrip(b"\x00")[:-1])


@contextlib.contextmanager
def mail_server() -> Iterator[Letterbox]:
    """Speaks as much SMTP as it takes."""
    box = Letterbox()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            while line := self.rfile.readline().decode().strip():
                match line.split()[0].upper():
                    case "DATA":
                        self._say("354 go on")
                        box.got.append(self._letter())
                        self._say("250 taken")
                    case "QUIT":
                        self._say("221 bye")
                        return
                    case _:
                        self._say("250 well")

        def _letter(self) -> Message:
            lines = []
            while (line := self.rfile.readline().decode()) != ".\r\n":
                lines.append(line)
            return message_from_string("".join(lines))

        def _say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    box.port = server.server_address[1]
    with _serving(server):
        yield box


@contextlib.contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
