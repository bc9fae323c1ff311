"""Many games at once that share a PyTorch module, which answers them in batches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any

from ...machine.extras import load_extra
from ...networks.torch_network import TorchNetwork, in_numpy
from ..update import Update
from .inference_requests import InferenceRequests
from .shared_network import InferenceEnded
from .workers import Maker, Threads

__all__ = ["ModulePlayers"]

_ANSWERING = 2
"""Threads that answer: one prepares a batch while the device computes the other's."""

_AHEAD = 2
"""Games for each that is played which may wait to be taken, at most."""


class ModulePlayers(Threads):
    """Threads that play, and threads that answer them.

    Args:
        makers: one for each game that is played at once, each with a slot of `requests`.
        requests: which are answered.
        network: of the module; games are played with a copy of it.

    """

    def __init__(
        self, makers: Sequence[Maker], requests: InferenceRequests, network: TorchNetwork
    ) -> None:
        super().__init__(makers, ahead=_AHEAD)
        self._requests = requests
        self._network = network
        self._torch: Any = load_extra("torch", "learn")
        self._on_gpu = network.device.type == "cuda"
        self._module = self._prepared(deepcopy(network.module))

    def learn(self, update: Update) -> None:
        self._module = self._prepared(update.weights)
        super().learn(update._replace(weights=None))

    def end(self) -> None:
        self._requests.end()
        super().end()

    def _jobs(self, first: int) -> list[Callable[[], None]]:
        return [*super()._jobs(first), *[self._answer] * _ANSWERING]

    def _play(self, maker: Maker, take: Callable[[], int]) -> None:
        with suppress(InferenceEnded):  # the threads that answer have said why
            super()._play(maker, take)

    def _answer(self) -> None:
        try:
            while (batch := self._requests.next_batch()) is not None:
                values, logits = self._outputs(self._requests.positions(batch))
                self._requests.answer(batch, values, logits)
        finally:
            self._requests.end()

    def _prepared(self, module: Any) -> Any:
        """Return a module as it answers fastest: a GPU convolves channels that lie together."""
        order = self._torch.channels_last if self._on_gpu else self._torch.preserve_format
        return module.eval().to(memory_format=order)

    def _outputs(self, positions: Any) -> tuple[Any, Any]:
        """Return what the module says of positions given as bytes.

        A GPU computes with 16 bits, which takes less time.

        Raises:
            EvaluatorFault: if it raises, or gives something else than values and logits.

        """
        torch, network = self._torch, self._network
        order = torch.preserve_format
        if self._on_gpu and positions.ndim == 4:
            order = torch.channels_last
        with torch.inference_mode(), torch.autocast("cuda", torch.float16, enabled=self._on_gpu):
            planes = torch.from_numpy(positions).to(network.device)
            answer = network.called(self._module, planes.to(torch.float32, memory_format=order))
        return network.expect(in_numpy(answer), len(positions))
