"""Win shares, intervals and ratings, with numbers one can check by hand."""

import pytest

from openoutcry.core.state import CHANCE
from openoutcry.core.title import Event
from openoutcry.lab.figures import figures, interval, ratings, wilson
from openoutcry.lab.games import Game, labels_of


def _game(number: int, seating: str, places: list[int], deal: int = 0) -> Game:
    seats = len(places)
    return Game(
        number=number,
        deal=deal,
        seating=seating.split(),
        places=places,
        scores=[10 * (seats - place) for place in places],
        decisions=[4] * seats,
        seconds=[0.002] * seats,
        longest=[0.001] * seats,
        first=0,
        steps=9,
        prices=[],
        leaders=[],
        decided_by=[],
        happened={},
        about={},
    )


def test_a_shared_win_counts_in_parts_and_a_shared_place_by_its_mean() -> None:
    game = _game(0, "a b c", [1, 1, 3])
    assert [game.win_share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert [game.place(seat) for seat in range(3)] == [1.5, 1.5, 3.0]


def test_a_bot_on_two_seats_has_two_results_a_game() -> None:
    found = {
        f.bot: f for f in figures([_game(0, "a b b", [1, 2, 3]), _game(1, "b b a", [1, 3, 2])])
    }
    assert (found["a"].games, found["b"].games) == (2, 4)
    assert (found["a"].win_share, found["b"].win_share) == (0.5, 0.25)
    assert found["b"].mean_place == pytest.approx(9 / 4)
    assert found["a"].mean_score == 15
    assert found["a"].ms_per_decision == pytest.approx(0.5)
    assert found["a"].decisions_per_s == pytest.approx(2000)


def test_wilson_intervals_are_the_textbook_ones() -> None:
    assert [round(end, 4) for end in wilson(0.0, 10)] == [0.0, 0.2775]
    assert [round(end, 4) for end in wilson(0.5, 100)] == [0.4038, 0.5962]


def test_games_of_one_deal_count_as_the_news_they_are() -> None:
    alike = [(deal, float(deal % 2)) for deal in range(40) for _ in range(10)]
    apart = [(number, float(number % 2)) for number in range(400)]
    assert interval(alike)[0] < interval(apart)[0] - 0.05
    assert interval(alike) == interval([(deal, float(deal % 2)) for deal in range(40)])


def test_ratings_rise_with_winning_and_start_at_25() -> None:
    games = [_game(i, "a b c", [1, 2, 3]) for i in range(20)]
    found = ratings(games)
    assert found["a"] > found["b"] > found["c"]
    assert found["a"][1] < ratings(games[:1])["a"][1], "more games, less doubt"
    assert ratings([_game(0, "a a a", [1, 2, 3])])["a"][0] == pytest.approx(25)


def test_what_happens_is_named_as_a_whole_and_with_each_thing_it_is_about() -> None:
    sold = Event("story.sold", {"seat": 2, "colour": "brown", "count": 3, "price": 4})
    assert labels_of(sold, 2) == ["sold", "sold colour brown"]
    card = Event("story.revealed", {"colour": "blue", "border": "pink", "auction": 7})
    assert labels_of(card, CHANCE) == [
        *("draw revealed", "draw revealed colour blue", "draw revealed border pink")
    ]
    numbered = Event("story.grew", {"seat": 0, "card": 12, "company": "alpha", "box": 3})
    assert labels_of(numbered, 0) == ["grew", "grew card 12", "grew company alpha"]
