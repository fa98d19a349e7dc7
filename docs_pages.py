"""Pages of the documentation that are made while it is built: mkdocs.yml names this file.

The rules of each title come from its own folder, "Add a title" from CONTRIBUTING.md, and the
layouts of observations from the code, so that none of them is written twice.
"""

import re
from pathlib import Path
from typing import Any

from openoutcry import zoo
from openoutcry.titles import find, names

ROOT = Path(__file__).parent


def on_config(config: Any) -> Any:
    """List the titles' pages, and whatever page the navigation forgot."""
    for entry in config.nav:
        if isinstance(entry, dict) and "Rules" in entry:
            entry["Rules"] = [f"rules/{name}.md" for name in names()]
    written = sorted(path.name for path in Path(config.docs_dir).glob("*.md"))
    forgotten = [name for name in written if name not in str(config.nav)]
    if forgotten:
        config.nav.append({"More": forgotten})
    return config


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for address, text in pages().items():
        files.append(File.generated(config, address, content=text))
    return files


def pages() -> dict[str, str]:
    """Address -> text of every made page."""
    made = {f"rules/{name}.md": rules(name) for name in names()}
    made |= {f"observations/{name}.md": observations(name) for name in names()}
    made["add-a-title.md"] = add_a_title()
    return made


def rules(name: str) -> str:
    text = find(name).words.rules("en")
    return f"{text}\n\n[Observations for learners](../observations/{name}.md)\n"


def observations(name: str) -> str:
    layout = zoo.layout(name)
    return (
        f"# Observations of {name}\n\n"
        f"{layout.size} numbers as float32, for four seats where four can play. Seats are told from"
        f" the viewer on, clockwise. `zoo.layout({name!r}, seats=...)` gives the layout of any"
        f" other table.\n\n{layout.describe()}\n"
    )


def add_a_title() -> str:
    """The part of CONTRIBUTING.md about it, as a page of its own."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"^## (How to add a title\n.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise ValueError("CONTRIBUTING.md has no section 'How to add a title'")
    return f"# {found[1]}"
