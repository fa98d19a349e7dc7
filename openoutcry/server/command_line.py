"""The server's part of the `outcry` command line: its commands, their arguments, what they do."""

import argparse
import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args
from urllib.parse import parse_qs, urlsplit

from openoutcry.core.data_folder import default_data
from openoutcry.core.edition import read
from openoutcry.core.errors import OutcryError
from openoutcry.server import admin, chaos, loadtest
from openoutcry.server.chaos.troubles import TROUBLES
from openoutcry.server.loadtest import report
from openoutcry.server.loadtest.plan import Plan
from openoutcry.server.serve import make_private, serve
from openoutcry.server.settings import EditionChoice, Keeping, LogAddresses, Settings
from openoutcry.server.store import open_store
from openoutcry.server.store.interface import Store, StoreDown
from openoutcry.titles import find

DATABASE = "OUTCRY_DATABASE"
"""The environment variable that may hold the database's address."""
MAIL = "OUTCRY_MAIL"
"""The environment variable that may hold the mail server's address."""


@dataclass(frozen=True)
class Command:
    """A command's name, its one-line help, its arguments and what it does."""

    name: str
    about: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def _add_data_arguments(parser: argparse.ArgumentParser) -> None:
    """Where tables and people are kept."""
    parser.add_argument(
        "--data",
        type=Path,
        default=default_data(),
        metavar="FOLDER",
        help="folder for the database and its secrets (default: one of the user's)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://user@host/name, for several server processes (default: SQLite);"
        f" with a password only in the environment variable {DATABASE}, or in a file",
    )
    parser.add_argument(
        "--database-file",
        type=Path,
        metavar="FILE",
        help="a file that holds the --database address",
    )


def _database(args: argparse.Namespace) -> str | None:
    """The address of the database."""
    return _address("database", DATABASE, args.database, args.database_file)


def _mail(args: argparse.Namespace) -> str:
    """The address of the mail server; empty if there is none."""
    return _address("mail", MAIL, args.mail, args.mail_file) or ""


def _address(option: str, variable: str, given: str | None, file: Path | None) -> str | None:
    """An address that may hold a password. Whoever lists processes sees their arguments: it must
    not be there."""
    if file is not None:
        try:
            return file.read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            raise OutcryError(f"--{option}-file: {error}") from None
    if given is None:
        return os.environ.get(variable) or None
    if _has_password(given):
        raise OutcryError(
            f"--{option}: everybody on this machine can read a password in a command line; put the"
            f" address into the environment variable {variable} or into a --{option}-file"
        )
    return given


