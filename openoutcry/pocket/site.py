"""The floor as a folder of files that any web space can serve, below any path."""

import shutil
from pathlib import Path

from openoutcry.core.errors import OutcryError
from openoutcry.pocket import bundle
from openoutcry.server.pages import BUILD, STATIC

_NOT_BUILT = (
    "the browser client is not built, or the packages for the browser's Python were out of reach"
    " when it was: `python3 run.py` builds both"
)


def write(target: Path) -> None:
    """Makes the folder; what an earlier one left there is replaced."""
    made = bundle.build()
    if made is None or not (STATIC / "index.html").is_file():
        raise OutcryError(_NOT_BUILT)
    # Packed copies are for servers that choose; only Python's engine is asked for packed.
    packed = [f"*.{kind}.gz" for kind in ("css", "js", "mjs", "svg")]
    copies = shutil.ignore_patterns(".vite", "wheels", *packed)
    shutil.rmtree(target / "assets", ignore_errors=True)
    shutil.copytree(STATIC, target, dirs_exist_ok=True, ignore=copies)
    assets = target / "assets"
    (assets / made.name).write_bytes(made.archive)
    (assets / made.name).with_suffix(".json").write_bytes(made.floor)
    page = (target / "index.html").read_text(encoding="utf-8")
    (target / "index.html").write_text(as_static(page, made.name), encoding="utf-8")


def as_static(page: str, archive: str) -> str:
    """The client's page, told that there is no server and where Python is."""
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        '<meta name="floor" content="static" />',
        f'<meta name="build" content="{BUILD}" />',
        f'<meta name="pocket" content="assets/{archive}" />',
        '<base href="./" />',
    ]
    return page.replace('<base href="/" />', "\n    ".join(head))


POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
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
"""As strict as a server's (`server/middleware.py`). WebAssembly counts as evaluated script, which
the workers need; nothing else is ever evaluated."""
