"""Whole matches at one keyboard, with scripted keys."""

import random
import re
import signal
import subprocess
import sys
from itertools import chain, repeat
from pathlib import Path

import pytest

from openoutcry import Match, load, new
from openoutcry.cli.answer import Unclear, harmless_default, read
from openoutcry.cli.play import bot_named, crowd, names_for, seating
from openoutcry.cli.terminal import Terminal
from openoutcry.core.title import Offer
from openoutcry.core.view import Decision
from openoutcry.text import LANGUAGES
from tests.cli.conftest import Outcry

KEYS = ["2", "1", "pay", "no loan", ""] * 300
HAND_OVER = re.compile(r"(\w+), it is your turn\. The others look away; press Enter\.")
OPEN_TABLE = ("play", "mogul", "--seats=3", "--people=3", "-ochips=open", "-oloans=on_turn")
"""Three people from whom nothing is hidden."""


def test_a_whole_match_can_be_played_by_keys(outcry: Outcry) -> None:
    ran = outcry("play", "mogul", "--seats", "3", "--seed", "1", "--save", "g.json", typed=KEYS)
    assert ran.code == 0
    assert "The crash! All shares are worthless." in ran.out
    assert "points on the scoring track" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    record = load("g.json")
    assert record.names == ["Player 1", "Apprentice 2", "Apprentice 3"]
    assert record.scores == record.replay().scores()


def test_the_same_seed_and_the_same_keys_give_the_same_match(outcry: Outcry) -> None:
    command = ("play", "mogul", "--seats", "4", "--bots", "random", "--people", "1", "--seed", "7")
    assert outcry(*command, typed=KEYS).out == outcry(*command, typed=KEYS).out


def test_bots_can_be_watched(outcry: Outcry) -> None:
    ran = outcry("play", "mogul", "--seats", "3", "--people", "0", "--seed", "1")
    assert ran.code == 0
    assert "Apprentice 1" in ran.out and "The crash!" in ran.out


@pytest.mark.parametrize("lang", ["es", "fr", "it"])
def test_a_match_can_be_played_in_other_languages(outcry: Outcry, lang: str) -> None:
    ran = outcry("play", "mogul", "--seats", "3", "--seed", "1", "--lang", lang, typed=KEYS)
    assert ran.code == 0
    assert "MO-43" in ran.out


def test_offers_are_listed_with_keys_effects_and_rules(outcry: Outcry) -> None:
    out = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=[""]).out
    assert re.search(r"  1  loan     Borrow 2 chips for 2 points +MO-35", out)
    assert "Enter = no loan" in out
    assert re.search(r"  2  pay    Pay a chip and stay in \(6 chips in hand\) +MO-18", out)


def test_what_is_not_offered_is_refused_with_the_rule(outcry: Outcry) -> None:
    typed = ["take", "sell 3", "dance", "9", "n0", "no"]
    out = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=typed).out
    assert "take: only the two who stayed longest in the auction take or sell (MO-" in out
    assert out.count("Type a number (1-2)") >= 3
    assert "Stay in the auction or leave?" in out


def test_the_beginning_of_several_actions_lists_them_with_their_effects(outcry: Outcry) -> None:
    command = ("play", "speculation", "--seats", "3", "--seed", "4", "--people", "1")
    out = outcry(*command, typed=["buy", "quit"]).out
    listed = out.partition("That could be:")[2]
    assert re.search(r" buy A +Buy Alhambra ", listed)
    assert "Sell Colonia" not in listed


