"""Fits a PyTorch module to the positions that a training of the small network has played."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter
from ..extras import load_extra
from ..networks.blueprint import Blueprint
from ..networks.model_library import home_of_model
from ..networks.symmetries import UNKNOWN
from ..networks.torch_network import TorchNetwork
from ..number_checks import positive
from ..parameters import require
from .checkpoint import Checkpoint, folder_of_training
from .fitting import Losses
from .gradients import Window

__all__ = ["batch_of", "fit_to_training", "fit_to_window"]

_WEIGHT_DECAY = 1e-4
_LAST_RATE = 0.05  # in parts of the first


class _Batch(NamedTuple):
    """Positions as a module is shown them, and what it is to say."""

    planes: Any  # float32
    values: Any  # float32: positions by players, -1 to 1
    actions: Any  # int64: positions by the most actions of any, 0 behind the last
    shares: Any  # float32: likewise; all 0 where the search does not teach the policy
    legal: Any  # bool: likewise


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
        on_progress: told every now and then which share is done, and the losses since then.

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


def fit_to_window(
    network: TorchNetwork,
    window: Window,
    *,
    epochs: float,
    batch_size: int,
    rate: float,
    seed: int,
    on_progress: Callable[[float, Losses], None],
) -> Losses:
    """Fit the module of a network to these positions; the rest is as for `fit_to_training`."""
    torch: Any = load_extra("torch", "learn")
    epochs, rate = positive("epochs", epochs), positive("rate", rate)
    require(int, batch_size=batch_size)
    if batch_size < 2:
        raise BadParameter(f"batch_size must be at least 2, not {batch_size}")
    random = np.random.default_rng(seed)
    count = len(window.movers)
    steps = max(1, round(epochs * count / batch_size))
    module = network.module
    optimiser = torch.optim.AdamW(module.parameters(), lr=rate, weight_decay=_WEIGHT_DECAY)
    turns = len(network.blueprint.symmetries.cells)
    sums, lasting = np.zeros(4), max(1, steps // 10)
    losses = Losses(0.0, 0.0)
    module.train()
    try:
        for step in range(steps):
            for group in optimiser.param_groups:
                group["lr"] = rate * (1.0 + (_LAST_RATE - 1.0) * step / steps)
            chosen = random.integers(0, count, batch_size)
            batch = batch_of(
                network.blueprint, window, chosen, random.integers(0, turns, batch_size)
            )
            sums += _step(torch, network, optimiser, batch)
            if (step + 1) % lasting == 0 or step + 1 == steps:
                losses = Losses(float(sums[0] / sums[3]), float(sums[1] / max(1.0, sums[2])))
                on_progress((step + 1) / steps, losses)
                sums[:] = 0.0
    finally:
        module.eval()
    return losses


def _step(torch: Any, network: TorchNetwork, optimiser: Any, batch: _Batch) -> Any:
    """Take one step; return the losses of values and policies, how many the latter are, and 1.

    Raises:
        EvaluatorFault: if the module gives something else than values and logits.

    """
    inputs = (torch.from_numpy(np.ascontiguousarray(each)).to(network.device) for each in batch)
    planes, targets, actions, shares, legal = inputs
    answer = network.module(planes)
    network.expect(network.in_numpy(answer), len(batch.planes))
    values, logits = answer
    value_loss = (values - targets).square().mean()
    own = logits.gather(1, actions).masked_fill(~legal, -torch.inf)
    taught = shares.sum(1) > 0.0
    own, shares, legal = own[taught], shares[taught], legal[taught]
    logs = torch.log_softmax(own, 1).masked_fill(~legal, 0.0)
    crossed = -(shares * logs).sum()
    entropy = -torch.xlogy(shares, shares).sum()
    count = int(taught.sum())
    loss = value_loss + crossed / max(1, count)
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()
    return np.array([value_loss.item(), (crossed - entropy).item(), float(count), 1.0])


def batch_of(plan: Blueprint, window: Window, chosen: Any, turns: Any) -> _Batch:
    """Return some positions of a window, each turned by one of the symmetries."""
    features, feature_rows, _ = _parts(window.feature_ends, chosen)
    actions, action_rows, places = _parts(window.action_ends, chosen)
    numbers, moves = window.features[features], window.actions[actions]
    images = plan.symmetries.features[turns[feature_rows], numbers]
    moved = plan.symmetries.actions[turns[action_rows], moves]
    # What random games did not show has no image: then a position stays as it is.
    stays = np.zeros(len(chosen), bool)
    stays[feature_rows[images == UNKNOWN]] = True
    stays[action_rows[moved == UNKNOWN]] = True
    images = np.where(stays[feature_rows], numbers, images)
    moved = np.where(stays[action_rows], moves, moved)
    width = int(places.max(initial=0)) + 1
    table = np.zeros((len(chosen), width), np.int64)
    shares = np.zeros((len(chosen), width), np.float32)
    legal = np.zeros((len(chosen), width), bool)
    table[action_rows, places] = moved
    shares[action_rows, places] = window.shares[actions]
    legal[action_rows, places] = True
    sums = shares.sum(axis=1, keepdims=True)
    values = window.targets.reshape(len(window.movers), -1)[chosen]
    if plan.opposed:
        values = np.concatenate([values, -values], axis=1)
    return _Batch(
        plan.planes.encode(images, feature_rows, window.movers[chosen]),
        values.astype(np.float32),
        table,
        shares / np.where(sums > 0.0, sums, 1.0),
        legal,
    )


def _parts(ends: Any, chosen: Any) -> tuple[Any, Any, Any]:
    """Return where the items of some positions are; for each the row, and its place there."""
    begins = np.where(chosen > 0, ends[chosen - 1], 0)
    lengths = ends[chosen] - begins
    rows = np.repeat(np.arange(len(chosen)), lengths)
    places = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return begins[rows] + places, rows, places
