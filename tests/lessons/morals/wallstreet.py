"""1920 Wall Street by its morals. Worths are points."""

from openoutcry.core.view import View
from openoutcry.titles.wallstreet.board import Card, Company, WallStreetBoard

COIN = 1.2
"""A coin is a point at the end, and may save a loan."""
LOAN = 8
"""Points that a loan costs."""
PILES = {"gold": "gold_3", "fewer": "minus_1", "halve": "halve"}
"""Each pile's event."""
SHARES_FIRST = 1.3
"""How much a share counts beside a variation: the more one has, the more every rise brings."""
LACKING = 0.25
"""How much a share that is still lacking for a minimum weighs, in turns: most of them come."""
CARD_TURNS = 4
"""The bottom cards, among which the explosion lies, on average."""


class Player:
    """Values each choice by what the morals say of it."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.board, WallStreetBoard)
        self.board: WallStreetBoard = view.board
        assert view.seat is not None
        self.seat: int = view.seat
        self.me = self.board.players[view.seat]
        self.market = {company.id: company for company in self.board.market}

    def worth(self, action: str) -> float:
        match action.split():
            case ["move", steps]:
                return self.move(int(steps))
            case ["raise"]:
                return self.capital()
            case ["keep"]:
                return self.kept(self.board.hand)
            case ["discard", pile]:
                return self.pile(PILES[pile])
            case ["company", company]:
                return self.shifted(company, self.board.hand.levels if self.board.hand else 1)
            case ["sell" | "card", type_]:
                return self.given(int(type_)) - (1 if action.startswith("sell") else 0)
            case ["flip"]:
                return -COIN
            case ["take", pile]:
                top = next(zone.top for zone in self.board.zones if zone.event == PILES[pile])
                return self.kept(top)
            case ["pay"]:
                return 3.0
            case _:
                return 0.0

    def turns(self) -> int:
        """How often one will still act (lesson `explosion`)."""
        if self.board.turns_left is not None:
            return self.board.turns_left // len(self.board.players)
        return max(0, self.board.deck - CARD_TURNS) // len(self.board.players)

    def move(self, steps: int) -> float:
        """Capital pays first; cash is for what it cannot pay, and for occupants (lessons `capital`,
        `occupied`)."""
        ring = self.board.ring
        slot = ring[((self.me.pawn or 0) + self.board.direction * steps) % len(ring)]
        price = steps + sum(card.cost or 0 for card in slot.cards)
        due = max(0, price - self.me.capital)
        if slot.trend:
            return COIN * self.board.coins - self.paid(due)
        due += sum(pawn != self.seat for pawn in slot.pawns)
        return sum(max(0.0, self.kept(card)) for card in slot.cards) - self.paid(due)

    def paid(self, due: int) -> float:
        """A loan is rarely worth its points: keep a coin or two (lesson `loans`)."""
        left = self.me.cash - due
        return COIN * due + (LOAN if left < 0 else 0.5 if left == 0 else 0.0)

    def capital(self) -> float:
        """More capital pays off early (lesson `capital`)."""
        return 0.6 * self.turns() - self.paid(2) if self.turns() > 2 else -3.0

    def held(self, company: str) -> int:
        """One's own shares that count for it; duals and gold where they fit (lesson `minimum`)."""
        cards = sum(
            c.count * c.shares for c in self.me.cards or [] if c.share and company in c.companies
        )
        secret = self.me.secret
        return cards + (secret.shares if secret and secret.company == company else 0)

    def kept(self, card: Card | None) -> float:
        """What the card brings, shares before variations (lesson `minimum`); one that hurts is
        thrown away (lesson `discard`)."""
        if card is None:
            return 0.0
        if not card.share:
            change = max((self.shifted(c, card.levels) for c in self.named(card)), default=0.0)
            return card.points + change - 0.5 * card.due
        best = max(self.collected(self.market[c], card.shares) for c in self.named(card))
        moved = self.shifted(card.companies[0], card.levels) if card.levels else 0.0
        return SHARES_FIRST * best + moved + card.points

    def named(self, card: Card) -> list[str]:
        """Gold and surprises speak of any company."""
        anyone = card.share or card.levels != 0
        return card.companies or ([*self.market] if anyone else [])

    def collected(self, company: Company, shares: int) -> float:
        """Few companies, and those to their minimum (lessons `win`, `minimum`)."""
        own = self.held(company.id)
        lacking = company.minimum - own
        if lacking <= 0:
            return company.value * shares
        if lacking <= shares:
            return company.value * (shares + own / 2)
        if lacking > self.turns():
            return 0.0
        time = self.turns() + 2
        return company.value * shares * time / (time + LACKING * lacking)

    def shifted(self, company: str, levels: int) -> float:
        """What a change of the value means for one's own shares."""
        found = self.market[company]
        level = max(0, min(len(found.cells) - 1, found.level + levels))
        own = float(self.held(company))
        if own < found.minimum:
            own *= self.turns() / (self.turns() + 3)
        return (found.cells[level] - found.value) * (own - 0.8)

    def given(self, type_: int) -> float:
        """A share that helps nothing may be sold for half its value, or shown to others."""
        card = next((c for c in self.me.cards or [] if c.type == type_), None)
        if card is None:
            return 0.0
        values = [self.market[c].value for c in self.named(card)]
        brings = min(values, default=0) * (1.0 if card.shares > 1 else 0.5)
        return COIN * brings - self.kept(card)

    def pile(self, event: str) -> float:
        """Dynamite goes where its event hurts least (lesson `piles`)."""
        card = self.board.hand or self.board.top
        if card is None or card.dynamite == 0:
            return 0.0
        return -0.02 * card.dynamite * self.hurt(event)

    def hurt(self, event: str) -> float:
        total = 0.0
        for company in self.board.market:
            own = self.held(company.id)
            if event == "minus_1" and own > 0:
                total += company.value * (own if own == company.minimum else 1)
            if event == "halve":
                total += own * company.value / 2
        if event == "gold_3":
            total = 3.0 * sum(c.count for c in self.me.cards or [] if c.share and not c.companies)
        return total
