"""Several people at one browser: nobody ever sees another's cards."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from openoutcry.text import catalogue
from tests.browser.axe import violations
from tests.browser.conftest import DESK, PHONE, People, scrolls_sideways
from tests.browser.house import ROOT
from tests.browser.player import ASKED, OFFERS, PATIENCE, Player

WORDS = catalogue(ROOT / "openoutcry/titles/speculation/text", "en")
CARDS = {key.removeprefix("card."): text for key, text in WORDS.items() if key.startswith("card.")}


class Family:
    """Plays for everybody at one browser, by clicks, and looks for what should not be there."""

    def __init__(self, player: Player, names: list[str]) -> None:
        self.player = player
        self.page = player.page
        self.names = names
        """By seat; the rest of the table sits elsewhere."""
        self.in_haste = False
        """The page's clock jumps over the moment in which a curtain cannot be lifted."""

    @property
    def curtain(self) -> Locator:
        return self.page.locator(".curtain")

    @property
    def question(self) -> Locator:
        """What can be chosen in the slip: the offers, or the verbs they are gathered under."""
        return self.page.locator(ASKED).locator("visible=true")

    @property
    def offers(self) -> Locator:
        return self.page.locator(f"{OFFERS}:visible")

    def wait(self) -> str:
        """Until the page asks for something: "curtain", "decision" or "end"."""
        end = self.page.locator("section.end")
        self.curtain.or_(self.question).or_(end).first.wait_for(timeout=PATIENCE)
        if self.curtain.count():
            return "curtain"
        return "end" if end.count() else "decision"

    def called(self) -> str:
        """Who is asked to take the seat."""
        heading = self.curtain.get_by_role("heading").inner_text()
        return heading.removesuffix(", it is your turn")

    def lift(self, by_key: bool = False) -> str:
        """Whoever is called takes the seat."""
        name = self.called()
        go = self.curtain.get_by_role("button", name=f"I am {name}: go on")
        if self.in_haste:
            self.page.clock.fast_forward(1000)
        if by_key:
            expect(go).to_be_focused(timeout=PATIENCE)
            expect(go).to_be_enabled(timeout=PATIENCE)
            self.page.keyboard.press("Enter")
        else:
            go.click()
        expect(self.page.get_by_test_id("sitter")).to_contain_text(f"{name}:", timeout=PATIENCE)
        return name

    def decide(self) -> None:
        """Take the first offer; then somebody else is asked, or the position has changed."""
        step = self.player.step()
        self.question.first.wait_for(timeout=PATIENCE)
        self.player.list_offers()
        self.offers.first.click()
        answer = self.page.locator("dialog .ways .button.main")
        moved = self.page.locator(f'.layout:not([data-step="{step}"])')
        answer.or_(moved).or_(self.curtain).first.wait_for(timeout=PATIENCE)
        if answer.count():
            answer.click()
            moved.or_(self.curtain).first.wait_for(timeout=PATIENCE)

    def decide_behind_the_curtain(self) -> None:
        if self.curtain.count():
            self.check_curtain()
            self.check_seat(self.lift())
        self.decide()

    # What is really so, from the server

    def board_of(self, seat: int) -> dict[str, Any]:
        found = re.search(r"/table/(\w+)", self.page.url)
        assert found is not None
        match = f"{self.player.url}api/matches/{found[1]}"
        steps = self.page.request.get(f"{match}/at/0?seat={seat}").json()["steps"]
        view = self.page.request.get(f"{match}/at/{steps}?seat={seat}").json()["view"]
        board: dict[str, Any] = view["board"]
        return board

    # What must not be there

    def everything(self) -> str:
        """All that the page holds, and all that a screen reader gets of it."""
        tree = self.page.locator("body").aria_snapshot()
        return f"{self.page.title()}\n{self.page.content()}\n{tree}"

    def check_curtain(self) -> None:
        """Nothing of the match is in the page: no card's name, no board, no tape, no chat."""
        text = self.everything()
        assert [name for name in CARDS.values() if name in text] == []
        assert [card for card in CARDS if f"card:{card}" in text] == []
        for part in (".layout", ".board", ".tape", ".chat", ".ribbon", ".slip", "figure", ".flyer"):
            assert self.page.locator(part).count() == 0, part
        others = [name for name in self.names if name != self.called()]
        live = self.page.get_by_test_id("live").inner_text()
        assert not any(name in live for name in others)

    def check_seat(self, name: str) -> None:
        """Exactly one hand lies open, and the tape tells of nobody else's draws."""
        seat = self.names.index(name)
        hand = set(self.board_of(seat)["hand"])
        pieces = self.page.locator('.board .hand [data-piece^="card:"]').all()
        shown = {(piece.get_attribute("data-piece") or "")[5:] for piece in pieces}
        assert shown == hand
        plays = self.page.locator('[data-action^="play "]').all_inner_texts()
        assert all(any(CARDS[card] in play for card in hand) for play in plays)
        text = self.everything()
        others = [other for other in self.names if other != name]
        assert not any(f"{other} draws the card" in text for other in others)

    def check_public(self) -> None:
        assert self.page.locator('[data-piece^="card:"]').count() == 0
        assert "draws the card" not in self.everything()


