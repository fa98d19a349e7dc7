"""axe-core: what a page does to people who cannot see it, or use no mouse."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"


@cache
def script() -> str:
    return SCRIPT.read_text(encoding="utf-8")


def violations_in_both_lights(page: Page) -> list[str]:
    """As the page is, and with the system's colours forced on it."""
    found = violations(page)
    page.emulate_media(forced_colors="active")
    page.wait_for_function(
        "document.getAnimations().every(({ playState }) => playState !== 'running')"
    )
    found += [f"forced colours, {one}" for one in violations(page)]
    page.emulate_media(forced_colors="none")
    return found


def violations(page: Page) -> list[str]:
    """Each as `rule: first offending piece`; empty is good."""
    page.evaluate(script())
    found: list[dict[str, Any]] = page.evaluate("axe.run(document).then((r) => r.violations)")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]
