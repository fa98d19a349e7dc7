"""No English is left in the other languages, wherever one looks.

What is written into a page instead of a catalogue is English in all of them, so the suite reads
each title in one; EVERY_LANGUAGE=1 in the environment reads each in all.
"""

import json
import os
import re
from itertools import cycle
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from openoutcry.text import LANGUAGES, say
from openoutcry.titles import find, names
from tests.browser.conftest import People
from tests.browser.player import PATIENCE, Player

OTHERS = [lang for lang in LANGUAGES if lang != "en"]
READINGS = (
    [(title, lang) for title in names() for lang in OTHERS]
    if os.environ.get("EVERY_LANGUAGE")
    else list(zip(names(), cycle(OTHERS), strict=False))
)
ENGLISH = re.compile(
    r"\b(the|and|of|with|is|are|you|your|from|this|that|which|have|was|were|not|each|only"
    r"|reconstructed|grey|purple|yellow)\b",
    re.IGNORECASE,
)
"""Words that English cannot do without, and some of an edition's file; they mean nothing in the
other three."""

READ = """() => {
    const said = [document.title, document.body.innerText]
    for (const one of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
        for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
            said.push(one.getAttribute(name) ?? '')
        }
    }
    for (const one of document.querySelectorAll('svg text, .spoken')) said.push(one.textContent)
    return said.join('\\n')
}"""


def english(page: Page) -> list[str]:
    """Lines of the page, seen or read out, that are English."""
    lines = str(page.evaluate(READ)).splitlines()
    return [line for line in lines if ENGLISH.search(line)]


@pytest.mark.parametrize(("title", "lang"), READINGS)
def test_a_title_is_told_explained_and_played_without_english(
    people: People, title: str, lang: str
) -> None:
    player = people.come(lang=lang)
    player.arrive()
    assert not english(player.page)
    player.page.locator(f'.posters input[value="{title}"]').check(force=True)
    player.page.get_by_role("link", name=say(lang, "ui.edition")).click()
    first = find(title).edition().tables().__next__()[0]
    name = find(title).words.say(lang, f"table.{first}", {})
    expect(player.page.get_by_role("heading", name=name, exact=True)).to_be_visible(
        timeout=PATIENCE
    )
    assert not english(player.page)
    player.page.get_by_role("button", name=say(lang, "ui.studio.have_box")).click()
    expect(player.page.get_by_text(say(lang, "ui.studio.playable"))).to_be_visible(timeout=PATIENCE)
    assert not english(player.page)
    player.page.goto(f"{player.url}rules/{title}")
    expect(player.page.locator(".rules h2").first).to_be_visible(timeout=PATIENCE)
    assert not english(player.page)
    player.arrive()
    player.play_now(title)
    for _ in range(6):
        player.wait_for_my_turn()
        assert player.page.locator(".guide").count() == 1
        assert not english(player.page)
        player.act()


def test_help_settings_end_and_replay_are_without_english(people: People) -> None:
    player = people.come(lang=OTHERS[0])
    page = player.page
    player.arrive()
    player.play_now("mogul")
    player.finish()
    table = page.url
    for lang in OTHERS:
        page.evaluate(f"localStorage.setItem('openoutcry', '{json.dumps({'lang': lang})}')")
        page.goto(table)
        expect(page.locator("section.end")).to_be_visible(timeout=PATIENCE)
        assert not english(page)
        replay = page.get_by_role("link", name=say(lang, "ui.replay")).get_attribute("href")
        for tool in ("ui.help", "ui.settings"):
            page.get_by_role("button", name=say(lang, tool), exact=True).click()
            expect(page.locator("dialog")).to_be_visible()
            assert not english(page)
            page.keyboard.press("Escape")
            wait_for_the_step_back(page)
        page.goto(urljoin(player.url, replay or ""))
        expect(page.get_by_test_id("moment")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("slider").fill("30")
        assert not english(page)


def wait_for_the_step_back(page: Page) -> None:
    """A dialog that is closed takes its entry in the history with it, a moment later."""
    for _ in range(100):
        if page.evaluate("history.state === null"):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the dialog's entry is still in the history")


@pytest.mark.parametrize("lang", OTHERS)
def test_a_refusal_is_told_in_the_readers_language(people: People, lang: str) -> None:
    player = people.come(lang=lang)
    player.arrive()
    refuse_tables(player, "no.tables")
    player.page.locator(".go .button.main").click()
    expect(player.page.locator(".problem")).to_have_text(say(lang, "no.tables"))
    player.page.goto(f"{player.url}replay/nosuchtable")
    expect(player.page.get_by_text(say(lang, "no.table"))).to_be_visible(timeout=PATIENCE)
    assert not english(player.page)
    people.forgive("429")
    people.forgive("404")


def refuse_tables(player: Player, key: str) -> None:
    """Answer as a server does that has had enough."""
    problem = {"code": "too_many", "text": say("en", key), "key": key, "args": {}}
    player.page.route("**/api/tables", lambda route: route.fulfill(status=429, json=problem))
