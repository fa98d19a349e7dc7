"""Call options and magnates, each rule by its id (WS-120 to WS-136)."""

from collections import Counter
from typing import Any

import pytest

from openoutcry import new
from openoutcry.conformance.test_offers import check_offers
from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE, SPECTATOR
from openoutcry.titles.wallstreet import view
from openoutcry.titles.wallstreet.board import Magnate, Player
from openoutcry.titles.wallstreet.components import EXPLOSION, MAGNATE, NONE, PAY
from openoutcry.titles.wallstreet.faces import card_name
from openoutcry.titles.wallstreet.notation import read
from openoutcry.titles.wallstreet.position import (
    BOUGHT,
    END,
    MAGNATE_DEAL,
    MAGNATE_ORDER,
    MAGNATE_PAY,
    MAGNATE_PILE,
    MAGNATE_RIVAL,
    MAIN,
    RETURN,
    ZONE,
)
from openoutcry.titles.wallstreet.rules import WallStreet
from tests.titles.wallstreet.position import (
    card,
    dealt,
    fresh,
    listed,
    offered,
    pile,
    play,
    position,
    put_on_top,
    refused,
    sell,
    show,
    values,
)

# Call options


def test_WS_120_everybody_starts_with_an_option_if_they_play() -> None:
    state = position(3, call_options=True)
    assert [player.option for player in view.board(state, 0).players] == ["hand"] * 3
    assert refused(position(3), "option 3") == "WS-120"


def test_WS_121_placing_costs_1_in_cash_at_any_own_decision() -> None:
    state = position(3, pawns=[1, 5, 5], ring={2: "single.maize"}, call_options=True)
    for phase, action in ((MAIN, "move 1"), (BOUGHT, "keep"), (END, "option 3")):
        assert state.p.phase == phase
        assert "option 3" in offered(state)
        play(state, action)
    assert (state.p.cash[0], state.p.marker[0]) == (3, 3)


def test_WS_121_also_while_a_discard_is_asked_for_and_after_the_refill() -> None:
    state = play(position(3, call_options=True), "raise")
    assert state.p.phase == ZONE and "option 2" in offered(state)
    state = position(3, pawns=[1, 5, 5], ring={2: "gold"}, top="single.oil", call_options=True)
    play(state, "move 1", "keep")
    play(state, "option 2")  # under the card that was just laid down
    assert state.p.marker[0] == 2


def test_WS_121_not_under_a_rivals_option_a_lot_trend_or_an_empty_slot() -> None:
    state = position(3, pawns=[1, 5, 5], ring={4: "empty"}, lots={3: "gold"}, call_options=True)
    state.p.marker[1] = 2
    for slot in (0, 2, 3, 4):
        assert refused(state, f"option {slot}") == "WS-121"
        assert f"option {slot}" not in offered(state)
    play(state, "move 4")  # the bought card is lifted: its slot is empty until the refill
    assert refused(state, "option 5") == "WS-121"


def test_WS_121_not_while_rivals_decide_or_explosion_is_placed() -> None:
    state = position(3, call_options=True)
    put_on_top(state.p, "explosion")
    state.p.phase = END
    play(state, "done")
    assert refused(state, "option 3") == "WS-121"


def test_WS_122_EX_24_rivals_pay_2_more_the_owner_does_not() -> None:
    state = position(
        3, pawns=[1, 1, 6], ring={4: "double.maize"}, capital=[5] * 3, call_options=True
    )
    state.p.marker[1] = 4
    args = view.offer(state, 0, read("move 3")).args
    assert (args["cost"], args["option"], args["cash_part"]) == (7, 2, 2)
    assert state.p.price(1, 3) == 5
    bank = int(state.p.bank)
    play(state, "move 3")
    assert (state.p.cash[0], state.p.marker[1], state.p.bank) == (2, NONE, bank + 2)