def test_a_long_list_of_offers_stands_in_columns(
    outcry: Outcry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("openoutcry.cli.session.LONG", 5)
    command = ("play", "speculation", "--seats", "3", "--seed", "4", "--people", "1")
    out = outcry(*command, typed=["? hold", "quit"]).out
    assert re.search(r"\d  sell \w buy \w +\d+  sell \w buy \w", out)
    assert "What does an action do? For example: ? sell" in out
    assert "No trade: cash 20" in out.partition("> ? hold")[2]
    assert "Sell Colonia" not in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_question_about_a_place_names_its_neighbours(outcry: Outcry) -> None:
    command = ("play", "ekonos", "--seats", "3", "--seed", "4", "--people", "1")
    out = outcry(*command, typed=["? 20", "? card 9", "quit"]).out
    told, _, listed = out.partition("> ? 20")[2].partition("> ? card 9")
    for name in ("20 Munich", "14 Frankfurt", "19 Zurich", "21 Prague", "22 Vienna"):
        assert name in told
    assert "Place Beta (card Beta · Epsilon · Gamma)" in listed and "Frankfurt" not in listed


def test_a_numbered_place_is_chosen_by_its_own_number(outcry: Outcry) -> None:
    command = ("play", "ekonos", "--seats", "3", "--seed", "4", "--people", "1")
    out = outcry(*command, typed=["card 2 place", "29", "quit"]).out
    assert "Player 1 places Alpha on 29 Venice." in out


def test_a_place_that_is_not_offered_has_no_number() -> None:
    offers = tuple(Offer(f"space {n}", "offer.space", {}, "EK-13") for n in (27, 29))
    decision = Decision(0, "place", (0,), 0, offers, "space 27")
    assert read("29", decision) == offers[1]
    for typed in ("1", "2", "28"):
        assert isinstance(read(typed, decision), Unclear)


def test_enter_does_not_leave_an_auction(outcry: Outcry) -> None:
    out = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=["", "", "", ""]).out
    assert out.count("Type a number (1-2)") == 3
    assert "Player 1 leaves" not in out


def test_the_commands_at_a_decision(outcry: Outcry) -> None:
    typed = ["?", "rules MO-18", "rules MO-99", "story", "board", "back", "save s.json", "quit"]
    ran = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=typed)
    assert ran.code == 0
    assert "save and leave" in ran.out
    assert "### MO-18" in ran.out
    assert "no rule 'MO-99'" in ran.out
    assert "Nothing to take back" in ran.out
    assert ran.out.count("Go on with: outcry play --resume s.json") == 2
    assert not load("s.json").replay().over


def test_an_action_can_be_taken_back_while_nothing_has_followed(outcry: Outcry) -> None:
    out = outcry(
        *OPEN_TABLE,
        "--save",
        "g.json",
        typed=["loan", "back", "loan", "quit"],
    ).out
    assert "Nothing to take back" not in out
    assert out.count("borrows 2 chips") == 2
    assert [line[2:] for line in load("g.json").log].count("loan") == 1


def test_a_file_that_cannot_be_written_is_told_and_another_can_be_named(outcry: Outcry) -> None:
    Path("folder").mkdir()
    typed = ["save folder", "save no/g.json", "save .", "save folder/g.json", "quit"]
    out = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=typed).out
    assert out.count("'folder' exists already: choose another name") == 1
    assert "there is no folder 'no'" in out
    assert out.count("outcry play --resume folder/g.json") == 2


def test_a_match_is_never_lost_for_a_file_that_cannot_be_written(outcry: Outcry) -> None:
    too_long = "g" * 250 + ".json"
    out = outcry("play", "mogul", "--seats", "3", "--save", too_long, typed=["quit"]).out
    assert "cannot be written" in out
    found = re.search(r"outcry play --resume (mogul-\S+\.json)", out)
    assert found and len(load(found[1])) > 0


def test_a_match_goes_on_from_its_record_with_the_same_players(outcry: Outcry) -> None:
    outcry(
        "play",
        "mogul",
        "--seats",
        "4",
        "--bots",
        "random,apprentice",
        "--names",
        "Ana,Ben",
        "--save",
        "g.json",
        typed=["", "", "", "", "quit"],
    )
    before = load("g.json")
    assert before.names == ["Ana", "Ben", "Random 3", "Apprentice 4"]
    ran = outcry("play", "--resume", "g.json", "--seed", "3", typed=KEYS)
    assert ran.code == 0
    after = load("g.json")
    assert after.log[: len(before)] == before.log
    assert after.names == before.names
    assert after.replay().over
    assert outcry("play", "--resume", "g.json").code == 2


