"""The user's trained models: one file a game, found again by the fingerprint of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..errors import BadParameter, ModelError
from ..files.user_folders import data_home
from ..game import Game
from ..mcts.persistence.fingerprints import name_of_rules
from ..rules.one_by_one import one_by_one
from .blueprint import blueprint_of
from .model_file import ModelFacts, load_model
from .network import Network

__all__ = ["SUFFIX", "Found", "found_network", "home_of_model", "model_files", "models_folder"]

SUFFIX = ".model"


class Found(NamedTuple):
    """A network that was trained for a game.

    Attributes:
        network: it.
        facts: how it came to be.

    """

    network: Network
    facts: ModelFacts


_loaded: dict[Path, tuple[tuple[int, int], Found | None]] = {}


def models_folder() -> Path | None:
    """Return the folder of the user's models; None for a user without a home."""
    try:
        return data_home() / "models"
    except RuntimeError:
        return None


def model_files() -> list[Path]:
    """Return the files of all models in the user's folder, by name."""
    folder = models_folder()
    return sorted(folder.glob(f"*{SUFFIX}")) if folder is not None and folder.is_dir() else []


def home_of_model(game: Game) -> Path:
    """Return the file in which a model of a game is looked for.

    Raises:
        BadParameter: for a user without a home.

    """
    folder = models_folder()
    if folder is None:
        raise BadParameter(
            "there is no home folder to keep models in: name a file, or set GAMETREE_DATA_DIR"
        )
    return folder / f"{name_of_rules(game)}{SUFFIX}"


def found_network(game: Game) -> Found | None:
    """Return the network in the user's folder that has won its match; None if there is none.

    Raises:
        ModelError: if the file is damaged.
        GameError: if the rules break their contract.

    """
    folder = models_folder()
    if folder is None or not folder.is_dir():
        return None
    path = folder / f"{name_of_rules(game)}{SUFFIX}"
    try:
        status = path.stat()
    except OSError:
        return None
    stamp = (status.st_mtime_ns, status.st_size)
    known, found = _loaded.get(path, (None, None))
    if known != stamp:
        found = _loaded_from(path, game)
        _loaded[path] = (stamp, found)
    return found


def _loaded_from(path: Path, game: Game) -> Found | None:
    game = one_by_one(game)
    try:
        blueprint = blueprint_of(game)
        model = load_model(path, game, blueprint)
    except (BadParameter, ModelError) as error:
        raise ModelError(
            f"a trained model of {type(game).__name__} cannot be used: {error} (to be rid of it: "
            f"gametree models --delete {path.stem})"
        ) from error
    return Found(Network(blueprint, model.weights), model.facts) if model.facts.accepted else None
