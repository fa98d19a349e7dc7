"""What a floor without a server must show, each by clicks in a browser of its own."""

import json
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from openoutcry.cli import main as outcry
from openoutcry.lessons.lesson import lessons_of
from openoutcry.pocket import site
from openoutcry.server.pages import STATIC
from openoutcry.titles import find, names
from tests.browser.house import FLAGS, a_house, chromium
from tests.browser.player import OFFERS, Player
from tests.browser.pocket.visitors import LONG, come, kept_for_good, renderers, visitor
from tests.browser.pocket.web_space import a_web_space
from tests.browser.test_hotseat import Family
from tests.browser.test_lessons import follow
from tests.browser.test_records import FILES, choose


def saved(player: Player, folder: Path) -> Path:
    """The record of the match that has just ended."""
    with player.page.expect_download() as download:
        player.page.locator("section.end a[download]").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def whole_match(browser: Browser, title: str) -> None:
    """Against two brokers, by clicks, after the network was cut; the record verifies."""
    with a_web_space() as (space, _), tempfile.TemporaryDirectory() as folder:
        context = visitor(browser)
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        for value in (title, "2", "broker"):
            player.page.locator(f'.now input[value="{value}"]').check(force=True)
        player.play_now(title, quick=False)
        expect(player.page.locator(".layout")).to_be_visible()
        player.finish()
        assert outcry(["verify", str(saved(player, Path(folder)))]) == 0
        space.mend()
        context.close()


def crash(browser: Browser, page: Page) -> None:
    """The system takes the page's process away, in the middle of whatever it and its workers do."""
    with page.expect_event("crash"):
        for process in renderers(browser):
            os.kill(process, signal.SIGKILL)


def killed_tab(browser: Browser) -> None:
    """A tab that dies in mid-match comes back to where it stood, without a network."""
    with a_web_space() as (space, _):
        context = visitor(browser)
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        player.play_now("speculation")
        player.choose(5)
        step, address = player.step(), player.page.url
        crash(browser, player.page)
        again = Player(context.new_page(), space.url)
        again.page.goto(address)
        again.wait_for_my_turn()
        assert int(again.step()) >= int(step), (again.step(), step)
        again.choose(2)
        space.mend()
        context.close()


def hot_seat(browser: Browser) -> None:
    """Three people at one device play a whole match."""
    with a_web_space() as (space, _):
        context = visitor(browser)
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        player.set_up("mogul", ["Ann", "Bob", "Cy"])
        player.confirm_set_up()
        family = Family(player, ["Ann", "Bob", "Cy"])
        while (asked := family.wait()) != "end":
            if asked == "curtain":
                family.lift()
            else:
                family.decide()
        space.mend()
        context.close()


def full_storage(browser: Browser) -> None:
    """Storage that is full is said plainly, and nothing is shown as done."""
    with a_web_space() as (space, _):
        context = visitor(browser)
        player = come(context, space)
        player.play_now("mogul")
        player.choose(1)
        step = player.step()
        session = context.new_cdp_session(player.page)
        quota = {"origin": space.url.partition("/some")[0], "quotaSize": 1}
        session.send("Storage.overrideQuotaForOrigin", quota)
        refused = player.page.get_by_text("This browser cannot keep anything more")
        offer = player.page.locator(OFFERS)
        while not refused.count():  # the first writes may still find room
            offer.or_(refused).first.wait_for(timeout=LONG)
            if offer.count() and not refused.count():
                step = player.step()
                offer.first.click()
                sure = player.page.locator("dialog .ways .button.main")
                moved = player.page.locator(f'.layout:not([data-step="{step}"])')
                refused.or_(sure).or_(moved).first.wait_for()
                if sure.count():
                    sure.click()
        session.send("Storage.overrideQuotaForOrigin", {"origin": quota["origin"]})
        player.act()
        context.close()


