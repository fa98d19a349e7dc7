"""`outcry docs`: build the documentation as web pages."""

import logging
from argparse import Namespace
from importlib import import_module
from pathlib import Path
from typing import Any

import openoutcry
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.errors import OutcryError

PACKAGE = Path(openoutcry.__file__).parent
SOURCES = (PACKAGE / "handbook", PACKAGE.parent)
"""Where the pages' sources are: in a wheel, and in a clone."""


def register(subparsers: Subparsers) -> None:
    parser = command(
        subparsers,
        "docs",
        "Build the documentation into a folder of web pages.",
        "outcry docs --out site",
        run,
    )
    parser.add_argument(
        "--out", metavar="FOLDER", default="site", help="where the pages go (default: %(default)s)"
    )


def run(args: Namespace, terminal: Terminal) -> int:
    target = Path(args.out).absolute()
    settings = next((s for folder in SOURCES if (s := folder / "mkdocs.yml").is_file()), None)
    if settings is None:
        raise OutcryError("the documentation's sources are missing: they are in wheels and clones")
    if target.exists() and not target.is_dir():
        raise OutcryError(f"{args.out} is not a folder")
    _build(settings, target)
    _add_floor(target / "floor")
    terminal.show_path(target / "index.html")
    return 0


def _add_floor(target: Path) -> None:
    """Whoever hosts the pages lets people play."""
    try:
        from openoutcry.pocket import site
    except ModuleNotFoundError as error:
        raise OutcryError(f"this needs {error.name}: pip install 'openoutcry[server]'") from error
    site.write(target)


def _build(settings: Path, target: Path) -> None:
    config, build, exceptions = (
        _mkdocs(module) for module in ("config", "commands.build", "exceptions")
    )
    complaints = _Complaints()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(complaints)
    try:
        build.build(config.load_config(str(settings), site_dir=str(target), strict=True))
    except exceptions.MkDocsException as error:
        why = "; ".join(complaints.lines) or str(error)
        raise OutcryError(f"the documentation cannot be built: {why}") from error
    finally:
        logger.removeHandler(complaints)


class _Complaints(logging.Handler):
    """Keeps what MkDocs warns about."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(" ".join(record.getMessage().split()))


def _mkdocs(module: str) -> Any:
    try:
        import_module("material")
        return import_module(f"mkdocs.{module}")
    except ModuleNotFoundError as error:
        raise OutcryError("this needs mkdocs-material: pip install 'openoutcry[docs]'") from error
