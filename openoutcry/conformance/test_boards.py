"""Boards: every title's has the type it says, down to the last field, and says what each is."""

import msgspec

from openoutcry.conformance.setups import positions
from openoutcry.core.state import SPECTATOR
from openoutcry.titles import find


def test_a_board_is_of_the_titles_own_type_and_comes_back_from_its_json(name: str) -> None:
    """Structs take any value; reading the JSON back checks each against its declared type."""
    title = find(name)
    for state in positions(name, 120, 61):
        for viewer in (*range(int(state.seats())), SPECTATOR):
            board = title.views.board(state, viewer)
            assert type(board) is title.board
            assert msgspec.json.decode(msgspec.json.encode(board), type=title.board) == board
