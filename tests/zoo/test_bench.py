"""`outcry bench --zoo`: ours and other people's environments in one run."""

import json
from importlib.util import find_spec

import numpy as np
import pytest

from openoutcry.cli import bench_batches, bench_zoo, main


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
        *expected_of("pgx", bench_batches.PGX_GAMES),
        *expected_of("envpool", bench_batches.ENVPOOL_GAMES),
    ]
    for name, figures in report["zoo"].items():
        if "missing" in figures:
            assert figures == {"act": None, "observe": None, "missing": name.split()[0]}
        else:
            conditions = {"rows", "dtype"} if "batch" in name else set()
            assert set(figures) == {"act", "observe"} | conditions
            assert figures["observe"] > 0


def expected_of(library: str, games: tuple[str, ...]) -> list[str]:
    if find_spec(library) is None:
        return [f"{library} batches"]
    return [f"{library} {game} batch, all cores" for game in games]


def test_what_is_not_installed_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_batches, "_is_installed", lambda library: False)
    assert main(["--lang", "en", "bench", "--zoo", "--title", "mogul", "--seconds", "0.01"]) == 0
    said = capsys.readouterr().out
    assert "not installed: pgx, envpool" in said


@pytest.mark.skipif(find_spec("pgx") is None, reason="pgx is not installed")
def test_every_step_of_pgx_is_a_decision_in_every_row() -> None:
    work, dtype = bench_batches.by_pgx("leduc_holdem", 16, 1)
    assert [work() for _ in range(30)] == [16] * 30
    assert dtype == "bool"


@pytest.mark.skipif(find_spec("envpool") is None, reason="EnvPool is not installed")
def test_envpool_counts_no_decision_where_a_match_begins_anew() -> None:
    work, dtype = bench_batches.by_envpool("KuhnPoker-v1", 64, 1)
    decisions = [work() for _ in range(30)]
    assert max(decisions) == 64  # nobody has ended after the first action
    assert 64 * 15 < sum(decisions) < 64 * 25  # two or three decisions, and the step between
    assert dtype == "bool"


def test_choices_are_legal_and_uniform() -> None:
    masks = np.array([[1, 0, 1, 0], [0, 0, 0, 1], [1, 1, 1, 1]] * 4000, bool)
    actions = bench_batches.chosen(masks, np.random.default_rng(1))
    assert masks[np.arange(len(masks)), actions].all()
    shares = np.bincount(actions[2::3], minlength=4) / 4000
    assert np.abs(shares - 0.25).max() < 0.03


def test_what_other_processes_do_is_measured_by_the_clock_on_the_wall() -> None:
    """Their work takes none of this process's time: a batch seemed twenty times as fast."""
    found = bench_zoo.measure(["mogul"], lambda work: 1.0, lambda work: 2.0)
    by_wall = [name for name, figures in found.items() if figures["observe"] == 2.0]
    assert by_wall == [name for name in found if name.endswith("all cores")]
    assert by_wall[0] == "mogul batch, all cores"


def test_without_rlcard_texas_holdem_has_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_zoo, "TEXAS_HOLDEM", "pettingzoo.classic.not_there")
    figures = bench_zoo._texas_holdem(lambda work: float(work()))
    assert figures == {"act": None, "observe": None, "missing": "rlcard pygame"}
