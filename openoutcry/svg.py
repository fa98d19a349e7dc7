"""Pictures of positions, as one seat may see them: for notebooks, papers and link previews.

>>> import openoutcry as oo
>>> match = oo.new("mogul", seats=4, seed=7)
>>> oo.svg.board(match, seat=0, theme="night")[:4]
'<svg'
"""

import base64
from collections.abc import Sequence
from html import escape
from typing import Literal

from openoutcry.core import notebook
from openoutcry.core.edition import Edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.match import Match
from openoutcry.core.title import Picture, Reader, Title
from openoutcry.core.view import View
from openoutcry.text import LANGUAGES
from openoutcry.titles import find

THEMES = ("day", "night")


def board(
    position: Match | View,
    seat: int | None = None,
    *,
    theme: Literal["day", "night"] = "day",
    lang: str = "en",
    names: Sequence[str] | None = None,
    edition: Edition | None = None,
) -> str:
    """The board as an SVG document that needs nothing else and scales to any size.

    It is drawn from the view, so it never shows more than the seat may know: a match as `seat`
    sees it, or a spectator if there is none. A view has its own seat; it takes its companies' names
    from `edition` if that is not the title's own. `names` are the players', by seat.

    `OutcryError` if there is no such seat, theme or language.
    """
    if theme not in THEMES:
        raise OutcryError(f"no theme {theme!r}; there are: {', '.join(THEMES)}")
    if lang not in LANGUAGES:
        raise OutcryError(f"no language {lang!r}; there are: {', '.join(LANGUAGES)}")
    if isinstance(position, Match):
        title, view, edition = position.title, position.view(seat), position.edition
    else:
        title, view = find(position.title), position
        if seat not in (None, view.seat):
            raise OutcryError(f"this is the view of {_viewer(view)}, not of seat {seat}")
    return _picture(title).draw(view, _reader(title, edition, lang, names, theme))


def _viewer(view: View) -> str:
    return "a spectator" if view.seat is None else f"seat {view.seat}"


def _picture(title: Title) -> Picture:
    if title.picture is not None:
        return title.picture
    from openoutcry.drawing import generic

    return generic


def _reader(
    title: Title,
    edition: Edition | None,
    lang: str,
    names: Sequence[str] | None,
    theme: Literal["day", "night"],
) -> Reader:
    labels = title.labels(edition) if edition is not None else {}
    given = list(names or [])

    def say(key: str, **args: str | int) -> str:
        if key == "seat":
            number = int(args["seat"])
            if number < len(given) and given[number].strip():
                return given[number]
            return title.words.say(lang, "seat.name", {"number": number + 1})
        return title.words.say(lang, key, args, labels=labels)

    return Reader(lang, say, labels, theme)


def _html(position: object) -> str:
    """An image: neither its ids nor its colours affect the page around it."""
    assert isinstance(position, Match | View)
    data = base64.b64encode(board(position).encode()).decode()
    return (
        f'<img style="max-width: 100%" alt="{escape(repr(position))}"'
        f' src="data:image/svg+xml;base64,{data}">'
    )


notebook.draw_with(_html)
