"""Positions of Speculation by name: `position(bricks={"A": 12, "B": 18}, tile="trade")`."""

from openoutcry.core.decisions import legal_actions
from openoutcry.core.edition import Edition, parse
from openoutcry.core.sets import size_of
from openoutcry.core.state import CHANCE
from openoutcry.titles import find
from openoutcry.titles.speculation import box, notation
from openoutcry.titles.speculation.components import (
    CARDS,
    HOLIDAY,
    NO_ACTION,
    NO_CARD,
    RANK_DOWN,
    RANK_UP,
    RANKING,
    TRADE,
    TRADING,
)
from openoutcry.titles.speculation.rules import Speculation

EDITION = find("speculation").edition()
TEXT = (find("speculation").folder / "edition.toml").read_text("utf-8")
LETTERS = notation.LETTERS
EIGHT_IN_A_ROW = {letter: 8 - i for i, letter in enumerate(LETTERS)}

_TILES = {
    "trade": (TRADE, TRADING),
    "raise": (RANK_UP, RANKING),
    "lower": (RANK_DOWN, RANKING),
    "none": (NO_ACTION, CARDS),
}


def fresh(seats: int = 3, side: str = "plain", edition: Edition = EDITION) -> Speculation:
    """Nothing dealt yet."""
    return box.start(edition, seats, {"side": side})


def position(
    seats: int = 3,
    bricks: dict[str, int] | None = None,
    tile: str = "none",
    steps: int = 3,
    shares: list[str] | None = None,
    cash: list[int] | None = None,
    hands: list[str] | None = None,
    active: int = 0,
    side: str = "plain",
) -> Speculation:
    """The action of this tile about to begin; hands and shares as letters, "+" a Bank Holiday.

    Bricks on END have arrived in the order given.
    """
    state = fresh(seats, side)
    state.turn = 2
    state.active = state.at = active
    state.tile, state.phase = _TILES[tile]
    state.steps = steps
    state.action_bag[state.tile] -= 1
    state.steps_bag[steps] -= 1
    for seat, held in enumerate(shares or []):
        for letter in held:
            state.shares[seat * 8 + LETTERS.index(letter)] += 1
            state.bank[LETTERS.index(letter)] -= 1
    for seat, money in enumerate(cash or []):
        state.cash[seat] = money
    for seat in range(seats):
        state.hand[seat] = cards((hands or [])[seat] if hands else "A+")
    place(state, bricks or {})
    return state


def place(state: Speculation, bricks: dict[str, int]) -> None:
    """Put bricks on spaces."""
    for letter, space in bricks.items():
        company = LETTERS.index(letter)
        state.position[company] = space
        if space == state.components.end:
            state.arrived += 1
            state.arrival[company] = state.arrived
    state.reprice()


def cards(letters: str) -> int:
    """A set of cards."""
    return sum(1 << card(letter) for letter in letters)


def card(letter: str) -> int:
    return HOLIDAY if letter == "+" else LETTERS.index(letter)


def spaces(state: Speculation, letters: str = LETTERS) -> list[int]:
    """Where the bricks stand."""
    return [int(state.position[LETTERS.index(letter)]) for letter in letters]


def prices(state: Speculation, letters: str = LETTERS) -> list[int]:
    return [int(state.price[LETTERS.index(letter)]) for letter in letters]


def ranks(state: Speculation, letters: str = LETTERS) -> list[int]:
    return [int(state.rank(LETTERS.index(letter))) for letter in letters]


def play(state: Speculation, *texts: str) -> Speculation:
    """Each action by whoever is to move."""
    for text in texts:
        seat, action = int(state.mover()), notation.read(text)
        assert state.refuse(seat, action) == "", state.refuse(seat, action)
        state.apply(seat, action)
    return state


def reason(state: Speculation, text: str, seat: int | None = None) -> str:
    """Why the action is refused, or ""."""
    mover = int(state.mover()) if seat is None else seat
    return state.refuse(mover, notation.read(text))


