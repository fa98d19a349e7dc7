"""The format of records as a schema, and the command that checks files against it."""

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema_rs
import pytest

from openoutcry.cli import main
from openoutcry.cli.completion import SHELLS
from openoutcry.core.record import schema
from openoutcry.titles import find, names

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "tests/records").glob("*.json"))


def test_the_published_schema_is_that_of_the_program() -> None:
    assert json.loads((ROOT / "docs/record.schema.json").read_text("utf-8")) == schema()


def test_every_recorded_match_fits_the_schema() -> None:
    checker = jsonschema_rs.validator_for(schema())
    for file in RECORDS:
        found = json.loads(file.read_text("utf-8"))
        checker.validate(found)
        assert not checker.is_valid({**found, "format": 2})
        assert not checker.is_valid({**found, "log": ["nobody moves"]})


def test_good_records_pass_and_a_spoilt_one_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = RECORDS[0]
    assert main(["record", "check", str(good)]) == 0
    assert "format 1" in " ".join(capsys.readouterr().out.split())  # a long path breaks the line
    spoilt = json.loads(good.read_text("utf-8"))
    for change, word in (
        ({"format": 2}, "format"),
        ({"surprise": 1}, "surprise"),
        ({"log": [*spoilt["log"][:5], "0 fly", *spoilt["log"][5:]]}, "step 5"),
        ({"scores": [99] * spoilt["seats"]}, "scores"),
    ):
        file = tmp_path / "spoilt.json"
        file.write_text(json.dumps({**spoilt, **change}))
        assert main(["record", "check", str(good), str(file)]) == 1
        assert word in " ".join(capsys.readouterr().out.split())


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("lang", ["en", "es", "fr", "it"])
def test_a_titles_options_are_listed_as_they_are_typed(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in names():
        assert main(["titles", name, "--lang", lang]) == 0
        shown = capsys.readouterr().out
        for option in find(name).box.OPTIONS:
            assert f"-o {option.name}=" in shown
        assert "option." not in shown


def test_shells_complete_commands_options_and_titles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scripts = {}
    for shell in SHELLS:
        assert main(["completion", shell]) == 0
        scripts[shell] = capsys.readouterr().out
        assert "mogul" in scripts[shell] and "--seats" in scripts[shell]
        if shutil.which(shell):
            file = tmp_path / shell
            file.write_text(scripts[shell])
            subprocess.run([shell, "-n", str(file)], check=True)
    asked = 'COMP_WORDS=(outcry play mo); COMP_CWORD=2; _outcry; echo "${COMPREPLY[@]}"'
    answer = subprocess.run(
        ["bash", "-c", f"{scripts['bash']}\n{asked}"], capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["mogul"]
