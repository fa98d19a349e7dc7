"""Records: read, written, refused when something in them cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from openoutcry import Fair, Match, RecordError, load, new
from openoutcry.core.edition import parse
from openoutcry.core.fair import NO_SALT, Salt, pledge
from openoutcry.titles import find


def _finished(**wanted: Any) -> Match:
    match = new("mogul", seats=3, **wanted)
    while not match.over:
        match.play(match.decision.default)
    return match


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    _finished(draws=Fair(b"seed")).record(["North", "East", "West"]).save(path)
    return path


def _changed(path: Path, **changes: object) -> Path:
    data = json.loads(path.read_text("utf-8"))
    data.update(changes)
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_record_keeps_names_result_and_commitment(saved: Path) -> None:
    record = load(saved)
    assert record.names == ["North", "East", "West"]
    assert record.scores == record.replay().scores()
    assert record.commitment == Fair(b"seed").commitment


def test_the_seed_is_secret_until_the_end() -> None:
    match = new("mogul", seats=3, draws=Fair(b"seed"))
    assert (match.record().commitment, match.record().seed) == (Fair(b"seed").commitment, None)
    assert Fair(b"seed").seed.hex() not in match.record().to_json()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"format": 99}, "format 99"),
        ({"title": "chess"}, "chess"),
        ({"rules": 0}, "rules version 0"),
        ({"seats": 9}, "3 to 6"),
        ({"options": {"loans": "never"}}, "before_auction"),
        ({"log": 7}, "not a record"),
        ({"surprise": 1}, "surprise"),
        ({"edition": {"identity": "0000", "name": "lost"}}, "0000"),
        ({"seed": "xyz"}, "hexadecimal"),
    ],
)
def test_a_record_that_cannot_be_is_refused(
    saved: Path, changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(RecordError, match=complaint):
        load(_changed(saved, **changes))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0 pay", "MO-"),
        ("* card 30", "no draw is due"),
        ("7 no loan", "MO-17"),
        ("x no loan", "not an action"),
        ("0 fly", "not an action"),
        ("", "not an action"),
    ],
)
def test_a_log_that_breaks_a_rule_is_refused_at_its_step(
    saved: Path, line: str, complaint: str
) -> None:
    log = json.loads(saved.read_text("utf-8"))["log"]
    log[5] = line
    with pytest.raises(RecordError, match=rf"step 5: .*{complaint}"):
        load(_changed(saved, log=log)).verify()


def test_verify_finds_a_wrong_result_a_wrong_seed_and_a_wrong_draw(saved: Path) -> None:
    data = json.loads(saved.read_text("utf-8"))
    with pytest.raises(RecordError, match="scores should be"):
        load(_changed(saved, scores=[1, 2, 3])).verify()
    _changed(saved, scores=data["scores"])
    with pytest.raises(RecordError, match="does not belong to the hash"):
        load(_changed(saved, seed=b"other".hex())).verify()
    other = Fair(b"other")
    with pytest.raises(RecordError, match=r"step \d+: the seed gives"):
        load(_changed(saved, seed=b"other".hex(), commitment=other.commitment)).verify()
    with pytest.raises(RecordError, match="scores or places in the record of a match that is not"):
        load(_changed(saved, log=data["log"][:20])).verify()


@pytest.fixture
def salted(tmp_path: Path) -> Path:
    """Of a match to whose draws two seats have added; the third did not tell its salt."""
    values = ["0a" * 32, "0b" * 32]
    salts = [Salt(pledge(value), value) for value in values] + [Salt(pledge("0c" * 32))]
    path = tmp_path / "salted.json"
    _finished(draws=Fair(b"seed", salts)).record().save(path)
    return path


def test_verify_mixes_in_what_seats_added(salted: Path) -> None:
    lines = load(salted).verify()
    assert any("all " in line and "draws derive from the seed" in line for line in lines)
    assert any("salts of seats 0, 1 are mixed in" in line for line in lines)
    assert any("seats 2 promised a salt and did not tell it" in line for line in lines)


def test_verify_finds_a_salt_that_was_chosen_later_left_out_or_moved(salted: Path) -> None:
    salts = json.loads(salted.read_text("utf-8"))["salts"]
    later = "0d" * 32
    with pytest.raises(RecordError, match="seat 1: the salt is not the one it promised"):
        load(_changed(salted, salts=[salts[0], {**salts[1], "value": later}, salts[2]])).verify()
    chosen = {"pledge": pledge(later), "value": later}
    for others in ([salts[0], chosen, salts[2]], [salts[1], salts[0], salts[2]]):
        with pytest.raises(RecordError, match=r"step \d+: the seed gives"):
            load(_changed(salted, salts=others)).verify()
    left_out = {"pledge": salts[1]["pledge"], "value": None}
    with pytest.raises(RecordError, match=r"step \d+: the seed gives"):
        load(_changed(salted, salts=[salts[0], left_out, salts[2]])).verify()
    with pytest.raises(RecordError, match="salts must be 3"):
        load(_changed(salted, salts=salts[:2]))
    with pytest.raises(RecordError, match="not a record"):
        load(_changed(salted, salts=[{"value": "xyz"}] * 3))


def test_a_record_without_salts_is_written_as_it_always_was(saved: Path) -> None:
    assert "salts" not in saved.read_text("utf-8")
    assert load(saved).to_json() == saved.read_text("utf-8")
    silent = _finished(draws=Fair(b"seed", [NO_SALT] * 3)).record()
    assert silent.log == load(saved).log


def test_files_that_are_no_records_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello", "utf-8")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("text", "bytes", "missing", "."):
        with pytest.raises(RecordError) as raised:
            load(tmp_path / name)
        assert "\n" not in str(raised.value)


def test_a_users_edition_travels_inside_the_record(tmp_path: Path) -> None:
    text = (find("mogul").folder / "edition.toml").read_text("utf-8")
    own = parse(text.replace("each = 6", "each = 7"), "mine")
    _finished(edition=own).record().save(tmp_path / "game.json")
    assert load(tmp_path / "game.json").edition.identity == own.identity
    assert load(tmp_path / "game.json").verify()


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        _finished().record().save(tmp_path / "missing" / "game.json")
