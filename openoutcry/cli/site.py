"""`outcry site`: the floor as a folder of files, played without a server."""

from argparse import Namespace
from pathlib import Path

from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "site",
        "Make a folder of files that plays in the browser without a server.",
        "outcry site --out floor\npython3 -m http.server --directory floor",
        run,
    )
    parser.add_argument(
        "--out", metavar="FOLDER", default="floor", help="where it goes (default: %(default)s)"
    )


def run(args: Namespace, terminal: Terminal) -> int:
    target = Path(args.out).absolute()
    if target.exists() and not target.is_dir():
        raise OutcryError(f"{args.out} is not a folder")
    try:
        from openoutcry.pocket import site
    except ModuleNotFoundError as error:
        raise OutcryError(f"this needs {error.name}: pip install 'openoutcry[server]'") from error
    site.write(target)
    terminal.show_path(target / "index.html")
    return 0
