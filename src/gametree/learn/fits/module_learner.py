"""A PyTorch module as a learner, on a GPU or on a CPU; its model is an ONNX file."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import ModelError
from ...networks.model_file import ModelFacts
from ...networks.onnx_network import FACTS, OnnxNetwork
from ...networks.torch_network import TorchNetwork
from ..learner import Learner, Saved
from ..self_play.played_positions import PlayedPositions
from .fitting import Losses
from .gradients import Window
from .torch_fitting import TorchFitting

__all__ = ["ModuleLearner"]

_RATE = 1e-3
_LAST_RATE = 1e-4
_BATCH = 512


class ModuleLearner(Learner):
    """A PyTorch module that learns.

    Matches are played, and models saved, as an ONNX file: with what users will play with, which
    needs neither PyTorch nor a GPU.

    Args:
        network: of the module, whose weights are changed, on the device where it learns.
        seed: of the order of the positions.

    Raises:
        MissingExtra: if a library of the extra `learn` is missing.

    """

    def __init__(self, network: TorchNetwork, seed: int) -> None:
        self.blueprint = network.blueprint
        weights = sum(each.numel() for each in network.module.parameters())
        self.kind = f"a {type(network.module).__name__} of {weights:,} weights"
        self._network = network
        self._fitting = TorchFitting(network, seed=seed, batch_size=_BATCH)

    def fit(self, window: Window, positions: int) -> Losses:
        return self._fitting.fit(window, positions, _RATE, _LAST_RATE)

    def weights(self) -> Any:
        return deepcopy(self._network.module)

    def network(self) -> OnnxNetwork:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "now.onnx"
            self._network.to_onnx(path)
            return OnnxNetwork(path, self._network.game, threads=1)

    def first_values(self, picked: Sequence[tuple[PlayedPositions, int]]) -> list[float]:
        found, owners, movers = [], [], []
        for row, (game, position) in enumerate(picked):
            begin = int(game.feature_ends[position - 1]) if position else 0
            features = game.features[begin : int(game.feature_ends[position])]
            found.append(features)
            owners.append(np.full(len(features), row))
            movers.append(int(game.movers[position]))
        inputs = self.blueprint.planes.encode(
            np.concatenate(found), np.concatenate(owners), np.array(movers)
        )
        return self._network.outputs_of(inputs)[0][:, 0].tolist()  # type: ignore[no-any-return]

    def save(self, path: Path, facts: ModelFacts) -> None:
        self._network.to_onnx(path, metadata={FACTS: json.dumps(asdict(facts))})

    def saved(self, path: Path) -> Saved:
        network = OnnxNetwork(path, self._network.game, threads=1)
        if network.facts is None:
            raise ModelError(
                f"{str(path)!r} does not say how its network was trained: name another file"
            )
        return Saved(network, network.facts)

    def state(self) -> dict[str, Any]:
        return self._fitting.state()

    def restore(self, state: dict[str, Any]) -> None:
        self._fitting.restore(state)
