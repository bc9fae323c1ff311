"""The PyTorch module that a command trains: its class, the device, and the file of its model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import BadParameter

if TYPE_CHECKING:
    from ...game import Game
    from ...networks.torch_network import TorchNetwork

__all__ = ["check_onnx", "is_onnx", "module", "new_network"]

module = click.option(
    "--module",
    metavar="FILE:CLASS",
    help="The class of the PyTorch module; by default a residual tower.",
)


def is_onnx(path: Path) -> bool:
    """Return whether a file is to be an ONNX file, by its name."""
    return path.suffix.lower() == ".onnx"


def check_onnx(out: Path | None) -> None:
    """Refuse a file for a model that does not look like an ONNX file.

    Raises:
        BadParameter: if it does not.

    """
    if out is None or not is_onnx(out):
        raise BadParameter(
            "the model of a PyTorch module is an ONNX file, which players name as mcts:net=FILE: "
            "add --out FILE.onnx"
        )


def new_network(game: Game, device: str, named: str | None) -> TorchNetwork:
    """Return a network with random weights, of the module of this name, on a device.

    Raises:
        BadParameter: if there is no such device or module.
        MissingExtra: if a library is missing that is needed now or for the ONNX file.
        PythonFileError: if the file of the module cannot be loaded.

    """
    from ...machine.extras import load_extra
    from ...networks.named_network import named_module
    from ...networks.torch_network import TorchNetwork

    for library in ("onnx", "onnxscript", "onnxruntime"):
        load_extra(library, "learn")
    made = None if named is None else named_module(named, game)
    return TorchNetwork(game, made, device=device)
