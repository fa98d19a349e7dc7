"""Positions of 1920 Wall Street by name: `position(cash=[4, 4], ring={3: "double.maize"})`."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from openoutcry.core.rng import Rng
from openoutcry.core.state import CHANCE
from openoutcry.titles import find
from openoutcry.titles.wallstreet import box
from openoutcry.titles.wallstreet.components import EXPLOSION, NONE, PAWN
from openoutcry.titles.wallstreet.faces import card_name
from openoutcry.titles.wallstreet.notation import read, write
from openoutcry.titles.wallstreet.position import MAIN, SET_PAWN, Position
from openoutcry.titles.wallstreet.rules import WallStreet

EDITION = find("wallstreet").edition()


def fresh(seats: int = 3, **options: str | int | bool) -> WallStreet:
    """Nothing dealt yet; `rules=1` for the first version of them."""
    title = find("wallstreet", int(options.pop("rules", box.VERSION)))
    state = title.box.start(EDITION, seats, title.options(EDITION, seats, options))
    assert isinstance(state, WallStreet)
    return state


def dealt(seats: int = 3, seed: int = 1, **options: str | int | bool) -> WallStreet:
    """Set up as chance has it, up to the first pawn."""
    state = fresh(seats, **options)
    rng = Rng(seed)
    while state.p.phase != SET_PAWN:
        state.apply(CHANCE, state.draw(rng))
    return state


def position(
    seats: int = 3,
    pawns: list[int] | None = None,
    ring: dict[int, str] | None = None,
    lots: dict[int, str] | None = None,
    top: str | None = None,
    cash: list[int] | None = None,
    capital: list[int] | None = None,
    loans: list[int] | None = None,
    piles: list[list[str]] | None = None,
    values: list[int] | None = None,
    secrets: list[int] | None = None,
    coins: int = 0,
    direction: int = 1,
    turn: int = 0,
    start: int = 0,
    **options: str | int | bool,
) -> WallStreet:
    """Seat `turn` to act; what is not named is as the deal left it."""
    state = dealt(seats, 1, **options)
    p = state.p
    p.phase, p.start, p.turn, p.at = MAIN, start, turn, start
    for seat in range(seats):
        p.pawn[seat] = pawns[seat] if pawns else 1
    for slot, name in (ring or {}).items():
        _swap_in(p, p.ring, slot, name)
    for slot, name in (lots or {}).items():
        _swap_in(p, p.lot, slot, name)
    if top is not None:
        put_on_top(p, top)
    for given, part in (
        (cash, p.cash),
        (capital, p.capital),
        (loans, p.loans),
        (secrets, p.secret),
    ):
        for seat, number in enumerate(given or []):
            part[seat] = number
    for seat, names in enumerate(piles or []):
        for name in names:
            give(p, seat, name)
    set_values(p, values or [])
    p.coins, p.direction = coins, direction
    p.bank = p.components.coins - p.coins - sum(int(p.cash[seat]) for seat in range(seats))
    return state


def card(p: Position, name: str) -> int:
    """A card type: "double.maize", or "double.maize:-1" by its effect on the price."""
    name, _, levels = name.partition(":")
    for number in range(p.components.types):
        if card_name(p, number) == name and int(p.components.levels[number]) == int(levels or 0):
            return number
    for number in range(p.components.types):
        if card_name(p, number) == name and not levels:
            return number
    raise AssertionError(f"no card {name}:{levels}")


def _swap_in(p: Position, part: Any, slot: int, name: str) -> None:
    if part[slot] != NONE:
        _to_deck(p, int(part[slot]), 1)
    part[slot] = NONE if name == "empty" else card(p, name)
    if part[slot] != NONE:
        _to_deck(p, int(part[slot]), -1)


def _to_deck(p: Position, number: int, count: int) -> None:
    p.deck[number] += count
    if number >= p.components.duals:
        p.left += count


def put_on_top(p: Position, name: str) -> None:
    """The deck's visible card; "none" for an empty deck."""
    if p.top not in (NONE, EXPLOSION):
        _to_deck(p, int(p.top), 1)
    if name == "explosion":
        p.top, p.hidden = EXPLOSION, 0
    elif name == "none":
        p.top, p.hidden, p.left = NONE, 0, 0
    else:
        p.top = card(p, name)
        _to_deck(p, int(p.top), -1)


def give(p: Position, seat: int, name: str) -> None:
    """A card of the deck into a seat's pile."""
    number = card(p, name)
    _to_deck(p, number, -1)
    p.put(seat, number, 1)


def set_values(p: Position, values: list[int]) -> None:
    """Cubes on the cells with these values."""
    for company, value in enumerate(values):
        first = company * p.components.longest
        track = [int(p.components.cells[first + i]) for i in range(p.components.last[company] + 1)]
        p.level[company] = track.index(value)


def values(state: WallStreet) -> list[int]:
    return [int(state.p.value(company)) for company in range(4)]


def pile(state: WallStreet, seat: int) -> list[str]:
    """The names of a seat's kept cards."""
    p = state.p
    return [
        card_name(p, number)
        for number in range(p.components.types)
        for _ in range(p.held(seat, number))
    ]


def ring_name(state: WallStreet, slot: int) -> str | None:
    number = int(state.p.ring[slot])
    return None if number == NONE else card_name(state.p, number)


def sell(state: WallStreet, name: str) -> str:
    return f"sell {card(state.p, name)}"


def show(state: WallStreet, name: str) -> str:
    """A card chosen from one's own pile."""
    return f"card {card(state.p, name)}"


def play(state: WallStreet, *actions: str) -> WallStreet:
    """Each action by whoever is to move; draws in between come from a fixed generator."""
    rng = Rng(3)
    for text in actions:
        settle(state, rng)
        seat, action = int(state.mover()), read(text)
        assert state.refuse(seat, action) == "", f"{text}: {state.refuse(seat, action)}"
        state.apply(seat, action)
    settle(state, rng)
    return state


def settle(state: WallStreet, rng: Rng) -> None:
    while state.mover() == CHANCE:
        state.apply(CHANCE, state.draw(rng))


def refused(state: WallStreet, text: str) -> str:
    """The rule that forbids it to whoever is to move, or ""."""
    reason = state.refuse(int(state.mover()), read(text))
    return str(reason).partition(" ")[0]


def offered(state: WallStreet, seat: int | None = None) -> list[str]:
    """The legal actions as texts."""
    who = int(state.mover()) if seat is None else seat
    buffer = vec[i64]([0] * state.width())
    count = state.legal_into(who, buffer)
    return [write(int(buffer[i])) for i in range(count)]


def set_pawns(state: WallStreet, slot: int = 1) -> WallStreet:
    """All pawns on one slot."""
    while state.p.phase == SET_PAWN:
        state.apply(state.mover(), PAWN + slot)
    return state


def listed(part: object) -> list[int]:
    """A vec as a plain list."""
    return [int(value) for value in part]  # type: ignore[attr-defined]
