"""Best score at equal calls beside TreeQuest (Sakana AI), on generators that are mocks of models.

A call makes a new answer from an earlier one and scores it, from 0 to 1. Each search has as many
calls; its result is the best score that it has seen. The interval is of the differences at the same
seeds. TreeQuest is no part of the project: install it beside gametree, for this only.

    pip install treequest
    python benchmarks/against_treequest.py --seeds 100 --calls 100
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np

import gametree as gt

Answer = Any
Generate = Callable[[Answer, random.Random], tuple[Answer, float]]
"""Makes an answer from another one, None at first, and its score."""


def refined(answer: Answer, chance: random.Random) -> tuple[Answer, float]:
    """Better answers come from good ones, by small steps: depth pays."""
    quality = chance.gauss(0.3, 0.1) if answer is None else answer + chance.gauss(0.0, 0.06)
    quality = min(1.0, max(0.0, quality))
    return quality, quality


def ceilings(answer: Answer, chance: random.Random) -> tuple[Answer, float]:
    """First ideas differ in how far they lead, and the first score hardly shows it."""
    if answer is None:
        ceiling, score = chance.uniform(0.4, 1.0), chance.uniform(0.2, 0.4)
    else:
        ceiling, before = answer
        score = before + chance.uniform(-0.1, 0.5) * (ceiling - before)
    return (ceiling, score), score


_FIRST_SEED = 1000  # the lower ones served to choose alpha

_TARGET = ["a", "tree", "grows", "from", "its", "root"]


def words(answer: Answer, chance: random.Random) -> tuple[Answer, float]:
    """Write six words, one a call; a wrong word cannot be taken back, and the judge is noisy."""
    text = () if answer is None or len(answer) == len(_TARGET) else answer
    right = chance.random() < 0.4
    text = (*text, _TARGET[len(text)] if right else chance.choice("?!;"))
    share = sum(map(str.__eq__, text, _TARGET)) / len(_TARGET)
    return text, min(1.0, max(0.0, share + chance.gauss(0.0, 0.03)))


GENERATORS: dict[str, Generate] = {"refined": refined, "ceilings": ceilings, "words": words}


class Calls:
    """A generator that counts, with the best score of the first calls."""

    def __init__(self, generate: Generate, calls: int, seed: int) -> None:
        self._generate = generate
        self._chance = random.Random(seed)
        self.left = calls
        self.best = 0.0

    def __call__(self, answer: Answer) -> tuple[Answer, float]:
        made, score = self._generate(answer, self._chance)
        if self.left > 0:
            self.left -= 1
            self.best = max(self.best, score)
        return made, score


class Generated(gt.Game):
    """Answers as a game of one player: a move is a new answer with its score."""

    players = 1
    min_return, max_return = 0.0, 1.0

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def initial_state(self) -> Any:
        return (None, 0.0, 0)

    def current_player(self, state: Any) -> int:
        return 0

    def propose(self, state: Any, rng: Any) -> Any:
        return self._calls(state[0])

    def is_terminal(self, state: Any) -> bool:
        return False

    def next_state(self, state: Any, action: Any) -> Any:
        return (*action, state[2] + 1)

    def heuristic(self, state: Any) -> tuple[float]:
        return (state[1],)

    def returns(self, state: Any) -> tuple[float]:
        return (state[1],)


def ours(calls: Calls, seed: int, **strategies: Any) -> None:
    """Search with gametree until there are no calls left."""
    searcher = gt.Searcher(
        Generated(calls),
        seed=seed,
        evaluation=gt.Playout(max_plies=0),
        compiled=False,
        **strategies,
    )
    while calls.left > 0:
        searcher.run(simulations=1)


def theirs(calls: Calls, seed: int, algorithm: Any) -> None:
    """Search with TreeQuest until there are no calls left."""
    np.random.seed(seed)
    random.seed(seed)
    tree = algorithm.init_tree()
    while calls.left > 0:
        tree = algorithm.step(tree, {"call": calls}, inplace=True)


def contenders() -> dict[str, Callable[[Calls, int], None]]:
    """Return the searches by name, ours first."""
    import treequest

    return {
        "gametree": ours,
        "AB-MCTS-A": lambda calls, seed: theirs(calls, seed, treequest.ABMCTSA()),
        "AB-MCTS-A, beta": lambda calls, seed: theirs(
            calls, seed, treequest.ABMCTSA(dist_type="beta")
        ),
        "StandardMCTS": lambda calls, seed: theirs(calls, seed, treequest.StandardMCTS()),
    }


def error(values: list[float]) -> float:
    """Return half of the 95 % interval of a mean."""
    return 1.96 * statistics.stdev(values) / math.sqrt(len(values))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--calls", type=int, default=100)
    given = parser.parse_args()
    print("| generator | search | best score | gametree's less this one's |")
    print("|---|---|---:|---:|")
    for name, generate in GENERATORS.items():
        found: dict[str, list[float]] = {}
        for who, search in contenders().items():
            found[who] = []
            for seed in range(_FIRST_SEED, _FIRST_SEED + given.seeds):
                calls = Calls(generate, given.calls, seed)
                search(calls, seed)
                found[who].append(calls.best)
            mean = f"{statistics.fmean(found[who]):.3f} (± {error(found[who]):.3f})"
            less = [a - b for a, b in zip(found["gametree"], found[who], strict=True)]
            shown = (
                "" if who == "gametree" else f"{statistics.fmean(less):+.3f} (± {error(less):.3f})"
            )
            print(f"| {name} | {who} | {mean} | {shown} |", flush=True)
