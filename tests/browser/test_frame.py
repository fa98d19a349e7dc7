"""The frame of a table stands still; on phones and tablets the board is in sight and within reach.

`python -m tests.browser.frame` measures the same in whole matches and at every size.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from openoutcry.text import LANGUAGES
from openoutcry.titles import names
from tests.browser.conftest import scrolls_sideways
from tests.browser.frame import (
    BROKEN_WORDS,
    DESKS,
    FINGER,
    LEAST_IN_SIGHT,
    READABLE,
    SHIFT_ALLOWED,
    WATCH_SHIFTS,
    a_page,
    first_answer_is_seen,
    forget_shifts,
    measured,
    shifts_of,
    sit_down,
)
from tests.browser.house import House
from tests.browser.player import Player

SMALL_PHONE = (375, 667)
ENLARGED = [(320, 256), (360, 192)]
"""What 400 % leaves of a desk's page."""
BOARDS_PART = 0.7
"""How much of an enlarged page is board."""
IN_SIGHT = {
    SMALL_PHONE: LEAST_IN_SIGHT,
    (360, 740): LEAST_IN_SIGHT,
    (412, 915): 0.75,
    (740, 360): 0.5,
    (820, 1180): 0.95,
}
"""How much of the board can be seen on one's own turn, at least."""
SMALL_TABLETS = {(600, 880): 0.65, (673, 841): 0.95, (768, 1024): 0.95, (1024, 768): 0.95}
"""The same on tablets of seven inches, unfolded phones, and older tablets both ways round."""
TURNS = 6
SCROLLED = """() => {
  const frame = document.querySelector('.layout')
  frame.scrollTop = 99
  return frame.scrollTop
}"""
"""How far the frame lets itself be scrolled by what brings something into view."""
IS_BOARD = """(part) => {
  const { top, bottom, width } = document.querySelector('.board').getBoundingClientRect()
  const slip = document.querySelector('.bottom').getBoundingClientRect()
  const seen = Math.min(bottom, slip.top) - Math.max(0, top)
  return seen * width >= part * innerWidth * innerHeight
}"""


@contextmanager
def closing(page: Page) -> Iterator[Page]:
    try:
        yield page
    finally:
        page.context.close()


@pytest.mark.parametrize("title", names())
def test_the_board_stands_still_and_can_be_read(browser: Browser, house: House, title: str) -> None:
    with closing(a_page(browser, DESKS[0])) as page:
        page.add_init_script(WATCH_SHIFTS)
        player = sit_down(page, house.url, title)
        page.wait_for_timeout(500)
        forget_shifts(page)
        before = measured(page)
        for _ in range(TURNS):
            player.act()
            player.wait_for_my_turn()
            now = measured(page)
            assert now["board"] == before["board"]
            assert now["boardText"]["size"] >= READABLE, now["boardText"]
            assert not page.locator(".slip .several[data-more]").count(), "answers are cut"
            assert page.evaluate(SCROLLED) == 0, "the frame was scrolled away"
        shifts = shifts_of(page)
        assert shifts.total < SHIFT_ALLOWED, str(shifts)


@pytest.mark.parametrize("title", names())
def test_on_a_phone_the_board_is_in_sight_and_within_reach(
    browser: Browser, house: House, title: str
) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, title)
        for size, least in {**IN_SIGHT, **SMALL_TABLETS}.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            player.wait_for_my_turn()
            page.wait_for_timeout(400)
            found = measured(page)
            assert found["share"] >= least, (size, found["share"])
            assert found["control"]["side"] >= FINGER, (size, found["control"])
            assert found["text"]["size"] >= READABLE, (size, found["text"])
            assert first_answer_is_seen(page), size
            assert not scrolls_sideways(page)
            player.act()
        player.wait_for_my_turn()
        for width, height in ENLARGED:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(IS_BOARD, arg=BOARDS_PART)
            assert not scrolls_sideways(page)


CUT_NAMES = """() => [...document.querySelectorAll('.players .name')]
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth || scrollHeight > clientHeight + 4)
  .map((name) => name.textContent)"""
WORDS_OVER_CARDS = """() => [...document.querySelectorAll('.stands .piece')].some((stand) => {
  const box = (part) => part.getBoundingClientRect()
  const headline = box(stand.querySelector('.headline'))
  const isOver = headline.left < box(stand.querySelector('svg, .bare')).right
  return isOver || headline.right > box(stand).right
})"""


def test_the_warning_of_the_explosion_takes_no_board_away(browser: Browser, house: House) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        sit_down(page, house.url, "wallstreet", 4)
        page.evaluate("document.querySelector('.alarm').textContent = 'Explosion may come'")
        page.wait_for_timeout(400)
        found = measured(page)
        assert found["share"] >= LEAST_IN_SIGHT, found["share"]
        assert found["text"]["size"] >= READABLE, found["text"]


TOLD_APART = """() => [...document.querySelectorAll('.strip thead th')].every((head) => {
  const column = head.getBoundingClientRect()
  const number = head.querySelector('.number')?.getBoundingClientRect()
  return !number || (number.width > 0 && number.left >= column.left && number.right <= column.right)
})"""
"""Of bots of one level each bears its number, however narrow its column."""


