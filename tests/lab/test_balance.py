"""Balance reports and the ladder."""

import json
from pathlib import Path

import pytest

from openoutcry.cli import main
from openoutcry.core.setup import Setup
from openoutcry.lab import balance as lab
from openoutcry.lab.arena import notebook_of
from openoutcry.lab.balance import Happening, Share
from openoutcry.lab.figures import Figures
from openoutcry.lab.games import Entrant, Game
from openoutcry.lab.ladder import Outcome, climb, markdown, row, rungs, scales
from openoutcry.lab.spread import Workers
from openoutcry.titles import find
from openoutcry.titles import names as titles

ASKED = ["balance", "mogul", "--games", "12", "--bot", "random", "--processes", "1"]


def test_the_figures_of_an_edition_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["editions"]
    assert (found["title"], found["games"], found["seats"]) == ("mogul", 12, 4)
    assert sum(share["value"] for share in found["order"]) == pytest.approx(1, abs=0.001)
    assert all(0 <= step["decides"] <= 1 for step in found["steps"])
    assert found["length"]["least"] <= found["length"]["mean"] <= found["length"]["most"]
    steps = {step["label"]: step for step in found["steps"]}
    assert steps["draw crash"]["per_match"] == 1
    colours = [step for label, step in steps.items() if label.startswith("took colour ")]
    assert sum(step["per_match"] for step in colours) == pytest.approx(
        steps["took"]["per_match"], abs=0.001
    )


def test_another_edition_is_compared_with_the_titles_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (find("mogul").folder / "edition.toml").read_text(encoding="utf-8")
    own = find("mogul").edition()
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace(own.name, "Mine", 1).replace("crash_among", "crash_among", 1))
    changed = _with_fewer_chips(mine)
    page = tmp_path / "balance.html"
    assert main([*ASKED, "--edition", str(changed), "--json", "--html", str(page)]) == 0
    found = json.loads(capsys.readouterr().out)["editions"]
    assert [one["edition"] for one in found] == [own.name, "Mine"]
    assert found[0]["identity"] != found[1]["identity"]
    assert "Mine" in page.read_text() and "http" not in page.read_text()


