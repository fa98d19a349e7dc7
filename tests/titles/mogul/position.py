"""Positions of Mogul by name: `position(chips=[3, 0, 6], card="green/brown")`."""

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE
from openoutcry.titles import find
from openoutcry.titles.mogul import box
from openoutcry.titles.mogul.rules import AUCTION, CRASH, DECK, LEAVE, REVEAL, SELL, UP, Mogul

COLOURS = ["brown", "green", "yellow", "blue", "pink"]
EDITION = find("mogul").edition()


def fresh(seats: int = 4, **options: str | bool) -> Mogul:
    """Nothing dealt yet."""
    chosen = find("mogul").options(EDITION, seats, options)
    return box.start(EDITION, seats, chosen)


def position(
    seats: int = 4,
    card: str = "green/brown",
    shares: list[dict[str, int]] | None = None,
    chips: list[int] | None = None,
    points: list[int] | None = None,
    start: int = 0,
    phase: int = AUCTION,
    **options: str | bool,
) -> Mogul:
    """An auction about to open (or `phase`) over `card`, with these things in front of people."""
    state = fresh(seats, **options)
    state.phase = phase
    state.start = state.at = start
    state.inside = 2**seats - 1
    state.auctions = 1
    state.card = find_card(state, card)
    state.owner[state.card] = UP
    state.left -= 1
    state.gather()
    for seat, held in enumerate(shares or [{"brown": 1}] * seats):
        for colour, count in held.items():
            give(state, seat, colour, count)
    for seat, count in enumerate(chips or []):
        state.bank -= count - state.chips[seat]
        state.chips[seat] = count
    for seat, score in enumerate(points or []):
        state.points[seat] = score
    return state


def find_card(state: Mogul, card: str) -> int:
    """A card of the deck: "green/brown" is green with a brown border."""
    background, border = (COLOURS.index(part) for part in card.split("/"))
    for number in range(len(state.owner)):
        if state.owner[number] == DECK and (
            (state.components.background[number], state.components.border[number])
            == (background, border)
        ):
            return number
    raise AssertionError(f"no {card} left in the deck")


def give(state: Mogul, seat: int, colour: str, count: int) -> None:
    """Put `count` shares of the deck in front of a seat."""
    wanted = COLOURS.index(colour)
    for number in range(len(state.owner)):
        mine = state.owner[number] == DECK and state.components.background[number] == wanted
        if count and mine:
            state.owner[number] = seat
            state.shares[seat * 5 + wanted] += 1
            state.left -= 1
            count -= 1
    state.gather()
    assert count == 0, f"too few {colour} cards"


def play(state: Mogul, *actions: int) -> Mogul:
    """Each action by whoever is to move."""
    for action in actions:
        seat = int(state.mover())
        assert state.refuse(seat, action) == "", state.refuse(seat, action)
        state.apply(seat, action)
    return state


def sell(count: int) -> int:
    return SELL + count


def listed(part: object) -> list[int]:
    """A vec as a plain list."""
    return [int(value) for value in part]  # type: ignore[attr-defined]


def dealt(seats: int = 4, start: int = 0, **options: str | bool) -> Mogul:
    """Set up, nothing revealed yet."""
    state = fresh(seats, **options)
    rng = Rng(1)
    while state.phase != REVEAL:
        state.apply(CHANCE, state.draw(rng))
    state.start = start
    return state


def reveal(state: Mogul, card: str) -> Mogul:
    """The card comes up."""
    state.apply(CHANCE, find_card(state, card))
    return state


def won(**wanted: object) -> Mogul:
    """Seat 3 has won, seat 2 is second."""
    return play(position(**wanted), LEAVE, LEAVE, LEAVE)  # type: ignore[arg-type]


def ended(points: list[int], chips: list[int], shares: list[dict[str, int]]) -> Mogul:
    """The crash has come with these things in front of people."""
    state = position(len(points), shares=shares, points=points, chips=chips)
    state.phase = REVEAL
    state.left = 0
    state.apply(CHANCE, CRASH)
    return state
