"""Ekonos's components, and editions that do not fit together."""

import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.core import edition as editions
from openoutcry.titles.ekonos import TITLE, box, view
from tests.titles.ekonos.positions import EDITION, EVERYWHERE, chosen, ekonos, fresh


def test_X_24_deck_check() -> None:
    cards = EDITION.rows("cards", "list")
    assert len(cards) == 36
    assert Counter(row[0] for row in cards) == dict.fromkeys("ABGDEO", 6)
    assert Counter(itertools.chain(*(row[1:] for row in cards))) == dict.fromkeys("ABGDEO", 12)
    assert all(len(set(row)) == 3 for row in cards)
    assert len({(row[0], frozenset(row[1:])) for row in cards}) == 36
    assert cards[33] == ["O", "A", "E"] and cards[19] == ["D", "G", "A"]


def test_every_top_company_leaves_out_one_and_shows_all_pairs_of_the_rest() -> None:
    left_out = {}
    for top in "ABGDEO":
        pairs = {frozenset(row[1:]) for row in EDITION.rows("cards", "list") if row[0] == top}
        below = set().union(*pairs)
        (left_out[top],) = set("ABGDEO") - below - {top}
        assert pairs == {frozenset(pair) for pair in itertools.combinations(below, 2)}
    assert left_out == {"A": "O", "B": "A", "G": "E", "D": "B", "E": "D", "O": "G"}


def _links() -> dict[int, set[int]]:
    near: dict[int, set[int]] = {space: set() for space in EVERYWHERE}
    for a, b in EDITION.rows("map", "links"):
        near[a].add(b)
        near[b].add(a)
    return near


def _distances(near: dict[int, set[int]], start: int, without: int = 0) -> dict[int, int]:
    found, edge = {start: 0}, [start]
    for space in edge:
        for other in sorted(near[space] - {without}):
            if other not in found:
                found[other] = found[space] + 1
                edge.append(other)
    return found


def test_the_map_is_the_printed_graph() -> None:
    near = _links()
    assert len(EDITION.rows("map", "spaces")) == 36 and len(EDITION.rows("map", "links")) == 62
    degrees = Counter(len(others) for others in near.values())
    assert degrees == {2: 3, 3: 15, 4: 17, 5: 1}
    assert {space for space in near if len(near[space]) == 2} == {1, 31, 32}
    assert len(near[28]) == 5
    reach = {space: _distances(near, space) for space in near}
    assert all(len(found) == 36 for found in reach.values())
    widths = {space: max(found.values()) for space, found in reach.items()}
    assert max(widths.values()) == 9 and reach[6][32] == 9
    assert {space for space, width in widths.items() if width == 5} == {13, 14, 19, 20}
    triangles = [
        trio
        for trio in itertools.combinations(near, 3)
        if all(b in near[a] for a, b in itertools.combinations(trio, 2))
    ]
    assert len(triangles) == 13
    for cut in near:
        assert len(_distances(near, 1 if cut != 1 else 2, without=cut)) == 35


def test_the_rules_know_the_map_of_the_edition() -> None:
    near = _links()
    components = box.components(EDITION)
    for space, others in near.items():
        assert {i + 1 for i in range(36) if components.near[space - 1] >> i & 1} == others
    board = view.board(fresh(), 0)
    munich = board.spaces[19]
    assert (munich.label, munich.links) == ("Munich", [14, 19, 21, 22])


# Editions


def changed(path: str, key: str, change: Callable[[Any], Any]) -> editions.Edition:
    """The edition with one value changed."""
    text = (Path(TITLE.folder) / "edition.toml").read_text("utf-8")
    edition = editions.parse(text, "edition.toml")
    table = edition.data[path]
    table[key] = change(table[key])
    return edition


@pytest.mark.parametrize(
    ("path", "key", "change", "problem"),
    [
        ("companies", "letters", lambda v: v[::-1], "letters must be A, B, G, D, E, O"),
        ("companies", "ids", lambda v: v[:5], "differ in length"),
        ("companies", "ids", lambda v: [*v[:5], "alpha"], "lower-case word of its own"),
        ("cards", "list", lambda v: [["A", "B"], *v[1:]], "card 1: "),
        ("cards", "list", lambda v: [*v[:2], ["A", "Z", "B"], *v[3:]], "card 3: "),
        ("cards", "list", lambda v: [["A", "B", "B"], *v[1:]], "names a company twice"),
        ("cards", "list", lambda v: v * 2, "1 to 48"),
        ("cards", "list", lambda v: v[:35], "6 players need 36 cards, there are 35"),
        ("map", "spaces", lambda v: v[:1], "2 to 60"),
        ("map", "spaces", lambda v: v[1:], "space 1: "),
        ("map", "spaces", lambda v: [[1, 2, 3, 4], *v[1:]], "space 1: "),
        ("map", "links", lambda v: [[1, 1], *v], "must join two spaces"),
        ("map", "links", lambda v: [[1, 37], *v], "must join two spaces"),
        ("map", "links", lambda v: [*v, [2, 1]], "is listed twice"),
        ("map", "width", lambda v: 0, "width must lie between"),
        ("tiles", "each", lambda v: 0, r"\[tiles\] each must lie between 1"),
        ("growth", "large_box", lambda v: 4, "large_box must lie above small_box"),
        ("players", "rounds", lambda v: [[2, 6, 6]], "must be .players, rounds, cards, coins."),
        ("players", "rounds", lambda v: [v[0], v[2]], "one row for each number of players"),
        ("players", "rounds", lambda v: [], "one row for each number of players"),
        ("players", "rounds", lambda v: [[1, 6, 6, 12], *v], "2 to 8 can play"),
    ],
)
def test_a_broken_edition_is_refused_with_a_reason(
    path: str, key: str, change: Callable[[Any], Any], problem: str
) -> None:
    with pytest.raises(oo.EditionError, match=problem):
        TITLE.edition(changed(path, key, change))


def test_an_edition_may_correct_the_slots_and_the_option_still_overrides() -> None:
    edition = changed("shares", "slots", lambda v: 6)
    default = box.start(edition, 3, TITLE.options(edition, 3, {}))
    chosen = box.start(edition, 3, TITLE.options(edition, 3, {"maxShares": 10}))
    assert (default.max_shares, chosen.max_shares) == (6, 10)


def test_an_edition_may_rename_a_company() -> None:
    edition = changed("companies", "ids", lambda v: ["acme", *v[1:]])
    match = oo.new("ekonos", seats=3, seed=1, edition=edition)
    while not match.over:
        match.play(chosen(ekonos(match)))
    assert any("acme" in line for line in match.tell("es"))


def test_labels_and_card_numbers_are_marked_as_ours() -> None:
    assert EDITION.table("map")["cells"]["spaces.labels"].startswith("reconstructed: ours")
    assert EDITION.table("cards")["cells"]["numbers"].startswith("reconstructed: ours")
    assert EDITION.table("players")["cells"]["rounds.0"].startswith("reported:")
