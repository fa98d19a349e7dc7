"""docs/host-in-ten-minutes.md, line by line, in an empty Debian: python -m tests.docs.empty_debian

It needs root, debootstrap, the package index and some minutes. The package is installed from a
wheel of this tree; the service is started by its own command line, as no systemd runs in a folder.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.docs.blocks import ROOT, Block, blocks

PAGE = ROOT / "docs/host-in-ten-minutes.md"
RELEASE = "bookworm"
NAME = "play.example"
CERTIFICATES = "srv/authorities.pem"
"""Whom this machine trusts, within the root: its package index may have an authority of its own."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="outcry-debian-") as place:
        debian = Path(place, "root")
        subprocess.run(["debootstrap", "--variant=minbase", RELEASE, debian], check=True)
        shutil.copy("/etc/resolv.conf", debian / "etc")
        shutil.copy("/etc/ssl/certs/ca-certificates.crt", debian / CERTIFICATES)
        with mounted(debian):
            try_page(debian, wheel(debian))
    print("a floor by its own name, from an empty Debian: ok")


def wheel(debian: Path) -> str:
    """A wheel of this tree, as a path within the root."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(debian / "srv"), str(ROOT)], check=True)
    [file] = (debian / "srv").glob("openoutcry-*.whl")
    return f"/srv/{file.name}"


@contextmanager
def mounted(debian: Path) -> Iterator[None]:
    places = [debian / "proc", debian / "dev"]
    for place in places:
        subprocess.run(["mount", "--rbind", f"/{place.name}", place], check=True)
        subprocess.run(["mount", "--make-rslave", place], check=True)
    try:
        yield
    finally:
        for place in places:
            subprocess.run(["umount", "--recursive", "--lazy", place], check=True)


def try_page(debian: Path, package: str) -> None:
    install, _, front = (block for block in blocks(PAGE) if block.kind == "sh")
    for line in install.lines:
        inside(debian, line.replace("openoutcry[server]", f"{package}[server]"))
    site = one("nginx").text.replace("listen 80;", "listen 8180;")
    (debian / "etc/nginx/sites-available/outcry").write_text(site)
    for line in front.lines[:2]:
        inside(debian, line)
    (debian / "var/lib/outcry").mkdir()
    started = [start(debian, service()), start(debian, "nginx -g 'daemon off;'")]
    try:
        page = fetched(f"http://{NAME}")
        assert "<title>Open Outcry" in page, page[:200]
    finally:
        for process in started:
            process.terminate()
            process.wait()


def one(kind: str) -> Block:
    [found] = [block for block in blocks(PAGE) if block.kind == kind]
    return found


def service() -> str:
    """What the unit starts."""
    found = re.search(r"^ExecStart=(.+?)(?<!\\)$", one("ini").text, re.M | re.S)
    assert found is not None
    return found[1].replace("\\\n", " ")


def inside(debian: Path, line: str) -> None:
    print(f"# {line}", flush=True)
    subprocess.run(["chroot", debian, "sh", "-ec", line], check=True, env=surroundings())


def start(debian: Path, line: str) -> subprocess.Popen[bytes]:
    print(f"# {line}", flush=True)
    return subprocess.Popen(["chroot", debian, "sh", "-c", f"exec {line}"], env=surroundings())


def surroundings() -> dict[str, str]:
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    mute = {"DEBIAN_FRONTEND": "noninteractive"}
    return {"PATH": path, "HOME": "/root", "PIP_CERT": f"/{CERTIFICATES}", **mute}


def fetched(address: str) -> str:
    """The page, asked for by its name at nginx."""
    host = address.removeprefix("http://")
    request = urllib.request.Request("http://127.0.0.1:8180/", headers={"Host": host})
    for _ in range(120):
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return str(answer.read().decode())
        except (OSError, urllib.error.HTTPError):
            time.sleep(0.5)
    raise SystemExit(f"no answer from {address}")


if __name__ == "__main__":
    main()
