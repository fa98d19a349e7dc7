"""A small neural net learns Mogul by playing against itself, then meets `apprentice`.

    pip install 'openoutcry[zoo]' torch
    python examples/selfplay.py --minutes 5

It first watches the apprentice for some matches, then plays itself: many matches at once, one net
on every seat, and each seat learns from how its match ended (proximal policy optimisation).
Nothing in it knows Mogul: try `--title speculation`.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field

from openoutcry import bots, zoo

try:
    import numpy as np
    import torch
    from torch import Tensor, nn

    from openoutcry.zoo.aec import SeatsInTurn
except ModuleNotFoundError as missing:
    sys.exit(f"selfplay.py: this needs {missing.name}: pip install 'openoutcry[zoo]' torch")

EPOCHS, BATCH, CLIP = 4, 1024, 0.2
ENTROPY = 0.005
LAMBDA = 0.99
GLANCES = 6
"""How many passes are made over the apprentice's matches."""


class Net(nn.Module):
    """Maps an observation to a preference for each action, and to the reward it expects."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(numbers, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh()
        )
        self.policy = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, the illegal ones impossible; expected reward."""
        # Prices and points differ in scale by orders of magnitude; their logarithms do not.
        hidden = self.body(torch.sign(seen) * torch.log1p(seen.abs()))
        preference = self.policy(hidden).masked_fill(mask == 0, -1e9)
        return torch.log_softmax(preference, dim=1), self.value(hidden).squeeze(1)


@dataclass
class Diary:
    """What one seat saw and did in a match."""

    seen: list[np.ndarray] = field(default_factory=list)
    masks: list[np.ndarray] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    gains: list[float] = field(default_factory=list)

    def close(self, reward: float) -> None:
        """How much better than expected each action turned out (GAE without discount)."""
        ahead, gain = reward, 0.0
        for value in reversed(self.values):
            gain = ahead - value + LAMBDA * gain
            ahead = value
            self.gains.append(gain)
        self.gains.reverse()


