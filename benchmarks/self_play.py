"""Positions of self-play a second: gametree, OpenSpiel's AlphaZero in Python, a loop of one's own.

    python benchmarks/self_play.py --simulations 300 --prototype learn.py

All play breakthrough 6x6 against themselves in one thread, with as many simulations for each
position and networks of random weights, in turns. gametree's network has 256 units and sees
patterns; OpenSpiel's has one layer of `--width` units (its "mlp", on JAX: `pip install open_spiel
jax flax optax chex orbax-checkpoint`). `--prototype` names a file with `Learned`, a game with a
network as its heuristic, and `play(game, rng, simulations, untrained, data)`, which plays one
game with a search for each move by Python and adds its positions to `data`: what one writes who
puts `gt.Searcher` into a loop. What is missing is left out.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from timing import Run, interleaved_rates, print_heading, ratios, spread, table
from unaided.breakthrough import Breakthrough

import gametree as gt
from gametree.learn.self_play.game_maker import GameMaker
from gametree.learn.self_play.played_positions import POSITIONS
from gametree.learn.training import plan_of
from gametree.networks.blueprint import blueprint_of
from gametree.networks.network import Network
from gametree.networks.shape import empty_weights

_OUR_GAMES = 20
_PROTOTYPE_GAMES = 1


def ours(game: gt.Game, simulations: int) -> Run:
    """Return a run of compiled self-play."""
    blueprint = blueprint_of(game)
    plan = plan_of(game, blueprint)
    plan.long = plan.short = float(simulations)
    maker = GameMaker(game, Network(blueprint, empty_weights(blueprint.shape, 1)), plan, seed=1)
    numbers = itertools.count()

    def run() -> tuple[int, object]:
        positions = 0
        for number in itertools.islice(numbers, _OUR_GAMES):
            played = maker.game_played(number)
            positions += 0 if played is None else int(played.used[POSITIONS])
        return positions, None

    return run


def prototype(module: Any, simulations: int) -> Run:
    """Return a run of a loop in Python around searches."""
    rng = np.random.default_rng(1)
    game = module.Learned(None, None)

    def run() -> tuple[int, object]:
        data: list[Any] = []
        for _ in range(_PROTOTYPE_GAMES):
            module.play(game, rng, simulations, False, data)
        return len(data), None

    return run


def openspiel(simulations: int, width: int, folder: str) -> Run:
    """Return a run of a game as an actor of OpenSpiel's AlphaZero plays it."""
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.algorithms.alpha_zero import alpha_zero, evaluator, utils

    class Silent:
        def print(self, *told: object) -> None:
            pass

        opt_print = print

    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    shape, actions = game.observation_tensor_shape(), game.num_distinct_actions()
    build = utils.api_selector("nnx").Model.build_model
    model = build("mlp", shape, actions, width, 1, 1e-4, 1e-3, folder)
    judge = evaluator.AlphaZeroEvaluator(game, model)
    bots = [
        mcts.MCTSBot(
            game,
            2.0,
            simulations,
            judge,
            solve=False,
            dirichlet_noise=(0.25, 1.0),
            child_selection_fn=mcts.SearchNode.puct_value,
            dont_return_chance_node=True,
        )
        for _ in range(2)
    ]

    def run() -> tuple[int, object]:
        played = alpha_zero._play_game(Silent(), 0, game, bots, 1.0, 10)
        return len(played.states), None

    return run


def loaded(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("prototype", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=300)
    parser.add_argument("--width", type=int, default=64, help="of OpenSpiel's layer")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--prototype", help="a Python file")
    given = parser.parse_args()
    print_heading("open_spiel", "jax")
    runs = {"gametree, rules as one writes them": ours(Breakthrough(), given.simulations)}
    with tempfile.TemporaryDirectory() as folder:
        if given.prototype and Path(given.prototype).exists():
            module = loaded(given.prototype)
            runs["gametree, the prototype's rules"] = ours(
                module.Breakthrough6(), given.simulations
            )
            runs["the prototype"] = prototype(module, given.simulations)
        try:
            runs["OpenSpiel's AlphaZero"] = openspiel(given.simulations, given.width, folder)
        except ImportError as error:
            print(f"OpenSpiel's AlphaZero is left out: {error}\n")
        rates = interleaved_rates(runs, given.repeats)
    first = rates[next(iter(runs))]
    rows = [[name, spread(own).text(), ratios(first, own).text()] for name, own in rates.items()]
    heading = ["plays", "positions a second", "the first one's speed in parts of it"]
    print(table(heading, rows))


if __name__ == "__main__":
    main()