def _with_fewer_chips(file: Path) -> Path:
    """The first number of chips each seat begins with, one less."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    for number, line in enumerate(lines):
        name, equals, value = line.partition("=")
        if equals and name.strip() == "each" and value.strip().isdigit():
            lines[number] = f"{name}= {int(value) - 1}\n"
    file.write_text("".join(lines), encoding="utf-8")
    return file


def test_what_looks_broken_is_said_with_numbers() -> None:
    order = [Share(0.6, 0.5, 0.7), Share(0.4, 0.3, 0.5)]
    steps = [
        Happening("draw crash", 1.0, 0.3, None),
        Happening("draw card", 9.0, 0.9, None),
        Happening("draw card colour blue", 4.0, 0.1, None),
        Happening("swap", 0.01, 0.0, None),
        Happening("sold colour blue", 0.01, 0.0, None),
    ]
    prices = {"A": [1.0, 5.0, 9.0], "B": [1.0, 1.0, 1.0], "C": [1.0, 1.0, 1.0]}
    leaders = {"25%": 0.5, "50%": 0.95, "75%": 1.0}
    shares = [Share(0.9, 0.8, 0.95), Share(0.1, 0.05, 0.2)]
    assert lab._said("en", lab._doubts(shares, leaders, steps, prices)) == [
        "seat 1 in turn order wins 90.0%, fair is 50.0%",
        "seat 2 in turn order wins 10.0%, fair is 50.0%",
        "whoever leads at half time wins 95% of the matches",
        "'draw crash' decides 30% of the matches",
        "'swap' happens once in 100 matches",
        "A ends at 9, the mean company at half of it or less",
    ]
    fine = {"25%": 0.3, "50%": 0.5, "75%": 0.7}
    assert lab._doubts(order, fine, [], {"A": [1.0, 1.0, 1.0]}) == []


def test_the_ladder_has_every_rung_of_every_title_and_table_size() -> None:
    found = rungs(list(titles()), 8, 4, 1, 2)
    for title in titles():
        for seats in find(title).box.seats(find(title).edition()):
            here = [r for r in found if r.plan.setup == Setup.of(find(title), seats)]
            duels = [(r.higher.name, r.lower.name) for r in here]
            assert duels[:4] == [
                ("apprentice", "random"),
                ("broker", "apprentice"),
                ("tycoon", "broker"),
                ("baron", "tycoon"),
            ]
            assert all(len(r.plan.entrants) == seats for r in here)


def test_every_deal_is_played_on_every_seat_and_a_tycoons_duels_have_their_own_number() -> None:
    for rung in rungs(["mogul"], 8, 3, 1, 2):
        deals = {"tycoon": 3, "baron": 2}.get(rung.higher.name, 8)
        assert rung.plan.games == deals * rung.plan.setup.seats


def test_a_barons_duels_are_left_out_unless_asked_for() -> None:
    assert {rung.higher.name for rung in rungs(["mogul"], 8, 3, 1)} == {
        "apprentice",
        "broker",
        "tycoon",
    }


def test_more_thinking_is_measured_against_the_step_before() -> None:
    steps = scales(["mogul"], 5, 1)
    usual = Entrant("tycoon", 0).exact_budget("mogul")
    found = [(rung.higher.budget // usual, rung.lower.budget // usual) for rung in steps]
    assert found == [(4, 1), (16, 4), (64, 16)]
    assert all(rung.plan.games == 5 * 4 and rung.fair == 0.25 for rung in steps)


def test_a_stopped_ladder_keeps_its_games_until_the_last_rung_is_played() -> None:
    ladder = [rung for rung in rungs(["mogul"], 2, 2, 1) if rung.higher.name == "apprentice"]
    first = next(climb(ladder, Workers(1), lambda done: None))
    assert notebook_of(ladder[0].plan).exists()
    heard: list[int] = []
    whole = list(climb(ladder, Workers(1), heard.append))
    assert heard[0] == 6 and heard[-1] == sum(rung.plan.games for rung in ladder)
    assert row(whole[0])[:9] == row(first)[:9]
    assert not notebook_of(ladder[0].plan).exists()


def test_a_level_is_proven_if_its_whole_interval_is_above_the_fair_share() -> None:
    rung = rungs(["mogul"], 8, 4, 1)[0]
    figures = Figures("apprentice", 8, 0.5, 0.34, 0.66, 1.5, 9.0, 30.0, 2.5, 1.0, 1000.0, 2.0)
    assert Outcome(rung, figures).proven
    table = markdown([Outcome(rung, figures)])
    assert "| mogul | 3 | apprentice | 2 x random | 8 | 50.0% | 34.0% to 66.0% | 33.3% |" in table
    lower = Figures("apprentice", 8, 0.5, 0.33, 0.66, 1.5, 9.0, 30.0, 2.5, 1.0, 1000.0, 2.0)
    assert not Outcome(rung, lower).proven


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("ekonos", "grew card 7"),
        ("ekonos", "placed label Berlin"),
        ("mogul", "sold colour brown"),
        ("speculation", "moved space end"),
        ("wallstreet", "kept card gold"),
        ("wallstreet", "discarded zone gold_3"),
    ],
)
def test_cards_options_and_events_of_every_title_are_counted_one_by_one(
    title: str, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["balance", title, "--games", "40", "--processes", "1", "--json"]
    assert main(asked) == 0
    (found,) = json.loads(capsys.readouterr().out)["editions"]
    step = next(step for step in found["steps"] if step["label"] == label)
    assert step["per_match"] > 0


def test_seats_win_in_fair_shares_with_an_interval() -> None:
    """The seat that a step is about wins three games of four: three times its fair share."""
    games = [
        _game({"took": 1 << number % 4}, number % 4 + (number % 16 < 4)) for number in range(80)
    ]
    (step,) = lab._steps(games)
    assert step.wins is not None
    assert step.wins.value == pytest.approx(3.0)
    assert 2.4 < step.wins.low < 3.0 < step.wins.high < 3.6


def _game(about: dict[str, int], winner: int) -> Game:
    return Game(
        number=0,
        deal=0,
        seating=["random"] * 4,
        places=[1 if seat == winner % 4 else 2 for seat in range(4)],
        scores=[0] * 4,
        decisions=[0] * 4,
        seconds=[0.0] * 4,
        longest=[0.0] * 4,
        first=0,
        steps=1,
        prices=[],
        leaders=[],
        decided_by=list(about),
        happened=dict.fromkeys(about, 1),
        about=about,
    )
