"""The examples for people who study games run, in short versions."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core import edition as editions
from openoutcry.core.decisions import to_decision
from openoutcry.core.rng import Rng
from openoutcry.core.setup import Setup
from openoutcry.titles import find
from tests.zoo.missing import run_without

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize("title", ["mogul", "speculation"])
def test_mini_editions_are_played_by_two(title: str) -> None:
    edition = find(title).edition(EXAMPLES / "editions" / f"{title}-mini.toml")
    setup = Setup.of(find(title), 2, {}, edition)
    assert setup.start().seats() == 2
    assert len(setup.title.views.companies(setup.start())) == {"mogul": 2, "speculation": 3}[title]
    assert set(edition.kinds().values()) == {"reconstructed"}


@pytest.mark.parametrize(
    ("title", "options"), [("mogul", {"quick_start": True}), ("speculation", {})]
)
def test_no_match_of_a_mini_edition_ends_before_a_decision(
    title: str, options: dict[str, object]
) -> None:
    edition = find(title).edition(EXAMPLES / "editions" / f"{title}-mini.toml")
    start = Setup.of(find(title), 2, options, edition).start()
    buffer = vec[i64]([0] * start.width())
    for seed in range(300):
        assert to_decision(start.clone(), Rng(seed), buffer) > 0, seed


def test_exploitability_falls(tmp_path: Path) -> None:
    """With the bank empty nobody borrows: a tree of 21,921 histories, soon walked."""
    text = (EXAMPLES / "editions/mogul-mini.toml").read_text(encoding="utf-8")
    smaller = tmp_path / "smaller.toml"
    smaller.write_text(text.replace("total = 3", "total = 2"), encoding="utf-8")
    assert editions.read(smaller).number("chips", "total") == 2
    answer = run("exploitability.py", "mogul", "--edition", str(smaller), "--iterations", "3")
    assert answer.returncode == 0, answer.stderr
    gaps = [float(line.split()[-1]) for line in answer.stdout.splitlines()[1:]]
    assert 0 < gaps[-1] < gaps[0] / 2


def test_a_bot_that_thinks_is_exploited_less_than_random_play() -> None:
    cards = EXAMPLES / "editions/speculation-cards.toml"
    short = ("--iterations", "1", "--seeds", "2", "--bot", "broker:30", "--bot", "random")
    answer = run("exploitability.py", "speculation", "--edition", str(cards), *short)
    assert answer.returncode == 0, answer.stderr
    gaps = {line.split()[0]: float(line.split()[-1]) for line in answer.stdout.splitlines()[2:4]}
    assert 0 <= gaps["broker:30"] < gaps["random"]
    wrong = run("exploitability.py", "speculation", "--bot", "brokr")
    assert wrong.returncode == 1
    assert "brokr" in wrong.stderr


def test_price_paths_are_drawn(tmp_path: Path) -> None:
    record = EXAMPLES.parent / "tests/records/mogul-v1-4-0.json"
    picture = tmp_path / "prices.svg"
    answer = run("price_paths.py", str(record), str(picture))
    assert answer.returncode == 0, answer.stderr
    drawn = ElementTree.parse(picture)
    lines = drawn.findall("{http://www.w3.org/2000/svg}path[@fill='none']")
    assert len(lines) == 5


def test_self_play_learns_a_lesson_or_says_what_it_needs() -> None:
    short = "--minutes 0 --decisions 200 --matches 4 --seats 3 --watch 2 --together 2"
    answer = run("selfplay.py", *short.split())
    if find_spec("torch"):
        assert answer.returncode == 0, answer.stderr
        assert "against 2 x apprentice: win share" in answer.stdout
    else:
        assert answer.returncode == 1
        assert answer.stderr == needs("selfplay.py", "torch", "'openoutcry[zoo]' torch")


RECIPES = {
    "recipes/maskable_ppo.py": ("sb3_contrib", "'openoutcry[zoo]' sb3-contrib"),
    "recipes/torchrl_actor_critic.py": ("torch", "'openoutcry[zoo]' torchrl"),
    "recipes/tianshou_dqn.py": ("tianshou", "'openoutcry[zoo]' tianshou"),
    "recipes/rllib_ppo.py": ("torch", "'openoutcry[zoo]' 'ray[rllib]' torch"),
    "recipes/deep_cfr.py": ("torch", "'openoutcry[openspiel]' torch"),
    "recipes/q_learning.py": ("pyspiel", "'openoutcry[openspiel]'"),
}
"""What each needs first, and what it says to install."""
SHORT = {
    "recipes/deep_cfr.py": "--iterations 1 --traversals 2 --matches 4",
    "recipes/q_learning.py": "--matches 40",
}


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_learns_a_lesson_or_says_what_it_needs(recipe: str) -> None:
    answer = run(recipe, *SHORT.get(recipe, "--steps 128 --matches 2").split())
    if answer.returncode == 0:
        assert re.search(r"^won \d+\.\d% of \d+ matches", answer.stdout, re.M), answer.stdout
    else:
        needed, advice = RECIPES[recipe]
        assert find_spec(needed) is None, answer.stderr
        assert answer.stderr == needs(Path(recipe).name, needed, advice)


def test_every_recipe_is_tried_and_told() -> None:
    found = {f"recipes/{path.name}" for path in (EXAMPLES / "recipes").glob("*.py")}
    assert found - {"recipes/matches.py"} == set(RECIPES)
    page = (EXAMPLES.parent / "docs/study.md").read_text(encoding="utf-8")
    assert all(f"examples/{recipe}" in page for recipe in RECIPES)


def needs(example: str, package: str, advice: str) -> str:
    return f"{example}: this needs {package}: pip install {advice}\n"


@pytest.mark.parametrize(
    ("example", "missing", "advice"),
    [
        ("selfplay.py", "numpy", "'openoutcry[zoo]' torch"),
        ("selfplay.py", "torch", "'openoutcry[zoo]' torch"),
        ("exploitability.py", "pyspiel", "'openoutcry[openspiel]'"),
    ],
)
def test_an_example_names_the_package_that_is_missing(
    example: str, missing: str, advice: str
) -> None:
    run = f"import runpy; runpy.run_path({str(EXAMPLES / example)!r}, run_name='__main__')"
    answer = run_without(missing, run)
    assert answer.returncode == 1
    assert answer.stderr == needs(example, missing, advice)


def test_an_example_says_in_one_line_what_it_cannot_read() -> None:
    answer = run("price_paths.py", "nowhere.json", "prices.svg")
    assert answer.returncode == 1
    expected = "price_paths.py: nowhere.json: cannot be read: No such file or directory\n"
    assert answer.stderr == expected


def test_a_bot_has_ten_lines_and_plays() -> None:
    text = (EXAMPLES / "ten_line_bot.py").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line]) <= 10
    answer = run("ten_line_bot.py")
    assert answer.returncode == 0, answer.stderr
    assert len(answer.stdout.split(",")) == 3
