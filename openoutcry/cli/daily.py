"""`outcry daily TITLE`: the deal of the day in the terminal."""

import contextlib
from argparse import Namespace
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.markup import escape

from openoutcry import api
from openoutcry.bots.fixed import FixedPlayer
from openoutcry.cli import play
from openoutcry.cli.choices import find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.session import Session
from openoutcry.cli.terminal import Terminal
from openoutcry.core.data_folder import default_data
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import Fair
from openoutcry.core.match import Match
from openoutcry.daily import Deal, calendar, deal_of
from openoutcry.daily.deal import FIRST, SIMULATIONS, read_day
from openoutcry.daily.share import bars
from openoutcry.table.result import standing
from openoutcry.text import say


class Played(Struct, frozen=True):
    """A try that counted."""

    title: str
    day: str
    place: int
    score: int


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "daily",
        "Play the deal of the day: the same draws, seat and bots as everybody else's.",
        "outcry daily mogul\noutcry daily mogul --date 2026-11-18",
        run,
    )
    parser.add_argument("title", metavar="TITLE", help="a title; see `outcry titles`")
    parser.add_argument("--date", metavar="DAY", help="an earlier day's, for practice")


def run(args: Namespace, terminal: Terminal) -> int:
    title, today = find_title(args.title, terminal), datetime.now(UTC).date()
    deal = deal_of(title, _day(args.date, today, terminal))
    diary = Diary(default_data())
    counts = deal.day == today and deal.id not in diary.played
    day = str(deal.day)
    said = (
        terminal.say("daily.counts", day=day) if counts else terminal.say("daily.practice", day=day)
    )
    terminal.show(f"[bold]{escape(said)}[/]")
    session = _session(deal, diary.unfinished(deal, counts), terminal)
    code = session.run()
    if session.match.over:
        if counts:
            diary.note(deal, session.match)
        _tell_result(deal, session.match, terminal)
        if counts:
            days = diary.days(title.name)
            row = terminal.say("daily.streak", days=calendar.streak(days, today))
            terminal.show(f"[bold]{row}[/]")
    return code


def _day(text: str | None, today: date, terminal: Terminal) -> date:
    try:
        return today if text is None else read_day(text, today)
    except OutcryError:
        about = {"word": repr((text or "")[:20]), "first": str(FIRST), "last": str(today)}
        raise OutcryError(terminal.say("wrong.day", **about)) from None


def _session(deal: Deal, file: Path, terminal: Terminal) -> "DailySession":
    """From the deal, or from where it was left."""
    if file.exists():
        match = replace(api.load(file), seed=None).replay()
        match.draws = Fair(deal.seed)
        match.settle()
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        match = Match.begin(deal.setup, Fair(deal.seed))
    return DailySession(deal, match, file, terminal)


class DailySession(Session):
    """One person and the deal's bots, which answer as they do everywhere."""

    def __init__(self, deal: Deal, match: Match, file: Path, terminal: Terminal) -> None:
        names = play.names_for(deal.players, None, terminal)
        super().__init__(match, deal.players, names, terminal, file)
        self._deal = deal
        self._bots = {
            seat: FixedPlayer(level, match, deal.seed, SIMULATIONS)
            for seat, level in enumerate(deal.players)
            if level is not None
        }

    def _resume_hint(self, file: Path) -> str:
        if self.match.over:
            return super()._resume_hint(file)
        name, day = self.match.title.name, str(self._deal.day)
        return self.terminal.say("daily.later", title=name, day=day)


def _tell_result(deal: Deal, match: Match, terminal: Terminal) -> None:
    about: dict[str, str | int] = {
        "title": match.title.words.say(terminal.lang, "title", {}),
        "day": str(deal.day),
        "place": str(match.places()[deal.seat]),
        "seats": match.seats,
        "score": match.scores()[deal.seat],
        "bars": bars(standing(match, deal.seat), match.seats),
    }
    terminal.show(f"\n[dim]{terminal.say('daily.paste')}[/]")
    terminal.show(escape(say(terminal.lang, "ui.daily.share", about)))


class Diary:
    """Which deals somebody has played in the terminal, in a folder of theirs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "daily.json"
        self.played: dict[str, Played] = {}
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            self.played = msgspec.json.decode(self._file.read_bytes(), type=dict[str, Played])

    def unfinished(self, deal: Deal, counts: bool) -> Path:
        """Where the try that counts is kept until it is over, or the last match for practice."""
        file = self._folder / f"daily-{deal.id}{'' if counts else '-practice'}.json"
        if file.exists() and api.load(file).scores is not None:
            file.unlink()
        return file

    def note(self, deal: Deal, match: Match) -> None:
        result = (match.places()[deal.seat], match.scores()[deal.seat])
        self.played[deal.id] = Played(match.title.name, str(deal.day), *result)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file.write_bytes(msgspec.json.encode(self.played))
        except OSError as error:
            raise OutcryError(f"{self._file}: cannot be written: {error.strerror}") from None

    def days(self, title: str) -> list[date]:
        tried = (played for played in self.played.values() if played.title == title)
        return [date.fromisoformat(played.day) for played in tried]