def _has_password(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return bool(parts.password) or "password" in parse_qs(parts.query)
    except ValueError:
        return False  # it is refused anyway


# serve


def _add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    _add_data_arguments(parser)
    parser.add_argument("--host", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8100, help="(default: %(default)s)")
    parser.add_argument(
        "--lan", action="store_true", help="let phones in the same network join; shows a QR code"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--page", default="", metavar="PAGE", help="what the browser opens, such as edition/mogul"
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the outside address when behind a proxy, such as https://play.example/outcry",
    )
    parser.add_argument(
        "--trusted-proxies",
        metavar="ADDRESSES",
        default="",
        help="proxies whose X-Forwarded headers are trusted, comma-separated",
    )
    parser.add_argument(
        "--allowed-hosts",
        type=_listed,
        default=(),
        metavar="NAMES",
        help="names under which the server is reached beyond --public-url, comma-separated",
    )
    parser.add_argument(
        "--protected-names",
        type=_listed,
        default=(),
        metavar="NAMES",
        help="names that nobody may take, such as yours and the club's, comma-separated",
    )
    parser.add_argument(
        "--keep-addresses",
        choices=get_args(Keeping),
        default=Settings.keep_addresses,
        help="how the addresses people come from are kept, for bans (default: %(default)s)",
    )
    parser.add_argument(
        "--log-addresses",
        choices=get_args(LogAddresses),
        default=Settings.log_addresses,
        help="how the log shows the addresses people come from (default: %(default)s)",
    )
    parser.add_argument("--bot-workers", type=int, default=0, help="processes in which bots think")
    parser.add_argument(
        "--edition",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="play a title by this edition instead of its own; further ones of it are offered too",
    )
    parser.add_argument(
        "--edition-choice",
        choices=get_args(EditionChoice),
        default=Settings.edition_choice,
        help="what else tables may play: all, people's own included; listed, without these; or"
        " given, only what --edition names (default: %(default)s)",
    )
    for state, days, what in (
        ("open", Settings.open_days, "close tables that have not started"),
        ("playing", Settings.playing_days, "close matches that nobody goes on with"),
        ("closed", Settings.closed_days, "put closed tables aside"),
        ("guest", Settings.guest_days, "forget guests who have left nothing behind"),
    ):
        parser.add_argument(
            f"--{state}-days",
            type=float,
            default=days,
            metavar="DAYS",
            help=f"{what} after this long; 0 for never (default: %(default)g)",
        )
    parser.add_argument(
        "--mail",
        metavar="URL",
        help="the SMTP server for alerts by mail: smtps://mail.example; with a password only in"
        f" the environment variable {MAIL}, or in a file",
    )
    parser.add_argument(
        "--mail-file", type=Path, metavar="FILE", help="a file that holds the --mail address"
    )
    parser.add_argument("--mail-from", default="", metavar="ADDRESS", help="the sender of the mail")
    parser.add_argument(
        "--alerts-inside",
        action="store_true",
        help="let alerts reach addresses of this network, and without https: for a home or a club",
    )
    parser.add_argument(
        "--daily-secret",
        type=_secret_file,
        metavar="FILE",
        help="a file whose text is mixed into the deals of the day, so that nobody can look ahead",
    )
    parser.add_argument(
        "--ladder",
        action="store_true",
        help="bots from elsewhere and ours play each other round the clock, for ratings; with"
        " several server processes, at one of them",
    )
    parser.add_argument("--no-limits", action="store_true", help="no rate limits: for load tests")


def _secret_file(name: str) -> str:
    try:
        text = Path(name).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"{name}: cannot be read: {error}") from None
    if len(text) < 16:
        raise argparse.ArgumentTypeError(f"{name}: has to hold 16 characters or more")
    return text


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _serve(args: argparse.Namespace) -> int:
    read_ones = [read(path) for path in args.edition]
    editions = [find(edition.title).edition(edition) for edition in read_ones]
    first = {edition.title: edition for edition in reversed(editions)}
    settings = Settings(
        data=args.data,
        database=_database(args),
        host=args.host or ("0.0.0.0" if args.lan else "127.0.0.1"),
        port=args.port,
        public_url=args.public_url,
        trusted_proxies=args.trusted_proxies,
        allowed_hosts=args.allowed_hosts,
        protected_names=args.protected_names,
        keep_addresses=args.keep_addresses,
        log_addresses=args.log_addresses,
        bot_workers=args.bot_workers,
        limited=not args.no_limits,
        open_days=args.open_days,
        playing_days=args.playing_days,
        closed_days=args.closed_days,
        guest_days=args.guest_days,
        editions=first,
        more_editions=tuple(edition for edition in editions if first[edition.title] is not edition),
        edition_choice=args.edition_choice,
        daily_secret=args.daily_secret or "",
        mail=_mail(args),
        mail_from=args.mail_from,
        alerts_inside=args.alerts_inside,
        ladder=args.ladder,
    )
    serve(settings, lan=args.lan, page=None if args.no_browser else args.page)
    return 0


# admin


def _add_admin_arguments(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    tables = tasks.add_parser("tables", help="list the tables")
    tables.add_argument("--people", action="store_true", help="list who sits where, with ids")
    end = tasks.add_parser("end", help="close a table for good")
    end.add_argument("table", metavar="TABLE")
    ban = tasks.add_parser("ban", help="shut somebody out; bots take over the seats")
    ban.add_argument("who", metavar="PERSON", help="an id, or a name kept by a password")
    ban.add_argument(
        "--hours",
        type=float,
        default=24,
        help="hours in which nobody new comes in from the same addresses; 0 for none (24)",
    )
    unban = tasks.add_parser("unban", help="let somebody in again")
    unban.add_argument("who", metavar="PERSON", help="an id, or a name kept by a password")
    reports = tasks.add_parser("reports", help="list what people reported")
    reports.add_argument("--settled", action="store_true", help="those that have been dealt with")
    settle = tasks.add_parser("settle", help="mark a report as dealt with")
    settle.add_argument("report", metavar="REPORT")
    backup = tasks.add_parser("backup", help="the same as `outcry backup`")
    _add_backup_file(backup)
    restore = tasks.add_parser("restore", help="take everything from a backup")
    restore.add_argument("file", type=Path, metavar="FILE")
    for task in (tables, end, ban, unban, reports, settle, backup, restore):
        _add_data_arguments(task)


def _admin(args: argparse.Namespace) -> int:
    for line in asyncio.run(_in_store(args)):
        print(line)
    return 0


async def _in_store(args: argparse.Namespace) -> list[str]:
    store = open_store(_database(args), args.data)
    if args.task == "restore":
        make_private(args.data)
    try:
        await store.open(create=args.task == "restore")
        return await _task(store, args)
    except StoreDown as error:
        raise OutcryError(f"the store is out of reach: {error}") from None
    finally:
        await store.close()


async def _task(store: Store, args: argparse.Namespace) -> list[str]:
    match args.task:
        case "tables":
            return await (admin.people(store) if args.people else admin.tables(store))
        case "end":
            return [await admin.end(store, args.table)]
        case "ban":
            return [await admin.ban(store, args.who, args.hours)]
        case "unban":
            return [await admin.unban(store, args.who)]
        case "reports":
            return await admin.reports(store, args.settled)
        case "settle":
            return [await admin.settle(store, args.report)]
        case "backup":
            return [await admin.backup(store, args.file, args.keep)]
        case _:
            return [await admin.restore(store, args.file)]


# backup


def _add_backup_arguments(parser: argparse.ArgumentParser) -> None:
    _add_backup_file(parser)
    _add_data_arguments(parser)
    parser.set_defaults(task="backup")


def _add_backup_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--keep",
        type=_copies,
        default=14,
        metavar="N",
        help="copies to keep: FILE, and those before it with their dates (default: %(default)s)",
    )


