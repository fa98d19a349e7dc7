"""The floor as a folder of files that any web space can serve, below any path."""

import shutil
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.server.bundle import bundle_of, service_worker
from openoutcry.server.pages import STATIC, build_of

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "base-uri 'self'",
        "form-action 'self'",
    ]
)
"""As strict as a server's (`server/middleware.py`). The workers, which need WebAssembly, go by what
their own files are sent with: a web space sends nothing."""

_NOT_BUILT = (
    "the browser client is not built, or the packages for the browser's Python were out of reach"
    " when it was: `python3 run.py` builds both"
)


def write(target: Path, static: Path = STATIC) -> None:
    """Make the folder; what an earlier build left there is replaced."""
    build = build_of(static)
    bundle = bundle_of(static, build)
    if bundle is None or not (static / "index.html").is_file():
        raise OutcryError(_NOT_BUILT)
    # Compressed copies are for servers that choose; the page asks only for the engine's itself.
    packed = [f"*.{kind}.gz" for kind in ("css", "js", "mjs", "svg")]
    shutil.rmtree(target / "assets", ignore_errors=True)
    ignored = shutil.ignore_patterns(".vite", "wheels", *packed)
    shutil.copytree(static, target, dirs_exist_ok=True, ignore=ignored)
    archive = target / bundle.address
    archive.write_bytes(bundle.archive)
    archive.with_suffix(".json").write_bytes(bundle.floor)
    worker = service_worker(static, bundle, build)
    (target / "sw.js").write_text(worker, encoding="utf-8")
    page = (target / "index.html").read_text(encoding="utf-8")
    (target / "index.html").write_text(as_static(page, bundle.address, build), encoding="utf-8")


def as_static(page: str, archive: str, build: str) -> str:
    """The client's page, told that there is no server and where Python is."""
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        '<meta name="floor" content="static" />',
        f'<meta name="build" content="{build}" />',
        f'<meta name="pocket" content="{archive}" />',
        '<base href="./" />',
    ]
    return page.replace('<base href="/" />', "\n    ".join(head))
