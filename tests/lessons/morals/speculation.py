"""Speculation by its morals. Worths are money."""

from openoutcry.core.view import View
from openoutcry.titles.speculation.board import Company, SpeculationBoard

LATER = 6
"""Steps that bricks go on before one can trade again."""
CLOSE = 10
"""Spaces within which two bricks may well change ranks until then."""


class Player:
    """Values each choice by the prices that it leads to."""

    def __init__(self, view: View) -> None:
        assert isinstance(view.board, SpeculationBoard)
        self.board: SpeculationBoard = view.board
        assert view.seat is not None
        self.seat: int = view.seat
        self.companies = self.board.companies
        self.number = {company.letter: i for i, company in enumerate(self.companies)}
        self.cards = [*(company.id for company in self.companies), "holiday"]
        self.steps = float(self.board.steps or 0)

    def worth(self, action: str) -> float:
        match action.split():
            case ["play", "holiday"]:
                return self.lead(self.prices([float(c.space) for c in self.companies]))
            case ["play", letter]:
                return self.lead(self.prices(self.expected(self.steps, {letter: 1.0})))
            case ["raise", letter]:
                return self.shifted(letter, self.ahead(self.company(letter)))
            case ["lower", letter]:
                return self.shifted(letter, self.behind(self.company(letter)))
            case _:
                return self.trade(action)

    def company(self, letter: str) -> Company:
        return self.companies[self.number[letter]]

    def trade(self, action: str) -> float:
        """Buy what may rise, sell what may be overtaken (lessons `price`, `negative`)."""
        own = {c.letter: 1.0 for c in self.companies if c.id in (self.board.hand or [])}
        rise = self.prices(self.expected(self.steps + LATER, own), CLOSE)
        words = action.split()
        gain = 0.0
        for verb, letter in zip(words[::2], words[1::2], strict=False):
            change = rise[self.number[letter]] - self.company(letter).price
            gain += change if verb == "buy" else -change
        return gain

    def expected(self, steps: float, own: dict[str, float]) -> list[float]:
        """Where the bricks will be: the others play what they have not played (lesson `cycle`), and
        a Bank Holiday among that stops everything (lesson `holiday`)."""
        chances = {letter: own.get(letter, 0.0) for letter in self.number}
        moving = 1.0
        for seat, player in enumerate(self.board.players):
            if seat == self.seat:
                continue
            left = [c for c in self.cards if c not in player.played] or self.cards
            for company in self.companies:
                chances[company.letter] += (company.id in left) / len(left)
            if "holiday" in left:
                moving *= 1 - 1 / len(left)
        return [c.space + moving * steps * chances[c.letter] for c in self.companies]

    def prices(self, spaces: list[float], close: int = 0) -> list[float]:
        """By segment and rank (lesson `price`); bricks that are so close may change ranks."""
        lists, found = self.board.lists[self.board.side], []
        for space in spaces:
            if space <= 0:
                found.append(float(self.board.start_price))
                continue
            here = min(round(space), self.board.segments[-1][1])
            segment = next(i for i, (first, last) in enumerate(self.board.segments) if here <= last)
            price = between(lists[segment], rank_of(space, spaces, close))
            part = min(space, 1.0)
            found.append(price * part + self.board.start_price * (1 - part))
        return found

    def lead(self, prices: list[float]) -> float:
        """One's wealth, compared with the others' (lesson `win`)."""
        wealth = [
            player.cash + sum(n * price for n, price in zip(player.shares, prices, strict=True))
            for player in self.board.players
        ]
        rivals = [w for seat, w in enumerate(wealth) if seat != self.seat]
        return wealth[self.seat] - sum(rivals) / len(rivals)

    def shifted(self, letter: str, space: int) -> float:
        """A change of rank, of one's own brick or a rival's (lessons `raise`, `lower`)."""
        spaces = self.expected(self.steps, {})
        spaces[self.number[letter]] += space - self.company(letter).space
        return self.lead(self.prices(spaces))

    def ahead(self, company: Company) -> int:
        """The first empty space beyond the brick that is next ahead."""
        taken = {c.space for c in self.companies}
        before = [c.space for c in self.companies if c.space > company.space]
        here = min(before, default=company.space)
        while here in taken and here < self.board.segments[-1][1]:
            here += 1
        return here

    def behind(self, company: Company) -> int:
        """The first empty space below the brick that is next behind."""
        taken = {c.space for c in self.companies}
        here = max((c.space for c in self.companies if c.space < company.space), default=0)
        while here in taken and here > 0:
            here -= 1
        return here


def rank_of(space: float, spaces: list[float], close: int) -> float:
    """How many bricks are ahead; one that is close counts by its chance to be."""
    if close == 0:
        return float(sum(other > space for other in spaces))
    ahead = (0.5 + (other - space) / (2 * close) for other in spaces)
    return sum(min(1.0, max(0.0, chance)) for chance in ahead) - 0.5  # its own half


def between(prices: list[int], rank: float) -> float:
    """The price at a rank that lies between two lines of the list."""
    line = min(int(rank), len(prices) - 2)
    return prices[line] + (rank - line) * (prices[line + 1] - prices[line])
