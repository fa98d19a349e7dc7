"""Rules have versions: the newest is played, the older ones stay reachable under their number."""

import pickle
from pathlib import Path

import gymnasium
import pytest

import openoutcry as oo
from openoutcry import zoo
from openoutcry.cli import main
from openoutcry.core.edition import parse
from openoutcry.core.setup import Setup
from openoutcry.core.worker import LENGTH
from openoutcry.lab.arena import plan
from openoutcry.lab.games import entrant, play
from openoutcry.lab.report import as_json
from openoutcry.server.bot_worker import question
from openoutcry.titles import find
from openoutcry.titles.wallstreet.rules import WallStreet
from openoutcry.zoo import single
from tests.titles.second_rules import chips, release

RECORDS = Path(__file__).parents[1] / "records"


def test_the_newest_rules_are_found_by_default_and_old_ones_by_their_number() -> None:
    newest = find("wallstreet")
    assert newest.rules_version == 2
    assert find("wallstreet", 2) is newest
    assert find("wallstreet", 1).rules_version == 1


def test_an_unknown_version_says_which_there_are() -> None:
    with pytest.raises(oo.OutcryError, match=r"wallstreet has no rules version 0, only 1, 2$"):
        find("wallstreet", 0)
    with pytest.raises(oo.OutcryError, match="only 1, 2; a newer release may have it"):
        find("wallstreet", 3)


def test_a_new_match_is_of_the_newest_rules_and_its_record_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = oo.new("mogul", seats=3)
    release(monkeypatch)
    assert chips(oo.new("mogul", seats=3).state) == chips(before.state) + 6
    assert '"rules": 2' in oo.new("mogul", seats=3).record().to_json()
    assert '"rules": 1' in oo.new("mogul", seats=3, rules=1).record().to_json()


def test_an_old_record_replays_and_plays_on_under_the_old_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = oo.load(RECORDS / "mogul-v1-3-0.json")
    half = whole.at(len(whole) // 2)
    half.record().save(tmp_path / "half.json")
    second = release(monkeypatch)
    assert oo.load(RECORDS / "mogul-v1-3-0.json").verify()
    match = oo.load(tmp_path / "half.json").replay()
    assert match.title.rules_version == 1
    assert match.state == half.state
    match.settle()
    while not match.over:
        match.play_action(match.waiting[0], match.legal(match.waiting[0])[-1])
    assert match.record().title.rules_version == 1
    by_new_rules = oo.Match.begin(Setup.of(second, 3, whole.options))
    assert chips(by_new_rules.state) > chips(whole.at(0).state)


def test_titles_and_states_keep_their_version_in_other_processes() -> None:
    for version in (1, 2):
        title = find("wallstreet", version)
        assert pickle.loads(pickle.dumps(title)) is title
        state = oo.new("wallstreet", seats=2, rules=version).state
        _, (_, asked, *_) = pickle.loads(question("broker", state, 0, 1.0)[LENGTH.size :])
        assert isinstance(asked, WallStreet)
        assert asked.p.components.version == version


@pytest.mark.parametrize("command", ["replay", "verify", "analyse"])
def test_the_terminal_knows_a_record_of_a_newer_release_and_says_so_in_one_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (RECORDS / "mogul-v1-3-0.json").read_text("utf-8").replace('"rules": 1', '"rules": 7')
    (tmp_path / "new.json").write_text(text, "utf-8")
    assert main([command, str(tmp_path / "new.json")]) != 0
    out, err = capsys.readouterr()
    assert "mogul has no rules version 7, only 1; a newer release may have it" in err
    assert err.count("\n") == 1 and out == ""


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_the_terminal_replays_a_record_of_old_rules(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, str(RECORDS / "wallstreet-v1-2-0.json")]) == 0
    assert capsys.readouterr().err == ""


def test_an_edition_may_say_which_rules_it_is_made_for() -> None:
    text = (find("wallstreet").folder / "edition.toml").read_text("utf-8")
    mine = parse(text.replace("[edition]", "[edition]\nrules = 1"), "mine")
    assert oo.new("wallstreet", seats=3, edition=mine, rules=1).edition.rules == 1
    with pytest.raises(oo.EditionError, match="made for rules version 1 of wallstreet, not for 2"):
        oo.new("wallstreet", seats=3, edition=mine)
    with pytest.raises(oo.EditionError, match="not a whole number"):
        oo.new(
            "wallstreet",
            3,
            edition=parse(text.replace("[edition]", "[edition]\nrules = 'x'"), "mine"),
        )


@pytest.mark.filterwarnings("ignore:.*is out of date")  # so Gymnasium calls the first version
def test_environments_play_by_every_version() -> None:
    for version in (1, 2):
        env = gymnasium.make(f"openoutcry/wallstreet-v{version}", seats=2)
        assert isinstance(env.unwrapped, single.OneSeat)
        setup = env.unwrapped.play.task.setup
        assert setup.title.rules_version == version
        assert pickle.loads(pickle.dumps(setup)).title.rules_version == version
        spiel = zoo.openspiel_game("wallstreet", seats=2, rules=version)
        assert spiel.get_parameters()["rules"] == version
        assert spiel.new_initial_state().trail.state.p.components.version == version


def test_results_of_the_laboratory_name_the_version() -> None:
    for version in (1, 2):
        setup = Setup.of(find("wallstreet", version), 2)
        chosen = plan(setup, [entrant("random")] * 2, 2, 1)
        games = [play(setup, 1, False, job).game for job in chosen.jobs()]
        assert as_json(chosen, games)["rules"] == version