@pytest.mark.parametrize("players", [4, 5, 6])
def test_on_a_phone_several_bots_can_be_told_apart_by_their_names(
    browser: Browser, house: House, players: int
) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "mogul" if players == 6 else "wallstreet", players)
        for width, height in (SMALL_PHONE, (740, 360), (412, 915)):
            page.set_viewport_size({"width": width, "height": height})
            player.wait_for_my_turn()
            page.wait_for_timeout(400)
            expect(page.locator(".strip .number")).to_have_count(players - 1)
            assert page.evaluate(TOLD_APART), (width, height)
            found = measured(page)
            assert found["text"]["size"] >= READABLE, found["text"]
            assert found["share"] >= IN_SIGHT[width, height], found["share"]


CROWDED = """() => {
  const { left } = document.querySelector('.board .inside').getBoundingClientRect()
  const table = document.querySelector('.board .quotes').getBoundingClientRect()
  return [...document.querySelectorAll('.board .side .label')].filter((label) => {
    const box = label.getBoundingClientRect()
    return box.left < left || (box.right > table.left && box.bottom > table.top)
  }).map((label) => label.textContent)
}"""
"""What stands beside the prices and runs into them, or off the table."""
OVERFLOWS = """() => {
  const slip = document.querySelector('.bottom').getBoundingClientRect()
  const { top, bottom } = document.querySelector('.slip .what').getBoundingClientRect()
  return top < slip.top || bottom > Math.min(slip.bottom, innerHeight)
}"""


def test_six_players_have_room_on_a_phone_in_every_language(browser: Browser, house: House) -> None:
    """In Mogul prices, holders, bank and deck stand side by side, and five may be waited for."""
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = Player(page, house.url, motion=True)
        player.arrive()
        address = player.create("mogul", [{"kind": "me"}, *[{"kind": "open"}] * 5])
        for number in range(5):
            with closing(a_page(browser, SMALL_PHONE)) as other:
                other.request.post(f"{house.url}api/session", data={})
                other.request.patch(f"{house.url}api/me", data={"name": f"Anne-Sophie {number}"})
                other.request.post(f"{address.replace('/table/', '/api/tables/')}/join", data={})
        page.goto(address)
        page.get_by_role("button", name="Ring the bell: start").click()
        # That I borrow nothing while I have chips is said in advance.
        expect(page.get_by_test_id("what")).to_contain_text("Anne-Sophie 4")
        for lang in LANGUAGES:
            page.locator(".bar select").select_option(lang)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            page.wait_for_timeout(300)
            assert page.evaluate(CROWDED) == [], lang
            assert not page.evaluate(OVERFLOWS), lang


LIES_OVER = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .map((element) => [element.className, element.getBoundingClientRect()])
  const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5
  const drawn = boxes('.board .tiles .tile')
  const others = [...drawn, ...boxes('.board .played'), ...boxes('.board .exchange')]
  return drawn.flatMap(([name, box]) => others
    .filter(([, other]) => other !== box && meet(box, other))
    .map(([other]) => `${name} over ${other}`))
}"""
"""The tiles of a turn of Speculation that something else lies over."""


@pytest.mark.parametrize("players", [4, 6])
def test_the_tiles_of_a_turn_lie_clear_on_a_phone_in_every_language(
    browser: Browser, house: House, players: int
) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "speculation", players)
        for _ in range(3):
            player.wait_for_my_turn()
            for lang in LANGUAGES:
                page.locator(".bar select").select_option(lang)
                expect(page.locator("html")).to_have_attribute("lang", lang)
                page.wait_for_timeout(300)
                assert page.evaluate(LIES_OVER) == [], lang
            text = measured(page)["text"]
            assert text["size"] >= READABLE, text
            player.act()


STORY_IS_CLEAR = """(story) => {
  story.textContent = 'Anne-Sophie expands Epsilon to 12 Manchester and replaces Omega.'
  return story.scrollHeight <= story.clientHeight + 1
}"""


def test_on_a_phone_a_replays_story_and_its_slider_are_both_whole(
    browser: Browser, house: House
) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "mogul")
        player.act()
        page.goto(f"{page.url.replace('/table/', '/replay/')}?step=3")
        assert page.get_by_test_id("moment").evaluate(STORY_IS_CLEAR)
        expect(page.get_by_role("slider")).to_be_in_viewport(ratio=1)


ANSWER_FAR_AWAY = """() => {
  const board = document.querySelector('.board')
  const slip = document.querySelector('.bottom')
  window.unseen = []
  window.moved = 0
  const look = (brick) => {
    const frame = board.getBoundingClientRect()
    const { top, bottom } = brick.getBoundingClientRect()
    window.moved += 1
    if (top < frame.top || bottom > slip.getBoundingClientRect().top)
      window.unseen.push(brick.querySelector('[data-place]').dataset.place)
  }
  const bricks = new MutationObserver((changes) => {
    const gone = new Set(changes.map(({ target }) => target))
    requestAnimationFrame(() => requestAnimationFrame(() => gone.forEach(look)))
  })
  for (const brick of board.querySelectorAll('.brick'))
    bricks.observe(brick, { attributes: true, attributeFilter: ['style'] })
  document.querySelector('.slip [data-action]').click()
  board.scrollTop = 0
}"""
"""Plays a card and scrolls to where no brick is yet; then looks at each that moves."""


def test_on_a_phone_a_brick_that_moves_comes_into_sight(browser: Browser, house: House) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "speculation", 4)
        page.evaluate(
            "() => { const kept = JSON.parse(localStorage.openoutcry); localStorage.openoutcry ="
            " JSON.stringify({ ...kept, motion: 'off', speed: 'normal' }) }"
        )
        page.reload()
        for _ in range(8):
            player.wait_for_my_turn()
            if page.locator(".slip [data-action^='play']").count():
                page.evaluate(ANSWER_FAR_AWAY)
                player.wait_for_my_turn()
                assert page.evaluate("window.unseen") == []
                if page.evaluate("window.moved"):
                    return
            else:
                player.act()
        raise AssertionError("no brick has moved")


WORDS_BESIDE = """(button) => {
  const { left, top, height } = button.getBoundingClientRect()
  return document.elementFromPoint(left - 12, top + height / 2).localName === 'p'
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_words_of_the_goal_stand_beside_the_button_that_begins(
    browser: Browser, house: House, lang: str
) -> None:
    """Ekonos has the longest card: it is scrolled on a small phone."""
    width, height = SMALL_PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=lang, service_workers="block"
    )
    with closing(context.new_page()) as page:
        player = Player(page, house.url)
        player.arrive()
        player.play_now("ekonos")
        begin = page.locator("dialog[open] .button.main")
        expect(begin).to_be_in_viewport(ratio=1)
        assert not begin.evaluate(WORDS_BESIDE)
        begin.click()
        player.wait_for_my_turn()


