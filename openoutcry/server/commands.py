"""The server's commands: `serve`, for the `outcry` command line to register."""

import argparse
from pathlib import Path

from openoutcry.core.edition import read
from openoutcry.core.errors import OutcryError
from openoutcry.server.serve import default_data, serve
from openoutcry.server.settings import Settings
from openoutcry.titles import find


def add_data_arguments(parser: argparse.ArgumentParser) -> None:
    """Where tables and people are kept."""
    parser.add_argument(
        "--data",
        type=Path,
        default=default_data(),
        metavar="FOLDER",
        help="folder for the database and its secrets (default: %(default)s)",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="postgresql://user@host/name, for several server processes (default: SQLite)",
    )


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    add_data_arguments(parser)
    parser.add_argument("--host", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8100, help="(default: %(default)s)")
    parser.add_argument(
        "--lan", action="store_true", help="let phones in the same network join; shows a QR code"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help="the outside address when behind a proxy, such as https://play.example/outcry",
    )
    parser.add_argument(
        "--trusted-proxies",
        metavar="ADDRESSES",
        default="",
        help="proxies whose X-Forwarded headers are believed, comma-separated",
    )
    parser.add_argument("--bot-workers", type=int, default=0, help="processes in which bots think")
    parser.add_argument(
        "--edition",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="play by this edition",
    )
    parser.add_argument("--no-limits", action="store_true", help="no rate limits: for load tests")


def run_serve(args: argparse.Namespace) -> int:
    editions = [read(path) for path in args.edition]
    settings = Settings(
        data=args.data,
        database=args.database,
        host=args.host or ("0.0.0.0" if args.lan else "127.0.0.1"),
        port=args.port,
        public_url=args.public_url,
        trusted_proxies=args.trusted_proxies,
        bot_workers=args.bot_workers,
        limited=not args.no_limits,
        editions={edition.title: find(edition.title).edition(edition) for edition in editions},
    )
    serve(settings, lan=args.lan, browser=not args.no_browser)
    return 0


def main() -> None:
    """`python -m openoutcry.server.commands ...` is `outcry serve ...`."""
    parser = argparse.ArgumentParser("outcry serve")
    add_serve_arguments(parser)
    try:
        raise SystemExit(run_serve(parser.parse_args()))
    except OutcryError as error:
        raise SystemExit(f"outcry: {error}") from None


if __name__ == "__main__":
    main()
