"""`outcry play TITLE`: people and bots at one keyboard."""

import re
import secrets
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from openoutcry import api
from openoutcry import bots as bot_shelf
from openoutcry.bots.own import is_code
from openoutcry.bots.personality import PERSONALITIES, WITH_PERSONALITIES, level_of
from openoutcry.cli.choices import (
    BUDGET,
    WholeNumber,
    add_plain,
    add_setup,
    edition_of,
    find_bots,
    find_file,
    find_title,
    new_file,
    options_of,
)
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.session import Session
from openoutcry.cli.terminal import Terminal, tidy_name
from openoutcry.core.errors import OutcryError
from openoutcry.core.fair import QuickDraws
from openoutcry.core.match import Match
from openoutcry.core.rng import derive
from openoutcry.core.setup import SEATS, Setup
from openoutcry.lab.games import parsed
from openoutcry.table.botnames import bot_name
from openoutcry.table.memory import RECALLS, Recall, usual_recall
from openoutcry.text import LANGUAGES, say

BOT = "apprentice"
"""The bot in seats that nobody was named for."""
LEVELS = ("apprentice", "broker", "tycoon", "baron")
"""Bots that have a name in every language."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "play",
        "Play a title: people and bots at one keyboard.",
        "outcry play mogul --seats 4\n"
        "outcry play mogul --people 2 --bots apprentice,random\n"
        "outcry play mogul --bots broker:greedy,broker:blocker,tycoon\n"
        "outcry play --resume game.json",
        run,
    )
    add_setup(parser, nargs="?")
    parser.add_argument("--seats", type=WholeNumber(1), help="people and bots together")
    parser.add_argument("--people", type=WholeNumber(0), help="default: 1; 0 to watch the bots")
    parser.add_argument("--bots", metavar="A,B", help=f"who else plays (default: {BOT})")
    parser.add_argument("--names", metavar="ANA,BEN", help="the people's names")
    parser.add_argument("--budget", type=BUDGET, default=0, help="simulations for a bot")
    parser.add_argument(
        "--memory",
        choices=RECALLS,
        help="whether what has happened is told again before the end"
        " (default: table among people, perfect alone among bots)",
    )
    parser.add_argument("--seed", type=WholeNumber(0), help="the same seed, the same cards")
    parser.add_argument("--save", metavar="FILE", help="where the record goes")
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved match")
    add_plain(parser)


def run(args: Namespace, terminal: Terminal) -> int:
    seed = secrets.randbits(64) if args.seed is None else args.seed
    if args.resume is not None:
        return resume(args, seed, terminal)
    if args.title is None:
        raise OutcryError(terminal.say("wrong.no_title"))
    title = find_title(args.title, terminal)
    edition = edition_of(args, title, terminal)
    options = options_of(title, args.option, terminal)
    bots = find_bots(args.bots, terminal) if args.bots is not None else []
    seats, people = crowd(args.seats, args.people, len(bots), title.box.seats(edition))
    setup = Setup.of(title, seats, options, edition)
    players = seating(seats, people, bots, terminal)
    names = names_for(players, args.names, terminal)
    save = None if args.save is None else new_file(args.save, terminal)
    recall = args.memory or usual_recall(people)
    return start(setup, players, names, seed, save, args.budget, terminal, recall)


def start(
    setup: Setup,
    players: list[str | None],
    names: list[str],
    seed: int,
    save: Path | None,
    budget: int,
    terminal: Terminal,
    recall: Recall,
) -> int:
    """Deal and play."""
    match = Match.begin(setup, seed=derive(seed))
    return Session(match, players, names, terminal, save, seed, budget, recall).run()


def crowd(seats: int | None, people: int | None, bots: int, allowed: range) -> tuple[int, int]:
    """How many seats, and how many of them for people: what is not given follows from the rest."""
    if people is None:
        people = seats - bots if seats is not None and bots else 1
    if seats is None:
        wanted = people + bots if bots else max(people, SEATS)
        seats = min(max(wanted, allowed[0]), allowed[-1])
    return seats, people


def seating(seats: int, people: int, bots: list[str], terminal: Terminal) -> list[str | None]:
    """A bot's name for each seat, None for a person. People sit first.

    Every bot named takes one seat; if seats are left, the bots named sit there again.
    """
    if people < 0 or people + len(bots) > seats:
        raise OutcryError(
            terminal.say("wrong.crowd", people=max(people, 0), bots=len(bots), seats=seats)
        )
    chosen = bots or [BOT]
    return [
        None if seat < people else chosen[(seat - people) % len(chosen)] for seat in range(seats)
    ]


def names_for(players: list[str | None], given: str | None, terminal: Terminal) -> list[str]:
    """The people's names as given, "Player 1" otherwise; "Apprentice 2" for bots."""
    people = [tidy_name(name) for name in given.split(",")] if given else []
    if len(people) > players.count(None):
        raise OutcryError(terminal.say("wrong.names", count=players.count(None)))
    names = []
    for seat, bot in enumerate(players):
        name = people[seat] if bot is None and seat < len(people) else ""
        if bot is not None:
            name = f"{level_name(bot, terminal.lang)} {seat + 1}"
        names.append(name or say(terminal.lang, "seat.name", {"number": seat + 1}))
    return names


def resume(args: Namespace, seed: int, terminal: Terminal) -> int:
    """Go on where a record ends: the same people, the same bots, fresh luck."""
    file = find_file(args.resume, terminal)
    record = api.load(file)
    match = replace(record, seed=None).replay()
    match.draws = QuickDraws(derive(seed))
    match.settle()
    if match.over:
        raise OutcryError(terminal.say("wrong.finished", file=str(file)))
    names = [tidy_name(name) for name in record.names or []]
    if len(names) != match.seats:
        names = names_for([None] * match.seats, None, terminal)
    save = file if args.save is None else new_file(args.save, terminal)
    players = [bot_named(name) for name in names]
    recall = args.memory or usual_recall(players.count(None))
    return Session(match, players, names, terminal, save, seed, args.budget, recall).run()


def level_name(bot: str, lang: str) -> str:
    """What people call a bot; one that is no level of ours goes by its own name."""
    known = parsed(bot)
    if level_of(known.name) not in LEVELS:
        return bot if is_code(bot) else bot.capitalize()
    called = bot_name(known.name, lang)
    return f"{called}:{known.budget}" if known.budget else called


def bot_named(name: str) -> str | None:
    """ "Apprentice 2" or "Tycoon:20 2", in any language, as "apprentice" or "tycoon:20"; None for a
    person's name, and for code: a record may come from a stranger."""
    found = re.fullmatch(r"([^:]+)(:\d{1,9})? \d+", name)
    own = [f"{level}:{one}" for level in WITH_PERSONALITIES for one in PERSONALITIES]
    known = [*bot_shelf.names(), *own]
    called = {level_name(bot, lang): bot for bot in known for lang in LANGUAGES}
    if found is None or found[1] not in called:
        return None
    return called[found[1]] + (found[2] or "")
