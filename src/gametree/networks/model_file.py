"""Models in files: the weights of a network, for which game, and how it came to be.

A `ChecksummedFile` with three arrays of 32-bit floats. No code is in it, and none is run to
read it.
"""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass

import numpy as np

from .. import __version__
from ..errors import BadParameter, ModelError
from ..files.checksummed_file import (
    ChecksummedFile,
    FileKind,
    making_sense,
    open_checksummed,
    write_checksummed,
)
from ..game import Game
from .blueprint import Blueprint
from .shape import UNITS, Shape, Weights

__all__ = [
    "MODEL",
    "Model",
    "ModelFacts",
    "facts_of",
    "load_model",
    "save_model",
    "version_of_this",
]

MODEL = FileKind(b"gametree-model 1", "model", ModelError)


@dataclass(frozen=True)
class ModelFacts:
    """What a file says of a model besides its weights.

    Attributes:
        game: the class of the rules, with their parameters.
        version: of gametree, and of Python.
        seconds: how long it was trained.
        games, positions, simulations: what it has played.
        seed: what it began with.
        trained: the day on which the training ended, such as "2026-05-01".
        verdict: what the match against the player without a network came to, in one sentence.
        accepted: whether it won that match, so that searches of the game use it.

    """

    game: str
    version: str
    seconds: float
    games: int
    positions: int
    simulations: int
    seed: int
    trained: str
    verdict: str
    accepted: bool


@dataclass(frozen=True)
class Model:
    """A trained network, as it is in a file.

    Attributes:
        weights: what it has learned.
        facts: how it came to be.

    """

    weights: Weights
    facts: ModelFacts


def version_of_this() -> str:
    """Return the versions that a model is written by."""
    return f"gametree {__version__}, Python {sys.version_info.major}.{sys.version_info.minor}"


def save_model(path: str | os.PathLike[str], blueprint: Blueprint, model: Model) -> None:
    """Write a model to a file, whole or not at all.

    Raises:
        BadParameter: if `path` is no path.
        ModelError: if the file cannot be written; what was there before still is.

    """
    content = {
        "facts": asdict(model.facts),
        "blueprint": blueprint.digest,
        "shape": list(blueprint.shape),
    }
    arrays = {name: np.ascontiguousarray(each) for name, each in model.weights._asdict().items()}
    write_checksummed(path, MODEL, content, arrays)


def load_model(path: str | os.PathLike[str], game: Game, blueprint: Blueprint) -> Model:
    """Return the model of a game in a file.

    Raises:
        BadParameter: if it was trained for other rules.
        ModelError: if the file cannot be read, is damaged, or holds weights that are no numbers.

    """
    with open_checksummed(path, MODEL) as file, making_sense(file.path, MODEL):
        facts = _facts(file)
        if file.content["blueprint"] != blueprint.digest:
            raise BadParameter(
                f"the model {file.path!r} was trained for {facts.game} by {facts.version}, and "
                f"{game!r} does not play alike here: pass the game it was trained for, or train one"
            )
        return Model(_read_weights(file, blueprint.shape), facts)


def _read_weights(file: ChecksummedFile, shape: Shape) -> Weights:
    """Return the weights that come next in a file.

    Raises:
        ModelError: if they are damaged, or are no numbers.

    """
    weights = Weights(
        np.empty((shape.rows, UNITS), np.float32),
        np.empty(shape.rows, np.float32),
        np.empty(shape.local, np.float32),
    )
    for name, array in weights._asdict().items():
        file.read(name, array)
        if not np.isfinite(array).all():
            raise file.kind.error(
                f"the model {file.path!r} holds weights that are no finite numbers: train it anew"
            )
    return weights


def facts_of(path: str | os.PathLike[str]) -> ModelFacts:
    """Return what a file says of its model, without reading the weights.

    Raises:
        BadParameter: if `path` is no path.
        ModelError: if the file cannot be read, or is no model.

    """
    with open_checksummed(path, MODEL) as file, making_sense(file.path, MODEL):
        return _facts(file)


def _facts(file: ChecksummedFile) -> ModelFacts:
    facts = ModelFacts(**file.content["facts"])
    content = {name: type(getattr(facts, name)).__name__ for name in ModelFacts.__annotations__}
    content["seconds"] = "float" if content["seconds"] == "int" else content["seconds"]
    if content != ModelFacts.__annotations__:
        raise TypeError
    return facts
