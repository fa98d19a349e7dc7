"""OpenSpiel: Deep CFR on a Mogul of six cards for two.

    pip install 'openoutcry[openspiel]' torch
    python examples/recipes/deep_cfr.py --iterations 20

The information state tensor has room for 24 steps, the longest match of this edition.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random

try:
    import torch  # noqa: F401
    from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

    from openoutcry import zoo
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[openspiel]' torch"
    sys.exit(f"deep_cfr.py: this needs {missing.name}: {advice}")

BATCH = 128
MINI = Path(__file__).parent.parent / "editions/mogul-mini.toml"


def main() -> None:
    parser = ArgumentParser(description="Deep CFR learns a Mogul of six cards for two.")
    parser.add_argument("--iterations", type=int, default=20, help="default: 20")
    parser.add_argument("--traversals", type=int, default=40, help="of each (default: 40)")
    parser.add_argument("--matches", type=int, default=500, help="played at the end")
    args = parser.parse_args()
    game = zoo.openspiel_game("mogul", 2, {"quick_start": True}, MINI, recall=24)
    solver = DeepCFRSolver(
        game,
        policy_network_layers=(64, 64),
        advantage_network_layers=(64, 64),
        num_iterations=args.iterations,
        num_traversals=args.traversals,
        learning_rate=1e-3,
        memory_capacity=100_000,
        batch_size_advantage=BATCH,
        batch_size_strategy=BATCH,
        policy_network_train_steps=200,
        advantage_network_train_steps=100,
        seed=1,
    )
    solver.solve()
    dice, won = Random(1), 0.0
    for number in range(args.matches):
        won += played(game.new_initial_state(), solver, number % 2, dice)
    print(f"won {won / args.matches:.1%} of {args.matches} matches against random play")


def played(state, solver, seat: int, dice: Random) -> float:
    """What the solver wins on that seat; the other one plays at random."""
    while not state.is_terminal():
        chances = None
        if state.is_chance_node():
            chances = dict(state.chance_outcomes())
        elif state.current_player() == seat:
            chances = solver.action_probabilities(state)
        actions = list(chances or state.legal_actions())
        weights = [float(chances[action]) for action in actions] if chances else None
        state.apply_action(int(dice.choices(actions, weights)[0]))
    return float(state.returns()[seat])


if __name__ == "__main__":
    main()
