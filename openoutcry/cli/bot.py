"""`outcry bot run BOT --floor URL`: let a bot of your own play at a floor somewhere else."""

import os
import time
from argparse import Namespace
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Final

from rich.markup import escape

from openoutcry.bots import own
from openoutcry.bots.driver import Player
from openoutcry.cli.choices import BUDGET, WholeNumber
from openoutcry.cli.parser import Parser, Subparsers, command
from openoutcry.cli.remote_floor import FloorLost, Json, RemoteFloor
from openoutcry.cli.terminal import Terminal
from openoutcry.core import edition
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.titles import find

TOKEN: Final = "OUTCRY_BOT_TOKEN"
"""The environment variable that may hold the token."""
_WAITS: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds before the next attempt to connect, the last one from then on."""
_FINAL: Final = {
    "elsewhere": "the same token is used by another connection: only one may be",
    "revoked": "the token was revoked",
}
"""Why a floor ends a stream for good."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "bot",
        "Let a bot of your own play at a server somewhere else.",
        "outcry bot run ./mybot.py --floor https://play.example/ --token-file token.txt",
        run,
    )
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    _add_run(tasks.add_parser("run", help="connect it, and answer until Ctrl-C"))


def _add_run(parser: Parser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a file, a module:Class, or a level")
    parser.add_argument("--floor", metavar="URL", required=True, help="the server's address")
    parser.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"holds the bot's token (default: the environment variable {TOKEN})",
    )
    parser.add_argument(
        "--titles", metavar="A,B,...", default="", help="what it plays (default: everything)"
    )
    parser.add_argument(
        "--tables",
        type=WholeNumber(1, 20),
        default=2,
        help="at how many tables at once (default: %(default)s)",
    )
    parser.add_argument(
        "--budget", type=BUDGET, default=0, help="simulations a decision (default: the bot's own)"
    )
    parser.add_argument("--seed", type=WholeNumber(0), default=0, help="default: %(default)s")
    parser.add_argument(
        "--matches", type=WholeNumber(1), help="stop after this many matches (default: go on)"
    )


def run(args: Namespace, terminal: Terminal) -> int:
    own.find(args.bot, args.seed)  # complains before anything is connected
    floor = RemoteFloor(args.floor, _token(args))
    seats = _Seats(args.bot, args.seed, args.budget)
    left = args.matches
    for message in _messages(floor, args, terminal):
        match message["type"]:
            case "hello":
                terminal.show(f"{message['bot']} is at {args.floor}")
            case "match":
                terminal.show(f"{message['title']}: {escape(', '.join(message['players']))}")
                _sit(seats, message, terminal)
            case "decision":
                _answer(floor, seats, message, terminal)
            case "over":
                seats.leave(message["table"])
                terminal.show(f"over: places {message['places']}, scores {message['scores']}")
                left = None if left is None else left - 1
            case "bye" if message["why"] in _FINAL:
                raise OutcryError(_FINAL[message["why"]])
        if left == 0:
            return 0
    return 0


def _token(args: Namespace) -> str:
    try:
        text = args.token_file.read_text("utf-8") if args.token_file else os.environ.get(TOKEN, "")
    except (OSError, ValueError) as error:
        raise OutcryError(f"--token-file: {error}") from None
    if not text.strip() or not text.strip().isascii():
        raise OutcryError(
            f"no token: make one at the server (Settings, Your bots), and put it into {TOKEN} or a"
            " --token-file"
        )
    return str(text.strip())


def _messages(floor: RemoteFloor, args: Namespace, terminal: Terminal) -> Iterator[Json]:
    """What the floor tells, through as many connections as it takes."""
    waits = chain(_WAITS, repeat(_WAITS[-1]))
    while True:
        try:
            for message in floor.messages(titles=args.titles, tables=str(args.tables)):
                waits = chain(_WAITS, repeat(_WAITS[-1]))
                yield message
        except FloorLost as lost:
            wait = next(waits)
            terminal.show(f"{lost}; again in {wait:g} s")
            time.sleep(wait)


def _sit(seats: "_Seats", match: Json, terminal: Terminal) -> None:
    """Where title or edition is unknown here, the floor plays the default; other matches go on."""
    try:
        seats.sit(match)
    except OutcryError as error:
        terminal.show(f"[red]{match['title']}[/]: {escape(str(error))}")


def _answer(floor: RemoteFloor, seats: "_Seats", decision: Json, terminal: Terminal) -> None:
    try:
        wrong = floor.answer(decision, seats.decide(decision))
    except OutcryError as error:
        wrong = str(error)
    except FloorLost:
        return  # the stream has ended too; the question comes again
    if wrong:
        terminal.show(f"[red]{decision['title']}, step {decision['step']}[/]: {escape(wrong)}")


class _Seats:
    """The bot at every seat that it has, each with luck of its own."""

    def __init__(self, bot: str, seed: int, budget: int) -> None:
        self._bot = bot
        self._seed = seed
        self._budget = budget
        self._setups: dict[str, Setup] = {}
        self._players: dict[tuple[str, int], Player] = {}

    def sit(self, match: Json) -> None:
        title = find(match["title"], match["rules"])
        data = title.edition(edition.from_data(match["edition"], "the server's edition"))
        self._setups[match["table"]] = Setup.of(
            title, len(match["players"]), match["options"], data
        )

    def leave(self, table: str) -> None:
        self._setups.pop(table, None)
        self._players = {key: value for key, value in self._players.items() if key[0] != table}

    def decide(self, decision: Json) -> str:
        """The text of the action."""
        setup, seat = self._setups.get(decision["table"]), int(decision["seat"])
        if setup is None:
            raise OutcryError("a match that cannot be played here")
        state = _position(setup, decision["world"])
        action = self._player(decision["table"], seat).answer(state, seat)
        return setup.title.notation.write(action)

    def _player(self, table: str, seat: int) -> Player:
        key = table, seat
        if key not in self._players:
            seed = self._seed + len(self._players)
            self._players[key] = Player(self._bot, own.find(self._bot, seed), seed, self._budget)
        return self._players[key]


def _position(setup: Setup, world: list[int]) -> State:
    """A state of the set-up with these numbers. States pickle as what makes them and their dump."""
    made: Any = setup.start().__reduce__()
    revive, made_from = made[:2]
    state: State = revive(*made_from[:-1], world)
    return state
