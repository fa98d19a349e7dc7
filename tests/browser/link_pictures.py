"""The pictures that links show, drawn anew: `python -m tests.browser.link_pictures`.

One for each title, a board in mid-match, and one of the house; 1200 by 630, as previewers want
them. They are kept in `client/public`, because a build has no browser to draw them with.
"""

import base64
from pathlib import Path

from playwright.sync_api import Page

import openoutcry as oo
from openoutcry.bots import driver
from openoutcry.server.link_preview import HEIGHT, WIDTH
from openoutcry.titles import find, names
from tests.browser.house import ROOT, a_browser

PUBLIC = ROOT / "client/public"
FONTS = {
    "Limelight": "@fontsource/limelight/files/limelight-latin-400-normal.woff2",
    "Jost": "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2",
}
SEATS, SEED, SHARE = 4, 5, 0.55
"""How many seats a match has, and how much of it is played when its picture is taken."""


def main() -> None:
    with a_browser() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for name in names():
            words = find(name).words
            board = board_in_mid_match(name)
            shoot(page, words.say("en", "title", {}), board, PUBLIC / f"preview-{name}.png")
        posters = "".join(poster(name) for name in names())
        shoot(page, "", posters, PUBLIC / "preview.png")


def board_in_mid_match(name: str) -> str:
    """As somebody who watches sees it."""
    match = oo.new(name, seats=SEATS, seed=SEED)
    driver.play_on(match, {seat: driver.player("apprentice", seat) for seat in range(SEATS)})
    return oo.svg.board(match.at(int(SHARE * match.step)), theme="night")


def poster(name: str) -> str:
    return (ROOT / f"client/src/titles/{name}/poster.svg").read_text("utf-8")


def shoot(page: Page, title: str, picture: str, to: Path) -> None:
    page.set_content(document(title, picture))
    page.evaluate("document.fonts.ready")
    page.screenshot(path=to)
    print(to.relative_to(ROOT), to.stat().st_size // 1000, "kB")


def document(title: str, picture: str) -> str:
    return f"""<style>{"".join(face(*font) for font in FONTS.items())}
      body {{ margin: 0; height: {HEIGHT}px; box-sizing: border-box; padding: 26px 34px 30px;
        display: grid; grid-template-rows: auto 1fr; gap: 16px; background: #11161d;
        font-family: Limelight; border: 6px double #d4b061 }}
      header {{ display: flex; justify-content: space-between; align-items: baseline;
        color: #d4b061 }}
      h1 {{ margin: 0; font-weight: 400; font-size: 60px; line-height: 1 }}
      p {{ margin: 0; font-size: 34px; color: #efe7d2 }}
      div {{ min-height: 0; display: flex; justify-content: center; gap: 22px }}
      svg {{ height: 100%; width: auto; max-width: 100%; min-width: 0 }}
    </style><header><h1>{title}</h1><p>Open Outcry</p></header><div>{picture}</div>"""


def face(family: str, file: str) -> str:
    font = base64.b64encode((ROOT / "client/node_modules" / file).read_bytes()).decode()
    weights = "font-weight: 100 900;" if "wght" in file else ""
    return (
        f"@font-face {{ font-family: {family}; {weights} src: url(data:font/woff2;base64,{font}) }}"
    )


if __name__ == "__main__":
    main()
