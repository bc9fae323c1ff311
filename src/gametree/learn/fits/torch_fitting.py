"""Fits a PyTorch module to positions that self-play has left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...errors import BadParameter
from ...machine.extras import load_extra
from ...naming.parameters import require
from ...networks.blueprint import Blueprint
from ...networks.symmetries import UNKNOWN
from ...networks.torch_network import TorchNetwork, in_numpy
from ...numbers.checks import positive
from .fitting import Losses
from .gradients import Window

__all__ = ["TorchFitting", "batch_of", "fit_to_window"]

_WEIGHT_DECAY = 1e-4
_LAST_RATE = 0.05  # in parts of the first


class _Batch(NamedTuple):
    """Positions as a module is shown them, and what it is to say."""

    planes: Any  # float32
    values: Any  # float32: positions by players, -1 to 1
    actions: Any  # int64: positions by the most actions of any, 0 behind the last
    shares: Any  # float32: likewise; all 0 where the search does not teach the policy
    legal: Any  # bool: likewise


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
    """Fit the module of a network to these positions; the rest is as for `gt.fit_to_training`."""
    epochs, rate = positive("epochs", epochs), positive("rate", rate)
    require(int, batch_size=batch_size)
    if batch_size < 2:
        raise BadParameter(f"batch_size must be at least 2, not {batch_size}")
    fitting = TorchFitting(network, seed=seed, batch_size=batch_size)
    positions = round(epochs * len(window.movers))
    return fitting.fit(window, positions, rate, _LAST_RATE * rate, on_progress)


class TorchFitting:
    """The module of a network, and the state of the optimiser that fits it.

    Args:
        network: of whose module the weights are changed.
        seed: of the order of the positions.
        batch_size: positions to a step.

    Raises:
        MissingExtra: if PyTorch is not installed.

    """

    def __init__(self, network: TorchNetwork, *, seed: int, batch_size: int) -> None:
        self._torch: Any = load_extra("torch", "learn")
        self._network = network
        self._batch_size = batch_size
        self._random = np.random.default_rng(seed)
        self._optimiser = self._torch.optim.AdamW(
            network.module.parameters(), weight_decay=_WEIGHT_DECAY
        )

    def fit(
        self,
        window: Window,
        positions: int,
        rate: float,
        last_rate: float,
        on_progress: Callable[[float, Losses], None] = lambda share, losses: None,
    ) -> Losses:
        """Take steps until this many positions have been shown, at a falling rate.

        Returns the losses on the last tenth of them. What it raises is as for `gt.fit_to_training`.
        """
        steps = max(1, round(positions / self._batch_size))
        turns = len(self._network.blueprint.symmetries.cells)
        sums, lasting = np.zeros(4), max(1, steps // 10)
        losses = Losses(0.0, 0.0)
        module = self._network.module
        module.train()
        try:
            for step in range(steps):
                for group in self._optimiser.param_groups:
                    group["lr"] = rate + (last_rate - rate) * step / steps
                chosen = self._random.integers(0, len(window.movers), self._batch_size)
                turned = self._random.integers(0, turns, self._batch_size)
                sums += self._step(batch_of(self._network.blueprint, window, chosen, turned))
                if (step + 1) % lasting == 0 or step + 1 == steps:
                    losses = Losses(float(sums[0] / sums[3]), float(sums[1] / max(1.0, sums[2])))
                    on_progress((step + 1) / steps, losses)
                    sums[:] = 0.0
        finally:
            module.eval()
        return losses

    def _step(self, batch: _Batch) -> Any:
        """Take one step; return the losses of values and policies, how many the latter are, and 1.

        Raises:
            EvaluatorFault: if the module raises, or gives something else than values and logits.

        """
        torch, network = self._torch, self._network
        inputs = (torch.from_numpy(np.ascontiguousarray(each)).to(network.device) for each in batch)
        planes, targets, actions, shares, legal = inputs
        answer = network.called(network.module, planes)
        network.expect(in_numpy(answer), len(batch.planes))
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
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self._optimiser.step()
        return np.array([value_loss.item(), (crossed - entropy).item(), float(count), 1.0])

    def state(self) -> dict[str, Any]:
        """Return what `restore` needs: arrays by name, and "told" as JSON."""
        weights = self._network.module.state_dict()
        arrays = {f"module {name}": each for name, each in weights.items()}
        for number, parameter in enumerate(self._parameters()):
            for name, each in self._moments(parameter).items():
                arrays[f"{name} {number}"] = each
        state = {name: each.detach().cpu().numpy() for name, each in arrays.items()}
        return {**state, "told": {"random": self._random.bit_generator.state}}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` returned."""
        torch = self._torch
        self._random.bit_generator.state = state["told"]["random"]
        weights = self._network.module.state_dict()
        self._network.module.load_state_dict(
            {name: torch.from_numpy(state[f"module {name}"]) for name in weights}
        )
        for number, parameter in enumerate(self._parameters()):
            for name, each in self._moments(parameter).items():
                each.copy_(torch.from_numpy(state[f"{name} {number}"]))

    def _parameters(self) -> list[Any]:
        return [each for group in self._optimiser.param_groups for each in group["params"]]

    def _moments(self, parameter: Any) -> dict[str, Any]:
        """Return what the optimiser keeps of a parameter, as it is before its first step."""
        torch, kept = self._torch, self._optimiser.state[parameter]
        if not kept:
            kept["step"] = torch.zeros(())
            kept["exp_avg"] = torch.zeros_like(parameter)
            kept["exp_avg_sq"] = torch.zeros_like(parameter)
        return dict(kept)


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
    """Return where each item of some positions is, its row, and its index in the row."""
    begins = np.where(chosen > 0, ends[chosen - 1], 0)
    lengths = ends[chosen] - begins
    rows = np.repeat(np.arange(len(chosen)), lengths)
    places = np.arange(int(lengths.sum())) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return begins[rows] + places, rows, places
