"""Analysis of records: chances, turning points, the copy beside the record."""

import json
from pathlib import Path

import pytest

import openoutcry as oo
from openoutcry.analysis.effort import Effort
from openoutcry.analysis.judging import Finding, clearly_better
from openoutcry.analysis.report import Analysis, Judgement
from openoutcry.analysis.summary import summed
from openoutcry.bots import find, finish
from openoutcry.cli import main
from openoutcry.core.record import Record
from openoutcry.lab import analyse as lab
from openoutcry.lab.spread import Workers


@pytest.fixture(scope="module")
def record() -> Record:
    match = oo.new("mogul", seats=3, seed=5)
    return finish(match, [find("random", seat) for seat in range(3)]).record()


def _analysed(record: Record, workers: Workers) -> Analysis:
    return lab.analyse(record, Effort(20, 1), workers, lambda done: None)


def test_chances_are_told_after_every_step_and_end_with_the_result(record: Record) -> None:
    found = _analysed(record, Workers(1))
    assert [moment.step for moment in found.moments] == list(range(len(record) + 1))
    for moment in found.moments:
        assert sum(moment.truth) == pytest.approx(1, abs=0.01)
    places = record.replay().places()
    won = [1 / places.count(1) if place == 1 else 0 for place in places]
    assert found.moments[-1].truth == pytest.approx(won, abs=1e-4)


def test_turning_points_name_a_better_choice_and_what_it_was_worth(record: Record) -> None:
    found = _analysed(record, Workers(1))
    assert found.turns, "random play has turning points"
    turns = lab.turns(found)
    costs = [turn.cost for turn in turns]
    assert costs == sorted(costs, reverse=True) and costs[-1] > 0
    for turn in turns:
        assert record.log[turn.step - 1] == f"{turn.seat} {turn.chosen}"
        offers = record.at(turn.step - 1).decision_for(turn.seat)
        assert offers is not None and turn.better in offers.actions


def test_an_analysis_is_the_same_over_several_processes(record: Record) -> None:
    assert _analysed(record, Workers(2)) == _analysed(record, Workers(1))


def test_a_difference_within_the_noise_is_no_turning_point() -> None:
    assert not clearly_better(0.5, 0.4, 100)
    assert clearly_better(0.5, 0.4, 600)
    assert not clearly_better(0.25, 0.0, 3)


def test_a_seat_that_blundered_is_not_called_wholly_accurate(record: Record) -> None:
    """However much better than the search's its other choices seem, by luck."""
    blunder = Judgement(
        step=1,
        seat=0,
        chosen="a",
        better="b",
        chance=0.2,
        chance_better=0.6,
        clear=True,
        choices=[],
    )
    lucky = Judgement(
        step=2,
        seat=0,
        chosen="a",
        better="b",
        chance=0.8,
        chance_better=0.2,
        clear=False,
        choices=[],
    )
    even = [1 / 3, 1 / 3, 1 / 3]
    findings = [Finding(1, even, even, blunder), Finding(2, even, even, lucky)]
    seats = summed(record, Effort(20, 1), findings).seats
    assert seats[0].accuracy == pytest.approx(1.0 / 1.4, abs=1e-4)
    assert seats[1].accuracy == 1


def test_a_hundred_per_cent_is_only_for_whoever_gave_nothing_away() -> None:
    assert [lab.whole_percent(accuracy) for accuracy in (1.0, 0.9999, 0.29, 0.875)] == [
        100,
        99,
        29,
        87,
    ]


def test_the_command_keeps_its_result_beside_the_record(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "game.json", tmp_path / "chances.html"
    record.save(file)
    asked = ["analyse", str(file), "--simulations", "10", "--processes", "1", "--json"]
    assert main(asked) == 0
    first = capsys.readouterr().out
    cache = tmp_path / "game.analysis.json"
    assert json.loads(cache.read_text()) == json.loads(first)
    marked = cache.read_text().replace('"seat 1"', '"Kept"', 1)
    cache.write_text(marked)
    assert main(asked) == 0
    assert '"Kept"' in capsys.readouterr().out
    assert main([*asked[:3], "11", *asked[4:6], "--html", str(page)]) == 0
    assert '"Kept"' not in cache.read_text()
    assert "<svg" in page.read_text() and "Turning points" in page.read_text()


def test_a_file_that_is_no_record_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text("[]")
    assert main(["analyse", str(file)]) == 2
    told = capsys.readouterr().err
    assert "not a record" in told and told.count("\n") == 1
