"""Ferries: the board that a view shows."""

from msgspec import Struct

from openoutcry.core.board import Board
from openoutcry.core.board_kinds import Company, PerCompany, PerSeat, Seat


class Player(Struct, frozen=True, kw_only=True):
    """What lies in front of a seat."""

    coins: int
    """Its purse."""
    bid: int | None
    """In this auction or the last one; None while it lies face down, and before the first."""
    decided: bool
    """Has bid, while others have not."""
    hand: PerCompany | None
    """Shares face down; None where they are hidden (FE-04)."""
    shares: PerCompany
    """Shares face up."""


class FerriesBoard(Board, frozen=True, kw_only=True):
    """The share on auction and everybody's purse."""

    share: Company | None
    """The line whose share is on auction."""
    auction: int
    """Its number, from 1."""
    deck: int
    """Shares still to be auctioned after this one."""
    start: Seat
    """The seat that wins a tie, and then those clockwise after it."""
    winner: Seat | None
    """Who won the last auction."""
    players: PerSeat[Player]
    """By seat."""