def forbidden_storage(browser: Browser) -> None:
    """A browser that may keep nothing says so instead of dealing."""
    whole = shutil.which("chromium") or shutil.which("chromium-browser")
    assert whole, "needs a whole Chromium: the shell without windows knows no such setting"
    with a_web_space() as (space, _), tempfile.TemporaryDirectory() as folder:
        settings = Path(folder, "Default", "Preferences")
        settings.parent.mkdir()
        forbid = {"profile": {"default_content_setting_values": {"cookies": 2}}}
        settings.write_text(json.dumps(forbid))
        context = browser.browser_type.launch_persistent_context(
            folder, executable_path=whole, args=FLAGS, reduced_motion="reduce"
        )
        context.set_default_timeout(LONG)
        player = come(context, space)
        player.page.locator(".go .button.main").click()
        player.page.get_by_text("This browser cannot keep anything more").wait_for()
        context.close()


def lessons(browser: Browser) -> None:
    """The first lesson of every title that has some, without a network."""
    with a_web_space() as (space, _):
        context = visitor(browser)
        player = come(context, space)
        kept_for_good(player)
        space.cut()
        for title in filter(lessons_of, map(find, names())):
            player.page.goto(f"{space.url}{player.query}&at=learn/{title.name}")
            player.page.locator("li a").first.click()
            follow(player.page, lessons_of(title)[0])
        space.mend()
        context.close()


def analysis(browser: Browser) -> None:
    """A record is analysed in the worker, without a network; the file with it is one that every
    floor reads, and one plays on from a turning point."""
    with a_web_space() as (space, _), tempfile.TemporaryDirectory() as folder:
        context = visitor(browser)
        player = come(context, space)
        page = player.page
        kept_for_good(player)
        space.cut()
        choose(page, FILES / "mogul-v1-3-0.json")
        page.get_by_role("button", name="Analyse this match").click()
        expect(page.get_by_text(re.compile("Analysing: step [1-9]"))).to_be_visible(timeout=LONG)
        chart = page.locator(".chances")
        expect(chart).to_be_visible(timeout=10 * LONG)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record with its analysis").click()
        file = Path(folder, "game.json")
        download.value.save_as(file)
        assert outcry(["verify", str(file)]) == 0
        found = json.loads(file.read_text())["analysis"]
        assert len(found["seats"]) == 3 and found["turns"], found
        turn = chart.get_by_role("button").first
        turn.click(force=True)
        expect(page.get_by_text("(chosen)")).to_be_visible(timeout=LONG)
        page.get_by_role("button", name="Play on from here").click()
        page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
        page.wait_for_url(re.compile("table/"), timeout=LONG)
        player.choose(1)
        space.mend()
        context.close()


def update(browser: Browser) -> None:
    """A new version in mid-match: said, loaded whole, and the match goes on."""
    with a_web_space() as (space, floor), tempfile.TemporaryDirectory() as folder:
        context = visitor(browser)
        player = come(context, space)
        kept_for_good(player)
        player.play_now("mogul")
        player.choose(2)
        step = player.step()
        newer = Path(folder, "static")
        shutil.copytree(STATIC, newer)
        page = newer / "index.html"
        page.write_text(
            page.read_text("utf-8").replace("</body>", "<!-- newer --></body>"), "utf-8"
        )
        site.write(floor, newer)
        before = player.page.locator('meta[name="build"]').get_attribute("content")
        player.page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
        player.page.get_by_role("button", name="Load it").click()
        player.page.wait_for_function(
            "before => document.querySelector('meta[name=build]')?.content !== before", arg=before
        )
        player.wait_for_my_turn()
        assert int(player.step()) >= int(step)
        player.choose(2)
        context.close()


def moved_to_a_server(browser: Browser) -> None:
    """A match exported here is opened on a hosted floor, and the other way round."""
    with (
        a_web_space() as (space, _),
        tempfile.TemporaryDirectory() as folder,
        a_house(Path(folder)) as house,
    ):
        context = visitor(browser, keeps_pages=False)
        here = come(context, space)
        here.play_now("mogul")
        here.finish()
        there = Player(context.new_page(), house.url)
        there.arrive()
        there.play_now("mogul")
        there.finish()
        ours, theirs = saved(here, Path(folder, "ours")), saved(there, Path(folder, "theirs"))
        for record, player in ((ours, there), (theirs, here)):
            player.arrive()
            player.page.get_by_role("region", name="Open a record").locator(
                "input"
            ).set_input_files(str(record))
            player.page.wait_for_url(re.compile("record"))
            expect(player.page.locator(".layout")).to_be_visible(timeout=LONG)
        context.close()


