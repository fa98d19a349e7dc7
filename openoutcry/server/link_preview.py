"""What a link shows where it is pasted: title, players and a picture, in the reader's language.

Only what everybody who has the link may see by opening it. A table that is reached by its link
alone is told of like any other, as the link is all it takes, but search engines are sent away.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from openoutcry.lessons.lesson import count, messages_of
from openoutcry.table.botnames import bot_name
from openoutcry.table.protocol import TableLine
from openoutcry.text import listing, say
from openoutcry.titles import find

LOCALES = {"en": "en_GB", "es": "es_ES", "fr": "fr_FR", "it": "it_IT"}
WIDTH, HEIGHT = 1200, 630
"""The pictures' size, as previewers want it."""
_SITE = "Open Outcry"
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Subject:
    """What a page is about."""

    page: str
    """The first word of its address."""
    title: str = ""
    """A known title, or none."""
    table: TableLine | None = None
    person: str = ""
    """The name of whose page it is, if everybody may see that page."""
    detail: str = ""
    """A lesson, a day: the rest of the address, as a stranger may have written it."""


def picture_of(title: str, static: Path) -> str:
    """The file with a title's board; the site's own for titles of other packages."""
    name = f"preview-{title}.png"
    return name if title and (static / name).exists() else "preview.png"


def head(about: Subject, lang: str, site: str, static: Path) -> str:
    """HTML for a page's head. `site` is the server's address, which pictures are named by: a link's
    preview is made on somebody else's server."""
    called, said = _words(about, lang)
    table = about.table
    picture = picture_of(about.title, static)
    if table is not None and table.state in ("playing", "over"):
        picture = f"board/{table.id}.png"
    tags = {
        "og:site_name": _SITE,
        "og:type": "website",
        "og:locale": LOCALES[lang],
        "og:title": called,
        "og:description": said,
        "og:image": site + picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": called,
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()]
    lines += [
        '<meta name="twitter:card" content="summary_large_image" />',
        f'<meta name="description" content="{escape(said)}" />',
        f"<title>{escape(called)}</title>",
    ]
    if table is not None and table.private:
        lines.append('<meta name="robots" content="noindex" />')
    return "\n".join(lines)


def _words(about: Subject, lang: str) -> tuple[str, str]:
    """What the link is called, and a sentence about it."""
    if about.person:
        return about.person, say(lang, "preview.person", {"name": about.person})
    if not about.title:
        return _SITE, say(lang, "ui.start.tagline")
    words = find(about.title).words
    game = words.say(lang, "title", {})
    if about.table is not None:
        return about.table.name or game, _about_table(about.table, game, lang)
    part, said = _part(about, lang)
    return (f"{game} · {part}" if part else game), said or words.say(lang, "about", {})


def _part(about: Subject, lang: str) -> tuple[str, str]:
    """What of a title a page shows, and a sentence about it; either may be empty."""
    match about.page:
        case "rules":
            return say(lang, "ui.rules"), ""
        case "edition":
            return say(lang, "ui.edition"), say(lang, "ui.studio.lead")
        case "leaders":
            return say(lang, "ui.leaders"), ""
        case "questions":
            return say(lang, "ui.questions"), say(lang, "ui.questions.ask")
        case "daily":
            dated = _DAY.fullmatch(about.detail)
            day = say(lang, "ui.daily.of", {"day": about.detail}) if dated else ""
            return day or say(lang, "ui.daily"), say(lang, "ui.daily.about")
        case "learn":
            return _lesson(about, lang)
        case _:
            return "", ""


def _lesson(about: Subject, lang: str) -> tuple[str, str]:
    title = find(about.title)
    lessons = count(title)
    told = messages_of(title, lang) if lessons else {}
    if f"{about.detail}.about" in told:
        return told[about.detail], told[f"{about.detail}.about"]
    first = say(lang, "preview.learn", {"count": lessons}) if lessons else ""
    return say(lang, "ui.learn"), first


def _about_table(table: TableLine, game: str, lang: str) -> str:
    called = seat_names(table.seats, lang)
    people = [name for seat, name in zip(table.seats, called, strict=True) if seat is not None]
    args = {
        "title": game,
        "names": listing.joined(people, lang),
        "count": len(people),
        "free": len(table.seats) - len(people),
    }
    if table.state == "over" and table.places:
        first = [name for name, place in zip(called, table.places, strict=True) if place == 1]
        winners = listing.joined(first, lang)
        return say(lang, "preview.over", {**args, "winners": winners})
    return say(lang, f"preview.{'open' if table.state == 'open' else 'playing'}", args)


def seat_names(seats: Sequence[str | None], lang: str) -> list[str]:
    """What each seat of a `TableLine` is called: a person's name, or a bot's level in the reader's
    language, with a number where several play alike; empty where nobody sits."""
    called = ["" if seat is None else _shown(seat, lang) for seat in seats]
    names = []
    for number, (seat, name) in enumerate(zip(seats, called, strict=True)):
        alike = seat is not None and seat.startswith("bot:") and seats.count(seat) > 1
        names.append(f"{name} {seats[: number + 1].count(seat)}" if alike else name)
    return names


def _shown(seat: str, lang: str) -> str:
    """A person's name, or a bot's in the reader's language."""
    bot = seat.removeprefix("bot:")
    return seat if bot == seat else bot_name(bot, lang)