def sat_down(people: People, seats: list[str], size: tuple[int, int] = DESK) -> Family:
    """Speculation, set up and started through the dialog."""
    player = people.come(size)
    player.arrive()
    player.set_up("speculation", seats)
    player.confirm_set_up()
    return Family(player, [name for name in seats if name not in ("open", "bot")])


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_two_people_and_a_bot_play_speculation_without_seeing_each_others_cards(
    people: People, size: tuple[int, int]
) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"], size)
    seen: list[str] = []
    for number in range(12):
        assert family.wait() != "end"
        if family.curtain.count():
            family.check_curtain()
            if number == 0:
                assert not violations(family.page)
            assert not scrolls_sideways(family.page)
            seen.append(family.lift(by_key=number % 2 == 0))
        assert not scrolls_sideways(family.page)
        family.check_seat(seen[-1])
        assert f"{seen[-1]}, it is your turn" in family.page.title()
        family.decide()
    assert {"Ana", "Luca"} == set(seen)


def test_cards_laid_at_the_same_time_stay_face_down_for_the_next_person(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    picked, name = None, ""
    for _ in range(40):
        family.wait()
        name = family.lift() if family.curtain.count() else name
        cards = family.page.locator('.slip [data-action^="play "]').count() > 0
        if picked is not None:
            board = family.board_of(family.names.index(picked))
            assert board["picked"] in CARDS, "it lies there, known to one"
            assert name != picked
            assert family.page.locator(".board .picked").count() == 0
            family.check_seat(name)
            return
        family.decide()
        if cards and family.curtain.count():
            picked = name
            family.check_curtain()
    raise AssertionError("nobody was asked for a card")


def test_a_reload_comes_back_covered(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    assert family.wait() == "curtain"
    name = family.lift()
    family.page.reload()
    assert family.wait() == "curtain"
    assert family.called() == name
    family.check_curtain()
    family.page.reload()
    assert family.wait() == "curtain"
    family.lift()
    family.page.get_by_role("button", name="Cover the table").click()
    assert family.wait() == "curtain"
    family.check_curtain()


def test_what_was_pressed_for_the_last_decision_lifts_no_curtain(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    for _ in range(12):
        assert family.wait() == "curtain" or family.question.count()
        if family.curtain.count():
            family.lift()
        family.player.list_offers()
        family.offers.first.focus()
        moved = family.page.locator(f'.layout:not([data-step="{family.player.step()}"])')
        for _ in range(3):
            family.page.keyboard.down("Enter")  # held: it repeats
        moved.or_(family.curtain).first.wait_for(timeout=PATIENCE)
        if family.curtain.count():
            family.page.wait_for_timeout(600)
            family.page.keyboard.down("Enter")
            assert family.curtain.count(), "a held key is no consent"
            family.page.keyboard.up("Enter")
            family.lift(by_key=True)
            return
        family.page.keyboard.up("Enter")
    raise AssertionError("the seat never changed hands")


def with_a_guest(people: People) -> tuple[Family, Player]:
    """Ana and Luca here, somebody at another browser, and the bell has rung."""
    family = sat_down(people, ["Ana", "Luca", "open"])
    guest = people.come()
    guest.page.goto(family.page.url)
    guest.page.get_by_role("button", name="Sit down").click()
    family.page.get_by_role("button", name="Ring the bell: start").click()
    return family, guest


def is_asked(player: Player) -> bool:
    return player.page.locator(ASKED).count() > 0


def test_a_person_elsewhere_moves_while_the_family_sees_what_everybody_sees(people: People) -> None:
    family, guest = with_a_guest(people)
    asked = {"here": 0, "elsewhere": 0}
    for _ in range(1200):
        if family.curtain.count() or family.question.count():
            family.decide_behind_the_curtain()
            asked["here"] += 1
        elif is_asked(guest):
            expect(family.page.locator(".slip")).to_contain_text("Thinking", timeout=PATIENCE)
            family.check_public()
            guest.act()
            asked["elsewhere"] += 1
        family.page.wait_for_timeout(50)
        if min(asked.values()) > 2:
            return
    raise AssertionError(f"not everybody was asked: {asked}")


def test_the_family_answers_a_wish_to_go_back_from_behind_the_curtain(people: People) -> None:
    family, guest = with_a_guest(people)
    ask = guest.page.get_by_role("button", name="Ask to take back my last decision")
    for _ in range(200):
        if ask.count() and family.curtain.count():
            break
        if is_asked(guest):
            guest.act()
        elif family.question.count() or family.curtain.count():
            family.decide_behind_the_curtain()
        family.page.wait_for_timeout(50)
    ask.click()
    expect(guest.page.get_by_text("Waiting for the others to agree")).to_be_visible()
    expect(family.page.get_by_text("would like to take back their last decision")).to_be_visible()
    family.check_curtain()
    assert not violations(family.page)
    family.page.get_by_role("button", name="Agree").click()
    guest.wait_for_my_turn()


def test_three_people_play_mogul_at_one_browser_to_the_end_and_again(people: People) -> None:
    names = ["Ana", "Luca", "Mia"]
    player = people.come()
    player.page.clock.install()
    player.arrive()
    player.set_up("mogul", names)
    player.confirm_set_up()
    family = Family(player, names)
    family.in_haste = True
    called = set()
    while (what := family.wait()) != "end":
        if what == "curtain":
            called.add(family.lift())
            purses = player.page.locator(".ledger .figures").all_inner_texts()
            assert sum("?" in purse for purse in purses) in (0, 2), purses
        family.decide()
    assert called == set(names)
    page = player.page
    expect(page.locator("section.end ol > li")).to_have_count(3)
    assert not violations(page)
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("Seen by").select_option("Luca")
    expect(page.locator(".ledger .tag").first).to_have_text("you")
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    # Everybody is here already: the next match begins at once, and the seats have moved on by one.
    expect(family.curtain).to_be_visible(timeout=PATIENCE)
    family.lift()
    expect(page.locator(".ledger .name")).to_have_text(["Mia", "Ana", "Luca"])


def test_where_nothing_is_hidden_the_seat_changes_without_a_curtain(people: People) -> None:
    player = people.come()
    player.arrive()
    seats = [{"kind": "me", "name": name} for name in ("Ana", "Luca", "Mia")]
    options = {"loans": "on_turn", "chips": "open"}
    player.page.goto(player.create("mogul", seats, options))
    player.page.get_by_role("button", name="Ring the bell: start").click()
    sitters = set()
    for _ in range(9):
        player.wait_for_my_turn()
        assert player.page.locator(".curtain").count() == 0
        sitters.add(player.page.get_by_test_id("sitter").inner_text().strip())
        assert player.act()
    assert len(sitters) == 3


def test_a_decision_is_taken_back_from_behind_the_curtain(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    name = ""
    for _ in range(12):
        family.wait()
        name = family.lift() if family.curtain.count() else name
        family.decide()
        back = family.page.get_by_role("button", name=f"{name}: take back")
        if family.curtain.count() and back.count():
            back.click()
            expect(family.curtain.get_by_role("heading")).to_contain_text(name)
            family.check_curtain()
            return
    raise AssertionError("nothing could be taken back")


def test_a_bot_plays_for_one_of_the_family_until_the_seat_is_taken_back(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    assert family.wait() == "curtain"
    page = family.page
    page.get_by_role("button", name="Who plays").click()
    luca = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="Luca")
    assert not violations(page)
    luca.get_by_role("button", name="Let a bot play").click()
    expect(page.get_by_text("A bot plays for Luca.")).to_be_visible()
    if page.get_by_role("dialog").count():
        page.keyboard.press("Escape")
    for _ in range(3):
        if family.wait() == "curtain":
            assert family.lift() == "Ana"
        family.decide()
    page.get_by_role("button", name="Take the seat back").click()
    for _ in range(20):
        if family.wait() == "curtain" and family.lift() == "Luca":
            return
        family.decide()
    raise AssertionError("Luca was not asked again")


def test_a_replay_during_the_match_shows_what_everybody_may_know(people: People) -> None:
    family = sat_down(people, ["Ana", "Luca", "bot"])
    family.wait()
    family.lift()
    family.player.unfold_rail()
    family.page.locator(".tape button").last.click()
    expect(family.page).to_have_url(re.compile("/replay/"))
    expect(family.page.locator(".layout")).to_be_visible(timeout=PATIENCE)
    family.check_public()
    family.page.go_back()
    assert family.wait() == "curtain"


def test_the_next_table_suggests_the_names_of_those_who_were_here(people: People) -> None:
    player = people.come()
    player.arrive()
    player.set_up("mogul", ["Ana", "Luca", "bot"])
    player.confirm_set_up()
    player.arrive()
    player.set_up("speculation", ["Eva", "open", "bot"])
    player.page.get_by_label("Who sits in seat 2").select_option("here")
    expect(player.page.get_by_label("Name of the person in seat 2")).to_have_value("Luca")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_waiting_room_seats_and_names_people_on_both_sides(
    people: People, size: tuple[int, int]
) -> None:
    host, guest = people.come(size), people.come(size)
    host.arrive()
    host.set_up("mogul", ["Ana", "<b>Luca</b>", "open", "open", "bot"])
    assert not violations(host.page)
    assert not scrolls_sideways(host.page)
    host.confirm_set_up()
    page = host.page
    expect(page.get_by_label("Name of the person in seat 2")).to_have_value("<b>Luca</b>")
    guest.page.goto(page.url)
    guest.page.get_by_role("button", name="Sit down").first.click()
    guest.page.get_by_role("button", name="One more player on this device").click()
    expect(page.locator(".seats")).to_contain_text("Player 4")
    guest.page.get_by_label("Name of the person in seat 4").fill("Zoe")
    guest.page.keyboard.press("Tab")
    expect(page.locator(".seats")).to_contain_text("Zoe")
    guest.page.get_by_role("button", name="Leave the seat").nth(1).click()
    expect(page.get_by_label("Who sits in seat 4")).to_have_value("open")
    page.get_by_label("Who sits in seat 4").select_option("here")
    expect(page.get_by_label("Name of the person in seat 4")).to_have_value("Player 4")
    page.get_by_label("Who sits in seat 4").select_option("apprentice")
    expect(page.get_by_label("Name of the person in seat 4")).to_have_count(0)
    for side in (host, guest):
        assert not violations(side.page)
        assert not scrolls_sideways(side.page)
    page.get_by_role("button", name="Ring the bell: start").click()
    expect(page.locator(".curtain")).to_be_visible(timeout=PATIENCE)
    expect(guest.page.locator(".slip")).to_be_visible(timeout=PATIENCE)
    assert guest.page.locator(".curtain").count() == 0, "alone at the other browser"
