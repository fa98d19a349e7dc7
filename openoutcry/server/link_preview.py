"""What a link shows where it is pasted: title, players and a picture, in the reader's language.

Only what everybody may know. Of a private table nothing is told but that there is an invitation:
whoever passes the link on may not want to pass on who plays.
"""

from html import escape
from pathlib import Path

from openoutcry.table.protocol import TableLine
from openoutcry.text import say
from openoutcry.titles import find

LOCALES = {"en": "en_GB", "es": "es_ES", "fr": "fr_FR", "it": "it_IT"}
WIDTH, HEIGHT = 1200, 630
"""The pictures' size, as previewers want it."""
_SITE = "Open Outcry"


def picture_of(title: str, static: Path) -> str:
    """The file with a title's board; the site's own for titles of other packages."""
    name = f"preview-{title}.png"
    return name if title and (static / name).exists() else "preview.png"


def head(page: str, title: str, table: TableLine | None, lang: str, site: str, static: Path) -> str:
    """HTML for a page's head. `site` is the server's address, which pictures are named by: a link's
    preview is made on somebody else's server."""
    called, about = _words(page, title, table, lang)
    shown = table is None or not table.private
    pictures = [site + picture_of(title if shown else "", static)]
    if table is not None and shown and table.state in ("playing", "over"):
        pictures.append(f"{site}board/{table.id}.svg")
    tags = {
        "og:site_name": _SITE,
        "og:type": "website",
        "og:locale": LOCALES[lang],
        "og:title": called,
        "og:description": about,
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    for address in pictures:
        lines.append(f'<meta property="og:image" content="{escape(address)}" />')
    lines += [
        f'<meta property="og:image:width" content="{WIDTH}" />',
        f'<meta property="og:image:height" content="{HEIGHT}" />',
        f'<meta property="og:image:alt" content="{escape(called)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        f'<meta name="description" content="{escape(about)}" />',
        f"<title>{escape(called)}</title>",
    ]
    return "\n".join(lines)


def _words(page: str, title: str, table: TableLine | None, lang: str) -> tuple[str, str]:
    """What the link is called, and a sentence about it."""
    if table is not None and table.private:
        return _SITE, say(lang, "preview.private")
    if not title:
        return _SITE, say(lang, "ui.start.tagline")
    words = find(title).words
    game = words.say(lang, "title", {})
    if table is None:
        about = words.say(lang, "about", {})
        return (f"{game} · {say(lang, 'ui.rules')}" if page == "rules" else game), about
    return table.name or game, _about_table(table, game, lang)


def _about_table(table: TableLine, game: str, lang: str) -> str:
    people = [_shown(seat, lang) for seat in table.seats if seat is not None]
    args = {
        "title": game,
        "names": ", ".join(people),
        "count": len(people),
        "free": len(table.seats) - len(people),
    }
    if table.state == "over" and table.places:
        first = [seat for seat, place in zip(table.seats, table.places, strict=True) if place == 1]
        winners = ", ".join(_shown(seat or "", lang) for seat in first)
        return say(lang, "preview.over", {**args, "winners": winners})
    return say(lang, f"preview.{'open' if table.state == 'open' else 'playing'}", args)


def _shown(seat: str, lang: str) -> str:
    """A person's name, or a bot's in the reader's language."""
    level = seat.removeprefix("bot:")
    if level == seat:
        return seat
    try:
        return say(lang, f"ui.level.{level}")
    except KeyError:
        return level
