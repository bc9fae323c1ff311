"""The default networks, if you give no PyTorch module: a residual tower, or layers.

A board goes through convolutions with residual connections, of which the values and the logits are
read (He et al., 2016; Silver et al., 2017), all else through two wide layers.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

from .batched_network import NetworkSizes

__all__ = ["LARGE", "SMALL", "TowerSize", "default_module"]

_HIDDEN = 256
_VALUE_PLANES = 4
_POLICY_PLANES = 8
_VALUE_HIDDEN = 64


class TowerSize(NamedTuple):
    """How large a residual tower is."""

    channels: int
    blocks: int


SMALL = TowerSize(48, 4)
LARGE = TowerSize(96, 6)
"""A GPU that gets many positions at once computes it nearly as fast as the smaller one."""


class _Block(nn.Module):
    """Two convolutions that add something to what comes in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return torch.relu(planes + self.layers(planes))


class ResidualTower(nn.Module):
    """Convolutions over a board, with a head for the values and one for the logits."""

    def __init__(self, sizes: NetworkSizes, bounded: bool, size: TowerSize) -> None:
        super().__init__()
        channels = size.channels
        planes, rows, columns = sizes.input
        cells = rows * columns
        self.body = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            *(_Block(channels) for _ in range(size.blocks)),
        )
        self.values = nn.Sequential(
            nn.Conv2d(channels, _VALUE_PLANES, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(_VALUE_PLANES * cells, _VALUE_HIDDEN),
            nn.ReLU(),
            nn.Linear(_VALUE_HIDDEN, sizes.players),
            nn.Tanh() if bounded else nn.Identity(),
        )
        self.logits = nn.Sequential(
            nn.Conv2d(channels, _POLICY_PLANES, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(_POLICY_PLANES * cells, sizes.actions),
        )

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(planes)
        return self.values(seen), self.logits(seen)


class Perceptron(nn.Module):
    """Two wide layers, for positions without a board."""

    def __init__(self, sizes: NetworkSizes, bounded: bool) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(sizes.input[0], _HIDDEN),
            nn.ReLU(),
            nn.Linear(_HIDDEN, _HIDDEN),
            nn.ReLU(),
        )
        self.values = nn.Sequential(
            nn.Linear(_HIDDEN, sizes.players), nn.Tanh() if bounded else nn.Identity()
        )
        self.logits = nn.Linear(_HIDDEN, sizes.actions)

    def forward(self, numbers: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(numbers)
        return self.values(seen), self.logits(seen)


def default_module(
    sizes: NetworkSizes, *, bounded: bool, seed: int, tower: TowerSize = SMALL
) -> nn.Module:
    """Return a module for a game, with random weights.

    Args:
        sizes: what it takes and gives.
        bounded: whether its values are kept within -1 and 1.
        seed: of the weights; random numbers elsewhere do not change.
        tower: how large it is where there is a board.

    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        if len(sizes.input) == 3:
            made = ResidualTower(sizes, bounded, tower)
            # On a CPU a step of learning takes three quarters of the time so.
            return made.to(memory_format=torch.channels_last)
        return Perceptron(sizes, bounded)
