"""Two nodes on one PostgreSQL behind a real nginx, with TLS and below a path."""

import contextlib
import getpass
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.loadtest.target import Target, named_in_file, serving
from openoutcry.server.ports import reserved_port

_PATH = "/floor"
_CONFIGURATION = """
{user}
pid nginx.pid;
error_log error.log;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
    limit_req_zone $binary_remote_addr zone=outcry:10m rate=100r/s;
    limit_conn_zone $binary_remote_addr zone=outcry_lines:10m;
    upstream outcry {{ {servers} }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate certificate.pem;
        ssl_certificate_key key.pem;
        location {path}/ {{
            limit_req zone=outcry burst=400 nodelay;
            limit_conn outcry_lines 1000;
            proxy_pass http://outcry;
            proxy_http_version 1.1;
            proxy_set_header Host $host:{port};
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


@contextlib.contextmanager
def two_nodes(database: str) -> Iterator[Target]:
    """Limits on; people are told apart by the address that nginx forwards."""
    nginx, openssl = _program("nginx"), _program("openssl")
    port, first, second = (reserved_port() for _ in range(3))
    url = f"https://127.0.0.1:{port}{_PATH}"
    with tempfile.TemporaryDirectory(prefix="outcry-load-") as name, contextlib.ExitStack() as open:
        folder = Path(name)
        pids, nodes = [], []
        for number, node in enumerate((first, second)):
            _, pid = open.enter_context(
                serving(
                    *("--data", str(folder / str(number)), "--port", str(node)),
                    *(*named_in_file(database, name), "--public-url", url),
                    *("--trusted-proxies", "127.0.0.1", "--alerts-inside"),
                )
            )
            pids.append(pid)
            nodes.append(f"http://127.0.0.1:{node}")
        _make_certificate(openssl, folder)
        open.enter_context(_proxy(nginx, folder, port, (first, second)))
        tls = ssl.create_default_context(cafile=folder / "certificate.pem")
        yield Target(url, tuple(pids), tuple(nodes), tls)


def _program(name: str) -> str:
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    found = shutil.which(name, path=path)
    if found is None:
        raise OutcryError(f"{name} is not installed; in Debian: apt-get install {name}")
    return found


def _make_certificate(openssl: str, folder: Path) -> None:
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(command, check=True, capture_output=True)


@contextlib.contextmanager
def _proxy(nginx: str, folder: Path, port: int, nodes: tuple[int, ...]) -> Iterator[None]:
    servers = " ".join(f"server 127.0.0.1:{node};" for node in nodes)
    user = f"user {getpass.getuser()};" if os.geteuid() == 0 else ""
    text = _CONFIGURATION.format(user=user, servers=servers, port=port, path=_PATH)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    command = [nginx, "-p", f"{folder}/", "-c", "nginx.conf", "-e", "error.log"]
    with subprocess.Popen([*command, "-g", "daemon off;"]) as process:
        try:
            _await(port, process)
            yield
        finally:
            process.terminate()


def _await(port: int, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(100):
        if process.poll() is not None:
            raise OutcryError("nginx did not start")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise OutcryError("nginx does not answer")
