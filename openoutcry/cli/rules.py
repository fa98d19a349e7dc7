"""`outcry rules TITLE`: the rules in our own words, whole or one rule."""

import re
from argparse import Namespace

from rich.markdown import Markdown

from openoutcry.cli.choices import find_title
from openoutcry.cli.parser import Subparsers, command
from openoutcry.cli.terminal import Terminal
from openoutcry.core.title import Title

RULE_ID = re.compile(r"\b[A-Z]{2}-\d{2}[a-z]?\b")
_ANCHOR = re.compile(r'<a (?:id|name)="[^"]*"></a>\s*')


def register(subparsers: Subparsers) -> None:
    example = "outcry rules mogul --lang es\noutcry rules mogul MO-18"
    parser = command(subparsers, "rules", "Print the rules of a title.", example, run)
    parser.add_argument("title", metavar="TITLE", help="a title; see `outcry titles`")
    parser.add_argument("rule", metavar="RULE-ID", nargs="?", help="only this rule")


def run(args: Namespace, terminal: Terminal) -> int:
    title = find_title(args.title, terminal)
    show(text(title, args.rule, terminal), terminal)
    return 0


def text(title: Title, wanted: str | None, terminal: Terminal) -> str:
    """All the rules, or the passage that states one, as Markdown."""
    whole = _ANCHOR.sub("", title.words.rules(terminal.lang))
    return whole if wanted is None else _passage(whole, wanted, terminal)


def show(markdown: str, terminal: Terminal) -> None:
    """Rendered in a terminal, plain Markdown elsewhere."""
    if terminal.console.is_terminal:
        terminal.console.print(Markdown(markdown))
    else:
        print(markdown.rstrip())


def _passage(whole: str, wanted: str, terminal: Terminal) -> str:
    name = wanted.upper()
    passages = [part for part in re.split(r"\n\s*\n|\n(?=[-*#|] ?)", whole) if name in part]
    if not passages or not RULE_ID.fullmatch(name):
        raise terminal.wrong("wrong.rule", wanted, sorted(set(RULE_ID.findall(whole))))
    # The passage that states a rule has its id in front; others only refer to it.
    return min(passages, key=lambda part: part.find(name)).strip()
