"""What titles answer for people who have said it in advance."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import openoutcry as oo
from openoutcry.core.match import Match
from openoutcry.core.standing import Answer, Said
from openoutcry.core.view import View
from openoutcry.titles import find

KEYS = [
    "no_loan",
    "borrow",
    "borrowed",
    "leave_at",
    "auction",
    "card",
    "sell",
    "buy",
    "no_sale",
    "end",
]
ODD = st.one_of(
    st.booleans(), st.integers(-2, 99), st.text(max_size=6), st.sampled_from(["a", "blue", "IX"])
)


def moments(title: str, seed: int, seats: int = 3) -> Iterator[tuple[Match, View]]:
    """Every decision of a match at random, as whoever decides sees it."""
    match, random = oo.new(title, seats=seats, seed=seed), Random(seed)
    while not match.over:
        seat = random.choice(list(match.waiting))
        view = match.view(seat)
        yield match, view
        assert view.decision is not None
        match.play(seat, random.choice(view.decision.actions))


def answer(view: View, said: Said) -> Answer | None:
    standing = find(view.title).standing
    assert standing is not None
    return standing.answer(view, said)


@pytest.mark.parametrize("title", ["ekonos", "mogul", "speculation", "wallstreet"])
@given(said=st.dictionaries(st.sampled_from(KEYS), ODD), seed=st.integers(0, 40))
@settings(max_examples=12, deadline=None)
def test_whatever_is_said_only_what_is_offered_is_answered(
    title: str, said: dict[str, bool | int | str], seed: int
) -> None:
    for _, view in moments(title, seed):
        found = answer(view, said)
        assert view.decision is not None
        assert found is None or found.action in view.decision.actions


def of_kind(title: str, kind: str, seed: int = 3) -> View:
    """The first decision of that kind."""
    return next(
        view for _, view in moments(title, seed) if view.decision and view.decision.kind == kind
    )


def test_mogul_MO_36_nobody_who_has_not_borrowed_is_asked_about_loans() -> None:
    view = of_kind("mogul", "loan")
    assert answer(view, {}) == Answer("no loan", secret=True)
    assert answer(view, {"no_loan": False}) is None
    assert answer(view, {"borrowed": True}) is None
    borrow = answer(view, {"borrow": True})
    assert borrow == Answer("loan", True, {"borrow": None, "borrowed": True})


def test_mogul_MO_36_whoever_has_no_chips_is_asked() -> None:
    broke = next(
        view
        for seed in range(60)
        for _, view in moments("mogul", seed)
        if view.kind == "loan" and view.seat is not None and not view.board.players[view.seat].chips  # type: ignore[attr-defined]
    )
    assert answer(broke, {"no_loan": True}) is None


def test_mogul_MO_18_an_auction_is_left_once_the_pot_holds_enough_and_only_that_one() -> None:
    view = of_kind("mogul", "auction")
    auction, pot = view.board.auction, view.board.pot  # type: ignore[attr-defined]
    said = {"auction": auction, "leave_at": pot + 1}
    paid = answer(view, said)
    assert paid is not None and paid.action == "pay"
    left = answer(view, {**said, "leave_at": pot})
    assert left is not None and left.action == "leave"
    assert answer(view, {**said, "auction": auction + 1}) is None


def test_speculation_the_card_chosen_is_played_once() -> None:
    view = of_kind("speculation", "cards")
    assert view.decision is not None
    offer = view.decision.offers[0]
    (target,) = [piece for piece in offer.targets if piece.startswith("card:")]
    said = {"card": target.removeprefix("card:")}
    assert answer(view, said) == Answer(offer.action, True, {"card": None})
    assert answer(view, {}) is None


def test_ekonos_a_sale_is_declined_unless_one_was_ordered() -> None:
    view = of_kind("ekonos", "sale")
    assert view.decision is not None
    none = next(offer for offer in view.decision.offers if not offer.targets)
    sold = next(offer for offer in view.decision.offers if offer.targets)
    company = next(piece for piece in sold.targets if piece.startswith("company:"))
    assert answer(view, {}) == Answer(none.action)
    assert answer(view, {"no_sale": False}) is None
    ordered = answer(view, {"sell": company.removeprefix("company:")})
    assert ordered == Answer(sold.action, uses={"sell": None})


def test_wallstreet_a_turn_ends_by_itself() -> None:
    view = of_kind("wallstreet", "end")
    assert view.decision is not None
    found = answer(view, {})
    assert found is not None and found.action in view.decision.actions
    assert answer(view, {"end": False}) is None
