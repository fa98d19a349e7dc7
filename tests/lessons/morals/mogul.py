"""Mogul by its morals. Worths are points."""

from openoutcry.core.view import View
from openoutcry.titles.mogul.board import Card, MogulBoard

EAGER = 0.5
"""Of what an auction brings the winner: somebody else may stay in longer."""
CHIP = 0.6
"""Chips win auctions later; in the end five make a point."""
RARE = 14
"""Cards turned up for each dividend that one can count on."""
LATER = 0.5
"""Of a share's price: what it brings when it can be sold one day."""
NEAR = 5
"""The crash lies among so many last cards."""


class Player:
    """Values each choice by what the morals say of it."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.board, MogulBoard) and view.board.card is not None
        self.board: MogulBoard = view.board
        assert view.seat is not None
        self.seat: int = view.seat
        self.card: Card = view.board.card

    def worth(self, action: str) -> float:
        match action.split():
            case ["pay"]:
                return max(self.take(), self.border()) * EAGER - self.leave() - CHIP
            case ["loan"]:
                return self.loans()
            case ["take"]:
                return self.take() - self.block()
            case ["sell", shares]:
                return self.sell(int(shares))
            case _:
                return 0.0

    def take(self) -> float:
        """Dividends, and what the share brings when it is sold (lessons `dividends`, `win`)."""
        colour = self.card.colour
        return self.dividends(colour) + LATER * (self.price(colour) + 1) * self.time()

    def dividends(self, colour: str) -> float:
        """A point whenever its colour is turned up: one card in five or six."""
        return max(0, self.board.deck - NEAR // 2) / RARE

    def border(self) -> float:
        """Shares that may be sold now (lesson `border`), beyond what keeping them is worth."""
        return max(0.0, self.held(self.seat) * self.gain())

    def gain(self) -> float:
        """Selling a share of the border colour instead of keeping it (lessons `price`, `crash`)."""
        colour = self.card.border
        kept = self.dividends(colour) + LATER * self.price(colour) * self.time()
        return self.price(colour) - kept

    def sell(self, shares: int) -> float:
        """All or nothing: the price does not fall meanwhile. The second gets the share."""
        return shares * self.gain() - self.take() / 3

    def block(self) -> float:
        """What the second player could sell, if the share is taken (lesson `block`)."""
        second = self.board.second
        return 0.0 if second is None else max(0.0, self.held(second) * self.gain()) / 3

    def leave(self) -> float:
        """A full pot pays for auctions that one does not need (lesson `leave`)."""
        return CHIP * self.board.pot

    def loans(self) -> float:
        """Two points for a sale that brings more, if there is no chip for it (lesson `loans`)."""
        chips = self.board.players[self.seat].chips or 0
        return self.border() - 4 if chips == 0 else -1.0

    def held(self, seat: int) -> int:
        return sum(c.colour == self.card.border for c in self.board.players[seat].cards)

    def price(self, colour: str) -> int:
        """As many points as shares of the colour lie on the table (lesson `price`)."""
        return sum(c.colour == colour for player in self.board.players for c in player.cards)

    def time(self) -> float:
        """How likely there is still an auction in which to sell (lesson `crash`)."""
        return min(1.0, max(0, self.board.deck - NEAR // 2) / RARE)
