"""The code blocks of the documentation.

A fenced block of `sh` is run as it stands, in a folder of its page, one block after another. A
comment before it, `<!-- not run: REASON -->`, says why it cannot be; then, as in every other block,
each `outcry` command is only parsed.
"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCED = re.compile(
    r"^(?:<!-- not run: (?P<why>[^\n]+?) -->\n+)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S
)
INDENTED = re.compile(r"^ {4}(\S.*)$", re.M)


@dataclass(frozen=True)
class Block:
    page: Path
    kind: str
    text: str
    why_not: str

    @property
    def is_run(self) -> bool:
        return self.kind == "sh" and not self.why_not


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, found["kind"], found["text"], found["why"] or "")
        for found in FENCED.finditer(text)
    ]


def commands(page: Path) -> list[str]:
    """Every `outcry` command of a page that is not run: "admin end TABLE"."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(page) if not block.is_run for line in block.text.splitlines()]
    lines += INDENTED.findall(FENCED.sub("", text))
    return [command for line in lines for command in commands_in(line)]


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
