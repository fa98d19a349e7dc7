"""Records and editions on the command line."""

import json
import re
from pathlib import Path

import pytest

from openoutcry import Fair, bots, new, svg
from openoutcry.cli.display import Display
from openoutcry.cli.replay import Viewer
from openoutcry.cli.terminal import Terminal
from openoutcry.core.match import Match
from openoutcry.titles import find
from tests.cli.conftest import Outcry


def _played() -> Match:
    players = [bots.find("random", seat) for seat in range(3)]
    return bots.finish(new("mogul", seats=3, draws=Fair(b"seed")), players)


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    _played().record(["Ana", "Ben", "Cleo"]).save(path)
    return str(path)


def test_a_true_record_is_verified_with_its_draws(outcry: Outcry, game: str) -> None:
    ran = outcry("verify", game)
    assert ran.code == 0
    assert "draws derive from the seed" in ran.out
    assert "A true record." in ran.out


def test_a_forged_record_is_found_out(outcry: Outcry, game: str) -> None:
    data = json.loads(Path(game).read_text("utf-8"))
    data["scores"][0] += 1
    Path(game).write_text(json.dumps(data), "utf-8")
    ran = outcry("verify", game)
    assert ran.code == 1
    assert "Not a true record: scores should be" in ran.out


def test_a_replay_prints_every_step_and_the_result(outcry: Outcry, game: str) -> None:
    out = outcry("replay", game).out
    assert "   1  chance          card" in out
    assert "Ana" in out and "The crash!" in out and "points on the scoring track" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_replay_at_a_step_shows_what_one_seat_saw(outcry: Outcry, game: str) -> None:
    match = _played()
    out = outcry("replay", game, "--at", "6", "--seat", "1").out
    assert f"step 6 of {match.step}" in out
    assert "(hidden)" in outcry("replay", game, "--at", "6", "--seat", "1").out
    rows = [line.split() for line in out.splitlines() if line[2:6].strip() in ("Ana", "Ben")]
    assert [row[-6] for row in rows] == ["?", "6"]


@pytest.mark.parametrize(
    ("argv", "hint"), [(["--at", "9999"], "steps 0 to"), (["--seat", "3"], "0 to 2")]
)
def test_a_replay_of_what_is_not_there_says_what_is(
    outcry: Outcry, game: str, argv: list[str], hint: str
) -> None:
    ran = outcry("replay", game, *argv)
    assert (ran.code, ran.out) == (2, "")
    assert hint in ran.err


def test_a_picture_of_a_record_is_what_the_seat_saw(
    outcry: Outcry, game: str, tmp_path: Path
) -> None:
    file = tmp_path / "board.svg"
    options = ["--at", "6", "--seat", "1", "--theme", "night", "--lang", "fr"]
    ran = outcry("picture", game, *options, "--out", str(file))
    assert (ran.code, ran.out.strip()) == (0, str(file))
    names = ["Ana", "Ben", "Cleo"]
    drawn = svg.board(_played().at(6), 1, theme="night", lang="fr", names=names)
    assert file.read_text("utf-8") == drawn


def test_a_picture_replaces_no_file(outcry: Outcry, game: str) -> None:
    ran = outcry("picture", game, "--out", game)
    assert ran.code == 2 and "exists already" in ran.err
    assert json.loads(Path(game).read_text("utf-8"))["title"] == "mogul"


def test_keys_walk_through_a_replay_and_stop_at_its_ends() -> None:
    match = _played()
    viewer = Viewer(match, Display(match, ["A", "B", "C"], Terminal.open("en")), None, 0)
    seen = []
    for key in ("previous", "next", "next", "previous", "on", "back", "last", "next", "", "first"):
        viewer.press(key)
        seen.append(viewer.step)
    assert seen == [0, 1, 2, 1, 11, 1, match.step, match.step, match.step, 0]


def test_an_edition_shows_the_source_of_every_table_without_colour(outcry: Outcry) -> None:
    out = outcry("edition", "show", "mogul").out
    for path, kind in find("mogul").edition().kinds().items():
        mark = {"printed": "=", "reported": "~", "reconstructed": "?"}[kind]
        assert f"\n{mark} [{path}]\n    {kind}: " in out
    assert "per_point = 5" in out


def test_reconstructed_values_stand_out(outcry: Outcry) -> None:
    outcry("edition", "export", "mogul", "--out", "mine.toml")
    text = Path("mine.toml").read_text("utf-8")
    Path("mine.toml").write_text(text.replace("printed: rulebook, loans", "reconstructed: a guess"))
    out = outcry("edition", "show", "mogul", "--edition", "mine.toml").out
    assert "? [loan]\n    RECONSTRUCTED: a guess" in out


