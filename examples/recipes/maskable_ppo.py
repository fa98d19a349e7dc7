"""Stable-Baselines3: MaskablePPO learns a title against apprentices.

pip install 'openoutcry[zoo]' sb3-contrib
python examples/recipes/maskable_ppo.py --steps 100000
"""

import sys

try:
    from matches import arguments, match, tell
    from sb3_contrib import MaskablePPO
except ModuleNotFoundError as missing:
    advice = "pip install 'openoutcry[zoo]' sb3-contrib"
    sys.exit(f"maskable_ppo.py: this needs {missing.name}: {advice}")


def main() -> None:
    args = arguments("MaskablePPO learns a title against apprentices.", 100_000)
    size = min(2048, args.steps)
    # Rewards come at the end alone, a hundred decisions away: none is discounted.
    model = MaskablePPO("MlpPolicy", match(args.title), n_steps=size, gamma=1.0, seed=1)
    model.learn(args.steps)
    tell(
        args.title,
        lambda seen, mask: int(model.predict(seen, action_masks=mask)[0]),
        args.matches,
    )


if __name__ == "__main__":
    main()