def test_WS_123_it_returns_when_the_card_is_acquired_kept_or_discarded() -> None:
    for choice in ("keep", "discard gold"):
        state = position(3, pawns=[1, 5, 5], ring={2: "gold"}, call_options=True)
        state.p.marker[0] = 2
        assert refused(state, "option 3") == "WS-123"
        play(state, "move 1", choice)
        assert state.p.marker[0] == NONE


def test_WS_124_selling_on_a_card_with_an_option_is_allowed_and_returns_it() -> None:
    state = position(3, pawns=[1, 5, 5], piles=[["gold"]], call_options=True)
    state.p.marker[2] = 1
    play(state, sell(state, "gold"))
    assert state.p.marker[2] == NONE
    play(state, "discard gold")
    assert state.p.lot[1] != NONE and refused(state, "option 1") == "WS-121"


# Magnates


def magnates(state: WallStreet) -> list[int]:
    return listed(state.p.magnate)


@pytest.mark.parametrize(("mode", "side"), [("rewards", 0), ("penalties", 1)])
def test_WS_130_rewards_or_penalties_one_above_each_company(mode: str, side: int) -> None:
    state = dealt(3, magnates=mode)
    assert sorted(magnates(state)) == [2 * who + side for who in range(4)]
    assert magnates(dealt(3)) == [NONE] * 4


def test_WS_130_mixed_gives_each_card_a_random_side() -> None:
    state = fresh(3, magnates="mixed")
    rng = Rng(1)
    while state.p.phase != MAGNATE_DEAL:
        state.apply(CHANCE, state.draw(rng))
    assert state.outcomes() == [(MAGNATE + code, 1) for code in range(8)]
    state.apply(CHANCE, MAGNATE + 3)
    assert state.outcomes() == [(MAGNATE + code, 1) for code in (0, 1, 4, 5, 6, 7)]


def test_WS_130_custom_sides_then_shuffled() -> None:
    sides = {"magnate_trend": "penalty", "magnate_card": "penalty"}
    found = Counter[int]()
    for seed in range(30):
        state = dealt(3, seed, magnates="custom", **sides)
        assert sorted(magnates(state)) == [0, 3, 5, 6]
        found[magnates(state)[0]] += 1
    assert set(found) == {0, 3, 5, 6}


POINTS, TREND, CARD, LOAN = 0, 2, 4, 6  # + 1: the penalty's side


def reaching(
    code: int, seats: int = 3, others: dict[int, int] | None = None, **more: Any
) -> WallStreet:
    """Seat 0 has bought maize +1 and, keeping it, drives maize to its top."""
    state = position(
        seats,
        pawns=[1] + [5] * (seats - 1),
        ring={2: "move.maize.up1:1"},
        values=[6, 4, 5, 6],
        board="orange",
        magnates="mixed",
        **more,
    )
    for company in range(4):
        state.p.magnate[company] = NONE
    state.p.magnate[0] = code
    for company, other in (others or {}).items():
        state.p.magnate[company] = other
    return play(state, "move 1")


def test_WS_131_arriving_at_the_top_or_bottom_calls_the_magnate_once() -> None:
    state = play(reaching(POINTS), "keep")
    assert values(state)[0] == 7
    assert (state.p.extra[0], state.p.magnate[0]) == (2, NONE)
    state = reaching(POINTS)
    state.p.level[0] = 6  # stands there already: nothing arrives
    play(state, "keep")
    assert (state.p.extra[0], state.p.magnate[0]) == (0, POINTS)


def test_WS_131_a_kept_share_may_call_it_a_discarded_one_may_not() -> None:
    for choice, extra in (("keep", 2), ("discard gold", 0)):
        state = position(
            3, pawns=[1, 5, 5], ring={2: "double.maize:-1"}, values=[2], magnates="rewards"
        )
        for company in range(4):
            state.p.magnate[company] = POINTS if company == 0 else NONE
        assert play(state, "move 1", choice).p.extra[0] == extra


