"""Load a record and draw how the prices went, one line for each company, as SVG.

outcry play mogul --people 0 --seats 4 --save game.json
python examples/price_paths.py game.json prices.svg
"""

import sys
from pathlib import Path

import openoutcry as oo
from openoutcry.core.errors import OutcryError
from openoutcry.core.record import follow

# %% The record, step by step.


def price_paths(file: str) -> dict[str, list[int]]:
    """Company -> its price after each step of the record."""
    record = oo.load(file)
    match = record.at(0)
    views = match.title.views
    prices = [views.prices(match.state)]
    for number, line in enumerate(record.log):
        follow(match, number, line)
        prices.append(views.prices(match.state))
    columns = zip(*prices, strict=True)
    return dict(zip(views.companies(match.state), map(list, columns), strict=True))


# %% The picture.

WIDTH, HEIGHT, EDGE, NAMES = 800, 400, 40, 110
INKS = ("#8b5a2b", "#2e7d32", "#c49000", "#1565c0", "#c2185b", "#6a1b9a", "#00838f", "#546e7a")


def draw(paths: dict[str, list[int]], caption: str) -> str:
    prices = [price for path in paths.values() for price in path]
    low, high = min(prices), max(prices)
    steps = max(len(path) for path in paths.values()) - 1
    wide, tall = WIDTH - EDGE - NAMES, HEIGHT - 2 * EDGE

    def x(step: int) -> float:
        return EDGE + wide * step / max(steps, 1)

    def y(price: float) -> float:
        return HEIGHT - EDGE - tall * (price - low) / max(high - low, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        f"<title>{caption}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ee"/>',
        f'<text x="{EDGE}" y="24" font-size="15">{caption}</text>',
    ]
    for price in (low, high):
        parts.append(f'<text x="6" y="{y(price) + 4:.1f}">{price}</text>')
        parts.append(f'<path d="M{EDGE} {y(price):.1f}h{wide}" stroke="#ccc"/>')
    for number, (company, path) in enumerate(paths.items()):
        ink = INKS[number % len(INKS)]
        # A price stands until it changes: a staircase, not slopes.
        line = f"M{x(0):.1f} {y(path[0]):.1f}" + "".join(
            f"H{x(step):.1f}V{y(price):.1f}" for step, price in enumerate(path)
        )
        parts.append(f'<path d="{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
        below = EDGE + 18 * number
        parts.append(f'<text x="{WIDTH - NAMES + 8}" y="{below}" fill="{ink}">{company}</text>')
    return "\n".join([*parts, "</svg>", ""])


# %% From file to file.


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: python price_paths.py RECORD PICTURE.svg")
    source, target = sys.argv[1:]
    try:
        paths = price_paths(source)
        Path(target).write_text(draw(paths, f"Prices in {Path(source).name}"), encoding="utf-8")
    except (OutcryError, OSError) as error:
        sys.exit(f"price_paths.py: {error}")
    print(f"{target}: {len(paths)} companies, {len(next(iter(paths.values())))} positions")


if __name__ == "__main__":
    main()
