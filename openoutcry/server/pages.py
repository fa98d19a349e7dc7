"""The browser client's files; without them a page that says so."""

from html import escape
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from openoutcry.server.settings import Settings

STATIC = Path(__file__).parent / "static"
_NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Open Outcry</title></head>
<body><h1>Open Outcry</h1>
<p>The server runs, but the browser client is not built. <code>python3 run.py</code> builds it
when npm is within reach. Until then <code>outcry play</code> plays in the terminal.</p>
</body></html>
"""


class Pages:
    """Every path that is not a file is the client's own page: it finds its way by itself."""

    def __init__(self, settings: Settings, static: Path = STATIC) -> None:
        self._static = static.resolve()
        page = self._static / "index.html"
        text = page.read_text(encoding="utf-8") if page.exists() else _NOT_BUILT
        base = escape(settings.base_path + "/", quote=True)
        self._index = text.replace('<base href="/"', f'<base href="{base}"')

    async def serve(self, request: Request) -> Response:
        path = request.path_params.get("path", "")
        if path.startswith("api/"):
            return JSONResponse({"code": "no_call", "text": "there is no such call"}, 404)
        file = self._file(path)
        if file is not None:
            hashed = path.startswith("assets/")
            caching = "public, max-age=31536000, immutable" if hashed else "no-cache"
            return _send(file, request, {"Cache-Control": caching})
        if "." in path.rpartition("/")[2]:
            return Response("not found", 404, media_type="text/plain")
        return HTMLResponse(self._index, headers={"Cache-Control": "no-cache"})

    def _file(self, path: str) -> Path | None:
        """The client's file of that path, if there is one."""
        try:
            file = (self._static / path).resolve()
            found = file.is_relative_to(self._static) and file.is_file()
        except (OSError, ValueError):
            return None  # too long, or no file can be called so
        return file if found else None


def _send(file: Path, request: Request, headers: dict[str, str]) -> Response:
    """The file, or the gzipped copy that the build put beside it."""
    packed = file.with_name(f"{file.name}.gz")
    if "gzip" not in request.headers.get("accept-encoding", "") or not packed.is_file():
        return FileResponse(file, headers=headers)
    kind = guess_type(file.name)[0] or "application/octet-stream"
    headers = {**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return FileResponse(packed, media_type=kind, headers=headers)
