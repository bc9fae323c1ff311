"""A search plays PettingZoo's connect four against random moves.

The environment is the only model of the rules: the search plays on copies of it.

    pip install 'gametree[pettingzoo]' pygame-ce
    python examples/pettingzoo_connect_four.py
"""

from __future__ import annotations

import random

import gametree as gt
from gametree.adapters.pettingzoo import PettingZoo


def play(make_env, simulations=200, seed=1):
    """Play one game, the search first; return what each agent got."""
    chance = random.Random(seed)
    game = PettingZoo(make_env)
    print(f"copied by: {game.copied_by}, because {game.copied_because}")
    searcher = gt.Searcher(game, seed=seed, compiled=False)
    env = make_env()
    env.reset(seed=0)  # the seed that the game is searched with
    gained = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        gained[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        if agent == env.possible_agents[0]:
            result = searcher.run(simulations=simulations)
            action = result.action
            print(f"{agent} plays {action}, expects {result.value[0]:+.2f}")
        else:
            mask = observation["action_mask"]
            action = chance.choice([number for number, legal in enumerate(mask) if legal])
            print(f"{agent} plays {action}")
        env.step(action)
        searcher.advance(action)
    print(gained)
    return gained


def main(simulations=200):
    """Play connect four, if what it needs is there."""
    try:
        import pettingzoo
        import pygame  # noqa: F401 - the environment needs it, to draw
    except ModuleNotFoundError as missing:
        print(f"This example needs {missing.name}: pip install pettingzoo pygame-ce")
        return None
    return play(lambda: pettingzoo.make("aec", "classic/connect_four-v3"), simulations)


if __name__ == "__main__":
    main()
