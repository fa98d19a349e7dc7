"""One type says what is played: checked, equal where the matches are, and fit to travel."""

import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace

import pytest

import openoutcry as oo
from openoutcry.core import edition as editions
from openoutcry.core.errors import EditionError, OptionError
from openoutcry.core.rng import Rng
from openoutcry.core.rollout import play_out
from openoutcry.core.setup import Setup
from openoutcry.titles import find, names


def test_what_is_not_said_is_as_usual() -> None:
    setup = Setup.of(find("mogul"))
    assert setup.seats == 4
    assert setup.edition.identity == find("mogul").edition().identity
    assert setup.options == find("mogul").options(setup.edition, 4, {})


def test_where_four_cannot_play_the_nearest_number_does() -> None:
    data = find("mogul").edition().data
    for least, most, expected in ((2, 3, 3), (5, 6, 5)):
        players = {**data["players"], "least": least, "most": most}
        other = editions.from_data({**data, "players": players}, "a test")
        assert Setup.of(find("mogul"), edition=other).seats == expected


@pytest.mark.parametrize(
    ("seats", "options", "wrong"),
    [
        (2, {}, "mogul is for 3 to 6 seats, not 2"),
        ("4", {}, "mogul is for 3 to 6 seats, not '4'"),
        (4, {"loans": "never"}, "option loans: 'never' is not one of"),
        (4, {"luck": 1}, "unknown option 'luck'"),
    ],
)
def test_what_cannot_be_played_is_no_setup(seats: int, options: object, wrong: str) -> None:
    with pytest.raises(OptionError, match=wrong):
        Setup.of(find("mogul"), seats, options)  # type: ignore[arg-type]


def test_another_titles_edition_is_refused() -> None:
    with pytest.raises(EditionError, match="not of mogul"):
        Setup.of(find("mogul"), edition=find("ekonos").edition())


def test_the_same_choices_are_equal_however_they_were_made() -> None:
    default = Setup.of(find("mogul"), 4)
    said = Setup.of(find("mogul"), 4, default.options, find("mogul").edition())
    assert said == default and hash(said) == hash(default)
    assert Setup.of(find("mogul"), 3, {"quick_start": "yes"}) == Setup.of(
        find("mogul"), 3, {"quick_start": True}
    )


def test_other_seats_options_values_or_rules_are_another_setup() -> None:
    setup = Setup.of(find("mogul"), 4)
    data = find("mogul").edition().data
    richer = editions.from_data(
        {**data, "chips": {**data["chips"], "total": data["chips"]["total"] + 1}}, "a test"
    )
    others = [
        Setup.of(find("mogul"), 5),
        Setup.of(find("mogul"), 4, {"loans": "on_turn"}),
        Setup.of(find("mogul"), 4, edition=richer),
        replace(setup, title=replace(find("mogul"), rules_version=99)),
        Setup.of(find("ekonos"), 4),
    ]
    assert len({setup, *others}) == 1 + len(others)


def test_nobody_can_change_it() -> None:
    setup = Setup.of(find("mogul"), 4)
    with pytest.raises(FrozenInstanceError):
        setup.seats = 5  # type: ignore[misc]
    setup.options["loans"] = "on_turn"
    assert setup == Setup.of(find("mogul"), 4)
    assert deepcopy(setup) is setup


@pytest.mark.parametrize("name", names())
def test_it_travels_with_its_title_by_name(name: str) -> None:
    setup = Setup.of(find(name))
    setup.start()
    there = pickle.loads(pickle.dumps(setup))
    assert there == setup and there.title is setup.title
    assert there.start() == setup.start()


@pytest.mark.parametrize("name", names())
def test_every_start_is_a_position_of_its_own(name: str) -> None:
    setup = Setup.of(find(name))
    first = setup.start()
    play_out(first, Rng(1))
    assert setup.start() != first
    assert setup.start() == Setup.of(find(name)).start()


def test_it_says_what_it_is() -> None:
    assert repr(Setup.of(find("mogul"), 3)) == (
        "<Setup mogul: Mogul (2002), 3 seats, loans=before_auction, chips=hidden, quick_start=no>"
    )


def test_matches_and_records_know_their_setup() -> None:
    match = oo.new("mogul", seats=3, options={"loans": "on_turn"})
    assert match.setup == Setup.of(find("mogul"), 3, {"loans": "on_turn"})
    assert match.record().setup == match.setup == match.at(1).setup
