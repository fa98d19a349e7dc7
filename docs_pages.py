"""Documentation pages that are generated during the build; mkdocs.yml names this file as a hook.

The rules of each title come from its own folder, "Add a title" from CONTRIBUTING.md, the layouts of
observations and the reference from the code, so that none of them is written twice.
"""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

import openoutcry
from openoutcry import zoo
from openoutcry.titles import find, names

ROOT = Path(__file__).parent
PROGRAMS = {"cli", "conformance", "server"}
"""Packages that are run, not imported: other pages say how, and the server describes its HTTP API
at /api/openapi.json."""
REFERENCE = tuple(
    sorted(
        file.parent.name
        for file in (ROOT / "openoutcry").glob("*/__init__.py")
        if file.parent.name not in PROGRAMS
    )
)
"""The packages that get a reference page each; `openoutcry` itself gets one more."""


def on_config(config: Any) -> Any:
    """List the generated pages, and every page that the navigation does not name."""
    for entry in config.nav:
        if isinstance(entry, dict) and "Rules" in entry:
            entry["Rules"] = [f"rules/{name}.md" for name in names()]
        if isinstance(entry, dict) and "Reference" in entry:
            entry["Reference"] = [f"reference/{name}.md" for name in ("openoutcry", *REFERENCE)]
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
    """The text of every generated page, by its address."""
    made = {f"rules/{name}.md": rules(name) for name in names()}
    made |= {f"observations/{name}.md": observations(name) for name in names()}
    made |= {f"reference/{name}.md": reference(f"openoutcry.{name}") for name in REFERENCE}
    made["reference/openoutcry.md"] = front_door()
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
    """What CONTRIBUTING.md says about adding a title, as a page of its own."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"^## (How to add a title\n.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise ValueError("CONTRIBUTING.md has no section 'How to add a title'")
    return f"# {found[1]}".replace("](docs/", "](")  # as seen from the folder of the pages


# The reference: mkdocstrings fills in what ":::" names, from the source and its docstrings.


def reference(package: str) -> str:
    """A package and each of its modules."""
    found = pkgutil.iter_modules(import_module(package).__path__)
    modules = sorted(f"{package}.{module.name}" for module in found)
    head = f"::: {package}\n    options:\n      heading_level: 1"
    return "\n\n".join([head, *(f"::: {name}" for name in modules)])


def front_door() -> str:
    """What `import openoutcry as oo` gives: its functions, and where the rest is documented."""
    package = griffe.load("openoutcry", search_paths=[ROOT], allow_inspection=False)
    places = {name: package[name].canonical_path for name in openoutcry.__all__}
    links = [f"[`oo.{name}`][{place}]" for name, place in places.items()]
    return (
        "::: openoutcry\n    options:\n      heading_level: 1\n      members: false\n\n"
        f"{' · '.join(links)}\n\n::: openoutcry.api\n\n::: openoutcry.svg\n"
    )


EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.M)
"""From the first line with >>> to the next empty line."""


class Examples(griffe.Extension):
    """Python's examples (>>>) as blocks of code: Markdown would take them for quotations."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        self.on_object(obj=pkg)

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            plain = obj.docstring.value.replace("  # doctest: +ELLIPSIS", "")
            obj.docstring.value = EXAMPLE.sub(r"```pycon\n\g<0>\n```", plain)