def test_a_checklist_says_what_somebody_with_the_box_could_tell(outcry: Outcry) -> None:
    out = outcry("edition", "checklist", "speculation").out
    assert "our own: 106 of 112 values" in out
    assert out.index("Both sides of the board") < out.index("The movement tiles")
    assert "Las 37 cartas" in outcry("edition", "checklist", "wallstreet", "--lang", "es").out
    outcry("edition", "export", "mogul", "--out", "mine.toml")
    mine = Path("mine.toml")
    text = mine.read_text("utf-8").replace('source = "reported:', 'source = "printed:')
    mine.write_text(text, encoding="utf-8")
    out = outcry("edition", "checklist", "mogul", "--edition", "mine.toml").out
    assert "Nothing: every value was seen in print." in out


def test_an_edition_is_corrected_line_by_line_with_checks_in_ones_language(
    outcry: Outcry,
) -> None:
    edit = ("edition", "edit", "mogul", "mine.toml", "--lang", "fr")
    out = outcry(*edit, typed=["set cards.list 3,2 purple", "check", "undo", "diff"]).out
    assert "cards.list 3: " in out and "existe pas" in out
    assert not Path("mine.toml").exists()
    outcry(*edit, typed=["source printed: my copy", "set chips.each 7", "save", "quit"])
    edition = find("mogul").edition(Path("mine.toml"))
    assert edition.number("chips", "each") == 7
    wrong = outcry("edition", "edit", "speculation", "mine.toml")
    assert wrong.code == 2 and "is an edition of mogul, not of speculation" in wrong.err


def test_a_correction_is_not_lost_where_it_cannot_be_written(outcry: Outcry) -> None:
    typed = ["set chips.each 7", "save", "diff", "quit"]
    ran = outcry("edition", "edit", "mogul", "nowhere/mine.toml", typed=typed)
    assert ran.code == 0 and "cannot be written" in ran.out
    assert "chips.each: 6 -> 7" in ran.out.partition("cannot be written")[2]


def test_without_a_file_the_studio_is_opened_in_the_browser(
    outcry: Outcry, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "name the file to correct" in outcry("edition", "edit", "mogul").err
    opened: list[str | None] = []
    monkeypatch.setattr(
        "openoutcry.server.command_line.serve",
        lambda settings, lan, page: opened.append(page),
    )
    monkeypatch.setattr(Terminal, "interactive", True)
    assert outcry("edition", "edit", "mogul").code == 0
    assert opened == ["edition/mogul"]


def test_an_exported_edition_is_checked_and_corrected(outcry: Outcry) -> None:
    own = (find("mogul").folder / "edition.toml").read_text("utf-8")
    assert outcry("edition", "export", "mogul").out == own
    assert outcry("edition", "export", "mogul", "--out", "mine.toml").code == 0
    check = ("edition", "check", "mogul", "--edition", "mine.toml")
    assert "Its values are the title" in outcry(*check).out
    Path("mine.toml").write_text(own.replace("among = 4", "among = 5"), "utf-8")
    assert "Its values differ" in outcry(*check).out
    Path("mine.toml").write_text(own.replace("among = 4", "among = -1"), "utf-8")
    wrong = outcry(*check)
    assert wrong.code == 2
    assert "must lie between 0 and" in wrong.out
    Path("mine.toml").write_text(own.replace('title = "mogul"', 'title = "monopoly"'), "utf-8")
    assert "not of mogul" in outcry(*check).out


def test_an_edition_of_ones_own_is_played_simulated_and_recorded(outcry: Outcry) -> None:
    outcry("edition", "export", "speculation", "--out", "mine.toml")
    text = Path("mine.toml").read_text("utf-8").replace('"Alhambra"', '"Zoo"')
    Path("mine.toml").write_text(text.replace("start_cash = 20", "start_cash = 30"), "utf-8")
    mine = ("--edition", "mine.toml", "--seats", "3", "--seed", "4")
    out = outcry("play", "speculation", *mine, "--save", "g.json", typed=["buy a", "quit"]).out
    assert re.search(r"buy A +Buy Zoo \(20\): cash 10", out)
    assert "Player 1 buys Zoo" in out and "Alhambra" not in out
    assert outcry("simulate", "speculation", *mine, "--games", "3").code == 0
    Path("mine.toml").unlink()
    replayed = outcry("replay", "g.json")
    assert replayed.code == 0 and "Player 1 buys Zoo" in replayed.out
    assert outcry("verify", "g.json").code == 0
    assert outcry("play", "--resume", "g.json", typed=["quit"]).code == 0


def test_what_a_forged_record_says_is_shown_as_it_stands(outcry: Outcry, game: str) -> None:
    data = json.loads(Path(game).read_text("utf-8"))
    data["log"][0] = "* [bold]card 0[/bold]"
    Path(game).write_text(json.dumps(data), "utf-8")
    assert "'* [bold]card 0[/bold]' is not an action or a draw" in outcry("verify", game).out


def test_what_a_record_says_cannot_steer_the_terminal(outcry: Outcry, game: str) -> None:
    data = json.loads(Path(game).read_text("utf-8"))
    data["names"] = ["\x1b[2JAna", "[/]Ben", "[blink]Cleo"]
    Path(game).write_text(json.dumps(data), "utf-8")
    ran = outcry("replay", game)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "(/)Ben" in ran.out
