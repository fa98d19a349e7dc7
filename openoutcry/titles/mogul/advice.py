"""Mogul: what a sensible player would do. Values are tenths of a point."""

from typing import Final, final

from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.sets import size_of
from openoutcry.core.state import Advice, State
from openoutcry.titles.mogul.rules import (
    AUCTION,
    LEAVE,
    LOAN,
    NO_LOAN,
    PAY,
    SECOND,
    SELL,
    TAKE,
    WINDOW,
    Mogul,
)

CHIP: Final = 6
"""What a chip is worth to somebody who will bid again."""


@final
class MogulAdvice(Advice):
    """Weighs what the revealed share would bring against the chips paid to stay in."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Mogul)
        phase = state.phase
        if phase == AUCTION:
            if state.chips[seat] == 0:
                return LEAVE
            return PAY if stay_value(state, seat) + rng.below(11) > 5 else LEAVE
        if phase == WINDOW:
            return LOAN if loan_value(state, seat) > 0 else NO_LOAN
        if phase == SECOND or sell_value(state, seat) > take_value(state, seat):
            return SELL + sensible_sale(state, seat)
        return TAKE

    def rate(self, state: State, seat: i64, action: i64) -> i64:
        assert isinstance(state, Mogul)
        if action == PAY:
            return stay_value(state, seat)
        if action == LOAN:
            return loan_value(state, seat)
        if action == TAKE:
            return take_value(state, seat)
        if action >= SELL:
            off = action - SELL - sensible_sale(state, seat)
            return sell_value(state, seat) - 5 * max(off, -off)
        return 0


def share_value(state: Mogul, colour: i64) -> i64:
    """A share's dividends to come and its price, less the risk that the crash comes first."""
    ahead = 5 * state.unseen(colour) + 6 * state.price(colour)
    return ahead * state.left // (state.left + 6)


def sale_gain(state: Mogul, seat: i64) -> i64:
    """What selling all shares of the border colour brings beyond keeping them."""
    colour = state.components.border[state.card]
    held = state.shares[seat * state.components.colours + colour]
    return held * (10 * state.price(colour) - share_value(state, colour))


def sensible_sale(state: Mogul, seat: i64) -> i64:
    """All or none: the price does not fall while selling (MO-27)."""
    colour = state.components.border[state.card]
    if sale_gain(state, seat) <= 0:
        return 0
    return state.shares[seat * state.components.colours + colour]


def take_value(state: Mogul, seat: i64) -> i64:
    """Taking the share, less what the runner-up then gains by selling."""
    gain = share_value(state, state.components.background[state.card])
    return gain - max(0, sale_gain(state, state.second)) // (state.n - 1)


def sell_value(state: Mogul, seat: i64) -> i64:
    """Selling, less what the runner-up gains by the share."""
    theirs = share_value(state, state.components.background[state.card])
    return max(0, sale_gain(state, seat)) - theirs // (state.n - 1)


def stay_value(state: Mogul, seat: i64) -> i64:
    """Staying in the auction compared with leaving now and taking the pot."""
    take = share_value(state, state.components.background[state.card])
    sale = max(0, sale_gain(state, seat))
    chips = CHIP * (state.pot + 1)
    if size_of(state.inside) == 2:
        # Leaving makes a runner-up, who gets what the winner does not choose.
        return max(take - sale, sale - take) // 2 - chips
    return max(take, sale) * 2 // 3 - chips


def loan_value(state: Mogul, seat: i64) -> i64:
    """A loan pays when nearly out of chips with much at stake."""
    if state.chips[seat] > 1:
        return -1
    take = share_value(state, state.components.background[state.card])
    return max(take, sale_gain(state, seat)) - 10 * state.components.loan_points - 20