@torch.no_grad()
def ask(net: Net, seen: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    logs, values = net(torch.from_numpy(seen), torch.from_numpy(masks))
    return logs.numpy(), values.numpy()


class SideBySide:
    """Matches side by side, so that the net answers for all of them in one batch."""

    def __init__(self, title: str, seats: int, matches: int, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.envs = [zoo.raw_env(title, seats, reward="score", flat=True) for _ in range(matches)]
        for number, env in enumerate(self.envs):
            env.reset(seed=seed * matches + number)
        self.diaries = [self.blank(env) for env in self.envs]

    def blank(self, env: SeatsInTurn) -> dict[str, Diary]:
        return {agent: Diary() for agent in env.possible_agents}

    def collect(self, net: Net, decisions: int) -> list[Diary]:
        """The diaries of matches that ended."""
        closed: list[Diary] = []
        written = 0
        while written < decisions:
            agents = [env.agent_selection for env in self.envs]
            pairs = list(zip(self.envs, agents, strict=True))
            seen = np.stack([env.observe(agent) for env, agent in pairs])
            masks = np.stack([env.infos[agent]["action_mask"] for env, agent in pairs])
            logs, values = ask(net, seen, masks)
            # Adding Gumbel noise and taking the largest samples from the distribution.
            chosen = (logs + self.chance.gumbel(size=logs.shape)).argmax(axis=1)
            for i, (env, agent) in enumerate(pairs):
                diary = self.diaries[i][agent]
                diary.seen.append(seen[i])
                diary.masks.append(masks[i])
                diary.actions.append(int(chosen[i]))
                diary.chances.append(float(logs[i, chosen[i]]))
                diary.values.append(float(values[i]))
                env.step(chosen[i])
                if env.terminations[env.agent_selection]:
                    for name, page in self.diaries[i].items():
                        page.close(aim(env, name))
                        closed.append(page)
                        written += len(page.actions)
                    env.reset()
                    self.diaries[i] = self.blank(env)
        return closed


def aim(env: SeatsInTurn, agent: str) -> float:
    """Winning counts, and so does every point of lead over the others."""
    scores = env.rewards
    mine, best = scores[agent], max(scores.values())
    ahead = mine - sum(scores.values()) / len(scores)
    return float(mine == best) / 2 + ahead / (best - min(scores.values()) + 1) / 2


def watch(net: Net, optimiser: torch.optim.Optimizer, title: str, seats: int, matches: int) -> None:
    """Learn to do what the apprentice does, and to foresee what it leads to."""
    env = zoo.raw_env(title, seats, reward="score", flat=True)
    masters = [bots.player("apprentice", seed) for seed in range(seats)]
    diaries: list[Diary] = []
    for number in range(matches):
        env.reset(seed=number)
        pages = {agent: Diary() for agent in env.agents}
        while env.play.choices:
            seat = int(env.play.state.mover())
            diary = pages[env.agent_selection]
            diary.seen.append(env.observe(env.agent_selection))
            diary.masks.append(env.infos[env.agent_selection]["action_mask"])
            diary.actions.append(masters[seat].answer(env.play.state, seat))
            env.step(diary.actions[-1])
        for agent, diary in pages.items():
            diary.values = [aim(env, agent)] * len(diary.actions)
            diaries.append(diary)
    seen, masks, actions, targets = stacked(diaries)
    for _ in range(GLANCES):
        for rows in torch.randperm(len(actions)).split(256):
            logs, values = net(seen[rows], masks[rows])
            surprise = -logs.gather(1, actions[rows, None]).mean()
            step(net, optimiser, surprise + (values - targets[rows]).square().mean())


def stacked(diaries: list[Diary]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Observations, masks, actions and values of all diaries, concatenated."""
    return (
        torch.from_numpy(np.stack([page for diary in diaries for page in diary.seen])),
        torch.from_numpy(np.stack([page for diary in diaries for page in diary.masks])),
        torch.tensor([action for diary in diaries for action in diary.actions]),
        torch.tensor([value for diary in diaries for value in diary.values]),
    )


def step(net: Net, optimiser: torch.optim.Optimizer, loss: Tensor) -> None:
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    optimiser.step()


def learn(net: Net, optimiser: torch.optim.Optimizer, diaries: list[Diary]) -> None:
    seen, masks, actions, expected = stacked(diaries)
    chances = torch.tensor([chance for diary in diaries for chance in diary.chances])
    gains = torch.tensor([gain for diary in diaries for gain in diary.gains])
    targets = gains + expected
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(BATCH):
            logs, values = net(seen[rows], masks[rows])
            log = logs.gather(1, actions[rows, None]).squeeze(1)
            ratio = (log - chances[rows]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            better = torch.min(ratio * gains[rows], bounded * gains[rows]).mean()
            doubt = -(logs.exp() * logs.clamp(min=-20)).sum(dim=1).mean()
            wrong = (values - targets[rows]).square().mean()
            step(net, optimiser, wrong - better - ENTROPY * doubt)


class Learner:
    """The net as one of our bots: it takes what it likes best."""

    def __init__(self, net: Net, env: SeatsInTurn) -> None:
        self.net = net
        self.play = env.play

    def choose(self, state, seat, budget):  # type: ignore[no-untyped-def]
        seen = self.play.layout.observe(state, seat)
        legal = bots.legal(state, seat)
        mask = np.zeros(self.play.task.width, np.int8)
        mask[legal] = 1
        logs, _ = ask(self.net, seen[None], mask[None])
        return int(logs[0].argmax())


def meet(net: Net, title: str, seats: int, matches: int, rival: str) -> tuple[float, float]:
    """The net on one seat, rivals on the others: its win share and half a 95 % interval."""
    env = zoo.raw_env(title, seats, flat=True)
    learner = bots.Player("the net", Learner(net, env))
    others = [bots.player(rival, seed) for seed in range(seats)]
    shares = []
    for number in range(matches):
        env.reset(seed=1_000_000 + number // seats)
        mine = number % seats
        while env.play.choices:
            seat = int(env.play.state.mover())
            player = learner if seat == mine else others[seat]
            env.step(player.answer(env.play.state, seat))
        shares.append(env.rewards[f"seat_{mine}"])
    return float(np.mean(shares)), float(1.96 * np.std(shares) / len(shares) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--title", default="mogul")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning (default: 5)")
    parser.add_argument("--watch", type=int, default=150, help="matches first (default: 150)")
    parser.add_argument("--rival", default="apprentice", help="a bot to meet at the end")
    parser.add_argument("--matches", type=int, default=1000, help="to meet it in")
    parser.add_argument("--decisions", type=int, default=16_384, help="before each lesson")
    parser.add_argument("--together", type=int, default=96, help="matches side by side")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # the net is too small to gain from threads
    matches = SideBySide(args.title, args.seats, args.together, args.seed)
    task = matches.envs[0].play.task
    net = Net(task.layout.size, task.width)
    optimiser = torch.optim.Adam(net.parameters(), lr=1e-3)
    began = time.monotonic()
    watch(net, optimiser, args.title, args.seats, args.watch)
    share, _ = meet(net, args.title, args.seats, min(100, args.matches), args.rival)
    print(f"after watching: win share {share:.2f}", flush=True)
    lessons = 0
    while lessons == 0 or time.monotonic() - began < 60 * args.minutes:
        left = max(0.0, 1 - (time.monotonic() - began) / (60 * args.minutes + 1e-9))
        optimiser.param_groups[0]["lr"] = 1e-4 + 4e-4 * left
        learn(net, optimiser, matches.collect(net, args.decisions))
        lessons += 1
        if lessons % 10 == 0:
            share, _ = meet(net, args.title, args.seats, 100, args.rival)
            minutes = (time.monotonic() - began) / 60
            print(f"{minutes:5.1f} min, {lessons} lessons: win share {share:.2f}", flush=True)
    share, margin = meet(net, args.title, args.seats, args.matches, args.rival)
    print(
        f"against {args.seats - 1} x {args.rival}: win share {share:.3f} +- {margin:.3f}"
        f" in {args.matches} matches; equal play would be {1 / args.seats:.3f}"
    )


if __name__ == "__main__":
    main()
