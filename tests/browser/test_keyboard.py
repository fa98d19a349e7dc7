"""Playing without a mouse and without sight: where the focus is, and what is read out."""

import pytest
from playwright.sync_api import Page, WebSocket, expect

from openoutcry.titles import names
from tests.browser.conftest import PHONE, People
from tests.browser.player import PATIENCE, Player

TITLES = names()

KEEP_WHAT_IS_SAID = """() => {
    const live = document.querySelector('[data-testid=live]')
    globalThis.said = [...live.children].map((line) => line.textContent)
    globalThis.cut = []
    const born = new Map([...live.children].map((line) => [line, performance.now()]))
    new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes, type, target } of changes) {
            if (type === 'characterData') globalThis.cut.push(target.data)
            for (const line of addedNodes) {
                if (!line.textContent) continue
                born.set(line, performance.now())
                globalThis.said.push(line.textContent)
            }
            for (const line of removedNodes) {
                const later = [...born.keys()].filter((other) => born.get(other) > born.get(line))
                if (later.length < 10) globalThis.cut.push(line.textContent)
            }
        }
    }).observe(live, { childList: true, subtree: true, characterData: true })
}"""


def test_who_plays_on_the_board_keeps_the_focus_there(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("ekonos")
    moves = 0
    for _ in range(40):
        if act_on_the_board(player):
            assert player.page.evaluate("document.activeElement.closest('.board') !== null")
            moves += 1
        else:
            player.act()
        if moves == 3:
            return
    raise AssertionError("too little could be played on the board")


def test_a_number_beside_a_player_has_a_card_by_focus_too(people: People) -> None:
    player = people.come()
    player.arrive()
    player.play_now("mogul")
    player.wait_for_my_turn()
    page = player.page
    page.keyboard.press("Tab")
    page.locator(".ledger [data-explained='chips']").first.focus()
    expect(page.get_by_test_id("piece-card")).to_contain_text("Chips pay for staying")
    page.keyboard.press("i")
    expect(page.get_by_role("dialog").get_by_role("button", name="Rule")).to_be_visible()


def act_on_the_board(player: Player) -> bool:
    """The first piece that may be chosen, by Enter; False where that does not decide alone."""
    player.wait_for_my_turn()
    pieces = player.page.locator(".board [data-piece].offered")
    if not pieces.count():
        return False
    step = player.step()
    pieces.first.focus()
    player.page.keyboard.press("Enter")
    moved = player.page.locator(f'.layout:not([data-step="{step}"])')
    asked = player.page.locator("dialog[open]")
    opened = player.page.locator(".piece-card.kept")
    moved.or_(asked).or_(opened).first.wait_for(timeout=PATIENCE)
    if asked.count():
        player.page.keyboard.press("Escape")
    return moved.count() > 0


@pytest.mark.parametrize("title", TITLES)
def test_every_question_is_announced_once_and_nothing_is_cut_off(
    people: People, title: str
) -> None:
    player = people.come()
    player.arrive()
    player.play_now(title)
    player.wait_for_my_turn()
    player.page.evaluate(KEEP_WHAT_IS_SAID)
    asked = [question(player.page)]
    for _ in range(8):
        assert player.act()
        player.wait_until_all_wait_for_me()
        asked.append(question(player.page))
    said = player.page.evaluate("globalThis.said")
    turns = [line for line in said if line.startswith("Your turn")]
    assert turns == [f"Your turn: {one}" for one in asked]
    assert len(said) > len(turns), "the story is told too"
    assert player.page.evaluate("globalThis.cut") == []


def question(page: Page) -> str:
    page.mouse.move(0, 0)  # a piece under the pointer may say why it cannot be chosen
    return page.get_by_test_id("what").inner_text().strip()


TAPS_ARE_DATED = """
    globalThis.moment = 1000
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => globalThis.moment })
"""
"""Two taps are as far apart as a test says, however slow the machine is."""


def test_a_second_tap_does_not_answer_what_the_first_brought_up(people: People) -> None:
    player = people.come(PHONE)
    player.page.add_init_script(TAPS_ARE_DATED)
    answers: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: answers.append(str(frame)))

    player.page.on("websocket", listen)
    player.arrive()
    player.play_now("mogul")
    for _ in range(3):
        player.wait_for_my_turn()
        step = player.step()
        box = player.page.locator(".slip [data-action]").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        player.page.touchscreen.tap(x, y)
        player.wait_for_step_after(step)
        player.wait_for_my_turn()  # what was said in advance has been answered by then
        answers.clear()
        player.page.evaluate("globalThis.moment += 200")
        player.page.touchscreen.tap(x, y)
        player.page.wait_for_timeout(600)
        assert not [frame for frame in answers if '"play"' in frame]
        player.page.evaluate("globalThis.moment += 400")
