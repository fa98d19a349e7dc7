"""RLlib: PPO with action masks learns a title against apprentices.

pip install 'openoutcry[zoo]' 'ray[rllib]' torch
python examples/recipes/rllib_ppo.py --steps 100000
"""

import sys

try:
    import numpy as np
    import torch
    from matches import MaskBeside, arguments, match, tell
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[zoo]' 'ray[rllib]' torch"
    sys.exit(f"rllib_ppo.py: this needs {missing.name}: {advice}")

AT_ONCE = 4000


def masked(settings):
    """A seat whose observations have their mask beside them, as RLlib's module wants it."""
    return MaskBeside(match(settings["title"]), "observations", "action_mask", np.float32)


def main() -> None:
    args = arguments("PPO learns a title against apprentices.", 100_000)
    size = min(AT_ONCE, args.steps)
    register_env("openoutcry", masked)
    settings = (
        PPOConfig()
        .environment("openoutcry", env_config={"title": args.title})
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=size, minibatch_size=min(256, size), gamma=1.0)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    )
    algorithm = settings.build_algo()
    for _ in range(max(args.steps // size, 1)):
        algorithm.train()
    module = algorithm.get_module()

    def choose(seen, mask):
        rows = {
            "observations": torch.from_numpy(seen[None]),
            "action_mask": torch.from_numpy(mask[None].astype(np.float32)),
        }
        with torch.no_grad():
            return int(module.forward_inference({"obs": rows})["action_dist_inputs"].argmax())

    tell(args.title, choose, args.matches)
    algorithm.stop()


if __name__ == "__main__":
    main()
