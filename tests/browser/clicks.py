"""How many clicks a turn takes: `python -m tests.browser.clicks [--nothing-carried] [TITLE ...]`.

Somebody plays whole matches of each title with the mouse alone, on the pieces, and what is chosen
is drawn by lot; in Mogul a few chips are kept, as people do who mean to bid again. Beside the
clicks stands how often the rules asked: so many clicks it took when every question was a list of
buttons. Ends with an error where a title takes more than is promised.

In Mogul a turn is an auction in which one is asked to stay or to leave; what counts there are the
clicks that bidding takes, those about a loan before it included. What its winner and the second
decide afterwards is counted beside it, and so is what belongs to the set-up: where a pawn of 1920
Wall Street begins (WS-30).
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocket

from openoutcry.titles import names
from tests.browser.house import House, a_browser, a_house
from tests.browser.player import ASKED, GOALS_READ, PATIENCE, Player

MOST = {"mogul": 1.3, "wallstreet": 2.0, "ekonos": 3.0}
"""Clicks in a turn, which is an auction in Mogul."""
BIDDING = ("auction", "loan")
SET_UP = "pawn"
CARRIED = {"wallstreet"}
"""Where a card is carried to the place that it goes to: pressed once for two questions."""
KEPT_IN = "hand"
"""Where a card of theirs goes that is kept."""
MATCHES = 3
"""Deals differ: what is counted in one match is a matter of luck."""
KEPT = 2
"""Chips that are not put into a pot."""
TURNS: dict[str, Callable[[Any], object]] = {
    "mogul": lambda view: view["board"]["auction"],
    "speculation": lambda view: view["board"]["turn"],
    "wallstreet": lambda view: view["board"]["turns"],
    "ekonos": lambda view: (view["board"]["round"], len(view["board"]["discards"])),
}
"""What changes from one's own turn to the next, by title."""


class Mouse:
    """Plays one seat by clicks, and counts them."""

    def __init__(self, page: Page, title: str, seed: int, carries: bool = True) -> None:
        self.page = page
        self.title = title
        self.carries = carries
        self.rng = random.Random(seed)
        self.clicks = 0
        self.beside = 0
        """Clicks that are no part of a turn."""
        self.view: dict[str, Any] = {}
        self.own: dict[int, str | None] = {}
        """By step; None for what nobody may know yet."""
        self.turns: set[object] = set()
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(str(frame)))

    def _hear(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] != "update":
            return
        self.view = message["view"]
        seat = self.view["seat"]
        for step in message["steps"]:
            if step["actor"] == seat and not step["forced"]:
                self.own[step["number"]] = step["action"]

    def play(self, player: Player) -> None:
        while True:
            self.page.locator(f"{ASKED}, section.end").first.wait_for(timeout=PATIENCE)
            if player.is_over():
                return
            view = self.view
            shown = player.step() == str(view["step"]) and self.page.locator(ASKED).count()
            if view["decision"] is None or not shown:  # or answered in advance just now
                self.page.wait_for_timeout(30)
                continue
            self._note_turn(view)
            self.decide(view)
            player.confirm_if_asked(str(view["step"]))
            player.wait_for_step_after(str(view["step"]))

    def _note_turn(self, view: dict[str, Any]) -> None:
        """A president's decision in somebody else's turn is no turn of one's own."""
        kind = view["decision"]["kind"]
        begins = {"ekonos": "card", "mogul": "auction"}.get(self.title, kind)
        if kind == begins and kind != SET_UP:
            self.turns.add(TURNS[self.title](view))

    def decide(self, view: dict[str, Any]) -> None:
        decision = view["decision"]
        offer = self.rng.choice(decision["offers"])
        if decision["kind"] == "auction":
            self._bid(view, decision["offers"])
        elif decision["kind"] == "loan":
            self._borrow(view)
        elif decision["kind"] == "trade":
            for target in offer["targets"]:
                self._click(self._piece(target))
            self._click(self.page.locator(".slip [data-action]"))
        else:
            self._choose(offer)

    def _borrow(self, view: dict[str, Any]) -> None:
        """Without chips sometimes; whoever has some does not want to be asked."""
        chips = view["board"]["players"][view["seat"]]["chips"]
        if chips:
            self._click(self.page.locator('[data-advance="no_loan"]'))
        else:
            wish = "loan" if self.rng.random() < 0.3 else "no loan"
            self._click(self.page.locator(f'.slip [data-action="{wish}"]'))

    def _bid(self, view: dict[str, Any], offers: list[dict[str, Any]]) -> None:
        """Leaves at once, or says how long to stay."""
        chips = view["board"]["players"][view["seat"]]["chips"]
        stays = any(offer["action"] == "pay" for offer in offers) and self.rng.random() < 0.6
        if stays and chips > KEPT:
            aim = min(8, view["board"]["pot"] + self.rng.randint(1, 4))
            dial = self.page.locator('[data-advance="leave_at"] button')
            self._click(dial.nth(aim - 1))
        else:
            self._click(self.page.locator('.slip [data-action="leave"]'))

    def _choose(self, offer: dict[str, Any]) -> None:
        listed = self.page.locator(f'.slip [data-action="{offer["action"]}"]')
        if listed.count():
            self._click(listed)
            return
        piece, *rest = offer["targets"]
        if self.title in CARRIED and offer["leads"]:
            self._buy(self._piece(piece), self.rng.choice(offer["leads"]))
            return
        self._click(self._piece(piece))
        if self.page.locator(".piece-card.kept").count() and offer["leads"]:
            self._click(self._piece(self.rng.choice(offer["leads"])))
        elif rest:
            self._click(self._piece(rest[0]))
        elif self.page.locator(".piece-card.kept").count():
            self._click(self.page.locator(f'.piece-card [data-action="{offer["action"]}"]'))

    def _piece(self, target: str) -> Locator:
        return self.page.locator(f'.board [data-piece="{target}"]')

    def _buy(self, piece: Locator, lead: str) -> None:
        keeps = self.page.locator('[data-advance="keep"] input')
        if not keeps.is_checked():
            self._click(keeps)
        if lead == KEPT_IN or not self.carries:
            self._click(piece)
        else:
            self._carry(piece, lead)

    def _carry(self, piece: Locator, lead: str) -> None:
        """Put down, it has answered both questions: one press."""
        place = f'.board [data-piece="{lead}"], .board [data-drop="{lead}"]'
        piece.locator("[data-face]").drag_to(self.page.locator(place))
        self.clicks += 1

    def _click(self, what: Locator) -> None:
        """A card near its upper left corner: those of a pile overlap to the right."""
        card = (what.get_attribute("data-piece", timeout=PATIENCE) or "").startswith("card:")
        kind = self.view["decision"]["kind"]
        in_turn = kind in BIDDING if self.title == "mogul" else kind != SET_UP
        what.click(timeout=PATIENCE, position={"x": 9, "y": 20} if card else None)
        if in_turn:
            self.clicks += 1
        else:
            self.beside += 1


