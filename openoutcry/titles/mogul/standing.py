"""Mogul: answers given in advance, about loans and when to leave an auction."""

from openoutcry.core.standing import Answer, Said
from openoutcry.core.view import View
from openoutcry.titles.mogul.board import MogulBoard


def answer(view: View, said: Said) -> Answer | None:
    board, decision = view.board, view.decision
    if decision is None or not isinstance(board, MogulBoard):
        return None
    if decision.kind == "loan":
        return _about_a_loan(view, board, said)
    if decision.kind != "auction" or said.get("auction") != board.auction:
        return None
    least = said.get("leave_at")
    if not isinstance(least, int):
        return None
    return _offered(view, Answer("leave" if board.pot >= least else "pay"))


def _about_a_loan(view: View, board: MogulBoard, said: Said) -> Answer | None:
    """Whoever has not borrowed yet is not asked, unless they want to be or have no chips. Either
    answer may have been given in advance, so that a quick one does not tell which it was."""
    if said.get("borrow"):
        loan = Answer("loan", secret=True, uses={"borrow": None, "borrowed": True})
        if _offered(view, loan):
            return loan
    chips = board.players[view.seat].chips if view.seat is not None else None
    asks_not = said.get("no_loan", not said.get("borrowed"))
    return _offered(view, Answer("no loan", secret=True)) if asks_not and chips else None


def _offered(view: View, answer: Answer) -> Answer | None:
    return answer if view.decision is not None and answer.action in view.decision.actions else None
