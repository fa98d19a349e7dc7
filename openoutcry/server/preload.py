"""Links in a page's head to all that the page will need, so that the browser asks for everything
at once instead of for one thing after the other."""

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from openoutcry.titles import names

PAGES = {
    "edition": "src/studio/StudioPage.svelte",
    "rules": "src/pages/RulesPage.svelte",
    "table": "src/pages/TablePage.svelte",
    "replay": "src/pages/ReplayPage.svelte",
    "record": "src/pages/ReplayPage.svelte",
}


class Preload:
    """Finds the files in the manifest that the client's build wrote."""

    def __init__(self, static: Path, index: str) -> None:
        listed = static / ".vite/manifest.json"
        text = listed.read_text(encoding="utf-8") if listed.exists() else "{}"
        self._files: dict[str, dict[str, Any]] = json.loads(text)
        self._index = index
        self.links = cache(self._links)

    def _links(self, page: str, title: str, lang: str) -> str:
        """HTML for the head; `page` is one of `PAGES` or empty, `title` a known one or empty."""
        wanted = [f"../openoutcry/text/{lang}.json", PAGES.get(page, "")]
        for name in [title] if title else names() if not page else []:
            wanted.append(f"../openoutcry/titles/{name}/text/{lang}.json")
        if page in ("table", "replay"):
            wanted.append(f"src/titles/{title}/look.ts")
        scripts: dict[str, None] = {}
        styles: dict[str, None] = {}
        for entry in wanted:
            self._collect(entry, scripts, styles)
        found = [f'<link rel="modulepreload" crossorigin href="./{one}">' for one in scripts]
        found += [f'<link rel="preload" as="style" crossorigin href="./{one}">' for one in styles]
        found = [link for link in found if link.partition("href=")[2] not in self._index]
        if page == "rules" and title:
            text = escape(f"api/titles/{title}/rules/{lang}", quote=True)
            found.append(f'<link rel="preload" as="fetch" crossorigin href="{text}">')
        return "\n".join(found)

    def _collect(self, entry: str, scripts: dict[str, None], styles: dict[str, None]) -> None:
        """A file and all that it imports."""
        about = self._files.get(entry)
        if about is None or about.get("isEntry") or about["file"] in scripts:
            return
        scripts[about["file"]] = None
        styles.update(dict.fromkeys(about.get("css", [])))
        for other in about.get("imports", []):
            self._collect(other, scripts, styles)
