"""Lessons: what their files may say, how answers are judged, and that ours can all be taught."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from openoutcry.core.rng import Rng
from openoutcry.core.title import Title
from openoutcry.lessons.attempt import GO_ON, Attempt, take
from openoutcry.lessons.check import problems, ways_through
from openoutcry.lessons.lesson import Lesson, LessonError, find, lessons_of
from openoutcry.table.refusal import Refusal
from openoutcry.text import LANGUAGES, catalogue
from openoutcry.titles import find as find_title
from openoutcry.titles import names

DEAL = '"* card 0", "* card 2", "* card 4", "* start 0", "* card 12"'
NO_LOANS = '"0 no loan", "1 no loan", "2 no loan"'
STAY = """
[[tasks]]
id = "stay"
right = ["pay"]
wrong = { "leave" = "early" }
then = ["1 leave", "2 leave"]
"""
SELL = """
[[tasks]]
id = "sell"
goals = [{ value = "board.players.0.points", equals = 3 }]
"""
Write = Callable[..., Title]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A Mogul whose only lesson is this one, with every word that it needs."""

    def write(tasks: str, head: str = f"position = [{DEAL}, {NO_LOANS}]") -> Title:
        folder = tmp_path / "lessons"
        folder.mkdir()
        (folder / "1-trial.toml").write_text(f"seats = 3\nminutes = 1\n{head}\n{tasks}")
        title = replace(find_title("mogul"), folder=tmp_path)
        own = find_title("mogul").folder
        (tmp_path / "edition.toml").write_text((own / "edition.toml").read_text())
        try:
            keys = [key for lesson in lessons_of(title) for key in lesson.message_keys()]
        except LessonError:
            keys = []
        words = "{" + ", ".join(f'"{key}": "words"' for key in keys) + "}"
        for lang in LANGUAGES:
            (folder / f"{lang}.json").write_text(words)
        return title

    return write


def lesson(title: Title) -> Lesson:
    return find(title, "trial")


@pytest.mark.parametrize("name", names())
def test_all_lessons_of_a_title_can_be_taught(name: str) -> None:
    assert list(problems(find_title(name))) == []


def test_a_title_without_lessons_has_none(tmp_path: Path) -> None:
    title = replace(find_title("mogul"), folder=tmp_path)
    assert lessons_of(title) == ()
    assert list(problems(title)) == []


def test_the_right_answers_lead_through_a_lesson(write: Write) -> None:
    trial = lesson(write(STAY + SELL))
    assert list(ways_through(trial)) == [["pay", "sell 1"]]
    end = take(trial, ["pay", "sell 1"])
    assert end.over and end.verdict == "right"
    assert end.replies == ["trial.sell.done"] and end.says == ["trial.moral"]
    assert "story.sold" in [telling.key for telling in end.story]


def test_what_happened_since_the_last_answer_comes_as_frames(write: Write) -> None:
    moment = take(lesson(write(STAY + SELL)), ["pay"])
    assert [frame.step for frame in moment.frames] == [9, 10]
    assert moment.view.decision is not None and moment.view.decision.kind == "winner"


def test_a_wrong_answer_is_told_why_and_changes_nothing(write: Write) -> None:
    trial = lesson(write(STAY + SELL))
    first, wrong = take(trial, []), take(trial, ["leave"])
    assert wrong.verdict == "wrong" and wrong.replies == ["trial.stay.not.early"]
    assert wrong.view == first.view and wrong.frames == []
    assert take(trial, ["pay", "sell 0"]).replies == ["trial.sell.not"]


@pytest.mark.parametrize(
    "answers", [["leave", "pay"], ["dance"], ["pay", "sell 1", "pay"], [GO_ON]]
)
def test_answers_that_cannot_be_are_refused(write: Write, answers: list[str]) -> None:
    with pytest.raises(Refusal):
        take(lesson(write(STAY + SELL)), answers)


def test_a_task_without_a_question_is_read(write: Write) -> None:
    trial = lesson(write('[[tasks]]\nid = "look"\nmarks = ["card"]\n' + STAY))
    first = take(trial, [])
    assert first.reads and first.marks == ["card"]
    assert take(trial, [GO_ON]).says == ["trial.stay.ask"]
    assert take(trial, ["pay"]).verdict == "wrong"


MATCH = """
[play]
decisions = 4
seed = 3
comments = [{ id = "first", kind = "loan" }, { id = "bid", kind = "auction" }]
"""


def test_after_the_tasks_a_short_match_is_played_against_bots(write: Write) -> None:
    trial = lesson(write(MATCH, head=""))
    first = take(trial, [])
    assert first.says == ["trial.first"] and first.length == 4
    second = take(trial, ["no loan"])
    assert second.says == ["trial.bid"]
    assert take(trial, ["no loan", "pay"]).says == []
    assert take(trial, ["no loan"]) == second


def test_the_match_ends_after_its_decisions(write: Write) -> None:
    trial = lesson(write(MATCH, head=""))
    attempt = Attempt(trial)
    answers: list[str] = []
    while not attempt.is_over:
        decision = attempt.match.decision_for(0)
        assert decision is not None
        answers.append(decision.default)
        attempt.answer(answers[-1])
    assert len(answers) == 4
    assert take(trial, answers).over


TURNS = MATCH.replace(
    "decisions = 4", 'ends = { value = "board.auction", at_least = 4, before = "auction" }'
)


