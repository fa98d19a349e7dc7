"""TorchRL: an actor and a critic learn a title, in many matches at once.

    pip install 'openoutcry[zoo]' torchrl
    python examples/recipes/torchrl_actor_critic.py --steps 500000

The matches are the rows of a batch (`zoo.torchrl_env`), the loss is TorchRL's PPO.
"""

import sys

try:
    import torch
    from matches import arguments, tell
    from tensordict.nn import TensorDictModule
    from torch import nn
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss

    from openoutcry import zoo
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[zoo]' torchrl"
    sys.exit(f"torchrl_actor_critic.py: this needs {missing.name}: {advice}")

ROWS, HORIZON, EPOCHS = 256, 64, 4


class Logarithms(nn.Module):
    """Prices and points differ in scale by orders of magnitude; their logarithms do not."""

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.sign(seen) * torch.log1p(seen.abs())


def layers(numbers: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(Logarithms(), nn.Linear(numbers, 128), nn.Tanh(), nn.Linear(128, outputs))


def main() -> None:
    args = arguments("An actor and a critic learn a title against its advice.", 500_000)
    torch.manual_seed(1)
    rows = min(ROWS, max(args.steps // HORIZON, 1))
    env = zoo.torchrl_env(args.title, rows)
    numbers = env.observation_spec["observation"].shape[-1]
    net = TensorDictModule(layers(numbers, env.action_spec.n), ["observation"], ["logits"])
    actor = ProbabilisticActor(
        net,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(layers(numbers, 1), ["observation"])
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    loss.make_value_estimator(gamma=1.0, lmbda=0.95)
    optimiser = torch.optim.Adam(loss.parameters(), 3e-4)
    seen = env.reset()
    for _ in range(max(args.steps // (rows * HORIZON), 1)):
        with torch.no_grad():
            played = env.rollout(
                HORIZON, actor, auto_reset=False, break_when_any_done=False, tensordict=seen
            )
            loss.value_estimator(played)
            seen = env.maybe_reset(env.step_mdp(played[:, -1]))
        for _ in range(EPOCHS):
            parts = loss(played.reshape(-1))
            total = parts["loss_objective"] + parts["loss_entropy"] + parts["loss_critic"]
            optimiser.zero_grad()
            total.backward()
            optimiser.step()

    def choose(seen, mask):
        with torch.no_grad():
            wish = net.module[1:](torch.from_numpy(seen))  # these are scaled already
        return int(wish.masked_fill(~torch.from_numpy(mask), -1e9).argmax())

    tell(args.title, choose, args.matches)


if __name__ == "__main__":
    main()