def test_WS_131_with_several_the_player_picks_the_order() -> None:
    state = position(
        3,
        pawns=[1, 5, 5],
        ring={2: "fluctuation_up"},
        values=[6, 8, 9, 6],
        board="orange",
        magnates="mixed",
        cash=[3, 4, 4],
        coins=3,
    )
    state.p.components.last[3] = 5  # oil: 2 3 4 5 6 7
    for company, code in enumerate((TREND, NONE, NONE, LOAN)):
        state.p.magnate[company] = code
    state.p.loans[0] = 1
    state.p.cash[0] = 0
    play(state, "move 1", "keep")
    assert state.p.phase == MAGNATE_ORDER
    assert offered(state) == ["company maize", "company oil"]
    play(state, "company maize")  # the coins first: then the loan can be paid off
    assert state.p.phase == MAGNATE_PAY
    assert play(state, "pay").p.loans[0] == 0


def test_WS_131_it_acts_before_the_lots_next_card() -> None:
    state = position(
        3,
        pawns=[1, 5, 5],
        ring={2: "move.maize.up1:1"},
        lots={2: "gold"},
        values=[6],
        board="orange",
        magnates="rewards",
    )
    for company in range(4):
        state.p.magnate[company] = POINTS if company == 0 else NONE
    play(state, "move 1", "first 1", "keep")
    assert (state.p.extra[0], state.p.phase) == (2, BOUGHT)
    assert card_name(state.p, state.p.hand) == "gold"


def test_WS_132_points_kept_or_given_to_a_rival() -> None:
    assert listed(play(reaching(POINTS), "keep").p.extra) == [2, 0, 0]
    state = play(reaching(POINTS + 1), "keep")
    assert state.p.phase == MAGNATE_RIVAL
    assert offered(state) == ["seat 1", "seat 2"]
    assert listed(play(state, "seat 2").p.extra) == [0, 0, -2]


def test_WS_133_the_coins_on_trend_or_a_fine_for_the_others() -> None:
    state = play(reaching(TREND, coins=3), "keep")
    assert (state.p.cash[0], state.p.coins, state.p.pawn[0]) == (7, 0, 2)
    state = play(reaching(TREND + 1, cash=[4, 0, 4]), "keep")
    assert listed(state.p.cash) == [4, 4, 3]
    assert listed(state.p.loans) == [0, 1, 0]


def test_WS_134_take_a_visible_discard_without_effect() -> None:
    state = reaching(CARD)
    for name, zone in (("gold", 0), ("black_day", 0), ("single.oil:1", 1)):
        number = card(state.p, name)
        state.p.deck[number] -= 1
        state.p.left -= 1
        state.p.discard(number, zone)
    state.p.discard(EXPLOSION, 2)
    play(state, "keep")
    assert state.p.phase == MAGNATE_PILE
    assert offered(state) == ["take gold", "take fewer"]  # Explosion hides its pile
    assert refused(state, "take halve") == "WS-134"
    before = values(state)
    play(state.clone(), "take fewer")
    play(state, "take gold")
    assert pile(state, 0) == ["move.maize.up1", "black_day"]
    assert (values(state), state.p.cash[1]) == (before, 4)
    assert card_name(state.p, state.p.tops[0]) == "gold"  # below it, now visible
    assert listed(state.p.dynamite) == [2, 1, 3]


def test_WS_134_nothing_to_take_no_effect() -> None:
    assert play(reaching(CARD), "keep").p.phase == END


def test_WS_134_each_other_player_returns_a_card_unseen() -> None:
    state = reaching(CARD + 1, seats=4, piles=[["gold"], ["single.oil", "black_day"], [], ["gold"]])
    play(state, "keep")
    assert (state.p.phase, state.mover()) == (RETURN, 1)
    assert offered(state) == [show(state, "single.oil"), show(state, "black_day")]
    seen = [state.witness(seat, 1, 50) for seat in (0, 1, 2, SPECTATOR)]
    assert seen == [False, True, False, False]
    assert not state.sealed() and state.forced(1) == -1
    play(state, show(state, "black_day"))
    assert state.mover() == 3  # seat 2 has nothing
    assert state.forced(3) == -1
    play(state, show(state, "gold"))
    assert [pile(state, seat) for seat in (1, 2, 3)] == [["single.oil"], [], []]
    assert pile(state, 0) == ["gold", "move.maize.up1"]


