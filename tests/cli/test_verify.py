"""`outcry verify` in every language."""

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import openoutcry
from openoutcry.cli import main
from openoutcry.core.errors import RecordError
from openoutcry.text import LANGUAGES, say

RECORD = Path(__file__).parents[1] / "records/mogul-v1-3-0.json"


def told(file: Path, lang: str, capsys: pytest.CaptureFixture[str]) -> str:
    main(["verify", str(file), "--lang", lang])
    return " ".join(capsys.readouterr().out.split())


def test_what_was_checked_is_told_in_the_readers_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    checked = openoutcry.load(RECORD).verify()
    for lang in LANGUAGES:
        said = told(RECORD, lang, capsys)
        for line in checked:
            assert say(lang, f"cli.verify.{line.key}", line.args) in said
            assert (line in said) == (lang == "en")


def wrong_scores(record: dict[str, Any]) -> None:
    record["scores"][0] += 1


def wrong_places(record: dict[str, Any]) -> None:
    record["places"] = [9 for _ in record["places"]]


def wrong_seed(record: dict[str, Any]) -> None:
    record["seed"] = "00" * (len(record["seed"]) // 2)


def no_action(record: dict[str, Any]) -> None:
    record["log"][3] = "0 dance"


def too_long(record: dict[str, Any]) -> None:
    record["log"].append(record["log"][-1])


def unfinished(record: dict[str, Any]) -> None:
    record["log"].pop()


@pytest.mark.parametrize(
    "spoil", [wrong_scores, wrong_places, wrong_seed, no_action, too_long, unfinished]
)
def test_what_is_wrong_is_told_in_the_readers_language(
    spoil: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    spoil(record)
    file = tmp_path / "spoilt.json"
    file.write_text(json.dumps(record))
    with pytest.raises(RecordError) as raised:
        openoutcry.load(file).verify()
    error = raised.value
    assert error.key
    for lang in LANGUAGES:
        said = told(file, lang, capsys)
        assert (str(error) in said) == (lang == "en")
        if lang != "en":
            assert " ".join(say(lang, f"cli.verify.{error.key}", error.args_told).split()) in said


def test_what_was_checked_and_what_was_wrong_can_be_copied_and_sent() -> None:
    line = openoutcry.load(RECORD).verify()[0]
    wrong = RecordError("no", "salt", seat=2)
    for again in (copy.deepcopy(line), pickle.loads(pickle.dumps(line))):
        assert (again, again.key, again.args) == (line, line.key, line.args)
    for other in (copy.copy(wrong), pickle.loads(pickle.dumps(wrong))):
        assert (str(other), other.key, other.args_told) == ("no", "salt", {"seat": 2})
