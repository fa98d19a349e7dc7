"""The command line itself: help, languages, and bad input of every kind."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry import __version__
from openoutcry.cli import build
from openoutcry.cli.terminal import can_redraw, new_console
from openoutcry.text import LANGUAGES, catalogue
from tests.cli.conftest import Outcry

CLI = Path(__file__).parents[2] / "openoutcry/cli"
MESSAGES = CLI.parent / "text"
COMMANDS = sorted(build().subparsers)


def _spawn(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "openoutcry", *argv],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "LANG": "en_GB.UTF-8", "PYTHONUTF8": "1", **environment},
    )


START = """
import os, signal, sys
from openoutcry.__main__ import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests were started with
sys.argv = ["outcry", "--version"]
"""
PRESS = """
class Press:
    def find_spec(self, name, path, target=None):
        if name == "openoutcry.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press())
main()
"""
LISTEN = """
try:
    main()
finally:
    print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""


def _start(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", START + code]
    return subprocess.run(command, cwd=CLI.parents[1], capture_output=True, text=True)


def test_ctrl_c_while_modules_are_loaded_leaves_no_traceback() -> None:
    ran = _start(PRESS)
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")


def test_the_command_hears_ctrl_c_again_once_it_runs() -> None:
    assert _start(LISTEN).stdout == f"outcry {__version__}\nTrue\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_an_example(outcry: Outcry, command: str) -> None:
    ran = outcry(command, "--help")
    assert ran.code == 0
    assert "example:\n  outcry" in ran.out


def test_the_version_is_told(outcry: Outcry) -> None:
    assert outcry("--version").out == f"outcry {__version__}\n"


@pytest.mark.parametrize(
    ("argv", "hint"),
    [
        (["simulat"], "did you mean 'simulate'?"),
        (["xyzzy"], "there are: "),
        (["titles", "--langg", "es"], "did you mean '--lang'?"),
        (["titles", "--lang", "de"], "there are: en, es, fr, it"),
        (["titles", "mogul", "more"], "does not know 'more'"),
        (["rules"], "TITLE"),
        (["rules", "mogull"], "Did you mean mogul?"),
        (["rules", "mogul", "MO-99"], "from MO-01 to MO-50"),
        (["play"], "outcry play mogul"),
        (["play", "mgul"], "Did you mean mogul?"),
        (["play", "mogul", "--seats", "9"], "3 to 6 seats"),
        (["play", "mogul", "--seats", "x"], "'x' is not a whole number"),
        (["play", "mogul", "--seats", "3", "--people", "4"], "do not fit on 3 seats"),
        (["play", "mogul", "--bots", "aprentice"], "Did you mean apprentice?"),
        (["play", "mogul", "--bots", ","], "there are: random, apprentice"),
        (["play", "mogul", "--names", "Ana,Ben"], "1 person plays"),
        (["play", "mogul", "--option", "loans"], "NAME=VALUE"),
        (["play", "mogul", "--option", "loan=on_turn"], "Did you mean loans?"),
        (["play", "mogul", "-o", "loans=onturn"], "Did you mean loans=on_turn?"),
        (["play", "mogul", "--seats", "6", "-o", "quick_start=yes"], "MO-48"),
        (["play", "mogul", "--edition", "none.toml"], "there is no file 'none.toml'"),
        (["play", "--resume", "none.json"], "there is no file 'none.json'"),
        (["play", "--resume", "broken.json"], "not a record"),
        (["simulate", "mogul", "--games", "0"], "whole number from 1 to 1000000000"),
        (["simulate", "mogul", "--seats", "3", "--bots", "random,random,random,random"], "4 bots"),
        (["replay", "brokn.json"], "Did you mean broken.json?"),
        (["replay", "broken.json"], "not a record"),
        (["verify", "broken.json"], "not a record"),
        (["edition", "shw", "mogul"], "did you mean 'show'?"),
        (["admin", "ennd", "t"], "did you mean 'end'?"),
        (["simulate", "mogul", "--gmaes", "1"], "did you mean '--games'?"),
        (["--lang", "xx", "titles"], "--lang: no 'xx'; there are: en, es, fr, it"),
        (["edition", "check", "mogul", "--edition", "broken.json"], "not valid TOML"),
        (["edition", "export", "mogul", "--out", "broken.json"], "exists already"),
        (["edition", "export", "mogul", "--out", "no/folder.toml"], "there is no folder 'no'"),
        (["play", "mogul", "--save", "broken.json"], "exists already"),
        (["play", "mogul", "--save", "no/game.json"], "there is no folder 'no'"),
        (["bench", "--title", "mogu"], "Did you mean mogul?"),
        (["bench", "--seconds", "nan"], "a number from 0.01 to 600"),
        (["simulate", "mogul", "--json", "--csv"], "not allowed with argument --json"),
        (["simulate", "mogul", "--budget", "9" * 30], "whole number from 0 to 1000000000"),
        (["simulate", "mogul", "--seats", "x" * 999], f"{'x' * 40}...' is not a whole number"),
        (["play", "mogul", "--bots", ""], "there are: random, apprentice"),
        (["play", "mogul", "--edition", ""], "there is no file ''"),
        (["play", "mogul", "--save", "x" * 999], "cannot be written"),
        (["verify", "x" * 999], "there is no file 'xxx"),
        (["replay", "folder"], "'folder' is a folder, not a file"),
        (["edition", "check", "mogul", "--edition", "binary"], "binary: cannot be read: not UTF-8"),
    ],
)
def test_bad_input_gets_one_line_that_says_what_would_be_right(
    outcry: Outcry, argv: list[str], hint: str
) -> None:
    Path("broken.json").write_text("{", "utf-8")
    Path("binary").write_bytes(b"\xff\xfe")
    Path("folder").mkdir()
    ran = outcry(*argv)
    assert ran.code == 2
    assert ran.err.startswith("outcry")
    assert ran.err.count("\n") == 1
    assert hint in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(("lang", "word"), [("es", "juego"), ("fr", "jeu"), ("it", "gioco")])
def test_the_language_comes_from_lang_or_from_the_option(
    outcry: Outcry, monkeypatch: pytest.MonkeyPatch, lang: str, word: str
) -> None:
    assert word in outcry("titles", "--lang", lang).out
    assert word in outcry("--lang", lang, "titles").out
    monkeypatch.setenv("LANG", f"{lang}_XX.UTF-8")
    assert word in outcry("titles").out
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert word not in outcry("titles").out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_is_shown_alone_and_the_rules_whole(outcry: Outcry, lang: str) -> None:
    one = outcry("rules", "mogul", "mo-18", "--lang", lang)
    assert one.code == 0 and "MO-18" in one.out and "MO-17" not in one.out
    whole = outcry("rules", "mogul", "--lang", lang)
    assert one.out.strip() in whole.out


def test_plain_text_without_a_terminal_and_no_escapes_with_no_color() -> None:
    assert "\x1b" not in _spawn("titles").stdout
    coloured = _spawn("titles", FORCE_COLOR="1")
    assert "\x1b" in coloured.stdout
    assert "\x1b" not in _spawn("titles", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_nothing_moves_on_the_screen_with_NO_COLOR(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a terminal, as far as we can tell
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert can_redraw(new_console())
    monkeypatch.setenv("NO_COLOR", "1")
    assert new_console().is_terminal and not can_redraw(new_console())


def test_titles_lists_every_title_within_80_columns(outcry: Outcry) -> None:
    out = outcry("titles").out
    assert "mogul" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(closed: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m openoutcry play mogul --seed 1 {closed}'
    ran = subprocess.run(
        command, shell=True, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["mogul-1.json"]


def test_bytes_that_are_no_text_are_no_error(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "openoutcry", "play", "mogul", "--seed", "1"],
        input=b"\xff\xfe\n" + b"9" * 5000 + b"\nsave " + b"x" * 999 + b"\n",
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict", "LANG": "en_GB.UTF-8"},
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"cannot be written" in ran.stdout


@pytest.mark.parametrize("columns", ["1", "20", "x"])
def test_offers_are_readable_in_any_width(
    outcry: Outcry, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    ran = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=["2", "quit"])
    assert ran.code == 0
    assert "Pay a chip and stay in" in " ".join(ran.out.split()) or columns == "1"


def test_a_reader_who_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "openoutcry", "edition", "export", "mogul"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def _spoken() -> tuple[set[str], set[str]]:
    """Message keys in the source: whole ones, and beginnings that are completed at run time."""
    source = "\n".join(path.read_text("utf-8") for path in CLI.glob("*.py"))
    literal = r"""f?["']((?:[a-z_]+\.)+)({?)"""
    begun = {match[1] for match in re.finditer(literal, source) if match[2]}
    whole = set(re.findall(r"""(?:say|wrong)\(\s*["']([a-z_.]+)["']""", source))
    whole |= set(re.findall(r"""["']((?:floor|simulate|wrong|play)\.[a-z_.]+)["']""", source))
    return whole, begun


def test_every_message_spoken_exists_and_every_message_is_spoken() -> None:
    known = {key[4:] for key in catalogue(MESSAGES, "en") if key.startswith("cli.")}
    whole, begun = _spoken()
    assert whole - known - {"seat.name"} == set()
    unspoken = {
        key for key in known - whole if not any(key.startswith(beginning) for beginning in begun)
    }
    assert unspoken <= {"yes", "no"}
