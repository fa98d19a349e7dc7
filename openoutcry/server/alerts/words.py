"""What an alert says: whose turn it is where, and nothing that is hidden from anybody."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from openoutcry.server.store.outbox import Channel, Shape
from openoutcry.table.botnames import bot_name
from openoutcry.table.protocol import TableLine
from openoutcry.text import listing, say
from openoutcry.titles import find, names

MOST = 8
"""Matches that one message names."""
_DISCORD, _SLACK = 2000, 40_000
"""Characters of a message that they take."""
_MARKS = frozenset("\\`*_~|[]<>#")
"""What Discord reads as formats and links."""


Why = Literal["turn", "late", "stand_in", "invited"]
"""It is somebody's turn; their time has run out; or somebody else's has, often, and they are asked
whether a bot shall play on; or a seat is kept for them at a table that has not begun."""


@dataclass(frozen=True)
class Turn:
    """A match that waits for somebody."""

    line: TableLine
    person: str
    why: Why = "turn"


def why(line: TableLine, person: str) -> Why | None:
    """Why the match waits for the person; None if it does not."""
    if line.state != "playing":
        return "invited" if line.state == "open" and person in line.owners else None
    if person in line.stand_in_of:
        return "stand_in"
    if person in line.late:
        return "late"
    return "turn" if person in line.turn_of else None


@dataclass(frozen=True)
class Alert:
    """A message, ready to be sent in any shape."""

    id: str
    """The same when it is sent again; empty for a trial."""
    subject: str
    lines: list[str]
    links: list[str]
    stop: str
    """The page that stops the channel."""
    open: str
    """The page to go to."""
    stop_words: str

    def text(self) -> str:
        """As a letter."""
        pairs = [f"{line}\n{link}" for line, link in zip(self.lines, self.links, strict=True)]
        return "\n\n".join([*pairs, f"{self.stop_words}\n{self.stop}"]) + "\n"

    def short(self, escaped: Callable[[str], str], most: int) -> str:
        """For a chat: one line a match, and who reads it may stop it; as many lines as fit."""
        pairs = [
            f"{escaped(line)} {link}" for line, link in zip(self.lines, self.links, strict=True)
        ]
        said = [escaped(self.subject), *pairs, f"{escaped(self.stop_words)} {self.stop}"]
        while len(said) > 2 and sum(len(line) + 1 for line in said) > most:
            del said[-2]
        return "\n".join(said)


def alert(channel: Channel, id: str, turns: Sequence[Turn], site: str) -> Alert:
    """The message that these matches wait."""
    lang = channel.lang
    shown = list(turns)[:MOST]
    links = [f"{site}table/{turn.line.id}" for turn in shown]
    turn_of = [turn for turn in turns if turn.why != "invited"]
    subject = say(lang, "alert.subject", {"count": len(turn_of)})
    if not turn_of:
        subject = say(lang, "alert.subject.invited")
    elif all(turn.why == "late" for turn in turns):
        subject = say(lang, "alert.subject.late")
    elif all(turn.why == "stand_in" for turn in turns):
        subject = say(lang, "alert.subject.stand_in")
    if channel.table:
        subject = say(lang, "alert.table", {"title": _title(shown[0].line, lang)})
    return Alert(
        id=id,
        subject=subject,
        lines=[_line(turn, channel) for turn in shown],
        links=links,
        stop=f"{site}stop/{channel.token}",
        open=links[0] if len(links) == 1 else site,
        stop_words=say(lang, "alert.stop"),
    )


def trial(channel: Channel, site: str) -> Alert:
    """What the try button sends; for mail also what confirms the address."""
    lang = channel.lang
    key = "alert.trial" if channel.live else "alert.confirm"
    link = site if channel.live else f"{site}confirm/{channel.token}"
    return Alert(
        id="",
        subject=say(lang, f"{key}.subject"),
        lines=[say(lang, key)],
        links=[link],
        stop=f"{site}stop/{channel.token}",
        open=link,
        stop_words=say(lang, "alert.stop"),
    )


def _line(turn: Turn, channel: Channel) -> str:
    line, lang = turn.line, channel.lang
    seats = list(zip(line.seats, line.owners, strict=False))
    others = [
        bot_name(name[4:], lang) if name.startswith("bot:") else name
        for name, owner in seats
        if name and owner != turn.person
    ]
    mine = [name for name, owner in seats if owner == turn.person]
    key = "alert.whose" if channel.table else _KEYS[turn.why]
    return say(
        lang,
        key,
        {
            "title": line.name or _title(line, lang),
            "names": listing.joined(others, lang),
            "who": mine[0] if mine and mine[0] else "",
        },
    )


_KEYS: dict[Why, str] = {
    "turn": "alert.yours",
    "late": "alert.late",
    "stand_in": "alert.stand_in",
    "invited": "alert.invited",
}


def _title(line: TableLine, lang: str) -> str:
    return find(line.title).words.say(lang, "title", {}) if line.title in names() else line.title


def shaped(alert: Alert, shape: Shape) -> bytes:
    """A webhook's body, as its receiver wants it."""
    if shape == "discord":
        content = alert.short(_unformatted, _DISCORD)
        return msgspec.json.encode({"content": content, "allowed_mentions": {"parse": []}})
    if shape == "slack":
        return msgspec.json.encode({"text": alert.short(_escaped, _SLACK), "unfurl_links": False})
    matches = [
        {"text": line, "link": link} for line, link in zip(alert.lines, alert.links, strict=True)
    ]
    about = {"id": alert.id, "subject": alert.subject, "matches": matches, "stop": alert.stop}
    return msgspec.json.encode(about)


def pushed(alert: Alert, lang: str) -> bytes:
    """What the service worker is told: it shows the notice and knows where to go."""
    body = "\n".join(alert.lines)[:600]
    about = {"title": alert.subject[:120], "body": body, "open": alert.open, "lang": lang}
    about["id"] = alert.id
    button = say(lang, "alert.stop.button")
    return msgspec.json.encode({**about, "stop": alert.stop, "stop_words": button})


def _unformatted(text: str) -> str:
    """Names are no links and no headings in Discord.

    >>> _unformatted("[free](x) *a* #b")
    '\\\\[free\\\\](x) \\\\*a\\\\* \\\\#b'
    """
    return "".join(f"\\{c}" if c in _MARKS else c for c in text)


def _escaped(text: str) -> str:
    """Names cannot mention anybody in Slack."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
