"""Sharpening: it finds numbers that win, goes on where it was stopped, and repeats itself."""

from pathlib import Path

import pytest

from openoutcry.cli import main
from openoutcry.core.errors import OutcryError
from openoutcry.lab.sharpening import Course, Sharpening, Stage, Trial, fight
from openoutcry.lab.spread import Workers
from openoutcry.titles import find

WALL_STREET = find("wallstreet")


def _course(**changes: int) -> Course:
    plan = {"generations": 2, "deals": 2, "proof": 1, "seed": 5}
    return Course(WALL_STREET, **{**plan, **changes})


def _sharpened(course: Course, folder: Path) -> Stage:
    return list(Sharpening(course, folder, Workers(1)).generations())[-1]


def test_the_same_course_gives_the_same_numbers_and_another_seed_others(tmp_path: Path) -> None:
    once = _sharpened(_course(), tmp_path / "a")
    assert _sharpened(_course(), tmp_path / "b") == once
    assert _sharpened(_course(seed=6), tmp_path / "c") != once


def test_a_stopped_sharpening_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = _sharpened(_course(generations=3), tmp_path / "whole")
    stopped = Sharpening(_course(generations=3), tmp_path / "half", Workers(1)).generations()
    assert [next(stopped).generation for _ in range(3)] == [0, 1, 2]
    stopped.close()
    rest = list(Sharpening(_course(generations=3), tmp_path / "half", Workers(1)).generations())
    assert [stage.generation for stage in rest] == [2, 3]
    assert rest[-1] == whole


def test_another_course_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    _sharpened(_course(generations=1), tmp_path)
    with pytest.raises(OutcryError, match="another sharpening"):
        _sharpened(_course(generations=1, seed=6), tmp_path)


def test_a_few_generations_find_numbers_that_beat_the_usual_ones(tmp_path: Path) -> None:
    course = _course(generations=12, deals=15, proof=12)
    sharpening = Sharpening(course, tmp_path, Workers(1))
    *_, stage = sharpening.generations()
    counted: list[int] = []
    proofs = sharpening.proofs(stage, counted.append)
    assert counted[-1] == sharpening.games() == sum(proof.games for proof in proofs)
    four = next(proof for proof in proofs if proof.seats == 4)
    assert four.low > 1 / 4


def test_what_counts_for_something_never_counts_against_it(tmp_path: Path) -> None:
    sharpening = Sharpening(_course(), tmp_path, Workers(1))
    usual = WALL_STREET.advice.numbers()
    least = sharpening.numbers([-9.0] * len(usual))
    assert all(least[name] == 0 for name, number in usual.items() if number > 0)


def test_nobody_wins_more_than_a_fair_share_by_the_same_numbers() -> None:
    usual = WALL_STREET.advice.numbers()
    assert fight(WALL_STREET, Trial(usual, usual, range(4), 1)).mean == pytest.approx(1)


@pytest.mark.parametrize("name", ["ekonos", "speculation", "wallstreet"])
@pytest.mark.parametrize("strange", [0, -50])
def test_numbers_of_any_size_are_played(name: str, strange: int) -> None:
    """A trial may try what makes no sense: below 0, or nothing at all."""
    title = find(name)
    usual = title.advice.numbers()
    numbers = dict.fromkeys(usual, strange)
    assert fight(title, Trial(numbers, usual, range(2), 1)).mean >= 0


def test_the_command_says_how_much_is_won_and_gives_the_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["sharpen", "ekonos", "--generations", "1", "--deals", "1", "--proof", "1"]
    assert main([*asked, "--processes", "1", "--folder", str(tmp_path)]) in (0, 1)
    told = capsys.readouterr().out
    assert "at 4 seats" in told
    assert '"office": ' in told


def test_a_title_without_numbers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutcryError, match="no numbers"):
        Sharpening(Course(find("mogul"), 1, 1, 1, 1), tmp_path, Workers(1))
