"""Code that a page quotes stands so in the file it names; indented there as it may be."""

import pytest

from tests.docs.blocks import PAGES, ROOT, Block, blocks

QUOTED = [block for page in PAGES for block in blocks(page) if block.word == "quoted"]


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("block", QUOTED, ids=lambda block: block.about)
def test_what_a_page_quotes_stands_in_the_file(block: Block) -> None:
    wanted = lines_of(block.text)
    there = lines_of((ROOT / block.about).read_text(encoding="utf-8"))
    starts = range(len(there) - len(wanted) + 1)
    assert any(there[at : at + len(wanted)] == wanted for at in starts)


def test_the_tutorial_shows_no_code_but_the_examples() -> None:
    shown = blocks(ROOT / "docs/write-a-title.md")
    assert {block.kind for block in shown if block.word != "quoted"} == {"sh"}
    assert len(shown) > 10
