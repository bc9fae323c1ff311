"""Frozen Lake, with ice that does not slip and with ice that does.

pip install 'gametree[gymnasium]'
python examples/gymnasium_frozen_lake.py
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:
    raise SystemExit(f"{error}: pip install 'gametree[gymnasium]'") from None

import gametree as gt
from gametree.adapters.gymnasium import Gymnasium

ARROWS = "<v>^"


def lake(slippery):
    """Return a function that makes a lake."""
    return lambda: gymnasium.make("FrozenLake-v1", is_slippery=slippery)


def cross(simulations=200, limit=40):
    """Walk over ice that does not slip, searching before each step; return the reward."""
    game = Gymnasium(lake(slippery=False))
    searcher = gt.Searcher(game, seed=1, compiled=False)
    steps = ""
    while not game.is_terminal(searcher.state) and len(steps) < limit:
        action = searcher.run(simulations=simulations).action
        steps += ARROWS[action]
        searcher.advance(action)
    (reward,) = game.returns(searcher.state)
    print(f"without slipping: {steps} for a reward of {reward:g}")
    return reward


def slip(simulations=10_000, seed=0):
    """Search slippery ice twice: as a seed settles it, and as it is on average."""
    expected = {}
    for randomness in ("seeded", "fresh"):
        game = Gymnasium(lake(slippery=True), seed=seed, randomness=randomness)
        result = gt.search(game, simulations=simulations, seed=1, compiled=False, method="uct")
        (expected[randomness],) = result.value
        print(f"slipping, randomness {randomness}: expects {expected[randomness]:.3f}")
    print("The first knows how it will slip; nobody on the ice does.")
    return expected


if __name__ == "__main__":
    cross()
    slip()
