"""What the frame of a table measures, in whole matches with things moving.

    python -m tests.browser.frame shift [TITLE ...]  how far the page moves under one's hands
    python -m tests.browser.frame reach [TITLE ...]  handhelds: board in sight, targets, text

Both play on one page per size and print a line for each; `test_frame.py` watches a part of it.
`--players 6` sits at a larger table, or at the title's largest.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from openoutcry.titles import find, names
from tests.browser.house import a_browser, a_house
from tests.browser.player import PATIENCE, Player

DESKS = [(1366, 768), (1440, 900), (1920, 1080)]
HANDHELDS = [(375, 667), (412, 915), (360, 740), (740, 360), (820, 1180)]
SHIFT_ALLOWED = 0.02
LEAST_IN_SIGHT = 0.55
READABLE = 12
FINGER = 44
MOVED_MOST = 5
PLAYERS = 3
ASKED_ON_A_PHONE = 8
"""How many of one's own turns are measured for each title and size."""

WATCH_SHIFTS = """
window.shifts = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
      const element = node?.nodeType === 1 ? node : node?.parentElement
      const edges = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
      // Scoped styles give classes without a meaning: the nearest with one says where it is.
      const names = []
      for (let at = element; at && names.length < 2; at = at.parentElement) {
        const own = [...at.classList].filter((name) => !name.startsWith('svelte-'))
        if (own.length || at === element) names.push([at.localName, ...own].join('.'))
      }
      const name = names.join(' in ')
      return `${name}: ${edges(previousRect)} to ${edges(currentRect)}`
    })
    window.shifts.push({ value: entry.value, moved })
  }
}).observe({ type: 'layout-shift', buffered: true })
"""

MEASURE = """() => {
  const hidden = '.spoken, .name-only'
  const shown = (element) => element.getClientRects().length > 0 && !element.closest(hidden)
  const cut = ({ left, top, right, bottom }, frame) => {
    const wide = Math.min(right, frame.right) - Math.max(left, frame.left)
    const high = Math.min(bottom, frame.bottom) - Math.max(top, frame.top)
    return Math.max(0, wide) * Math.max(0, high)
  }
  const box = (element) => element.getBoundingClientRect()
  const area = ({ width, height }) => width * height

  // The board scrolls behind its frame, and the slip may lie on it.
  const board = document.querySelector('.board')
  const whole = box(board.firstElementChild)
  const frame = box(board)
  const sight = {
    left: Math.max(0, frame.left), top: Math.max(0, frame.top),
    right: Math.min(innerWidth, frame.right), bottom: Math.min(innerHeight, frame.bottom),
  }
  const over = box(document.querySelector('.bottom'))
  const seen = cut(whole, sight) - cut(over, {
    left: Math.max(sight.left, whole.left), top: Math.max(sight.top, whole.top),
    right: Math.min(sight.right, whole.right), bottom: Math.min(sight.bottom, whole.bottom),
  })

  const texts = []
  const walker = document.createTreeWalker(document.querySelector('.layout'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.textContent.trim() || !shown(parent)) continue
    const drawn = parent.closest('svg') ? parent.getScreenCTM() : null
    const scale = drawn ? Math.hypot(drawn.a, drawn.b) : 1
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale
    texts.push({
      size, text: node.textContent.trim().slice(0, 20),
      where: parent.closest('[class]').getAttribute('class'),
      board: board.contains(parent),
    })
  }
  texts.sort((a, b) => a.size - b.size)

  // What is offered on the board stands in the slip, too: pieces may be smaller than a finger.
  const smallest = (selector) => {
    const found = [...document.querySelectorAll(selector)].filter(shown).map((target) => {
      const { width, height } = box(target)
      const name = target.dataset.piece ?? target.getAttribute('aria-label')
      return { side: Math.min(width, height), name: name ?? target.textContent.trim().slice(0, 30) }
    })
    return found.filter(({ side }) => side > 1).sort((a, b) => a.side - b.side)[0] ?? null
  }
  return {
    share: seen / area(whole),
    screen: seen / (innerWidth * innerHeight),
    board: [frame.x, frame.y, frame.width, frame.height].map(Math.round),
    text: texts[0], boardText: texts.find(({ board }) => board),
    control: smallest('.page :is(button, select, a[href], label:has(input), .field)'),
    piece: smallest('.board .piece.offered'),
  }
}"""

BROKEN_WORDS = """() => {
  const found = []
  const walker = document.createTreeWalker(document.querySelector('.board'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('svg, .spoken, .name-only')) continue
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\u2019]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 1)
      if (new Set(pieces.map(({ top }) => Math.round(top))).size > 1) found.push(word)
    }
  }
  return found
}"""
"""Words on a board that go on in the next line."""