def moved_to_another_browser(browser: Browser) -> None:
    """An unfinished match goes on in another browser, which knows of it by a file alone."""
    with a_web_space() as (space, _), tempfile.TemporaryDirectory() as folder:
        one, other = visitor(browser, keeps_pages=False), visitor(browser, keeps_pages=False)
        here = come(one, space)
        here.play_now("mogul")
        here.choose(4)
        here.wait_for_my_turn()
        step = here.step()
        here.arrive()
        with here.page.expect_download() as download:
            here.page.get_by_role("link", name="Save all to a file").click()
        file = Path(folder, "matches.json")
        download.value.save_as(file)
        there = come(other, space)
        there.page.get_by_role("button", name="Bring matches from a file").wait_for()
        there.page.locator(".lists input[type=file]").set_input_files(str(file))
        there.page.get_by_text("1 new match.").wait_for()
        there.page.locator(".lists li a").click()
        there.wait_for_my_turn()
        assert there.step() == step
        there.choose(2)
        one.close()
        other.close()


def server_out_of_reach(browser: Browser) -> None:
    """A hosted floor that cannot be reached offers to play here, and one can."""
    with tempfile.TemporaryDirectory() as folder, a_house(Path(folder)) as house:
        context = visitor(browser)
        page = context.new_page()
        page.set_default_timeout(LONG)
        player = Player(page, house.url)
        player.arrive()
        page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LONG)
        here = Player(page, house.url + "here/")
        here.arrive()
        kept_for_good(here)
        house.kill()
        page.goto(house.url)
        page.get_by_role("button", name="Play here meanwhile").click()
        page.locator(".posters label").first.wait_for(timeout=LONG)
        here.play_now("mogul")
        here.choose(3)
        context.close()


def deal_of_the_day(browser: Browser) -> None:
    """Two browsers, one at a server and one without any network, play the same deal of the day."""
    other = browser.browser_type.launch(executable_path=chromium(), args=FLAGS)
    with (
        a_web_space() as (space, _),
        tempfile.TemporaryDirectory() as folder,
        a_house(Path(folder, "data")) as house,
    ):
        hosted = Player(visitor(other, keeps_pages=False).new_page(), house.url)
        hosted.arrive()
        alone = come(visitor(browser), space)
        kept_for_good(alone)
        space.cut()
        there, here = (
            _day_played(player, Path(folder, name))
            for player, name in ((hosted, "there"), (alone, "here"))
        )
        space.mend()
        drawn = ["\n".join(line for line in log if line[0] == "*") for log in (there, here)]
        assert drawn[0].encode() == drawn[1].encode(), drawn
        assert _by_actor(there) == _by_actor(here)
        print(f"  {drawn[0].count('*')} draws and {len(here)} steps are the same")
    other.close()


def _day_played(player: Player, folder: Path) -> list[str]:
    """The log of today's deal, always by the first offer."""
    player.page.locator('.posters input[value="mogul"]').check(force=True)
    player.page.get_by_role("link", name="Deal of the day").click()
    player.page.get_by_role("button", name=re.compile("Play today")).click()
    player.finish()
    log: list[str] = json.loads(saved(player, folder).read_text("utf-8"))["log"]
    return log


def _by_actor(log: list[str]) -> list[str]:
    """Each one's steps in their order: where several decide at once, either may be quicker."""
    return sorted(log, key=lambda line: line.partition(" ")[0])


SCENES: dict[str, Callable[[Browser], None]] = {
    "full": full_storage,
    "forbidden": forbidden_storage,
    "kill": killed_tab,
    "hotseat": hot_seat,
    "lessons": lessons,
    "analysis": analysis,
    "update": update,
    "server": server_out_of_reach,
    "move": moved_to_a_server,
    "browsers": moved_to_another_browser,
    "daily": deal_of_the_day,
    **{title: partial(whole_match, title=title) for title in names()},
}
