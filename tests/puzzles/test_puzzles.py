"""Questions of the day: what ships can be reached, asked and answered."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from openoutcry.core.title import Title
from openoutcry.puzzles.ask import ask, find
from openoutcry.puzzles.check import overturned, problems
from openoutcry.puzzles.puzzle import LEAST_LOSS, Puzzle, PuzzleError, file_of, puzzles_of, read
from openoutcry.table.refusal import Refusal
from openoutcry.text import LANGUAGES
from openoutcry.titles import find as find_title
from openoutcry.titles import names

ASKED = [find_title(name) for name in names() if puzzles_of(find_title(name))]


@pytest.fixture(params=ASKED, ids=lambda title: title.name)
def title(request: pytest.FixtureRequest) -> Title:
    found: Title = request.param
    return found


def test_every_position_can_be_reached_and_every_choice_is_offered(title: Title) -> None:
    """Whether the answers hold is searched by `outcry puzzles TITLE --check`."""
    assert list(problems(puzzles_of(title))) == []


def test_questions_have_names_of_their_own_and_the_tempting_choice_loses_much(title: Title) -> None:
    puzzles = puzzles_of(title)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        chances = {choice.action: choice.chance for choice in puzzle.choices}
        assert chances[puzzle.best] == max(chances.values())
        assert chances[puzzle.best] - chances[puzzle.tempting] >= LEAST_LOSS


def test_every_reason_can_be_read_in_every_language(title: Title) -> None:
    for puzzle in puzzles_of(title):
        for reason in (reason for choice in puzzle.choices for reason in choice.reasons):
            for lang in LANGUAGES:
                assert title.words.say(lang, reason.key, reason.args)


def test_nothing_tells_the_answer_before_it_is_given(title: Title) -> None:
    puzzle = puzzles_of(title)[0]
    asked = ask(find(title.name, puzzle.id), None)
    assert (asked.verdict, asked.tempting, asked.choices) == (None, "", [])
    assert asked.view.decision is not None and puzzle.best in asked.view.decision.actions
    assert asked.view == puzzle.position().view(puzzle.seat)


def test_an_answer_is_judged_and_explained(title: Title) -> None:
    puzzle = puzzles_of(title)[0]
    assert ask(puzzle, puzzle.best).verdict == "right"
    wrong = ask(puzzle, puzzle.tempting)
    assert wrong.verdict == "wrong" and wrong.choices[0].reasons
    with pytest.raises(Refusal):
        ask(puzzle, "nonsense")


def test_a_puzzle_that_does_not_hold_is_named(tmp_path: Path) -> None:
    title = ASKED[0]
    text = msgspec.json.decode(file_of(title).read_bytes())
    text["puzzles"][0]["step"] -= 1
    text["puzzles"][1]["choices"][0]["action"] = "nonsense"
    file = tmp_path / "puzzles.json"
    file.write_bytes(msgspec.json.encode(text))
    found = list(problems(read(title, file)))
    assert any(problem.startswith("puzzle 1 ") for problem in found)
    assert any("'nonsense' is not offered" in problem for problem in found)


def test_an_answer_that_other_searches_do_not_find_is_named() -> None:
    puzzle = puzzles_of(find_title("mogul"))[0]
    fallen = next(c for c in puzzle.choices if c.action == puzzle.tempting)
    others = [choice for choice in puzzle.choices if choice is not fallen]
    turned = replace(puzzle, tempting=puzzle.best, choices=(fallen, *others))
    found = list(overturned(turned, simulations=60, seed=1))
    assert found[0].startswith(f"the search now prefers {puzzle.best!r}")
    assert found[1].startswith(f"{puzzle.best!r} now gives away only -")
    assert list(overturned(puzzle, simulations=60, seed=1)) == []
    assert list(overturned(puzzle, simulations=60, seed=1, spare=0.9)) != []


def test_files_of_another_title_and_unreadable_ones_are_refused(tmp_path: Path) -> None:
    first, second = ASKED[:2]
    with pytest.raises(PuzzleError, match=f"has puzzles of {second.name}"):
        read(first, file_of(second))
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(PuzzleError):
        read(first, tmp_path / "bad.json")
    with pytest.raises(PuzzleError):
        find(first.name, "nowhere")


def test_a_puzzle_is_the_same_however_often_it_is_read(title: Title) -> None:
    puzzles: tuple[Puzzle, ...] = read(title, file_of(title))
    assert [puzzle.id for puzzle in puzzles] == [puzzle.id for puzzle in puzzles_of(title)]