@pytest.mark.parametrize("number", range(8))
def test_a_match_of_some_turns_ends_after_them_however_often_one_decides(
    write: Write, number: int
) -> None:
    attempt = Attempt(lesson(write(TURNS, head="")))
    rng = Rng(number)
    assert attempt.progress == (0, 3)
    seen = [0]
    while not attempt.is_over:
        decision = attempt.match.decision_for(0)
        assert decision is not None
        attempt.answer(decision.actions[int(rng.below(len(decision.actions)))])
        seen.append(attempt.progress[0])
    decision = attempt.match.decision_for(0)
    assert decision is not None and decision.kind == "auction"
    assert msgspec.to_builtins(attempt.view)["board"]["auction"] == 4
    assert seen == sorted(seen) and seen[-1] == 3 and seen[-2] < 3


@pytest.mark.parametrize("name", names())
def test_the_last_lesson_of_a_title_is_a_match_of_five_turns(name: str) -> None:
    last = lessons_of(find_title(name))[-1]
    assert last.play is not None and last.play.ends is not None
    _, turns = Attempt(last).progress
    everybodys = 5 * last.setup.seats
    assert turns in (5, everybodys)


def test_comments_on_one_kind_of_decision_are_made_one_at_a_time_and_not_too_early(
    write: Write,
) -> None:
    comments = (
        'comments = [{ id = "first", kind = "auction" }, { id = "second", kind = "auction" },'
        ' { id = "late", kind = "auction", after = 2 }]'
    )
    match = re.sub("comments = .*", comments, TURNS)
    attempt = Attempt(lesson(write(match, head="")))
    heard: list[tuple[str, int]] = []
    while not attempt.is_over:
        assert len(attempt.comments) <= 1
        heard += [(comment.id, attempt.progress[0]) for comment in attempt.comments]
        decision = attempt.match.decision_for(0)
        assert decision is not None
        attempt.answer("pay" if "pay" in decision.actions else decision.default)
    assert [name for name, _ in heard] == ["first", "second", "late"]
    assert heard[-1][1] == 2


@pytest.mark.parametrize("name", names())
def test_something_is_said_in_each_of_the_five_turns(name: str) -> None:
    last = lessons_of(find_title(name))[-1]
    attempt = Attempt(last)
    each = attempt.progress[1] // 5
    spoken = set()
    while not attempt.is_over:
        if attempt.comments:
            spoken.add(attempt.progress[0] // each)
        decision = attempt.match.decision_for(last.seat)
        assert decision is not None
        attempt.answer(decision.default)
    assert spoken == set(range(5))


@pytest.mark.parametrize("name", ["ekonos", "mogul", "wallstreet"])
def test_no_lesson_leaves_its_board_waiting_for_a_card(name: str) -> None:
    """Only Speculation's board is whole while cards are to be dealt."""
    for one in lessons_of(find_title(name)):
        attempt = Attempt(one)
        for text in next(ways_through(one)):
            attempt.answer(text)
        assert attempt.match.over or attempt.view.waiting, one.name


FAULTS = {
    "an action that is not offered": (STAY.replace('"pay"', '"sell 1"'), "is not offered"),
    "a line that the rules forbid": (STAY.replace("1 leave", "2 pay"), "step 9"),
    "a goal that nobody can meet": (STAY + SELL.replace("3", "4"), "no answer is right"),
    "a goal of no number": (STAY + SELL.replace("points", "pints"), "the view has no"),
    "a wrong answer that is right": (STAY.replace('"leave" =', '"pay" ='), "not a wrong answer"),
    "a match that never ends": (STAY + TURNS.replace("= 4", "= 9999"), "never ends as it should"),
    "two tasks of one name": (STAY + SELL.replace("sell", "stay"), "two tasks are called"),
    "nothing to do": ("", "there is nothing to do"),
    "a question that is not asked": (
        STAY.replace('"1 leave", "2 leave"', "") + SELL,
        "not asked anything",
    ),
    "a comment that is never made": (MATCH.replace('"auction"', '"dance"'), "never said"),
    "a word that is none of ours": (STAY.replace("then", "than"), "unknown field"),
    "no TOML": ("[[", "1-trial.toml"),
}


@pytest.mark.parametrize(("tasks", "problem"), FAULTS.values(), ids=FAULTS.keys())
def test_a_lesson_that_cannot_be_taught_is_found(write: Write, tasks: str, problem: str) -> None:
    found = list(problems(write(tasks)))
    assert len(found) == 1 and problem in found[0]


def test_every_word_is_needed_and_there_in_every_language(write: Write) -> None:
    title = write(STAY)
    english, french = (title.folder / "lessons" / f"{lang}.json" for lang in ("en", "fr"))
    english.write_text(english.read_text().replace("trial.moral", "trial.morale"))
    french.unlink()
    assert list(problems(title)) == [
        "en.json has no 'trial.moral'",
        "en.json: 'trial.morale' is never said",
        "no fr.json",
    ]


def test_the_position_may_come_from_a_record(write: Write, tmp_path: Path) -> None:
    record = Path(__file__).parents[1] / "records" / "mogul-v1-3-0.json"
    title = write(STAY, head='record = "old.json"\nstep = 15')
    (tmp_path / "lessons" / "old.json").write_bytes(record.read_bytes())
    trial = lesson(title)
    assert trial.position[-1] == "2 no loan" and len(trial.position) == 15


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_names_companies_as_the_board_does(lang: str) -> None:
    folder = find_title("ekonos").folder
    companies = [
        {
            text
            for key, text in catalogue(folder / "text", one).items()
            if key.startswith("company.")
        }
        for one in LANGUAGES
    ]
    ours = companies[LANGUAGES.index(lang)]
    said = " ".join(catalogue(folder / "lessons", lang).values())
    foreign = [name for name in set().union(*companies) - ours if re.search(rf"\b{name}\b", said)]
    assert foreign == []
