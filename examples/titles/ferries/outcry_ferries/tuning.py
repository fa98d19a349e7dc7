"""Ferries: how hard the levels search. Plain Python is slower: fewer simulations than elsewhere."""

from openoutcry.core.tuning import Effort, Tuning

_TUNING = Tuning(0.7, 50, 50, wide=20, trust=10)
EFFORTS = {"broker": Effort(60, _TUNING), "tycoon": Effort(400, _TUNING)}
