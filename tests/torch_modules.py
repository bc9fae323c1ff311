"""PyTorch for tests, where it is installed (extra `learn`)."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: gametree[learn]")

torch.set_num_threads(1)  # more are slow where the cores have other work, such as other tests


class Layer(torch.nn.Module):
    """One layer."""

    def __init__(self, sizes, seed=0):
        super().__init__()
        torch.manual_seed(seed)
        count = 1
        for each in sizes.input:
            count *= each
        self.values = torch.nn.Linear(count, sizes.players)
        self.logits = torch.nn.Linear(count, sizes.actions)

    def forward(self, positions):
        seen = positions.flatten(1)
        return torch.tanh(self.values(seen)), self.logits(seen)