def test_a_phone_breaks_no_word_and_hides_no_answer_in_any_language(
    browser: Browser, house: House
) -> None:
    """1920 Wall Street has the longest questions, and headlines beside its piles."""
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "wallstreet", 4)
        player.act()  # the next one can be taken back, which takes room beside the question
        for lang in LANGUAGES:
            player.wait_for_my_turn()
            page.locator(".bar select").select_option(lang)
            expect(page.locator("html")).to_have_attribute("lang", lang)
            page.wait_for_timeout(400)
            assert page.evaluate(BROKEN_WORDS) == [], lang
            assert page.evaluate(CUT_NAMES) == [], lang
            assert not page.evaluate(WORDS_OVER_CARDS), lang
            assert first_answer_is_seen(page), lang


def test_enlarged_fourfold_board_and_slip_take_turns(browser: Browser, house: House) -> None:
    with closing(a_page(browser, ENLARGED[0])) as page:
        player = sit_down(page, house.url, "mogul")
        slip = page.locator(".bottom")
        expect(slip).to_have_attribute("data-size", "question")
        expect(page.get_by_test_id("what")).to_be_in_viewport(ratio=1)
        page.locator(".slip").focus()
        page.keyboard.press("Tab")
        expect(slip).to_have_attribute("data-size", "all")
        assert first_answer_is_seen(page)
        player.act()
        player.wait_for_my_turn()
        expect(slip).to_have_attribute("data-size", "question")


def test_back_closes_what_lies_over_a_table_before_it_leaves(
    browser: Browser, house: House
) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "mogul")
        table = page.url
        what = page.get_by_test_id("what").inner_text()
        page.get_by_role("button", name="Market and tape").click()
        sheet = page.get_by_role("dialog", name="Market and tape")
        expect(sheet).to_be_visible()
        page.go_back()
        expect(sheet).to_have_count(0)
        page.get_by_role("button", name="Settings").click()
        page.go_back()
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.locator('.board [data-piece="deck"]').focus()
        page.keyboard.press("i")
        card = page.get_by_test_id("piece-card")
        expect(card).to_be_visible()
        page.go_back()
        expect(card).to_have_count(0)
        assert page.url == table
        # Turning the phone in the middle of a decision loses nothing.
        page.set_viewport_size({"width": 667, "height": 375})
        assert page.get_by_test_id("what").inner_text() == what
        player.act()


def test_the_slip_folds_and_opens_for_the_next_question(browser: Browser, house: House) -> None:
    with closing(a_page(browser, SMALL_PHONE, touch=True)) as page:
        player = sit_down(page, house.url, "mogul")
        slip = page.locator(".bottom")
        expect(slip).to_have_attribute("data-size", "answers")
        page.get_by_role("button", name="Unfold the slip").click()
        expect(slip).to_have_attribute("data-size", "all")
        page.get_by_role("button", name="Fold the slip", exact=True).click()
        expect(slip).to_have_attribute("data-size", "question")
        page.get_by_role("button", name="Unfold the slip").click()
        player.act()
        player.wait_for_my_turn()
        expect(slip).to_have_attribute("data-size", "answers")
