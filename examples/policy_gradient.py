"""A bot learns Mogul in a few minutes, with NumPy alone: the policy gradient (REINFORCE).

    pip install 'openoutcry[zoo]'
    python examples/policy_gradient.py --minutes 3

It plays 512 matches at once, one seat in each; random players sit on the others. After every match
the choices that led to more than the usual reward become likelier.
"""

import sys
import time
from argparse import ArgumentParser

try:
    import numpy as np

    from openoutcry import zoo
except ModuleNotFoundError as missing:
    sys.exit(f"policy_gradient.py: this needs {missing.name}: pip install 'openoutcry[zoo]'")

ROWS = 512
RATE = 3e-3
HIDDEN = 64


class Policy:
    """Two layers: what is seen, to how much each action is preferred."""

    def __init__(self, numbers: int, actions: int, dice: np.random.Generator) -> None:
        self.first = dice.normal(0, numbers**-0.5, (numbers, HIDDEN))
        self.second = np.zeros((HIDDEN, actions))
        self._means = [np.zeros_like(layer) for layer in self.layers]
        self._squares = [np.zeros_like(layer) for layer in self.layers]
        self._steps = 0

    @property
    def layers(self) -> list[np.ndarray]:
        return [self.first, self.second]

    def chances(self, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How likely each action is, the illegal ones impossible; and the hidden layer."""
        hidden = np.tanh(seen @ self.first)
        preference = np.where(masks > 0, hidden @ self.second, -np.inf)
        powers = np.exp(preference - preference.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True), hidden

    def learn(self, seen: np.ndarray, slope: np.ndarray, hidden: np.ndarray) -> None:
        """One step up the slope by the preferences (Adam)."""
        by_hidden = (slope @ self.second.T) * (1 - hidden**2)
        self._steps += 1
        warm1, warm2 = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        slopes = [seen.T @ by_hidden, hidden.T @ slope]
        for layer, up, mean, square in zip(
            self.layers, slopes, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (up - mean)
            square += 0.001 * (up * up - square)
            layer += RATE * (mean / warm1) / (np.sqrt(square / warm2) + 1e-8)


def scaled(observations: np.ndarray) -> np.ndarray:
    """Prices and points differ in size by orders of magnitude; their logarithms do not."""
    return np.sign(observations) * np.log1p(np.abs(observations))


def play(rows, policy: Policy, dice: np.random.Generator, learning: bool) -> np.ndarray:
    """Play until every row has ended a match, and perhaps learn from it; what was won."""
    kept, won = [], np.full(ROWS, np.nan)
    seen = rows.arrays
    while np.isnan(won).any():
        numbers = scaled(seen.observations)
        chances, hidden = policy.chances(numbers, seen.masks)
        below = chances.cumsum(1) < dice.random((ROWS, 1))
        actions = np.minimum(below.sum(1), chances.shape[1] - 1)
        playing = np.isnan(won)
        slope = -chances[playing]
        slope[np.arange(playing.sum()), actions[playing]] += 1
        kept.append((np.flatnonzero(playing), numbers[playing], slope, hidden[playing]))
        seen = rows.step(actions)
        ended = playing & seen.done
        won[ended] = seen.rewards[ended, 0]
    if learning:
        parts = (np.concatenate(part) for part in zip(*kept, strict=True))
        rows_of, numbers, slopes, hidden = parts
        better = (won - won.mean())[rows_of, None]
        policy.learn(numbers, slopes * better / ROWS, hidden)
    return won


def main() -> None:
    parser = ArgumentParser(description="Learns by the policy gradient, with NumPy alone.")
    parser.add_argument("--title", default="mogul")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--opponents", default="random", help="random, advice or a bot's name")
    args = parser.parse_args()
    dice = np.random.default_rng(1)
    rows = zoo.batch(args.title, ROWS, seats=4, seed=1, seat=0, opponents=args.opponents)
    policy = Policy(rows.arrays.observations.shape[1], rows.arrays.masks.shape[1], dice)
    print(f"before: won {play(rows, policy, dice, learning=False).mean():.1%}")
    end, matches = time.monotonic() + 60 * args.minutes, 0
    while time.monotonic() < end:
        won = play(rows, policy, dice, learning=True)
        matches += ROWS
        if matches % (ROWS * 5) == 0:
            print(f"{matches} matches: won {won.mean():.1%}", flush=True)
    tried = [play(rows, policy, dice, learning=False).mean() for _ in range(4)]
    print(f"after {matches} matches: won {np.mean(tried):.1%} of {4 * ROWS} (equal play: 25.0%)")


if __name__ == "__main__":
    main()