def test_WS_135_pay_off_one_loan_with_cash_in_hand() -> None:
    state = play(reaching(LOAN, loans=[3, 0, 0]), "keep")
    assert offered(state) == ["pay", "decline"]
    assert play(state.clone(), "decline").p.loans[0] == 3
    play(state, "pay")
    assert (state.p.loans[0], state.p.cash[0]) == (2, 1)
    assert play(reaching(LOAN, loans=[1, 0, 0], cash=[2, 4, 4]), "keep").p.phase == END
    assert play(reaching(LOAN), "keep").p.phase == END


def test_WS_135_who_spends_the_cash_on_a_call_option_can_no_longer_pay() -> None:
    state = play(reaching(LOAN, loans=[1, 0, 0], cash=[3, 4, 4], call_options=True), "keep")
    slot = next(text for text in offered(state) if text.startswith("option"))
    play(state, slot)
    assert (state.p.cash[0], state.p.loans[0]) == (2, 1)
    assert offered(state) == ["decline"]
    assert state.refuse(0, PAY) == "WS-135 no_redemption cost=3"


def test_WS_135_by_the_first_rules_a_loan_may_pay_off_a_loan() -> None:
    state = play(
        reaching(LOAN, loans=[1, 0, 0], cash=[3, 4, 4], call_options=True, rules=1), "keep"
    )
    slot = next(text for text in offered(state) if text.startswith("option"))
    play(state, slot)
    with pytest.raises(AssertionError, match="redeem"):  # the property that should have told
        check_offers("wallstreet", state)
    play(state, "pay")
    assert (state.p.cash[0], state.p.loans[0]) == (4, 1)


def test_WS_135_others_with_6_or_more_drop_a_level() -> None:
    state = play(reaching(LOAN + 1, seats=4, capital=[7, 7, 6, 5]), "keep")
    assert listed(state.p.capital) == [7, 6, 5, 5]


def test_WS_136_each_card_pairs_a_reward_with_a_penalty() -> None:
    state = position(3, magnates="mixed")
    for company, code in enumerate((POINTS, TREND + 1, CARD, LOAN + 1)):
        state.p.magnate[company] = code
    market = view.board(state, SPECTATOR).market
    assert [company.magnate for company in market] == [
        Magnate("points", "reward", 2),
        Magnate("trend", "penalty", 1),
        Magnate("card", "reward", 0),
        Magnate("loan", "penalty", 6),
    ]


# What others know after an unseen return


def returned(piles: list[str], back: str, seats: int = 3, **more: Any) -> WallStreet:
    """Seat 1 held these cards and returned one of them; the turn is seat 0's."""
    state = reaching(CARD + 1, seats=seats, piles=[["single.maize"], piles], **more)
    return play(state, "keep", show(state, back))


def suspects(state: WallStreet, viewer: int = 0) -> set[str]:
    """What seat 1's returned card is in the worlds that a viewer imagines."""
    worlds = [state.imagine(viewer, Rng(seed)).p for seed in range(80)]
    for world in worlds:
        everything = Counter(pile(WallStreet(world), 1)) + Counter(
            [card_name(world, world.returned[1])]
        )
        mine = Counter(pile(state, 1)) + Counter([card_name(state.p, state.p.returned[1])])
        assert everything == mine
    return {card_name(world, world.returned[1]) for world in worlds}


def test_a_card_returned_unseen_is_any_of_its_pile_to_others() -> None:
    held = ["single.oil", "double.steel", "gold", "black_day"]
    state = returned(held, "gold")
    assert suspects(state) == {"single.oil", "double.steel", "gold"}  # not the variation
    assert suspects(state, SPECTATOR) == suspects(state)
    assert suspects(state, 1) == {"gold"}


def test_a_later_sale_proves_that_the_card_was_not_returned() -> None:
    state = returned(["single.oil", "double.steel", "gold"], "gold", cash=[4, 4, 4])
    play(state, "done")
    play(state, sell(state, "single.oil"))
    assert suspects(state) == {"double.steel", "gold"}
    play(state, "discard gold")
    assert suspects(state) == {"double.steel", "gold"}


