"""OpenSpiel's rl_environment: two tabular Q-learners meet in a Mogul of six cards.

pip install 'openoutcry[openspiel]'
python examples/recipes/q_learning.py --matches 20000
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

try:
    import numpy as np
    from open_spiel.python.algorithms.random_agent import RandomAgent
    from open_spiel.python.algorithms.tabular_qlearner import QLearner
    from open_spiel.python.rl_environment import Environment

    from openoutcry import zoo
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[openspiel]'"
    sys.exit(f"q_learning.py: this needs {missing.name}: {advice}")

MINI = Path(__file__).parent.parent / "editions/mogul-mini.toml"


def main() -> None:
    parser = ArgumentParser(description="Two Q-learners meet in a Mogul of six cards.")
    parser.add_argument("--matches", type=int, default=20_000, help="of learning")
    args = parser.parse_args()
    np.random.seed(1)
    game = zoo.openspiel_game("mogul", 2, {"quick_start": True}, MINI)
    env, actions = Environment(game), game.num_distinct_actions()
    env.seed(1)
    learners = [QLearner(player_id=seat, num_actions=actions) for seat in range(2)]
    for _ in range(args.matches):
        play(env, learners, learning=True)
    random = RandomAgent(player_id=1, num_actions=actions)
    tried = max(args.matches // 10, 1)
    won = sum(play(env, [learners[0], random], learning=False) for _ in range(tried))
    print(f"won {won / tried:.1%} of {tried} matches against random play")


def play(env, agents, learning: bool) -> float:
    """A match; what the first agent won."""
    step = env.reset()
    while not step.last():
        agent = agents[step.current_player()]
        step = env.step([agent.step(step, is_evaluation=not learning).action])
    for agent in agents:
        agent.step(step, is_evaluation=not learning)
    return step.rewards[0]


if __name__ == "__main__":
    main()
