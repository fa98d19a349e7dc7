"""Documentation pages that are generated during the build; mkdocs.yml names this file as a hook.

The rules of each title come from its own folder, "Add a title" from CONTRIBUTING.md, the layouts of
observations and the reference from the code, letters and bell from the floor, so that none of them
is there twice.
"""

import json
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import griffe

import openoutcry
from openoutcry import zoo
from openoutcry.text import LANGUAGES
from openoutcry.titles import find, names

HERE = Path(__file__).parent
PACKAGE = Path(openoutcry.__file__).parent
STATIC = PACKAGE / "server/static"
PROGRAMS = {"cli", "conformance", "server"}
"""Packages that are run, not imported: other pages say how, and the server describes its HTTP API
at /api/openapi.json."""
REFERENCE = tuple(
    sorted(
        file.parent.name
        for file in PACKAGE.glob("*/__init__.py")
        if file.parent.name not in PROGRAMS
    )
)
"""The packages that get a reference page each; `openoutcry` itself gets one more."""
RULES = {"Rules": "en", "Reglas": "es", "Règles": "fr", "Regole": "it"}
"""The language of the rules below these words of the navigation."""
BORROWED = {
    "assets/bell.svg": "favicon.svg",
    "assets/fonts/jost.woff2": "assets/jost-latin-wght-normal-*.woff2",
    "assets/fonts/limelight.woff2": "assets/limelight-latin-400-normal-*.woff2",
}
"""Files of the built client that the pages show too."""


def on_config(config: Any) -> Any:
    """List the generated pages, and every page that the navigation does not name."""
    config.plugins["mkdocstrings"].config.handlers["python"]["paths"] = [str(PACKAGE.parent)]
    _fill(config.nav)
    written = sorted(path.name for path in Path(config.docs_dir).glob("*.md"))
    forgotten = [name for name in written if name not in str(config.nav)]
    if forgotten:
        config.nav.append({"More": forgotten})
    return config


def _fill(nav: list[Any]) -> None:
    """Put the generated pages below their words, at any depth."""
    for entry in nav:
        for word, below in entry.items() if isinstance(entry, dict) else ():
            if word in RULES:
                entry[word] = [rules_address(name, RULES[word]) for name in names()]
            elif word == "Reference":
                entry[word] = [f"reference/{name}.md" for name in ("openoutcry", *REFERENCE)]
            elif isinstance(below, list):
                _fill(below)


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    for address, text in pages().items():
        files.append(File.generated(config, address, content=text))
    for address, pattern in BORROWED.items():
        for file in STATIC.glob(pattern):
            files.append(File.generated(config, address, abs_src_path=str(file)))
    return files


def pages() -> dict[str, str]:
    """The text of every generated page, by its address."""
    made = {rules_address(name, lang): rules(name, lang) for name in names() for lang in LANGUAGES}
    made |= {f"observations/{name}.md": observations(name) for name in names()}
    made |= {f"reference/{name}.md": reference(f"openoutcry.{name}") for name in REFERENCE}
    made["reference/openoutcry.md"] = front_door()
    made["add-a-title.md"] = add_a_title()
    made["notebook.md"] = notebook()
    return made


def rules_address(name: str, lang: str) -> str:
    return f"rules/{name}.md" if lang == "en" else f"{lang}/rules/{name}.md"


def rules(name: str, lang: str) -> str:
    """A title's rules below a picture of its board."""
    title, _, text = find(name).words.rules(lang).partition("\n")
    up = "../" * rules_address(name, lang).count("/")
    return (
        f"{title}\n\n![]({up}boards/{name}.svg)\n{text}\n\n"
        f"[Observations for learners]({up}observations/{name}.md)\n"
    )


def observations(name: str) -> str:
    layout = zoo.layout(name)
    return (
        f"# Observations of {name}\n\n"
        f"{layout.size} numbers as float32, for four seats where four can play. Seats are told from"
        f" the viewer on, clockwise. `zoo.layout({name!r}, seats=...)` gives the layout of any"
        f" other table.\n\n{layout.describe()}\n"
    )


def notebook() -> str:
    """The notebook as a page, with a way to the file."""
    cells = json.loads((HERE / "docs/notebook.ipynb").read_text(encoding="utf-8"))["cells"]
    told = ["".join(cell["source"]) for cell in cells]
    marked = [
        text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        for cell, text in zip(cells, told, strict=True)
    ]
    return "\n\n".join([*marked, "[This page as a notebook](notebook.ipynb)\n"])


def add_a_title() -> str:
    """What CONTRIBUTING.md says about adding a title, as a page of its own."""
    text = (HERE / "CONTRIBUTING.md").read_text(encoding="utf-8")
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
    package = griffe.load("openoutcry", search_paths=[PACKAGE.parent], allow_inspection=False)
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
