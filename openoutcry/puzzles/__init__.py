"""Questions of the day: positions with one clearly best choice that looks wrong at first."""

from openoutcry.puzzles.puzzle import Puzzle, PuzzleError, puzzles_of

__all__ = ["Puzzle", "PuzzleError", "puzzles_of"]
