"""Training: it learns, it goes on where it was stopped, and the same course gives the same."""

from pathlib import Path

import numpy as np
import pytest

from openoutcry.bots.levels import effort_of
from openoutcry.cli import main
from openoutcry.core.errors import OutcryError
from openoutcry.core.setup import Setup
from openoutcry.core.weights import FILE, HIDDEN, SECOND, Layout, from_bytes
from openoutcry.lab import learning
from openoutcry.lab.figures import interval
from openoutcry.lab.minds import Duel, Mind, fight
from openoutcry.lab.selfplay import Positions, SelfPlay, play
from openoutcry.lab.spread import Workers
from openoutcry.lab.training import Course, Training, TrainingProgress, judged, packed, unpacked
from openoutcry.titles import find

MOGUL = find("mogul")
PLAIN = effort_of("broker@1", MOGUL).tuning


def _course(**changes: int) -> Course:
    plan = {"rounds": 1, "matches": 2, "simulations": 3, "epochs": 1, "deals": 1, "seed": 5}
    return Course(MOGUL, **{**plan, **changes})


def _trained(course: Course, folder: Path) -> bytes:
    training = Training(course, folder, Workers(1), lambda step: None)
    list(training.laps())
    return (folder / "network-1.bin").read_bytes()


def _lesson(matches: int) -> Positions:
    found = Positions()
    plan = SelfPlay(MOGUL, Mind(3, PLAIN), PLAIN, 11)
    for number in range(matches):
        found.extend(play(plan, number))
    return found


def test_the_same_course_gives_the_same_network_and_another_seed_another(tmp_path: Path) -> None:
    once = _trained(_course(), tmp_path / "a")
    assert _trained(_course(), tmp_path / "b") == once
    assert _trained(_course(seed=6), tmp_path / "c") != once


def test_a_stopped_training_goes_on_and_ends_alike(tmp_path: Path) -> None:
    whole = _trained(_course(), tmp_path / "whole")

    def stop(step: TrainingProgress) -> None:
        if "learning" in step.what:
            raise KeyboardInterrupt

    stopped = Training(_course(), tmp_path / "half", Workers(1), stop)
    with pytest.raises(KeyboardInterrupt):
        list(stopped.laps())
    matches = sorted((tmp_path / "half").glob("matches-*"))
    before = [file.stat().st_mtime_ns for file in matches]
    assert _trained(_course(), tmp_path / "half") == whole
    assert matches and [file.stat().st_mtime_ns for file in matches] == before


def test_a_folder_of_another_course_is_refused(tmp_path: Path) -> None:
    Training(_course(), tmp_path, Workers(1), lambda step: None)
    with pytest.raises(OutcryError, match="another training"):
        Training(_course(matches=3), tmp_path, Workers(1), lambda step: None)


def test_positions_survive_their_file() -> None:
    positions = _lesson(1)
    assert vars(unpacked(packed(positions))) == vars(positions)
    assert len(positions) == len(positions.seats) > 0
    assert len(positions.rolled) == len(positions.scores) == sum(positions.seats)


def test_what_is_learned_in_floating_point_is_answered_in_whole_numbers() -> None:
    """The network as it plays agrees with the one that learned, but for rounding."""
    positions, layout = _lesson(2), Layout.of(MOGUL)
    known = learning.examples(MOGUL, positions, PLAIN, layout)
    pupil = learning.teach(known, known, 3, 1, lambda epoch: None)
    batch = learning._batch(known, np.arange(len(known)), pupil.scale)
    error, _ = pupil.losses(batch)
    again = from_bytes(pupil.weights({}).to_bytes())
    rounded = learning.Pupil(layout, pupil.scale, 1)
    point, fine = 1 << 14, 1 << 8
    shape = [part.shape for part in pupil.parts]
    first = np.array(again.first).reshape(-1, HIDDEN) / point
    second = np.array(again.second).reshape(-1, SECOND)
    rounded.parts[0] = (first[:-1] / pupil.scale[:, None]).astype("float32")
    rounded.parts[1] = first[-1].astype("float32")
    rounded.parts[2] = (second[:-1] / fine).astype("float32")
    rounded.parts[3] = (second[-1] / point).astype("float32")
    rounded.parts[4:] = pupil.parts[4:]
    assert [part.shape for part in rounded.parts] == shape
    assert rounded.losses(batch)[0] == pytest.approx(error, rel=0.05)


def test_the_pipeline_learns_a_network_beats_its_own_start() -> None:
    """From a few hundred positions it plays clearly better than with the weights it began with."""
    positions, layout = _lesson(30), Layout.of(MOGUL)
    known = learning.examples(MOGUL, positions, PLAIN, layout)
    start = learning.Pupil(layout, learning.scale_of(known), 1)
    for part in start.parts:
        part *= 0  # it knows nothing at all
    after = learning.teach(known, known, 8, 1, lambda epoch: None)
    tuning = judged(PLAIN)
    minds = [Mind(30, tuning, pupil.weights({}).to_bytes()) for pupil in (after, start)]
    duel = Duel(Setup.of(MOGUL, 3), minds[0], minds[1], 12, 3)
    wins = [(r.deal, r.share) for r in (fight(duel, game) for game in duel.jobs())]
    assert interval(wins)[0] > 1 / 3


def test_the_command_leaves_a_network_a_card_and_the_curve(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "training"
    few = ["--rounds", "1", "--matches", "2", "--simulations", "3", "--epochs", "1", "--deals", "1"]
    code = main(["train", "mogul", *few, "--processes", "1", "--folder", str(folder)])
    out = capsys.readouterr().out
    assert "round 1:" in out and "<svg" in (folder / "curve.html").read_text(encoding="utf-8")
    assert (code == 0) == (folder / FILE).exists()
    if code == 0:
        card = (folder / "card.md").read_text(encoding="utf-8")
        assert "Known weaknesses" in card and "outcry train mogul --rounds 1" in card
