"""Tianshou: deep Q-learning with masks learns a title against apprentices.

pip install 'openoutcry[zoo]' tianshou
python examples/recipes/tianshou_dqn.py --steps 100000
"""

import sys

try:
    import numpy as np
    from matches import MaskBeside, arguments, match, tell
    from tianshou.algorithm import DQN
    from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
    from tianshou.algorithm.optim import AdamOptimizerFactory
    from tianshou.data import Batch, Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv
    from tianshou.utils.net.common import Net
    from tianshou.utils.torch_utils import policy_within_training_step
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[zoo]' tianshou"
    sys.exit(f"tianshou_dqn.py: this needs {missing.name}: {advice}")

ENVIRONMENTS, AT_ONCE = 8, 64


def main() -> None:
    args = arguments("Deep Q-learning learns a title against apprentices.", 100_000)
    one = match(args.title)
    policy = DiscreteQLearningPolicy(
        model=Net(
            state_shape=one.observation_space.shape,
            action_shape=one.action_space.n,
            hidden_sizes=(128, 128),
        ),
        action_space=one.action_space,
        eps_training=0.1,
    )
    algorithm = DQN(
        policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=500
    )
    envs = DummyVectorEnv(
        [lambda: MaskBeside(match(args.title), "obs", "mask", np.int8)] * ENVIRONMENTS
    )
    buffer = VectorReplayBuffer(20_000, ENVIRONMENTS)
    collector = Collector[object](algorithm, envs, buffer)
    collector.reset()
    for _ in range(max(args.steps // AT_ONCE, 1)):
        with policy_within_training_step(policy):
            collector.collect(n_step=AT_ONCE)
            algorithm.update(buffer=buffer, sample_size=256)
    policy.eval()

    def choose(seen, mask):
        rows = Batch(obs=Batch(obs=seen[None], mask=mask[None].astype(np.int8)), info=Batch())
        return int(policy(rows).act[0])

    tell(args.title, choose, args.matches)


if __name__ == "__main__":
    main()