ANSWER_IS_SEEN = """() => {
  const answer = document.querySelector('.slip :is([data-action], [data-verb])')
  const { left, top, right, bottom } = answer.getBoundingClientRect()
  const seen = (x, y) => answer.contains(document.elementFromPoint(x, y))
  return seen(left + 3, top + 3) && seen(right - 3, bottom - 3)
}"""


@dataclass
class Shifts:
    """How far a page has moved, as browsers count it, and what moved most: in all, how often, at
    worst."""

    total: float
    worst: list[str]

    def __str__(self) -> str:
        return "\n    ".join([f"{self.total:.4f}", *self.worst])


def sit_down(page: Page, url: str, title: str, players: int = PLAYERS) -> Player:
    """With things moving, at a quick speed; the others are bots."""
    player = Player(page, url, motion=True)
    player.arrive()
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "apprentice"}] * (players - 1)]
    page.goto(player.create(title, seats))
    page.get_by_role("button", name="Ring the bell: start").click()
    page.locator(".slip").wait_for(timeout=PATIENCE)
    player.wait_for_my_turn()
    return player


def a_page(browser: Browser, size: tuple[int, int], touch: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="en-US",
        has_touch=touch,
        is_mobile=touch,
        service_workers="block",
    )
    choices = json.dumps(
        {"pace": 0, "motion": "on", "speed": "fast", "warn": "off", "goals": names(), "named": True}
    )
    context.add_init_script(
        f"localStorage.getItem('openoutcry') ?? localStorage.setItem('openoutcry', '{choices}')"
    )
    return context.new_page()


def forget_shifts(page: Page) -> None:
    page.evaluate("window.shifts = []")


def shifts_of(page: Page) -> Shifts:
    entries = page.evaluate("window.shifts")
    alike: dict[str, list[Any]] = {}
    for entry in entries:
        first = entry["moved"][0] if entry["moved"] else "something that is gone"
        alike.setdefault(first.partition(":")[0], []).append(entry)
    sums = {name: sum(entry["value"] for entry in same) for name, same in alike.items()}
    lines = []
    for name in sorted(sums, key=lambda name: -sums[name])[:MOVED_MOST]:
        most = max(alike[name], key=lambda entry: float(entry["value"]))
        times = len(alike[name])
        lines.append(
            f"{sums[name]:.4f} in {times}, {most['value']:.4f}: {'; '.join(most['moved'])}"
        )
    return Shifts(sum(sums.values()), lines)


def measured(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def first_answer_is_seen(page: Page) -> bool:
    """Whether all of it can be seen and pressed without scrolling or unfolding anything."""
    return bool(page.evaluate(ANSWER_IS_SEEN))


def whole_match(
    browser: Browser, url: str, title: str, size: tuple[int, int], players: int
) -> Shifts:
    page = a_page(browser, size)
    page.add_init_script(WATCH_SHIFTS)
    player = sit_down(page, url, title, players)
    page.wait_for_timeout(1000)
    forget_shifts(page)
    player.finish()
    found = shifts_of(page)
    page.context.close()
    return found


def reach(browser: Browser, url: str, title: str, size: tuple[int, int], players: int) -> str:
    page = a_page(browser, size, touch=True)
    player = sit_down(page, url, title, players)
    found = []
    for _ in range(ASKED_ON_A_PHONE):
        player.wait_for_my_turn()
        page.wait_for_timeout(700)
        found.append(measured(page))
        player.act()
    page.context.close()
    least = min(found, key=lambda one: float(one["share"]))
    text = min((one["text"] for one in found), key=lambda one: float(one["size"]))
    control = min((one["control"] for one in found), key=lambda one: float(one["side"]))
    pieces = [one["piece"] for one in found if one["piece"]]
    piece = min(pieces, key=lambda one: float(one["side"]), default=control)
    return (
        f"board {least['share']:.0%} in sight, {least['screen']:.0%} of the screen;"
        f" text {text['size']:.1f} px ({text['text']}, {text['where']});"
        f" control {control['side']:.0f} px ({control['name']});"
        f" piece {piece['side']:.0f} px ({piece['name']})"
    )


def main(what: str, titles: list[str], players: int) -> int:
    failed = False
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        for title in titles or names():
            allowed = find(title).box.seats(find(title).edition())
            seats = min(players, allowed[-1])
            for size in DESKS if what == "shift" else HANDHELDS:
                measure = whole_match if what == "shift" else reach
                found = measure(browser, house.url, title, size, seats)
                print(f"{title} {size[0]}x{size[1]}, {seats} players: {found}", flush=True)
                failed |= isinstance(found, Shifts) and found.total >= SHIFT_ALLOWED
    return int(failed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["shift", "reach"])
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--players", type=int, default=PLAYERS)
    asked = parser.parse_intermixed_args()
    sys.exit(main(asked.what, asked.titles, asked.players))
