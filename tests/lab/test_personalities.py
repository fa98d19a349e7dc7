"""`outcry personalities`: what is played, and what is told of it."""

import json

import pytest

from openoutcry.bots.personality import PERSONALITIES
from openoutcry.cli import main
from openoutcry.core.setup import Setup
from openoutcry.lab.arena import plan
from openoutcry.lab.games import Entrant, Game
from openoutcry.lab.personalities import Trial, finding, markdown, trials
from openoutcry.titles import find


def test_every_personality_plays_each_deal_on_every_seat_among_plain_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = ["personalities", "mogul", "--level", "broker:2", "--deals", "1", "--processes", "1"]
    main([*asked, "--json"])
    found = json.loads(capsys.readouterr().out)["trials"]
    assert [one["one"] for one in found] == [f"broker:{one}:2" for one in PERSONALITIES]
    assert all((one["against"], one["games"]) == ("broker:2", 4) for one in found)
    assert all(0 <= one["last"] <= 1 and one["fair_share"] == 0.25 for one in found)


def _game(number: int, seat: int, scores: list[int]) -> Game:
    seating = ["broker:greedy" if at == seat else "broker" for at in range(4)]
    places = [1 + sum(other > score for other in scores) for score in scores]
    return Game(
        number=number,
        deal=number // 4,
        seating=seating,
        places=places,
        scores=scores,
        first=0,
        steps=1,
        prices=[],
        leaders=[],
        decided_by=[],
        happened={},
        about={},
        decisions=[1] * 4,
        seconds=[0.0] * 4,
        longest=[0.0] * 4,
    )


def test_the_table_tells_shares_scores_and_whether_the_interval_holds_the_fair_share() -> None:
    one, plain = Entrant("broker:greedy", 0), Entrant("broker", 0)
    trial = Trial(plan(Setup.of(find("mogul"), 4), [one, *[plain] * 3], 40, 1), one, plain)
    lucky = [_game(n, n % 4, [50 if at == n % 4 else 10 for at in range(4)]) for n in range(40)]
    fair = [_game(n, n % 4, [50 if at == n // 4 % 4 else 10 for at in range(4)]) for n in range(40)]
    assert not finding(trial, lucky).equal and finding(trial, fair).equal
    assert finding(trial, lucky).scored == 30 and finding(trial, lucky).best_rival == -10
    assert finding(trial, lucky).last == 0 and finding(trial, fair).last == 0.75
    assert "| broker:greedy | 3 x broker | 40 | 25.0% |" in markdown([finding(trial, fair)])


def test_all_titles_have_a_trial_for_each_personality() -> None:
    chosen = trials(["ekonos", "mogul"], Entrant("tycoon", 0), 3, 1)
    assert [trial.one.name.partition(":")[2] for trial in chosen] == [*PERSONALITIES] * 2
    assert all(trial.plan.games == 12 for trial in chosen)
