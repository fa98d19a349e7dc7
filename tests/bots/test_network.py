"""Networks: what they promise whatever they have learned."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from openoutcry.bots import find as find_bot
from openoutcry.bots import levels
from openoutcry.bots.learned import fits, fitted, loaded, shipped
from openoutcry.bots.levels import effort_of
from openoutcry.bots.search import best, knowledge_seed, think
from openoutcry.conformance.setups import positions, some
from openoutcry.core.edition import parse
from openoutcry.core.errors import OutcryError
from openoutcry.core.network import FULL, WHOLE, packed
from openoutcry.core.rng import Rng, derive
from openoutcry.core.setup import Setup
from openoutcry.core.state import State
from openoutcry.core.title import Title
from openoutcry.core.tuning import Effort, Tuning
from openoutcry.core.weights import FILE, Layout, Weights, fields_of, from_bytes, read
from openoutcry.titles import find, names

SEARCH = Tuning(0.5, 50, 100, wide=10, trust=20, decisive=400, judged=True, guided=50)


def anything(title: Title, seed: int = 1) -> Weights:
    """A network that has learned nothing: weights at random."""
    layout, hidden, narrow = Layout.of(title), 10, 7
    rng = Rng(seed)

    def some_numbers(count: int, most: int) -> list[int]:
        return [int(rng.below(2 * most + 1)) - most for _ in range(count)]

    sizes = Weights(layout, hidden, narrow, (), (), (), (), {}).sizes()
    first, second, worth, liking = sizes
    return Weights(
        layout,
        hidden,
        narrow,
        some_numbers(first, 300),
        some_numbers(second, 90),
        some_numbers(worth, 60),
        some_numbers(liking, 60),
        {"seed": seed},
    )


def _seat(state: State) -> int:
    return next(seat for seat in range(int(state.seats())) if state.waiting(seat))


def thoughts(name: str) -> list[list[object]]:
    """What a search with a network thinks in some positions, and what the network makes of them."""
    title = find(name)
    learned = loaded(anything(title))
    found: list[list[object]] = []
    for state in positions(name, 4, 52):
        insight = fitted(learned, title, state)
        assert insight is not None
        seat = _seat(state)
        insight.look(state, seat)
        worth = [int(insight.worth(s)) for s in range(int(state.seats()))]
        liking = [int(insight.liking(action)) for action in range(int(state.width()))]
        opinions = think(state, seat, title.advice, SEARCH, 40, 0.0, 3, insight)
        visits = [[int(o.action), int(o.visits), float(o.value)] for o in opinions]
        found.append([worth, liking, visits])
    return found


@pytest.mark.parametrize("name", names())
def test_compiled_and_interpreted_networks_agree_in_every_bit(name: str) -> None:
    code = (
        "import json, sys; from tests.bots.test_network import thoughts;"
        "print(json.dumps(thoughts(sys.argv[1])))"
    )
    environment = {**os.environ, "OPENOUTCRY_INTERPRETED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, name], capture_output=True, env=environment, check=True
    )
    assert json.loads(done.stdout) == thoughts(name)


@pytest.mark.parametrize("name", names())
def test_LAW_2_a_network_cannot_peek(name: str) -> None:
    """A search that it judges and guides chooses alike in worlds its seat cannot tell apart."""
    title = find(name)
    learned = loaded(anything(title))

    def choice(state: State, seat: int) -> int:
        seed = knowledge_seed(state, seat, 7)
        insight = fitted(learned, title, state)
        return best(think(state, seat, title.advice, SEARCH, 60, 0.0, seed, insight))

    for number, state in enumerate(positions(name, 6, 53)):
        seat = _seat(state)
        world = state.imagine(seat, Rng(derive(number, 1)))
        assert choice(world, seat) == choice(state, seat)


@pytest.mark.parametrize("name", names())
def test_one_network_fits_every_number_of_seats_and_all_options(name: str) -> None:
    title = find(name)
    learned = loaded(anything(title))
    for setup, _ in some(name, 40, 54):
        insight = fitted(learned, title, setup.start())
        assert insight is not None
        rows = [int(row) for row in insight.rows]
        assert len(set(rows)) == len(rows)
        assert 0 <= min(rows) <= max(rows) < learned[1].inputs


@pytest.mark.parametrize("name", names())
def test_a_seats_numbers_are_the_same_inputs_at_every_table(name: str) -> None:
    title = find(name)
    layout = Layout.of(title)
    counts = list(title.box.seats(title.edition()))
    found = {}
    for seats in counts:
        rows = layout.rows(fields_of(title, seats), seats)
        at = 0
        for field in fields_of(title, seats):
            if field.name == "worth":
                found[seats] = rows[at : at + seats]
            at += field.size
    for seats in counts:
        assert found[seats] == found[counts[-1]][:seats]


@pytest.mark.parametrize(("name", "seats"), [("mogul", 2), ("speculation", 3)])
def test_an_edition_of_another_shape_is_not_judged_by_the_network(name: str, seats: int) -> None:
    title = find(name)
    learned = loaded(anything(title))
    mini = Path(__file__).parents[2] / f"examples/editions/{name}-mini.toml"
    text = mini.read_text(encoding="utf-8").replace("most = 2", f"most = {seats}")
    if seats == 3:
        text = text.replace("in_play = [1]", "in_play = [1, 1]").replace("sets = 2", "sets = 3")
    setup = Setup.of(title, seats, edition=parse(text, "a small one"))
    assert fitted(learned, title, setup.start()) is None
    assert not fits(setup)


def test_a_level_without_a_network_that_fits_searches_by_the_advice_and_as_long_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    title, without = find("mogul"), Tuning(horizon=3)
    earlier = effort_of("tycoon@1", title)
    monkeypatch.setitem(title.efforts, "tycoon", Effort(9000, SEARCH, without))
    state = Setup.of(title).start()
    monkeypatch.setattr(levels, "insight_for", lambda _: None)
    assert levels._effort_for("tycoon", state) == Effort(earlier.simulations, without)
    assert levels.plain_tuning_of("tycoon", "mogul") is without
    learned = loaded(anything(title))
    monkeypatch.setattr(levels, "insight_for", lambda state: fitted(learned, title, state))
    assert levels._effort_for("tycoon", state) == Effort(9000, SEARCH, without)


def test_what_a_network_says_stays_within_bounds() -> None:
    for row in thoughts("mogul"):
        worth = row[0]
        assert isinstance(worth, list)
        assert all(0 <= value <= WHOLE for value in worth)


def test_numbers_side_by_side_do_not_touch_each_other() -> None:
    numbers = [5, -7, 3, -1, 2, -3, 4]
    words = packed(numbers, 1, 7)
    lanes = []
    for word in [int(word) for word in words]:
        for _ in range(3):
            lane = ((word + (1 << 20)) & ((1 << 21) - 1)) - (1 << 20)
            lanes.append(lane)
            word = (word - lane) >> 21
    assert lanes == [*numbers, 0, 0]
    assert FULL < 1 << 8


def test_a_networks_file_is_read_back_and_a_damaged_one_is_refused(tmp_path: Path) -> None:
    weights = anything(find("mogul"))
    content = weights.to_bytes()
    again = from_bytes(content)
    assert again.to_bytes() == content and again.about == {"seed": 1}
    file = tmp_path / "network.bin"
    file.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    assert list(read(file, digest).first) == list(weights.first)
    with pytest.raises(OutcryError, match="damaged"):
        read(file, "0" * 64)
    longer = content.replace(b'"hidden": 10', b'"hidden": 11')
    for wrong in (b"", b"openoutcry network 1\n{}\n", content[:-9], longer):
        with pytest.raises(OutcryError, match="not a network"):
            from_bytes(wrong)


@pytest.mark.parametrize("name", names())
def test_a_title_that_ships_a_network_can_load_it(name: str) -> None:
    title = find(name)
    assert (shipped(title) is not None) == bool(title.network)


def test_an_effort_survives_the_way_to_another_process() -> None:
    effort = pickle.loads(pickle.dumps(Effort(10, SEARCH, Tuning(), 5)))
    assert effort.simulations == 10 and effort.quick == 5
    assert effort.tuning.parts() == SEARCH.parts()


@pytest.mark.parametrize("name", [name for name in names() if find(name).network])
def test_a_shipped_network_is_small_and_its_card_says_how_to_make_it_again(name: str) -> None:
    title = find(name)
    content = (title.folder / FILE).read_bytes()
    card = (title.folder / "network.md").read_text(encoding="utf-8")
    assert len(content) < 500_000 and title.network in card
    about = from_bytes(content).about
    assert about["title"] == name and about["edition"] == title.edition().identity
    assert f"outcry train {name}" in card and f"--seed {about['seed']}" in card


@pytest.mark.parametrize("level", ["tycoon", "baron"])
def test_a_level_with_a_network_chooses_alike_compiled_and_interpreted(level: str) -> None:
    code = (
        "import json, sys; from tests.bots.test_network import choices;"
        "print(json.dumps(choices(sys.argv[1])))"
    )
    environment = {**os.environ, "OPENOUTCRY_INTERPRETED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, level], capture_output=True, env=environment, check=True
    )
    assert json.loads(done.stdout) == choices(level)


def choices(level: str) -> list[int]:
    """What a level plays in some positions of the titles that ship a network."""
    found = []
    for name in names():
        if find(name).network:
            for state in positions(name, 3, 55):
                found.append(find_bot(level, 5).choose(state, _seat(state), 60))
    return found