def _copies(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a number from 1, not {text}")
    return int(text)


# loadtest


def _add_loadtest_arguments(parser: argparse.ArgumentParser) -> None:
    plan = Plan()
    parser.add_argument(
        "--tables",
        type=int,
        nargs="+",
        default=[plan.tables],
        metavar="N",
        help="each number on a fresh server (default: 100)",
    )
    parser.add_argument(
        "--analyses",
        type=int,
        nargs="+",
        default=[plan.analyses],
        metavar="N",
        help="finished matches that are analysed all the while; each number on a fresh server"
        " (default: 0)",
    )
    parser.add_argument(
        "--alerts",
        type=int,
        nargs="+",
        default=[plan.alerts],
        metavar="N",
        help="people who are alerted by a webhook, have a match over days too and look at their"
        " page; each number on a fresh server (default: 0)",
    )
    parser.add_argument("--title", default=plan.title, help="(default: %(default)s)")
    for name, kind, about in (
        ("bots", int, "bots at each table"),
        ("spectators", int, "people who watch one of the tables"),
        ("moves", float, "moves a minute by each person"),
        ("show-moves", float, "moves a minute by the person who is watched"),
        ("chat", float, "lines of chat a minute by each person"),
        ("drops", float, "lost connections a minute among everybody"),
        ("seconds", float, "to measure, once everybody has come"),
    ):
        parser.add_argument(
            f"--{name}",
            type=kind,
            default=getattr(plan, name.replace("-", "_")),
            metavar="N",
            help=f"{about} (default: %(default)s)",
        )
    parser.add_argument("--database", metavar="URL", help="PostgreSQL instead of SQLite")
    parser.add_argument("--database-file", type=Path, metavar="FILE", help="holds that address")
    parser.add_argument(
        "--nginx", action="store_true", help="two nodes behind nginx, with TLS and below a path"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a page with plots")


def _loadtest(args: argparse.Namespace) -> int:
    plans = [
        Plan(
            tables=tables,
            title=args.title,
            bots=args.bots,
            moves=args.moves,
            show_moves=args.show_moves,
            spectators=args.spectators,
            chat=args.chat,
            drops=args.drops,
            analyses=analyses,
            alerts=alerts,
            seconds=args.seconds,
        )
        for tables in args.tables
        for analyses in args.analyses
        for alerts in args.alerts
    ]
    runs = loadtest.run(plans, _database(args), args.nginx)
    if args.report is not None:
        args.report.write_text(report.page(runs), encoding="utf-8")
    return 0


# chaos


def _add_chaos_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, default=1.0, metavar="M", help="(default: 1)")
    parser.add_argument(
        "--tables", type=int, default=8, metavar="N", help="with two people each (default: 8)"
    )
    parser.add_argument(
        "--moves",
        type=float,
        metavar="N",
        help="of each person a minute (default: as many as possible)",
    )
    parser.add_argument(
        "--troubles",
        nargs="+",
        choices=sorted(TROUBLES),
        default=sorted(TROUBLES),
        metavar="NAME",
        help=f"any of {', '.join(sorted(TROUBLES))} (default: all)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="(default: 0)")
    parser.add_argument("--database", metavar="URL", help="PostgreSQL instead of SQLite")
    parser.add_argument("--database-file", type=Path, metavar="FILE", help="holds that address")


def _chaos(args: argparse.Namespace) -> int:
    tally = chaos.run(
        args.minutes, _database(args), args.tables, args.seed, args.troubles, args.moves
    )
    for problem in tally.problems:
        print(problem)
    return 1 if tally.problems else 0


COMMANDS = (
    Command("serve", "Start the server: tables for browsers.", _add_serve_arguments, _serve),
    Command("admin", "Look after a server's tables and people.", _add_admin_arguments, _admin),
    Command(
        "backup",
        "Copy everything into a file and check it, while people play.",
        _add_backup_arguments,
        _admin,
    ),
    Command(
        "loadtest",
        "Fill a server with people over real sockets and say how long they wait.",
        _add_loadtest_arguments,
        _loadtest,
    ),
    Command(
        "chaos",
        "Let everything go wrong while people play, and check that nothing is lost.",
        _add_chaos_arguments,
        _chaos,
    ),
)
