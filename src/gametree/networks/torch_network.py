"""A PyTorch module as the network of a search, on a CPU or a GPU; and its export to ONNX."""

from __future__ import annotations

import logging
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import BadParameter, ModelError
from ..files.replacing import replacing
from ..game import Game
from ..machine.extras import load_extra
from ..mcts.batching.evaluators import EvaluatorFault
from ..user_code.locating import raised
from .batched_network import ON_CPU, ON_GPU, BatchedNetwork, network_sizes
from .blueprint import blueprint_of
from .model_file import version_of_this

__all__ = ["DIGEST", "TorchNetwork", "in_numpy"]

DIGEST = "gametree blueprint"
"""Under this name an ONNX file tells which game it is for."""


class TorchNetwork(BatchedNetwork):
    """A PyTorch module as the network of a search (extra `learn`).

    The search collects leaves, and the module evaluates them in one call: give it as
    `Searcher(game, evaluation=gt.TorchNetwork(game, module), selection=gt.PUCT())`. What the
    module takes and gives, `gt.network_sizes(game)` says: an array of 32-bit floats, positions
    by `input`, and a pair of values (positions by players) and logits (positions by actions).
    During a search it is in the mode of evaluation, and no gradients are kept.

    Args:
        game: the rules that it is for.
        module: a `torch.nn.Module`, used as it is; None for a residual tower where the states
            hold a board (four blocks of 48 channels, on a GPU six of 96), and else for layers,
            with random weights.
        device: "auto" for a GPU if there is one; or as PyTorch names them: "cpu", "cuda:1".
        batch_size: simulations to a batch, as for `BatchEvaluator`; None for 16 on a CPU and 64
            on a GPU.
        seed: of the random weights.

    Attributes:
        module: the module.
        device: where it is.

    Raises:
        BadParameter: if an argument is wrong, or the module does not fit the game.
        MissingExtra: if PyTorch is not installed.
        GameError: if the rules break their contract.

    """

    def __init__(
        self,
        game: Game,
        module: Any = None,
        *,
        device: str = "auto",
        batch_size: int | None = None,
        seed: int = 0,
    ) -> None:
        torch: Any = load_extra("torch", "learn")
        sizes = network_sizes(game)
        self.device = _device(torch, device)
        if module is None:
            from .residual_tower import LARGE, SMALL, default_module

            tower = SMALL if self.device.type == "cpu" else LARGE
            bounded = blueprint_of(game).bounded
            module = default_module(sizes, bounded=bounded, seed=seed, tower=tower)
        if not isinstance(module, torch.nn.Module):
            raise BadParameter(f"module must be a torch.nn.Module, not {module!r}")
        if batch_size is None:
            batch_size = ON_CPU if self.device.type == "cpu" else ON_GPU
        self.module = module = module.to(self.device)
        device = self.device

        def run(planes: Any) -> Any:
            if module.training:
                module.eval()
            with torch.inference_mode():
                return in_numpy(module(torch.from_numpy(planes).to(device)))

        super().__init__(game, run, f"TorchNetwork({type(module).__name__})", batch_size)

    def called(self, module: Any, planes: Any) -> Any:
        """Return what a module like this one's returns for an input on the device.

        Raises:
            EvaluatorFault: if it raises, as where memory runs out.

        """
        try:
            return module(planes)
        except Exception as error:
            raise EvaluatorFault(
                f"{self.__name__} {raised(error, type(module).__name__)}, given {len(planes):,} "
                "positions"
            ) from error

    def to_onnx(
        self, path: str | os.PathLike[str], *, metadata: Mapping[str, str] | None = None
    ) -> None:
        """Write the network to an ONNX file, which `gt.OnnxNetwork` reads; whole or not at all.

        Args:
            path: the file.
            metadata: texts that the file holds besides, by name.

        Raises:
            MissingExtra: if the libraries of the export are not installed.
            ModelError: if PyTorch cannot export the module, or the file cannot be written.

        """
        for library in ("onnx", "onnxscript"):
            load_extra(library, "learn")
        torch: Any = load_extra("torch", "learn")
        # Two positions: PyTorch takes the sizes 0 and 1 for constants.
        example = torch.zeros((2, *self.sizes.input), device=self.device)
        self.module.eval()
        try:
            with _quietly():
                program = torch.onnx.export(
                    self.module,
                    (example,),
                    dynamo=True,
                    verbose=False,
                    input_names=["positions"],
                    output_names=["values", "logits"],
                    dynamic_shapes=({0: torch.export.Dim("count")},),
                )
        except Exception as error:  # the exporter's and the module's own are of many classes
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ModelError(f"PyTorch cannot export {self.__name__} to ONNX: {first}") from error
        model = program.model_proto
        facts = {DIGEST: self.blueprint.digest, "written by": version_of_this(), **(metadata or {})}
        for key, value in facts.items():
            model.metadata_props.add(key=key, value=value)
        try:
            with replacing(Path(path), "xb") as file:
                file.write(model.SerializeToString())
        except OSError as error:
            raise ModelError(
                f"the model cannot be written to {os.fspath(path)!r}: {error.strerror or error}"
            ) from error


def in_numpy(answer: Any) -> Any:
    """Return what a module has returned with arrays instead of tensors."""
    if not isinstance(answer, (tuple, list)):
        return answer
    return tuple(
        each.detach().float().cpu().numpy() if hasattr(each, "detach") else each for each in answer
    )


def _device(torch: Any, named: Any) -> Any:
    """Return a device of PyTorch.

    Raises:
        BadParameter: if there is none of this name.

    """
    if named == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(named)
        torch.zeros(1, device=device)
    except Exception as error:  # PyTorch raises some kinds, and an AssertionError without CUDA
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise BadParameter(
            f'device must be "auto" or one that PyTorch finds here, such as "cpu", not {named!r}: '
            f"{first}"
        ) from None
    return device


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep what the exporter says of itself, such as of libraries that are not there."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