def play_cards(state: Speculation, letters: str) -> Speculation:
    """A card of every seat, from the active one on, whatever the hands were."""
    for offset, letter in enumerate(letters):
        seat = (int(state.active) + offset) % int(state.n)
        state.hand[seat] |= 1 << card(letter)
        while size_of(state.hand[seat]) > state.components.hand:
            state.hand[seat] &= ~(1 << other_card(int(state.hand[seat]), card(letter)))
        state.apply(seat, notation.read("play holiday" if letter == "+" else f"play {letter}"))
    return state


def other_card(hand: int, keep: int) -> int:
    return next(number for number in range(HOLIDAY + 1) if hand >> number & 1 and number != keep)


def draw(state: Speculation, *texts: str) -> Speculation:
    """These outcomes of chance."""
    for text in texts:
        outcome = notation.read_draw(text)
        assert state.mover() == CHANCE
        assert outcome in dict(state.outcomes()), text
        state.apply(CHANCE, outcome)
    return state


def weights(state: Speculation) -> dict[str, int]:
    """The outcomes of chance by their text."""
    assert state.mover() == CHANCE
    return {notation.write_draw(outcome): weight for outcome, weight in state.outcomes()}


def fill_hands(state: Speculation) -> Speculation:
    """The first possible card for everybody who draws."""
    while state.mover() == CHANCE and any(text.startswith("card") for text in weights(state)):
        state.apply(CHANCE, state.outcomes()[0][0])
    return state


def small_edition() -> Edition:
    """Three companies on a track of eight spaces."""
    lists = "lists = [[30, 20, 10], [50, 15, -10], [80, 10, -20]]"
    return parse(
        f"""
        [edition]
        title = "speculation"
        name = "small"
        [players]
        source = "reconstructed: test"
        least = 2
        most = 3
        [companies]
        source = "reconstructed: test"
        ids = ["ash", "birch", "cedar"]
        names = ["Ash", "Birch", "Cedar"]
        [companies.paint]
        source = "reconstructed: test"
        colours = ["red", "teal", "blue"]
        [shares]
        source = "reconstructed: test"
        printed = 2
        in_play = [1, 2]
        [cards]
        source = "reconstructed: test"
        sets = 3
        hand = 2
        [money]
        source = "reconstructed: test"
        start_cash = 15
        start_price = 10
        [tiles]
        source = "reconstructed: test"
        trade = 1
        rank_up = 1
        rank_down = 0
        no_action = 0
        [movement]
        source = "reconstructed: test"
        values = [1, 2, 2]
        [bank_holiday]
        source = "reconstructed: test"
        half_from = 3
        [track]
        source = "reconstructed: test"
        segments = [[1, 4], [5, 7], [8, 8]]
        [prices.plain]
        source = "reconstructed: test"
        {lists}
        [prices.star]
        source = "reconstructed: test"
        {lists}
        """,
        "small",
    )


def undecided(state: Speculation) -> list[int]:
    return [seat for seat in range(int(state.n)) if state.pick[seat] == NO_CARD]


def dealt(seats: int = 3, start: int = 0) -> Speculation:
    """Shares A, B, C, ... dealt, hands drawn, the first movement tile still to come."""
    state = fresh(seats)
    draw(state, *[f"share {LETTERS[seat]}" for seat in range(seats)], f"start {start}")
    return fill_hands(state)


def offered(state: Speculation) -> list[str]:
    """What the mover may do."""
    return [notation.write(action) for action in legal_actions(state, int(state.mover()))]


def last_in_fourth_segment(
    shares: list[str] | None = None, cash: list[int] | None = None
) -> Speculation:
    """H is eighth on 32, at -10; the others are ahead."""
    bricks = {"A": 59, "B": 58, "C": 57, "D": 56, "E": 55, "F": 54, "G": 53, "H": 32}
    return position(tile="trade", bricks=bricks, shares=shares, cash=cash)
