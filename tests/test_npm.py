"""npm.py: which Node.js builds the client, and how its packages are fetched."""

import base64
import hashlib
import io
import json
import sys
import tarfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

import npm

PACKAGES = {"plain": "1.2.3", "@scope/scoped": "0.1.0"}


def tarball(name: str, version: str) -> bytes:
    about = json.dumps({"name": name, "version": version}).encode()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/package.json")
        member.size = len(about)
        archive.addfile(member, io.BytesIO(about))
    return packed.getvalue()


TARBALLS = {name: tarball(name, version) for name, version in PACKAGES.items()}


class Registry(BaseHTTPRequestHandler):
    """Keeps packages where all registries do, or elsewhere; `asked` is what was asked for."""

    elsewhere = False
    asked: list[str]

    def do_GET(self) -> None:
        path = self.path.replace("%2f", "/")
        self.asked.append(path)
        body = b""
        for name, version in PACKAGES.items():
            usual = f"/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"
            place = f"/elsewhere{usual}" if self.elsewhere else usual
            if path == place:
                body = TARBALLS[name]
            elif path == f"/{name}":
                host = self.headers["Host"]
                versions = {
                    version: {
                        "name": name,
                        "version": version,
                        "dist": {"tarball": f"http://{host}{place}", "integrity": integrity(name)},
                    }
                }
                latest = {"latest": version}
                body = json.dumps(
                    {"name": name, "versions": versions, "dist-tags": latest}
                ).encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def integrity(name: str) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(TARBALLS[name]).digest()).decode()


@pytest.fixture
def registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[type[Registry]]:
    """A registry, and a client that needs two packages of it."""
    kind = type("OneRegistry", (Registry,), {"elsewhere": request.param, "asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = Thread(target=server.serve_forever)
    thread.start()
    about = {"name": "client", "dependencies": PACKAGES}
    locked = {
        f"node_modules/{name}": {"version": version, "integrity": integrity(name)}
        for name, version in PACKAGES.items()
    }
    lock = {"name": "client", "lockfileVersion": 3, "packages": {"": about, **locked}}
    client = tmp_path / "client"
    client.mkdir()
    (client / "package.json").write_text(json.dumps(about))
    (client / "package-lock.json").write_text(json.dumps(lock))
    monkeypatch.setattr(npm, "CLIENT", client)
    monkeypatch.setattr(npm, "LOCK", client / "package-lock.json")
    monkeypatch.setattr(npm, "LOCK_WITH_ADDRESSES", client / "npm-shrinkwrap.json")
    monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_userconfig", str(tmp_path / "npmrc"))  # as if nobody had one
    monkeypatch.setattr(sys, "argv", ["npm.py", "ci", "--no-audit", "--loglevel=silent"])
    try:
        yield kind
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def installed() -> list[str]:
    modules = npm.CLIENT / "node_modules"
    return [name for name in PACKAGES if (modules / name / "package.json").exists()]


@pytest.mark.parametrize("registry", [False], indirect=True)
def test_packages_are_fetched_and_nothing_else(registry: type[Registry]) -> None:
    """What is known of all versions of a package can be as large as the package."""
    before = npm.LOCK.read_text()
    assert npm.main() == 0
    assert installed() == list(PACKAGES)
    assert sorted(registry.asked) == [
        "/@scope/scoped/-/scoped-0.1.0.tgz",
        "/plain/-/plain-1.2.3.tgz",
    ]
    assert not npm.LOCK_WITH_ADDRESSES.exists()
    assert npm.LOCK.read_text() == before


@pytest.mark.parametrize("registry", [True], indirect=True)
def test_a_registry_that_keeps_them_elsewhere_is_asked(registry: type[Registry]) -> None:
    assert npm.main() == 0
    assert installed() == list(PACKAGES)
    assert "/plain" in registry.asked


def test_a_scope_may_have_a_registry_of_its_own() -> None:
    package = {"version": "1.0.0", "integrity": "sha512-"}
    lock = {
        "packages": {
            "": {"name": "client"},
            "node_modules/a": dict(package),
            "node_modules/b/node_modules/@ours/c": dict(package),
            "node_modules/other-name": {**package, "name": "@theirs/d"},
        }
    }
    settings = {"registry": "http://all.test/npm/", "@ours:registry": "http://ours.test"}
    found = npm.with_addresses(lock, settings)["packages"]
    assert [entry.get("resolved") for entry in found.values()] == [
        None,
        "http://all.test/npm/a/-/a-1.0.0.tgz",
        "http://ours.test/@ours/c/-/c-1.0.0.tgz",
        "http://all.test/npm/@theirs/d/-/d-1.0.0.tgz",
    ]


@pytest.mark.parametrize(
    ("version", "builds"),
    [((18, 19), False), ((20, 18), False), ((20, 19), True), ((22, 11), False), ((24, 0), True)],
)
def test_node_is_as_new_as_the_client_s_packages_ask(
    version: tuple[int, int], builds: bool
) -> None:
    assert npm.builds_the_client(*version) == builds
