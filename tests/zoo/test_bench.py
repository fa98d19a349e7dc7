"""`outcry bench --zoo`: ours and other people's environments in one run."""

import json

import pytest

from openoutcry.cli import bench_zoo, main


def test_the_report_has_ours_beside_theirs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--zoo", "--json", "--title", "mogul", "--seconds", "0.01"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["machine"]["cores"] >= 1
    assert list(report["zoo"]) == [
        "mogul raw_env",
        "mogul env",
        "mogul parallel_env",
        "mogul gym_env",
        "mogul openspiel_game",
        "mogul batch",
        "mogul batch, all cores",
        "OpenSpiel hearts",
        "OpenSpiel gin_rummy",
        "OpenSpiel python_liars_poker",
        "PettingZoo texas_holdem",
    ]
    for figures in report["zoo"].values():
        assert set(figures) == {"act", "observe"}
        assert figures["observe"] > 0


def test_what_other_processes_do_is_measured_by_the_clock_on_the_wall() -> None:
    """Their work takes none of this process's time: a batch seemed twenty times as fast."""
    found = bench_zoo.measure(["mogul"], lambda work: 1.0, lambda work: 2.0)
    by_wall = [name for name, figures in found.items() if figures["observe"] == 2.0]
    assert by_wall == ["mogul batch, all cores"]


def test_without_rlcard_texas_holdem_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_zoo, "TEXAS_HOLDEM", "pettingzoo.classic.not_there")
    figures = bench_zoo._texas_holdem(lambda work: float(work()))
    assert figures == {"act": None, "observe": None}