@dataclass
class Counted:
    """In how many turns the rules asked so often, and so many clicks answered it."""

    turns: int = 0
    questions: int = 0
    clicks: int = 0
    beside: int = 0

    def add(self, other: "Counted") -> None:
        self.turns += other.turns
        self.questions += other.questions
        self.clicks += other.clicks
        self.beside += other.beside


def count(house: House, browser: Browser, title: str, seed: int, carries: bool) -> Counted:
    """Of one match."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    choices = json.dumps({"pace": 0, "warn": "off", "goals": GOALS_READ, "guide": GOALS_READ})
    context.add_init_script(f"localStorage.setItem('openoutcry', '{choices}')")
    page = context.new_page()
    mouse = Mouse(page, title, seed, carries)
    player = Player(page, house.url)
    player.arrive()
    page.locator(".choices fieldset").last.locator("input").first.check(force=True)  # the weakest
    player.play_now(title, quick=False)
    mouse.play(player)
    context.close()
    questions = sum(not (action or "").startswith(SET_UP) for action in mouse.own.values())
    if title == "mogul":
        bids = ("pay", "leave", "loan", "no loan")
        questions = sum(action in bids for action in mouse.own.values())
    if title == "speculation":  # an order is put together before it is given, then as now
        words = " ".join(filter(None, mouse.own.values())).split()
        questions += words.count("sell") + words.count("buy")
    return Counted(len(mouse.turns), questions, mouse.clicks, mouse.beside)


def main(titles: list[str], carries: bool) -> int:
    too_many = []
    with (
        tempfile.TemporaryDirectory() as data,
        a_house(Path(data)) as house,
        a_browser() as browser,
    ):
        print("title         turns  questions   clicks  before   now")
        for title in titles or names():
            counted = Counted()
            for match in range(MATCHES):
                counted.add(count(house, browser, title, match, carries))
            before, now = counted.questions / counted.turns, counted.clicks / counted.turns
            print(
                f"{title:12} {counted.turns:6} {counted.questions:10} {counted.clicks:8}"
                f" {before:7.2f} {now:5.2f}",
                f" and {counted.beside} beside them" if counted.beside else "",
                flush=True,
            )
            if now > MOST.get(title, before):
                too_many.append(title)
    if too_many:
        print(f"more clicks than promised: {', '.join(too_many)}")
    return 1 if too_many else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("titles", nargs="*")
    parser.add_argument("--nothing-carried", action="store_true")
    asked = parser.parse_intermixed_args()
    sys.exit(main(asked.titles, not asked.nothing_carried))
