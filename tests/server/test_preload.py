"""What the page's head names in advance."""

import json
from pathlib import Path

import pytest

from openoutcry.server.languages import preferred
from openoutcry.server.preload import Preload

FILES = {
    "../openoutcry/text/it.json": {"file": "assets/it.js"},
    "../openoutcry/titles/mogul/text/it.json": {"file": "assets/mogul-it.js"},
    "src/pages/RulesPage.svelte": {
        "file": "assets/rules.js",
        "imports": ["_shell.js"],
        "css": ["assets/rules.css"],
    },
    "src/titles/mogul/look.ts": {"file": "assets/mogul.js"},
    "_shell.js": {"file": "assets/shell.js"},
}


@pytest.fixture
def preload(tmp_path: Path) -> Preload:
    listed = tmp_path / ".vite/manifest.json"
    listed.parent.mkdir()
    listed.write_text(json.dumps(FILES))
    return Preload(tmp_path, '<link href="./assets/shell.js">')


def test_the_rules_page_names_its_files_words_and_text_but_not_what_the_page_has(
    preload: Preload,
) -> None:
    links = preload.links("rules", "mogul", "it")
    for file in ("it.js", "mogul-it.js", "rules.js", "rules.css", "api/titles/mogul/rules/it"):
        assert file in links
    assert "shell.js" not in links


def test_a_table_names_the_board_of_its_title(preload: Preload) -> None:
    assert "assets/mogul.js" in preload.links("table", "mogul", "it")
    assert "mogul" not in preload.links("table", "", "it")


def test_a_client_that_is_not_built_needs_nothing(tmp_path: Path) -> None:
    assert Preload(tmp_path, "").links("table", "mogul", "en") == ""


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [("fr-CH, fr;q=0.9, en;q=0.8", "fr"), ("de,it;q=0.5", "it"), ("ja", "en"), ("", "en")],
)
def test_the_first_language_of_ours_that_a_browser_accepts(accepted: str, lang: str) -> None:
    assert preferred(accepted) == lang
