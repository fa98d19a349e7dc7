"""The browser client's files; without them a page that says so."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from functools import cached_property
from hashlib import sha256
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from openoutcry.server import languages, link_preview
from openoutcry.server.bundle import bundle_of, service_worker
from openoutcry.server.link_preview import Subject
from openoutcry.server.preload import PAGES, Preload
from openoutcry.server.settings import Settings
from openoutcry.table.protocol import VERSION, Problem, TableLine
from openoutcry.table.refusal import Refusal
from openoutcry.titles import names

_JSON = "application/json"
_OWN_HEAD = re.compile(r'<title>.*?</title>|<meta name="description"[^>]*>')
"""What the page says about itself until the server knows better."""
_FOR_GOOD = "public, max-age=31536000, immutable"
STATIC = Path(__file__).parent / "static"
_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Open Outcry</title></head>
<body><h1>Open Outcry</h1>
<p>The server runs, but the browser client is not built. <code>python3 run.py</code> builds it
when npm is within reach. Until then <code>outcry play</code> plays in the terminal.</p>
</body></html>
"""


LineOf = Callable[[Request, str], Awaitable[TableLine | None]]
"""A table as lists show it; None if there is no such table, or the client asks too often."""
NameOf = Callable[[Request, str], Awaitable[str]]
"""The name of whoever has this id; empty if there is nobody, or the page is not for everybody."""
_OF_TITLES = ("edition", "rules", "learn", "questions", "daily", "leaders")
"""Pages whose address goes on with a title."""


def build_of(static: Path = STATIC) -> str:
    """The protocol's version and a digest of the client's page, which names every file of the
    client by its content: whoever was told another one has loaded an older page."""
    page = static / "index.html"
    digest = sha256(page.read_bytes()).hexdigest()[:12] if page.exists() else "none"
    return f"{VERSION}-{digest}"


BUILD: Final = build_of()
"""The build of the client that this server sends."""


class Pages:
    """Serves the client. A path that is no file gets the one page, which does its own routing.

    By hand because Starlette's StaticFiles has neither copies packed beforehand nor such a page.
    """

    def __init__(
        self, settings: Settings, line_of: LineOf, name_of: NameOf, static: Path = STATIC
    ) -> None:
        self._line_of = line_of
        self._name_of = name_of
        self._settings = settings
        self._static = static.resolve()
        page = self._static / "index.html"
        text = page.read_text(encoding="utf-8") if page.exists() else _NOT_BUILT
        base = escape(settings.base_path + "/", quote=True)
        build = f'<meta name="build" content="{build_of(self._static)}" />'
        self._bundle = bundle_of(self._static, build_of(self._static))
        if self._bundle is not None:
            build += f'\n    <meta name="pocket" content="{self._bundle.address}" />'
        self._index = text.replace('<base href="/"', f'{build}\n    <base href="{base}"')
        self._preload = Preload(self._static, text)

    async def serve(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        if path.startswith("api/"):
            no = Refusal(404, "no_call", "call")
            return Response(encode(Problem(no.code, str(no), no.key)), 404, media_type=_JSON)
        if path == "sw.js":
            return self._service_worker()
        hashed = path.startswith("assets/")
        headers = {"Cache-Control": _FOR_GOOD if hashed else "no-cache"}
        if self._bundle is not None and path == self._bundle.address:
            archive = await asyncio.to_thread(lambda bundle: bundle.archive, self._bundle)
            return Response(archive, headers=headers, media_type="application/zip")
        if self._bundle is not None and path == self._bundle.address.replace(".zip", ".json"):
            return Response(self._bundle.floor, headers=headers, media_type=_JSON)
        file = self._file(path)
        if file is not None:
            return _send(file, request, headers)
        if "." in path.rpartition("/")[2]:
            return Response("not found", 404, media_type="text/plain")
        return await self._page(path, request)

    def _service_worker(self) -> Response:
        text = self._service_worker_text
        if text is None:
            return Response("not found", 404, media_type="text/plain")
        return Response(text, headers={"Cache-Control": "no-cache"}, media_type="text/javascript")

    @cached_property
    def _service_worker_text(self) -> str | None:
        """Names every file of the client, so it is put together once."""
        if not (self._static / "sw.js").is_file():
            return None
        return service_worker(self._static, self._bundle, build_of(self._static))

    async def _page(self, path: str, request: Request) -> Response:
        about = await self._subject(path, request)
        lang = languages.preferred(request.headers.get("accept-language", ""))
        known = not path or about.page in PAGES
        links = self._preload.links(about.page, about.title, lang) if known else ""
        site = self._settings.public_url or str(request.base_url)
        head = link_preview.head(about, lang, site.rstrip("/") + "/", self._static)
        text = self._index.replace('<html lang="en">', f'<html lang="{lang}">', 1)
        text = _OWN_HEAD.sub("", text).replace("</head>", f"{head}\n{links}\n</head>", 1)
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
        return HTMLResponse(text, headers=headers)

    async def _subject(self, path: str, request: Request) -> Subject:
        """What a path is about, as far as everybody may know."""
        page, _, rest = path.partition("/")
        if page in ("table", "replay") and rest:
            table = await self._line_of(request, rest)
            title = table.title if table and table.title in names() else ""
            return Subject(page, title, table)
        if page == "person" and rest:
            return Subject(page, person=await self._name_of(request, rest))
        title, _, detail = rest.partition("/")
        named = page in _OF_TITLES and title in names()
        return Subject(page, title, detail=detail) if named else Subject(page)

    def _file(self, path: str) -> Path | None:
        """The client's file of that path, if there is one."""
        try:
            file = (self._static / path).resolve()
            found = file.is_relative_to(self._static) and file.is_file()
        except (OSError, ValueError):
            return None  # too long, or not a name a file can have
        return file if found else None


def _send(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """The file, or the gzipped copy that the build put beside it."""
    packed = file.with_name(f"{file.name}.gz")
    if "gzip" not in request.headers.get("accept-encoding", "") or not packed.is_file():
        return FileResponse(file, headers=headers)
    kind = guess_type(file.name)[0] or "application/octet-stream"
    headers = {**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return FileResponse(packed, media_type=kind, headers=headers)
