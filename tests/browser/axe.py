"""axe-core: what a page does to people who cannot see it, or use no mouse."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"


@cache
def script() -> str:
    return SCRIPT.read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """Each as `rule: first offending piece`; empty is good."""
    page.evaluate(script())
    found: list[dict[str, Any]] = page.evaluate("axe.run(document).then((r) => r.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]
