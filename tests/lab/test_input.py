"""Bad input to the laboratory: one line that says what would be right, before any work."""

import json
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.bots import find, finish
from openoutcry.cli import main
from openoutcry.titles import find as find_title

ARENA = ["arena", "mogul", "--bots", "random,random,random"]
BALANCE = ["balance", "mogul", "--bot", "random"]
ANALYSE = ["analyse", "game.json", "--simulations", "10"]
NO_FOLDER = "there is no folder 'no' to write to"


@pytest.fixture(autouse=True)
def _a_folder_with_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    match = oo.new("mogul", seats=3, seed=5)
    record = finish(match, [find("random", seat) for seat in range(3)]).record()
    record.save("game.json")
    whole = json.loads(Path("game.json").read_text())
    Path("cut.json").write_text(json.dumps(whole)[:500])
    Path("illegal.json").write_text(json.dumps({**whole, "log": [*whole["log"][:9], "0 fly"]}))
    Path("unknown.json").write_text(json.dumps({**whole, "title": "chess"}))
    Path("other.json").write_text('{"version": 3}')
    other = find_title("speculation").folder / "edition.toml"
    Path("other.toml").write_text(other.read_text("utf-8"), "utf-8")


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["arena", "mogl", *ARENA[2:]], "Did you mean mogul?"),
        (["arena", "mogul"], "required: --bots"),
        (["arena", "mogul", "--bots", ""], "there are: random, apprentice"),
        (["arena", "mogul", "--bots", "random," * 6 + "random"], "3 to 6 seats, not 7"),
        (["arena", "mogul", "--bots", f"broker:{'9' * 5000},random,random"], "such as broker:300"),
        ([*ARENA, "--games", "0"], "whole number from 1 to 100000"),
        ([*ARENA, "--games", "-4"], "whole number from 1 to 100000"),
        ([*ARENA, "--games", "9" * 20], "whole number from 1 to 100000"),
        ([*ARENA, "--seed", "x"], "'x' is not a whole number"),
        ([*ARENA, "--html", "no/page.html"], NO_FOLDER),
        ([*ARENA, "--html", "folder"], "'folder' is a folder"),
        ([*ARENA, "--html", ""], "is a folder"),
        ([*ARENA, "--json", "--csv"], "not allowed with argument --json"),
        ([*ARENA, "--edition", "other.toml"], "is an edition of speculation, not of mogul"),
        ([*ARENA, "--processes", "0"], "whole number from 1 to 256"),
        (["balance", "mgul"], "Did you mean mogul?"),
        ([*BALANCE, "--seats", "9"], "3 to 6 seats, not 9"),
        (["balance", "mogul", "--bot", "wizard"], "there are: random, apprentice"),
        ([*BALANCE, "--games", "9" * 20], "whole number from 1 to 100000"),
        ([*BALANCE, "--html", "no/page.html"], NO_FOLDER),
        ([*BALANCE, "--edition", "other.toml"], "is an edition of speculation, not of mogul"),
        (["ladder", "mgul"], "Did you mean mogul?"),
        (["ladder", "--deals", "9" * 20], "whole number from 1 to 10000"),
        (["ladder", "--seed", "x"], "'x' is not a whole number"),
        (["personalities", "mgul"], "Did you mean mogul?"),
        (["personalities", "--level", "apprentice"], "those that search do: broker, tycoon, baron"),
        (["personalities", "--level", "wizard"], "no bot 'wizard'"),
        ([*ARENA[:2], "--bots", "broker:gredy"], "Did you mean greedy?"),
        (["beliefs", "mgul"], "Did you mean mogul?"),
        (["beliefs", "mogul", "--bot", "wizard"], "there are: random, apprentice"),
        (["beliefs", "mogul", "--matches", "2"], "whole number from 8 to 100000"),
        (["analyse", "gam.json"], "Did you mean game.json?"),
        (["analyse", "folder"], "is a folder, not a file"),
        (["analyse", "cut.json"], "not a record"),
        (["analyse", "other.json"], "not a record"),
        (["analyse", "illegal.json"], "'0 fly' is not an action or a draw"),
        (["analyse", "unknown.json"], "no title 'chess'; there are: ekonos"),
        ([*ANALYSE, "--html", "no/page.html"], NO_FOLDER),
        ([*ANALYSE, "--seed", "x"], "'x' is not a whole number"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_would_be_right(
    argv: list[str], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(argv)
    except SystemExit as stop:
        code = int(stop.code or 0)
    told = capsys.readouterr()
    assert code == 2
    assert hint in told.err and told.err.count("\n") == 1
    assert told.out == ""


def test_a_page_is_written_beside_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "--games", "3", "--processes", "1", "--json", "--html", "page.html"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3
    assert "<svg" in Path("page.html").read_text()
