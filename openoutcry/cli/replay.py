"""`outcry replay FILE`: step through a record, or print it."""

from argparse import Namespace

from rich.markup import escape

from openoutcry import api
from openoutcry.cli import keys
from openoutcry.cli.choices import WholeNumber, find_file
from openoutcry.cli.display import Display
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal, tidy_name
from openoutcry.core.match import Match
from openoutcry.core.record import Record
from openoutcry.core.view import Step
from openoutcry.text import say

LEAP = 10


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "replay",
        "Step through a record; print it where there is no terminal.",
        "outcry replay game.json --at 31 --seat 0",
        run,
    )
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--at", metavar="N", type=WholeNumber(0), help="after N steps of the log")
    parser.add_argument(
        "--seat", metavar="S", type=WholeNumber(0), help="as this seat sees it (from 0)"
    )


def run(args: Namespace, terminal: Terminal) -> int:
    record = api.load(find_file(args.file, terminal))
    match = record.replay()
    match.view(args.seat)
    display = Display(match, names_of(record, terminal), terminal)
    if args.at is not None:
        match.at(args.at)
    if terminal.interactive:
        Viewer(match, display, args.seat, args.at or 0).run()
    elif args.at is not None:
        _show_step(match, display, args.seat, args.at)
    else:
        _print_all(match, display, args.seat)
    return 0


def names_of(record: Record, terminal: Terminal) -> list[str]:
    """The record's names; "Player 1" where it has none."""
    given = [tidy_name(name) for name in record.names or []]
    return [
        (given[seat] if seat < len(given) else "")
        or say(terminal.lang, "seat.name", {"number": seat + 1})
        for seat in range(record.seats)
    ]


def _print_all(match: Match, display: Display, seat: int | None) -> None:
    """Every step with its story, then the position."""
    story = match.story_for(seat)
    for step in match.steps(seat):
        display.terminal.show(_line(step, display))
        display.tell([event for event in story if event.step == step.number])
    display.terminal.show()
    display.draw(match.view(seat))
    if match.over:
        display.terminal.show()
        display.scores(match)


def _line(step: Step, display: Display) -> str:
    say = display.terminal.say
    actor = say("replay.chance") if step.actor is None else display.names[step.actor]
    action = say("replay.hidden") if step.action is None else step.action
    return f"[bold]{step.number + 1:>4}[/]  {actor:<16}{escape(action)}"


def _show_step(match: Match, display: Display, seat: int | None, step: int) -> None:
    """The position after `step` steps, and what the last of them was."""
    then = match.at(step)
    terminal = display.terminal
    head = terminal.say("replay.step", step=step, steps=match.step)
    terminal.console.rule(f"[bold]{display.word('title')}[/] · {head}")
    if step:
        terminal.show(_line(then.steps(seat, since=step - 1)[0], display))
        display.tell(then.story_for(seat, since=step - 1))
    terminal.show()
    display.draw(then.view(seat))
    if then.over:
        terminal.show()
        display.scores(then)


class Viewer:
    """Steps through a match by keys."""

    def __init__(self, match: Match, display: Display, seat: int | None, step: int) -> None:
        self.match = match
        self.display = display
        self.seat = seat
        self.step = step

    def run(self) -> None:
        key = ""
        with keys.listening():
            while key != "quit":
                self.show()
                try:
                    key = keys.read()
                except EOFError:
                    return
                self.press(key)

    def show(self) -> None:
        self.display.terminal.clear()
        _show_step(self.match, self.display, self.seat, self.step)
        self.display.terminal.show(f"\n[dim]{self.display.terminal.say('replay.keys')}[/]")

    def press(self, key: str) -> None:
        last = self.match.step
        moves = {
            "next": self.step + 1,
            "previous": self.step - 1,
            "on": self.step + LEAP,
            "back": self.step - LEAP,
            "first": 0,
            "last": last,
        }
        self.step = min(max(moves.get(key, self.step), 0), last)
