"""The code blocks of the documentation.

A fenced block of `sh` is run as it stands, in a folder of its page, one block after another. A
comment before it may say otherwise:

    <!-- shortened: --games 1000 = --games 8 -->     run with the second instead of the first
    <!-- serves -->                                  every line starts a server, until it is stopped
    <!-- not run: REASON -->                         only parsed: each `outcry` command is accepted

Nowhere else on a page may a command stand that somebody could copy.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCED = re.compile(
    r"^(?:<!-- (?P<word>shortened|serves|not run)(?:: (?P<about>[^\n]+?))? -->\n+)?"
    r"```(?P<kind>\w*)\n(?P<text>.*?)^```$",
    re.M | re.S,
)
INDENTED = re.compile(r"^ {4}(\S.*)$", re.M)


@dataclass(frozen=True)
class Block:
    page: Path
    kind: str
    text: str
    word: str
    """shortened, serves, not run, or "" """
    about: str

    @property
    def lines(self) -> list[str]:
        """Its lines; those joined by a backslash are one."""
        return self.text.replace("\\\n", "").splitlines()

    @property
    def is_run(self) -> bool:
        return self.kind == "sh" and self.word in ("", "shortened")

    @property
    def script(self) -> str:
        """What is run."""
        if self.word != "shortened":
            return self.text
        script = self.text
        for change in self.about.split("; "):
            long, _, short = change.partition(" = ")
            assert long in script, f"{self.page.name}: no {long!r} to shorten"
            script = script.replace(long, short)
        return script


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, found["kind"], found["text"], found["word"] or "", found["about"] or "")
        for found in FENCED.finditer(text)
    ]


def strays(page: Path) -> list[str]:
    """Commands that stand in a block which is not `sh`."""
    text = page.read_text(encoding="utf-8")
    others = [block for block in blocks(page) if block.kind != "sh" and block.word != "not run"]
    lines = [line for block in others for line in block.lines]
    lines += INDENTED.findall(FENCED.sub("", text))
    return [line for line in lines if commands_in(line)]


def commands(page: Path) -> list[str]:
    """Every `outcry` command of a page that is not run: "admin end TABLE"."""
    unrun = [block for block in blocks(page) if not block.is_run]
    return [c for block in unrun for line in block.lines for c in commands_in(line)]


def commands_in(line: str) -> list[str]:
    """The commands of a line, told apart by two spaces; what follows # or two spaces explains.

    >>> commands_in("outcry admin tables [--people]     outcry admin end TABLE")
    ['admin tables --people', 'admin end TABLE']
    >>> commands_in("15 4 * * *  outcry admin backup floor.backup --data /srv/floor")
    ['admin backup floor.backup --data /srv/floor']
    >>> commands_in("python3 run.py          # sets everything up")
    ['']
    >>> commands_in("for outcry")
    []
    """
    found = []
    for part in re.split(r"\s{2,}|\s#", line.strip()):
        words = part.translate(str.maketrans("", "", "[]")).split()
        while words and "=" in words[0]:  # VARIABLE=value before the command
            words = words[1:]
        if words[:1] == ["outcry"]:
            found.append(" ".join(words[1:]))
        elif words[:2] == ["python3", "run.py"]:
            found.append(" ".join(words[2:]))
    return found
