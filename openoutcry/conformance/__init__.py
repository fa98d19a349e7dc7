"""What the contract promises, tried on random play of a title, ours or another package's.

    python -m openoutcry.conformance ferries=tests      # a title, and where its own tests lie

The suite is pytest's (`pip install pytest`). The folder holds what only the title's author can say:

- `invariants.py`: `check(before, actor, action, after)` and `final(state)` assert what is always
  true; `money(state, seat)` is what a seat has, and `promise(before, seat, offer)` what it will
  have by the words of an offer, None for an offer that says nothing of it;
- `observation.py`: `numbers(board, order, edition)` makes the observation from the board, slowly;
- `test_*.py`: tests that name each rule id, such as `test_FE_08_the_highest_bid_wins`;
- `records/`: matches that every later change must replay, made by `openoutcry.conformance.record`.
"""
