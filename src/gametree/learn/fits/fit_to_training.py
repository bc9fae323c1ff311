"""Fits a PyTorch module to the games that a training of the small network has left on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ...errors import BadParameter
from ...networks.model_library import home_of_model
from ...networks.torch_network import TorchNetwork
from ..checkpoint import Checkpoint, folder_of_training
from .fitting import Losses
from .torch_fitting import fit_to_window

__all__ = ["fit_to_training"]


def fit_to_training(
    network: TorchNetwork,
    path: str | os.PathLike[str] | None = None,
    *,
    epochs: float = 4.0,
    batch_size: int = 256,
    rate: float = 1e-3,
    seed: int = 0,
    on_progress: Callable[[float, Losses], None] = lambda share, losses: None,
) -> Losses:
    """Fit the module of a network to the games of a training by `gametree train` (extra `learn`).

    It learns the values and the shares of the moves that the small network has learned from, each
    position in an image under a symmetry of the board drawn at random; by AdamW, at a falling rate.
    Its weights are changed where they are.

    Args:
        network: of whose module the weights are changed.
        path: the file of the model that was trained; beside it are the games. None for where
            `gametree train` writes without `--out`.
        epochs: how often each position is shown.
        batch_size: positions to a step.
        rate: of learning, at first.
        seed: of the order of the positions.
        on_progress: called now and then with the share that is done, and the losses since.

    Returns:
        The losses on the last tenth of the positions that were shown.

    Raises:
        BadParameter: if an argument is wrong, the training is one of other rules, or there is
            none.
        ModelError: if a file is damaged.
        EvaluatorFault: if the module gives values or logits of another shape than it did, or
            numbers that are not finite.

    """
    if not isinstance(network, TorchNetwork):
        raise BadParameter(f"network must be a TorchNetwork, not {network!r}")
    if path is not None and not isinstance(path, (str, os.PathLike)):
        raise BadParameter(f"path must be that of a model, not {path!r}")
    model = home_of_model(network.game) if path is None else Path(path)
    replay = Checkpoint(folder_of_training(model)).replay(network.game, network.blueprint)
    return fit_to_window(
        network,
        replay.window(),
        epochs=epochs,
        batch_size=batch_size,
        rate=rate,
        seed=seed,
        on_progress=on_progress,
    )
