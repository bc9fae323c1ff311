"""Networks for games of hidden information: what some rounds of self-play gain.

A network trained by information-set self-play plays the one before any training, both with the
same number of simulations a move, and with seats changed for each seed of luck. The table shows the
mean return of the trained one a game, with its 95 % interval.

    python benchmarks/hidden_learned.py --rounds 6 --pairs 300 kuhn_poker leduc_poker goofspiel
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

from timing import table

import gametree as gt
from gametree import games
from gametree.learn.training import Training
from gametree.networks.blueprint import Blueprint
from gametree.networks.network import Network
from gametree.primitives.rng import derived_seed
from gametree.rules.drawing import drawn
from gametree.rules.one_by_one import one_by_one

PARAMETERS: dict[str, dict[str, Any]] = {"goofspiel": {"cards": 4}}


class Seat:
    """Plays by searches with one network."""

    def __init__(self, game: gt.Game, network: Network, simulations: int) -> None:
        self._game = game
        self._network = network
        self._simulations = simulations

    def choose(self, line: list[Any], seed: int) -> Any:
        """Return a move in the last state of a line; by regret matching it is drawn."""
        searcher = gt.Searcher(
            self._game, line[-1], history=line[:-1], evaluation=self._network, seed=seed
        )
        return searcher.run(simulations=self._simulations).action


def returns_of(game: gt.Game, seats: list[Seat], seed: int) -> list[float]:
    """Return what the seats get; the luck follows from the seed."""
    rng = gt.Rng(seed)
    line = [game.initial_state()]
    while not game.is_terminal(line[-1]):
        mover = game.current_player(line[-1])
        if mover == gt.CHANCE:
            action = drawn(game.chance_outcomes(line[-1]), rng)
        else:
            action = seats[mover].choose(line, derived_seed(seed, f"{len(line)}"))
        line.append(game.next_state(line[-1], action))
    return list(game.returns(line[-1]))


def gains(game: gt.Game, first: Network, second: Network, pairs: int, simulations: int) -> Any:
    """Return what the first of two networks gets a game, in each pair of games."""
    a, b = (Seat(game, each, simulations) for each in (first, second))
    found = []
    for pair in range(pairs):
        seed = derived_seed(1, f"pair {pair}")
        found.append((returns_of(game, [a, b], seed)[0] + returns_of(game, [b, a], seed)[1]) / 2.0)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=["kuhn_poker", "leduc_poker", "goofspiel"])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--simulations", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = []
    for name in given.games:
        game = one_by_one(games.load(name, **PARAMETERS.get(name, {})))
        begun = time.process_time()
        training = Training(game, seed=given.seed)
        blueprint: Blueprint = training.blueprint
        untrained = Network(blueprint, training.learner.weights())
        for _ in range(given.rounds):
            training.round()
        seconds = time.process_time() - begun
        trained = Network(blueprint, training.learner.weights())
        found = gains(game, trained, untrained, given.pairs, given.simulations)
        width = 1.96 * statistics.stdev(found) / math.sqrt(len(found))
        positions = sum(each.positions for each in training.rounds)
        rows.append(
            [
                name,
                f"{positions:,}",
                f"{seconds:.0f}",
                f"{2 * given.pairs:,}",
                f"{statistics.mean(found):+.3f} (+-{width:.3f})",
            ]
        )
        print(rows[-1], flush=True)
    print(table(["game", "positions", "seconds", "games", "gain a game"], rows))


if __name__ == "__main__":
    main()