def _hear_ctrl_c() -> None:
    """Tests that run in the background have been told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _interrupted(folder: Path, typed: str, until: str, by: signal.Signals) -> tuple[str, str, int]:
    """A process that plays until its screen ends with `until`, then gets a signal.

    Returns what it showed before and after, and how it ended.
    """
    with subprocess.Popen(
        [sys.executable, "-m", "openoutcry", "--lang", "en", "play", "mogul", "--seed", "5"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        preexec_fn=_hear_ctrl_c,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(typed)
        process.stdin.flush()
        shown = ""
        while not re.search(until, shown, re.S):
            shown += process.stdout.read(1)
        process.send_signal(by)
        rest = process.stdout.read()
    return shown, rest, process.returncode


def test_ctrl_c_leaves_a_record_to_go_on_with(tmp_path: Path, outcry: Outcry) -> None:
    until = r"auction or leave\?.*help > $"
    _, rest, code = _interrupted(tmp_path, "no loan\n", until, signal.SIGINT)
    assert code == 130
    found = re.search(r"outcry play --resume (\S+\.json)", rest)
    assert found
    assert outcry("play", "--resume", found[1], typed=KEYS).code == 0


def test_a_killed_process_loses_no_decision(tmp_path: Path, outcry: Outcry) -> None:
    typed, until = "loan\npay\n", r"> pay\n.*> $"
    shown, _, code = _interrupted(tmp_path, typed, until, signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert "Kept after every decision in mogul-1.json" in shown
    assert [path.name for path in tmp_path.iterdir()] == ["mogul-1.json"]
    log = load("mogul-1.json").log
    assert "0 loan" in log and "0 pay" in log
    assert outcry("play", "--resume", "mogul-1.json", typed=KEYS).code == 0
    assert load("mogul-1.json").log[: len(log)] == log


def test_what_was_kept_on_the_way_goes_when_nobody_wants_the_record(outcry: Outcry) -> None:
    assert outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=KEYS).code == 0
    assert list(Path().iterdir()) == []
    outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=["save s.json", "quit"])
    assert [path.name for path in Path().iterdir()] == ["s.json"]


def test_two_matches_in_one_folder_keep_two_records(outcry: Outcry) -> None:
    for number in (1, 2):
        out = outcry("play", "mogul", "--seats", "3", typed=["quit"]).out
        assert f"outcry play --resume mogul-{number}.json" in out


def test_a_match_goes_on_where_nothing_can_be_written(
    outcry: Outcry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, *args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    ran = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=KEYS)
    assert ran.code == 0
    assert "cannot be kept on disk here" in ran.out
    left = outcry("play", "mogul", "--seats", "3", "--seed", "1", typed=["quit"])
    assert (left.code, left.err) == (
        2,
        "outcry: mogul-1.json: cannot be written: Permission denied\n",
    )


def test_whatever_is_typed_the_match_goes_on(outcry: Outcry) -> None:
    dice = random.Random(5)
    scraps = [
        "[/]",
        "[bold",
        "\0",
        "\x1b[2J",
        "rules ",
        "save ",
        "?",
        "9" * 30,
        "²",
        "٣",
        "sell",
        "-1",
    ]
    typed = ["".join(dice.choices(scraps, k=dice.randint(1, 3))) for _ in range(300)]
    ran = outcry("play", "mogul", "--seats", "3", "--people", "2", typed=typed)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "Saved." in ran.out


# Hidden things


def _segments(out: str) -> list[tuple[str, str]]:
    """(who holds the keyboard, what is printed until the next hand-over)."""
    parts = HAND_OVER.split(out)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_between_hand_overs_only_ones_own_chips_are_printed(outcry: Outcry) -> None:
    names = ["Ana", "Ben", "Cleo"]
    typed = list(chain.from_iterable(repeat(["", "2"], 60)))
    out = outcry(
        "play",
        "mogul",
        "--seats",
        "3",
        "--people",
        "3",
        "--names",
        ",".join(names),
        "--seed",
        "2",
        typed=typed,
    ).out
    segments = _segments(out)[:-1]
    assert len(segments) > 20
    for holder, text in segments:
        rows = re.findall(r"^[▶ ] (\w+) +-?\d+ +(\d+|\?) ", text, re.M)
        assert rows
        for name, chips in rows:
            assert (chips == "?") == (name != holder)
        assert set(re.findall(r"Mogul · (\w+)", text)) == {holder}


def test_the_next_person_sees_nothing_of_a_sealed_answer(outcry: Outcry) -> None:
    command = (
        "play",
        "mogul",
        "--seats",
        "3",
        "--people",
        "2",
        "--names",
        "Ana,Ben",
        "--seed",
        "2",
    )
    after = [_segments(outcry(*command, typed=["", answer, ""]).out)[1] for answer in ("1", "2")]
    assert after[0][0] == "Ben"
    screens = [text.partition("Saved.")[0] for _, text in after]
    assert screens[0] == screens[1]
    assert "A loan before the auction?" in screens[0]


def test_a_sealed_answer_is_hidden_even_where_all_else_lies_open(outcry: Outcry) -> None:
    command = ("play", "mogul", "--seats", "3", "--people", "2", "--names", "Ana,Ben")
    out = outcry(*command, "-o", "chips=open", typed=["", "loan", ""]).out
    assert {name for name, _ in _segments(out)} == {"Ana", "Ben"}


def test_nobody_is_told_the_story_that_only_the_match_knows(
    monkeypatch: pytest.MonkeyPatch, outcry: Outcry
) -> None:
    def whole_story(match: Match) -> None:
        raise AssertionError("the hidden parts too")

    monkeypatch.setattr(Match, "story", property(whole_story))
    assert outcry("play", "mogul", "--seats", "3", typed=["story", "2", "quit"]).code == 0


def test_leaving_wipes_what_the_last_person_saw(
    monkeypatch: pytest.MonkeyPatch, outcry: Outcry
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = outcry("play", "mogul", "--seats", "3", "--people", "3", typed=["", "quit"]).out
    assert "\x1b[3J" in out.partition("Saved.")[0].rpartition("help >")[2]


def test_nobody_hands_over_when_nothing_is_hidden(outcry: Outcry) -> None:
    out = outcry(
        *OPEN_TABLE,
        typed=["pay", "pay", "leave"],
    ).out
    assert not HAND_OVER.search(out)
    assert {"Player 1", "Player 2", "Player 3"} == set(re.findall(r"Mogul · (Player \d)", out))


# Parts


@pytest.mark.parametrize(
    ("seats", "people", "bots", "expected"),
    [
        (None, None, [], "P a a a"),
        (3, None, [], "P a a"),
        (4, None, ["apprentice", "random"], "P P a r"),
        (None, None, ["apprentice", "random"], "P a r"),
        (None, 2, [], "P P a a"),
        (5, 2, ["random", "apprentice"], "P P r a r"),
        (None, 6, [], "P P P P P P"),
        (3, 0, [], "a a a"),
        (None, 1, ["random"], "P r r"),
    ],
)
def test_who_sits_where(
    seats: int | None, people: int | None, bots: list[str], expected: str
) -> None:
    taken, by_people = crowd(seats, people, len(bots), allowed=range(3, 7))
    found = seating(taken, by_people, bots, Terminal.open("en"))
    assert " ".join(name[0] if name else "P" for name in found) == expected


def test_names_are_tidied_and_bots_known_by_theirs() -> None:
    names = names_for([None, None, "random"], "[red]A\x1bna, ", Terminal.open("en"))
    assert names == ["(red)Ana", "Player 2", "Random 3"]
    assert [bot_named(name) for name in names] == [None, None, "random"]


@pytest.mark.parametrize(
    ("lang", "called"), [("en", "Apprentice"), ("es", "Aprendiz"), ("fr", "Apprenti")]
)
def test_bots_have_names_in_the_players_language(lang: str, called: str) -> None:
    names = names_for(["apprentice", "tycoon"], None, Terminal.open(lang))
    assert names[0] == f"{called} 1"
    assert [bot_named(name) for name in names] == ["apprentice", "tycoon"]


def _match() -> Match:
    return new("mogul", seats=3, seed=1)


def test_an_answer_is_a_key_a_text_or_its_beginning() -> None:
    decision = _match().decision
    assert [offer.action for offer in decision.offers] == ["loan", "no loan"]
    for typed, expected in [
        ("1", "loan"),
        ("2", "no loan"),
        ("No  Loan", "no loan"),
        ("n", "no loan"),
    ]:
        found = read(typed, decision)
        assert isinstance(found, Offer) and found.action == expected
    assert read("0", decision) == read("3", decision) == read("x", decision) == Unclear(())


def test_enter_means_the_default_only_where_it_touches_nothing() -> None:
    match = _match()
    default = harmless_default(match.decision)
    assert default is not None and default.action == "no loan"
    for seat in range(3):
        match.play(seat, "no loan")
    assert match.decision.default == "leave"
    assert harmless_default(match.decision) is None


def test_from_memory_the_story_goes_back_to_the_last_turn_and_the_box_stays_shut(
    outcry: Outcry,
) -> None:
    command = ("play", "mogul", "--seats", "3", "--seed", "1")
    typed = ["no loan", "pay", "pay", "story", "quit"]
    story = r"> story\n(.*?)\n[^\n]*> quit"
    perfect, memory = (
        outcry(*command, "--memory", recall, typed=typed).out for recall in ("perfect", "table")
    )
    told = [re.findall(story, out, re.DOTALL)[-1].splitlines() for out in (perfect, memory)]
    assert 0 < len(told[1]) < len(told[0]) and told[0][-len(told[1]) :] == told[1]
    assert "Played from memory" in memory and "Played from memory" not in perfect
    assert "still to come" in perfect and "still to come" not in memory


def test_people_at_one_keyboard_play_from_memory_unless_they_say_otherwise(outcry: Outcry) -> None:
    assert "Played from memory" in outcry(*OPEN_TABLE, typed=["quit"]).out
    command = (*OPEN_TABLE, "--memory", "perfect")
    assert "Played from memory" not in outcry(*command, typed=["quit"]).out


def test_everybody_reads_only_their_own_notes(outcry: Outcry) -> None:
    typed = ["note green is gone", "note", "pay", "note", "quit"]
    out = outcry(*OPEN_TABLE, "--seed", "2", typed=typed).out
    first, _, second = out.partition("> pay")
    assert first.count("green is gone") == 2
    assert "green is gone" not in second and "You have written nothing down." in second


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bots_personality_stands_in_its_name_and_is_read_from_a_record(lang: str) -> None:
    bots = ["broker:greedy", "tycoon:blocker:30", "broker"]
    terminal = Terminal.open(lang)
    called = names_for([None, *bots], None, terminal)
    assert "(" in called[1] and "(" in called[2] and "(" not in called[3]
    assert [bot_named(name) for name in called] == [None, *bots]


def test_a_personality_that_there_is_not_is_corrected(outcry: Outcry) -> None:
    ran = outcry("play", "mogul", "--bots", "broker:gredy")
    assert "Did you mean greedy?" in ran.err
