"""Ekonos by its morals. Worths are points."""

from openoutcry.core.view import View
from openoutcry.titles.ekonos.board import Company, EkonosBoard

RISK = 0.6
"""What every share that one has already takes from the next one: all in one company is a risk."""
BOX = 0.6
"""What a box of growth is worth, in indicators."""
SLOW = 140
"""Turns in which every indicator that is left will come onto the map, as things go."""
HOPE = 30
"""Boxes of growth that bring an indicator each turn, as things go."""
OFFICE = 0.1
"""What a presidency is worth beyond the shares."""
DANGER = 12
"""From when on a tile wants protection."""
LEADER = 0.5
"""How much the leading rival counts; the rest is shared by all rivals."""
PATIENCE = 0.5
"""Of a card's best use, what is lost by playing it first in the round: the others can answer."""


class Player:
    """Values each choice by what the morals say of it."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.board, EkonosBoard)
        self.board: EkonosBoard = view.board
        assert view.seat is not None
        self.seat: int = view.seat
        self.rivals = len(self.board.players) - 1
        self.by_letter = {company.letter: company for company in self.board.companies}
        self.by_id = {company.id: company for company in self.board.companies}
        self.weights = self.weighed_rivals()

    def worth(self, action: str) -> float:
        match action.split():
            case ["card", number, use]:
                return self.card(int(number), use)
            case ["space" | "tile", number]:
                return self.space(int(number))
            case ["buy", letter]:
                return self.buy(self.by_letter[letter])
            case ["sell", letter]:
                return self.sell(self.by_letter[letter])
            case ["expand"]:
                return self.expand()
            case _:
                return 0.0

    def turns(self) -> int:
        """Cards that are still to be played by everybody."""
        cards = sum(player.cards for player in self.board.players)
        dealt = max(player.cards for player in self.board.players)
        return cards + (self.board.rounds - self.board.round) * (self.rivals + 1) * max(dealt, 6)

    def future(self, company: Company) -> float:
        """The indicators that a share will score for (lesson `win`)."""
        more = self.turns() * company.supply / SLOW + company.growth * min(self.turns(), 12) / HOPE
        return min(company.tiles + more, company.tiles + company.supply)

    def weighed_rivals(self) -> list[float]:
        """By seat: how much a point of it hurts, the leader's most."""
        worth = [
            (player.coins or 0) + sum(c.owned[seat] * c.tiles for c in self.board.companies)
            for seat, player in enumerate(self.board.players)
        ]
        others = [seat for seat in range(self.rivals + 1) if seat != self.seat]
        leader = max(others, key=lambda seat: worth[seat])
        shared = (1 - LEADER) / self.rivals
        return [
            0.0 if seat == self.seat else shared + LEADER * (seat == leader)
            for seat in range(self.rivals + 1)
        ]

    def stake(self, company: Company) -> float:
        """What an indicator of it brings, compared with the others (lesson `functions`)."""
        theirs = zip(self.weights, company.owned, strict=True)
        return company.owned[self.seat] - sum(weight * shares for weight, shares in theirs)

    def card(self, number: int, use: str) -> float:
        """The strongest cards wait until late in the round (lesson `growth`)."""
        left = len(self.board.hand or [])
        best = max(self.use(number, other) for other in ("place", "middle", "bottom"))
        return self.use(number, use) - PATIENCE * (left - 1) / 5 * best

    def use(self, number: int, use: str) -> float:
        """Any company may be served, and one's own should be (lessons `functions`, `growth`)."""
        card = next(card for card in self.board.hand or [] if card.id == number)
        company = self.by_id[getattr(card, "top" if use in ("place", "protect") else use, card.top)]
        match use:
            case "place":
                return self.stake(company)
            case "protect":
                return 0.6 * self.stake(company) * (self.greatest_danger(company) > DANGER)
            case "discard":
                return 0.0
            case _:
                return self.stake(company) * self.grown(company)

    def grown(self, company: Company) -> float:
        """A box is half an indicator; box 4 and box 6 are the expansion itself."""
        track = self.board.track
        if company.president is None:
            return 0.1
        own = 1.0 if company.president == self.seat else 0.8
        if company.growth + 1 >= track.large_box:
            return track.large_tiles * own
        return track.small_tiles * own if company.growth + 1 == track.small_box else BOX

    def buy(self, company: Company) -> float:
        """What costs less than it will be worth (lesson `trade`), the office before all (lesson
        `president`)."""
        cost = company.buy or 0
        if self.turns() <= self.rivals + 1:
            return self.future(company) - cost
        office = company.president is None or (
            company.president != self.seat
            and company.owned[self.seat] == company.owned[company.president]
        )
        risk = RISK * company.owned[self.seat]
        return self.future(company) - cost - risk + OFFICE * office

    def sell(self, company: Company) -> float:
        """What brings more money than it will ever bring points (lesson `trade`)."""
        return company.sell - self.future(company)

    def expand(self) -> float:
        """At box 4: by box 6 others may have blocked the way (lesson `growth`)."""
        return 1.0

    def space(self, number: int) -> float:
        """Room to grow and rivals to replace; away from danger (lessons `growth`, `protect`)."""
        about = self.board.pending or self.board.expansion
        if about is None:
            return 0.0
        company = self.by_id[about.company]
        side = 1 if self.stake(company) >= 0 else -1
        space = self.board.spaces[number - 1]
        if space.company == company.id:
            return side * self.danger(company, number)
        replaced = -10 * self.stake(self.by_id[space.company]) if space.company else 0.0
        return replaced + side * (self.room(company, number) - self.danger(company, number))

    def room(self, company: Company, number: int) -> float:
        near = [self.board.spaces[link - 1] for link in self.board.spaces[number - 1].links]
        return 3 * sum(not space.protected and space.company != company.id for space in near)

    def danger(self, company: Company, number: int) -> float:
        """Rivals' companies next to it that are about to expand."""
        found = 0.0
        for link in self.board.spaces[number - 1].links:
            other = self.board.spaces[link - 1].company
            if other is not None and other != company.id:
                president = self.by_id[other].president
                found += (president not in (None, self.seat)) * (1 + self.by_id[other].growth)
        return found

    def greatest_danger(self, company: Company) -> float:
        return max(
            (
                self.danger(company, space.number)
                for space in self.board.spaces
                if space.company == company.id and not space.protected
            ),
            default=0.0,
        )
