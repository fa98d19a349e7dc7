"""What Speculation shows in the terminal."""

import pytest
from rich.text import Text

from openoutcry import Match, new
from openoutcry.cli import main
from openoutcry.core.fair import QuickDraws
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.core.view import View
from openoutcry.titles import find
from openoutcry.titles.speculation.rules import Speculation
from tests.titles.speculation.position import EDITION, position, small_edition

RULEBOOK = {"A": 12, "B": 18, "C": 22, "D": 9, "E": 5, "F": 3, "G": 1}


def view_of(state: Speculation, seat: int | None) -> View:
    setup = Setup.of(find("speculation"), int(state.n), {"side": "plain"}, EDITION)
    match = Match(setup, QuickDraws(1))
    match.state = state
    return match.view(seat)


def screen(view: View, lang: str = "en") -> list[str]:
    title = find("speculation")

    def say(key: str, **args: str | int) -> str:
        return f"Seat {args['seat']}" if key == "seat" else title.words.say(lang, key, args)

    return [Text.from_markup(line).plain.rstrip() for line in title.screen.draw(view, say)]


def test_the_track_shows_bricks_beside_the_price_lists() -> None:
    lines = screen(view_of(position(bricks=RULEBOOK), None))
    assert lines[1].split() == ["START", "H", "20"]
    assert lines[2].split()[:11] == ["1-10", *"G·F·E···D·"]
    assert lines[2].split()[11:] == ["110", "95", "80", "65", "50", "40", "30", "20"]
    assert lines[3].split()[:11] == ["11-20", *"·A·····B··"]
    assert lines[8].split() == ["END", "365", "245", "160", "95", "35", "5", "\u221220", "\u221240"]


def test_companies_show_rank_price_and_what_a_trade_would_cost() -> None:
    state = position(tile="trade", bricks=RULEBOOK, shares=["B", "", ""], cash=[30, 0, 0])
    lines = {line.split()[0]: line.split() for line in screen(view_of(state, 0)) if line}
    # rank, price, bank, the shares of three seats, cash after selling, cash after buying
    assert lines["B"] == ["B", "Metro", "2", "110", "1", "1", "·", "·", "140", "·"]
    assert lines["G"] == ["G", "Shogun", "7", "30", "2", "·", "·", "·", "·", "0"]
    assert lines["C"] == ["C", "Timbuktu", "1", "175", "2", "·", "·", "·", "·", "·"]
    watching = {line.split()[0]: line.split() for line in screen(view_of(state, 1)) if line}
    assert watching["B"] == ["B", "Metro", "2", "110", "1", "1", "·", "·"]


def test_only_the_own_hand_is_shown() -> None:
    state = position(hands=["AB", "C+", "DE"])
    shown = "\n".join(screen(view_of(state, 1)))
    assert "your hand: Timbuktu (C), Bank Holiday (BH)" in shown
    assert "your hand" not in "\n".join(screen(view_of(state, None)))


@pytest.mark.parametrize("lang", ["en", "es", "fr", "it"])
def test_a_small_edition_fits_the_screen(lang: str) -> None:
    match = new("speculation", seats=3, edition=small_edition(), seed=2)
    rng = Rng(2)
    while not match.over:
        lines = screen(match.view(0), lang)
        assert max(map(len, lines)) <= 80
        assert any("Cedar" in line for line in lines)
        match.play_action(
            match.waiting[0], int(match.title.advice.choose(match.state, match.waiting[0], rng))
        )


def test_the_edition_shows_which_prices_are_reconstructed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["edition", "show", "speculation", "--lang", "en"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "110~", "95~", "80?", "65?", "50?", "40?", "30?", "20?"] in lines
    assert ["4", "215?", "155?", "115?", "80?", "45?", "25?", "5?", "-10~"] in lines
    assert ["1", "70?", "65?", "55?", "45?", "40?", "30?", "25?", "15?"] in lines