def test_a_sale_of_one_of_two_equal_cards_proves_nothing() -> None:
    state = returned(["single.oil", "single.oil", "gold"], "single.oil")
    play(state, "done")
    play(state, sell(state, "single.oil"), "discard gold")
    assert suspects(state) == {"single.oil", "gold"}


def test_a_bought_card_is_not_the_one_that_was_returned() -> None:
    state = returned(["single.oil", "gold"], "gold")
    state.p.ring[6] = card(state.p, "double.cotton")
    play(state, "done", "move 1", "keep")
    assert "double.cotton" in pile(state, 1)
    assert suspects(state) == {"single.oil", "gold"}


def test_proof_of_having_nothing_shows_what_was_returned() -> None:
    state = returned(["single.maize", "single.oil"], "single.oil")
    state.p.phase, state.p.hand = BOUGHT, card(state.p, "stock_exchange")
    assert suspects(state) == {"single.maize", "single.oil"}
    play(state, "keep", show(state, "single.maize"))
    assert suspects(state) == {"single.oil"}


def test_whoever_is_asked_for_an_offer_has_one() -> None:
    state = returned(["single.maize", "single.oil"], "single.maize")
    state.p.phase, state.p.hand = BOUGHT, card(state.p, "stock_exchange")
    play(state, "keep", show(state, "single.maize"))
    assert state.waiting(1)
    assert suspects(state) == {"single.maize"}


def test_a_buyer_without_a_share_to_show_has_returned_the_only_one() -> None:
    state = returned(["gold", "single.oil"], "single.oil")
    play(state, "done")
    state.p.phase, state.p.hand = BOUGHT, card(state.p, "stock_exchange")
    assert suspects(state) == {"gold", "single.oil"}
    play(state, "keep")
    assert suspects(state) == {"single.oil"}


def kept(player: Player) -> Counter[str]:
    assert player.cards is not None
    found: Counter[str] = Counter()
    for entry in player.cards:
        found[entry.name] += entry.count
    return found


def test_WS_134_shown_cards_without_the_one_returned_unseen_are_as_many_as_the_piles_hold() -> None:
    piles = ["single.oil", "single.oil", "gold", "black_day"]
    state = returned(piles, "gold", kept_cards="shown")
    rival = view.board(state, 0).players[1]
    assert kept(rival) == {"single.oil": 1, "black_day": 1}
    assert [card.name for card in rival.unsure] == ["single.oil", "gold"]
    assert (rival.shares, rival.variations) == (2, 1)
    own = view.board(state, 1).players[1]
    assert (kept(own), own.unsure) == ({"single.oil": 2, "black_day": 1}, [])


def test_what_was_returned_is_no_longer_unsure_once_everybody_can_tell() -> None:
    state = returned(["gold", "black_day"], "gold", kept_cards="shown")
    rival = view.board(state, 0).players[1]
    assert (kept(rival), rival.unsure) == ({"black_day": 1}, [])


def test_hidden_cards_leave_nothing_to_be_unsure_about() -> None:
    state = returned(["single.oil", "gold"], "gold")
    rival = view.board(state, 0).players[1]
    assert (rival.cards, rival.unsure) == (None, [])


def test_lists_and_piles_agree_whatever_happens_after_a_return() -> None:
    unsure = 0
    for seed in range(12):
        match = new("wallstreet", 4, seed, {"kept_cards": "shown", "magnates": "penalties"})
        rng = Rng(seed)
        while not match.over:
            seat = match.waiting[0]
            legal = match.legal(seat)
            match.play_action(seat, legal[rng.below(len(legal))])
            for player in view.board(match.state, SPECTATOR).players:
                known = sum(kept(player).values()) + max(0, len(player.unsure) - 1)
                assert known == player.shares + player.variations
                unsure += len(player.unsure)
    assert unsure, "no card was returned unseen"
