"""What a type checker knows in the file of somebody who imports us."""

import re
import subprocess
import sys
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

import stamps

USER_FILE = """
from pathlib import Path

import openoutcry as oo

match = oo.new("mogul", seats=4, seed=7)
reveal_type(match)
reveal_type(match.play("no loan"))
reveal_type(match.play(2, "no loan"))
reveal_type(match.decision.offers)
reveal_type(match.decision.offers[0].action)
reveal_type(match.view(0))
reveal_type(match.view(0).prices)
reveal_type(oo.load(Path("game.json")).at(3))
reveal_type(oo.bots.find("broker"))
reveal_type(oo.bots.find("broker").choose(match.state, 0, 100))
"""
REVEALED = [
    "Match",
    "None",
    "None",
    "tuple[Offer, ...]",
    "str",
    "View",
    "list[int]",
    "Match",
    "Bot",
    "int",
]
WRONG_CALLS = """
import openoutcry as oo

match = oo.new("mogul", seats=4)
match.play(2)
match.play("pay", 2)
oo.new("mogul", seats="4")
oo.no_such_name
"""


def checked(tmp_path: Path, code: str) -> str:
    """What mypy --strict says about it, with no settings of ours."""
    (tmp_path / "user.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"]
    answer = subprocess.run([*command, "user.py"], cwd=tmp_path, capture_output=True, text=True)
    return answer.stdout + answer.stderr


def test_calls_give_real_types(tmp_path: Path) -> None:
    said = checked(tmp_path, USER_FILE)
    revealed = re.findall(r'Revealed type is "(.+)"', said)
    assert [re.sub(r"\b[a-z_]+\.(?=[\w.]*[A-Za-z])", "", name) for name in revealed] == REVEALED
    assert "error:" not in said


def test_wrong_calls_are_found(tmp_path: Path) -> None:
    said = checked(tmp_path, WRONG_CALLS)
    wrong = {int(number) for number in re.findall(r"^user\.py:(\d+): error:", said, re.M)}
    assert wrong == {5, 6, 7, 8}


def test_whoever_installs_us_gets_the_types() -> None:
    files = WheelBuilder(str(stamps.ROOT)).recurse_included_files()
    assert "openoutcry/py.typed" in {file.distribution_path for file in files}
