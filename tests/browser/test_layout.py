"""At the largest table of every title nothing is cut, covered or pushed off the page."""

import pytest

from openoutcry.titles import find, names
from tests.browser.conftest import PHONE, People, scrolls_sideways
from tests.browser.player import PATIENCE, Player

LAPTOP = (1366, 768)
TABLET = (1024, 768)
SMALLEST_DESK = (1100, 700)

FAULTS = """() => {
  const SLACK = 4
  const shown = (element) => !element.closest('.spoken') && element.getClientRects().length > 0
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown)
  const name = (element) =>
    element.getAttribute('data-piece') || element.getAttribute('class') || element.tagName
  const inside = (inner, outer) =>
    inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK
  const box = (element) => element.getBoundingClientRect()
  const faults = []

  const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push('the page scrolls sideways')
  if (root.scrollHeight > root.clientHeight) faults.push('the page scrolls')
  for (const element of all('.slip, .board, .rail > *, aside.ledger, .guide, .strip th'))
    if (!inside(box(element), page)) faults.push(`${name(element)} leaves the page`)

  const ledger = document.querySelector('aside.ledger')
  for (const player of all('aside.ledger .player'))
    if (!inside(box(player), box(ledger))) faults.push('a player is cut off the ledger')

  // The parts of a board stand side by side, and hold what is in them.
  const board = document.querySelector('.board')
  for (const frame of [board, ...all('.board :is(.table, .inside, .middle, .right)')]) {
    const parts = [...frame.children].filter(
      (part) => shown(part) && getComputedStyle(part).position !== 'absolute',
    )
    for (const [index, part] of parts.entries()) {
      if (!inside(box(part), box(frame))) faults.push(`${name(part)} leaves ${name(frame)}`)
      for (const other of parts.slice(index + 1))
        if (meet(box(part), box(other))) faults.push(`${name(part)} covers ${name(other)}`)
      for (const inner of part.querySelectorAll('[data-piece], td, section, li, b'))
        if (shown(inner) && !inside(box(inner), box(part)))
          faults.push(`${name(inner)} leaves ${name(part)}`)
    }
  }

  for (const number of all('.columns .head b')) {
    const [own, head] = [box(number), box(number.parentElement)]
    if (own.right > head.right + 1 || own.left < box(number.previousElementSibling).right - 1)
      faults.push(`the value of ${name(number.closest('[data-piece]'))} has no room`)
  }
  for (const headline of all('.stands .headline'))
    if (meet(box(headline), box(headline.closest('.piece').querySelector('svg, .bare'))))
      faults.push(`${headline.textContent} lies on its card`)

  // What may be clicked can be: little lies on it.
  const spots = [[0.5, 0.5], [0.5, 0.15], [0.5, 0.85], [0.15, 0.5], [0.85, 0.5]]
  for (const piece of all('.board .piece.offered')) {
    const { left, top, width, height } = box(piece)
    const free = spots.filter(([x, y]) => {
      const found = document.elementFromPoint(left + width * x, top + height * y)
      return found?.closest('[data-piece]') === piece
    })
    if (free.length < 3) faults.push(`${name(piece)} is covered`)
  }
  for (const offer of all('.slip button'))
    if (offer.scrollWidth > offer.clientWidth + 1) faults.push(`cut: ${offer.textContent}`)
  return [...new Set(faults)]
}"""


@pytest.mark.parametrize("title", names())
def test_nothing_is_cut_or_covered_at_the_largest_table(people: People, title: str) -> None:
    player = people.come(LAPTOP)
    sit_at_the_largest_table(player, title)
    assert player.page.locator("aside.ledger .player").count() == most_seats(title)
    for _ in range(4):
        player.wait_for_my_turn()
        assert faults(player, LAPTOP) == []
        assert faults(player, SMALLEST_DESK) == []
        assert faults(player, TABLET) == []
        player.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        assert player.act()
    player.wait_for_my_turn()
    player.page.get_by_role("button", name="Skip the guide").click()
    assert faults(player, LAPTOP) == []


@pytest.mark.parametrize("title", names())
def test_nothing_is_cut_or_covered_beside_market_and_tape(people: People, title: str) -> None:
    player = people.come(LAPTOP)
    sit_at_the_largest_table(player, title)
    player.choose(8)
    player.wait_for_my_turn()
    player.unfold_rail()
    assert faults(player, LAPTOP) == []


BROKEN_NAMES = """() => {
  const broken = []
  for (const { firstChild: text } of document.querySelectorAll('.end thead .name'))
    for (const { 0: word, index } of text.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
        broken.push(text.data)
    }
  return broken
}"""


def test_names_stay_whole_above_the_scores_of_the_largest_table(people: People) -> None:
    player = people.come(LAPTOP)
    sit_at_the_largest_table(player, "mogul")
    player.finish()
    assert player.page.locator(".end thead .name").count() == most_seats("mogul")
    assert player.page.evaluate(BROKEN_NAMES) == []


def test_a_low_board_keeps_pot_and_prices_inside(people: People) -> None:
    """As above an analysis, which takes more room than a slip."""
    player = people.come(LAPTOP)
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    assert faults(player, (1366, 600)) == []


@pytest.mark.parametrize("title", names())
def test_a_phone_shows_everybody_at_the_largest_table(people: People, title: str) -> None:
    player = people.come(PHONE)
    sit_at_the_largest_table(player, title)
    player.choose(2)
    player.wait_for_my_turn()
    page = player.page
    assert not scrolls_sideways(page)
    width = page.evaluate("innerWidth")
    boxes = [place.bounding_box() for place in page.locator('[data-place^="seat:"]').all()]
    assert len(boxes) >= most_seats(title)
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)


def sit_at_the_largest_table(player: Player, title: str) -> None:
    player.arrive()
    bots = [{"kind": "bot", "bot": "apprentice"}] * (most_seats(title) - 1)
    player.page.goto(player.create(title, [{"kind": "me"}, *bots]))
    player.page.get_by_role("button", name="Ring the bell: start").click()
    player.page.locator(".slip").wait_for(timeout=PATIENCE)


def most_seats(title: str) -> int:
    game = find(title)
    return max(game.box.seats(game.edition()))


def faults(player: Player, size: tuple[int, int]) -> list[str]:
    """Faults that stay: the page re-measures itself, and changes are marked for a while."""
    player.page.set_viewport_size({"width": size[0], "height": size[1]})
    found = [""]
    for _ in range(20):
        player.page.wait_for_timeout(250)
        found = player.page.evaluate(FAULTS)
        if not found:
            break
    return found
