"""Networks as people name them: a trained model, an ONNX file, a PyTorch module with its weights.

four.model                             what `gametree train` has written
four.onnx                              an ONNX file (extra `learn`)
mine.py:Tower:weights=four.pt          a class of PyTorch modules, made from what
                                       `network_sizes(game)` says, and its `state_dict` in a file
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import BadParameter, ModelError
from ..game import Game
from ..machine.extras import load_extra
from ..mcts.evaluation.evaluation import Evaluation
from ..naming.parameters import key_values
from ..user_code.locating import raised
from ..user_code.python_file import FileSpec, Kind, file_spec, find_class
from .batched_network import network_sizes
from .blueprint import blueprint_of
from .model_file import ModelFacts, load_model
from .network import Network
from .onnx_network import OnnxNetwork
from .torch_network import TorchNetwork

__all__ = [
    "NamedNetwork",
    "files_of_network",
    "named_module",
    "named_network",
    "told_of_training",
]

_WEIGHTS = "weights"
_FORM = "mine.py:Tower:weights=tower.pt"


class NamedNetwork(NamedTuple):
    """A network that somebody has named.

    Attributes:
        network: it.
        told: what searches do with it, in a few words.

    """

    network: Evaluation
    told: str


def named_network(name: str, game: Game) -> NamedNetwork:
    """Return the network of this name for a game.

    Raises:
        BadParameter: if it is one for other rules, or the name says too little.
        GameError: if the rules break their contract.
        MissingExtra: if what evaluates it is not installed.
        ModelError: if a file cannot be read or is damaged.
        PythonFileError: if a Python file cannot be loaded, or has no such class.

    """
    spec = file_spec(name)
    if spec is not None:
        return NamedNetwork(
            _torch_network(name, spec, game), f"the PyTorch module {name} instead of playouts"
        )
    if Path(name).suffix.lower() == ".onnx":
        network = OnnxNetwork(name, game)
        message = f"the network in {name} instead of playouts"
        return NamedNetwork(network, told_of_training(network.facts) if network.facts else message)
    blueprint = blueprint_of(game)
    model = load_model(name, game, blueprint)
    return NamedNetwork(Network(blueprint, model.weights), told_of_training(model.facts))


def files_of_network(name: str) -> Sequence[Path]:
    """Return the files that a name of a network names."""
    spec = file_spec(name)
    if spec is None:
        return (Path(name),)
    return (Path(spec.path), Path(_weights(name, spec)))


def told_of_training(facts: ModelFacts) -> str:
    """Return what searches do with a model that was trained here, in a few words."""
    return (
        f"a trained network instead of playouts: {facts.seconds / 60:.3g} minutes, "
        f"{facts.games:,} games, {facts.trained}"
    )


def _weights(name: str, spec: FileSpec) -> str:
    """Return the file of the weights of a module.

    Raises:
        BadParameter: if none is named.

    """
    given = key_values(spec.rest or "", ":", ())
    if given.keys() != {_WEIGHTS}:
        raise BadParameter(f"a PyTorch module is named with its weights, {_FORM}, not {name!r}")
    return given[_WEIGHTS]


def _torch_network(name: str, spec: FileSpec, game: Game) -> TorchNetwork:
    path = _weights(name, spec)
    torch: Any = load_extra("torch", "learn")
    module = _new_module(torch, spec, game)
    try:
        module.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    except OSError as error:
        raise ModelError(
            f"the weights {path!r} cannot be read: {error.strerror or error}"
        ) from error
    except Exception as error:  # PyTorch raises errors of many classes, of many lines
        first = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(":")
        raise ModelError(
            f"{path!r} holds no weights of {type(module).__name__}: {first}"
        ) from error
    return TorchNetwork(game, module)


def named_module(name: str, game: Game) -> Any:
    """Return a new PyTorch module of the class that a name such as `mine.py:Tower` names.

    Raises:
        BadParameter: if it names no such class, or the class cannot make one.
        MissingExtra: if PyTorch is not installed.
        PythonFileError: if the file cannot be loaded, or has no such class.

    """
    spec = file_spec(name)
    if spec is None or spec.rest:
        raise BadParameter(f"a class of PyTorch modules is named as in mine.py:Tower, not {name!r}")
    return _new_module(load_extra("torch", "learn"), spec, game)


def _new_module(torch: Any, spec: FileSpec, game: Game) -> Any:
    kind = Kind(
        "module",
        "a class that derives from torch.nn.Module",
        lambda cls: issubclass(cls, torch.nn.Module),
    )
    cls = find_class(spec.path, spec.name, kind)
    try:
        return cls(network_sizes(game))
    except Exception as error:
        raise BadParameter(f"{cls.__name__}(sizes) {raised(error, cls.__name__)}") from error
