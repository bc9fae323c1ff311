"""Leaf evaluations a second: the small network inside the compiled search, and a residual tower.

The tower is the one that `gt.TorchNetwork` brings along, evaluated by PyTorch and by ONNX Runtime,
leaves by batches of 64. All have random weights: the time does not depend on them. Counted are
nodes of the tree of a compiled search from the first position, each of which is evaluated once;
and for the tower, positions a second of the network alone at the same batch, without the search.
Needs the extra `learn`; `--threads` says with how many threads the tower is computed.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
from timing import Run, interleaved_rates, print_heading, ratios, spread, table

import gametree as gt
from gametree import games
from gametree.networks.batched_network import BatchedNetwork
from gametree.networks.blueprint import blueprint_of
from gametree.networks.shape import empty_weights

_BATCH = 64
_SMALL = 20_000
_LARGE = 640
"""Simulations of a turn."""


def searched(game: gt.Game, evaluation: gt.Evaluation, simulations: int) -> Run:
    """Return a run that counts the leaves which a search evaluates."""

    def run() -> tuple[int, object]:
        searcher = gt.Searcher(game, evaluation=evaluation, selection=gt.PUCT(), seed=1)
        searcher.run(simulations=simulations)
        return int(searcher.trees.first.in_use[0]), searcher

    return run


def alone(network: BatchedNetwork) -> Run:
    """Return a run that evaluates batches of the network's input."""
    random = np.random.default_rng(1)
    planes = random.integers(0, 2, (_BATCH, *network.sizes.input)).astype(np.float32)

    def run() -> tuple[int, object]:
        for _ in range(_LARGE // _BATCH):
            network.outputs_of(planes)
        return _LARGE, None

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    import torch

    torch.set_num_threads(arguments.threads)
    print_heading("torch", "onnxruntime")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for game in (games.ConnectFour(), games.Othello()):
            blueprint = blueprint_of(game)
            small = gt.Network(blueprint, empty_weights(blueprint.shape, 1))
            tower = gt.TorchNetwork(game, device="cpu", batch_size=_BATCH)
            path = Path(folder) / f"{game.name}.onnx"
            tower.to_onnx(path)
            onnx = gt.OnnxNetwork(path, game, batch_size=_BATCH, threads=arguments.threads)
            rates = interleaved_rates(
                {
                    "small, in the search": searched(game, small, _SMALL),
                    "tower, PyTorch, in the search": searched(game, tower, _LARGE),
                    "tower, ONNX Runtime, in the search": searched(game, onnx, _LARGE),
                    "tower, PyTorch, alone": alone(tower),
                    "tower, ONNX Runtime, alone": alone(onnx),
                },
                arguments.repeats,
            )
            first = rates["small, in the search"]
            rows += [
                [game.name, name, f"{spread(own).median:,.0f}", ratios(first, own).text()]
                for name, own in rates.items()
            ]
    print(table(["game", "network", "leaves /s", "small one's speed in parts of it"], rows))


if __name__ == "__main__":
    main()
