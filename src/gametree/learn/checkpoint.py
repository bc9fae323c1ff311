"""A training on disk: a folder with its state after the last round, and the games it learns from.

Games are written within about a second, in files of their own; a training that is
killed loses those since then. No file is ever changed: each is written whole, or not at all.
"""

from __future__ import annotations

import shutil
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import BadParameter, ModelError
from ..files.checksummed_file import FileKind, making_sense, open_checksummed, write_checksummed
from ..game import Game
from ..networks.blueprint import Blueprint
from .self_play.game_files import GameFile, read_games, write_games
from .self_play.played_positions import POSITIONS, PlayedPositions
from .self_play.replay import Replay
from .training import Training

__all__ = ["Checkpoint", "folder_of_training"]

_STATE = FileKind(b"gametree-train 1", "training", ModelError)

_EVERY_SECONDS = 1.0


def folder_of_training(path: Path) -> Path:
    """Return the folder of the training whose model is in a file."""
    return path.with_name(f"{path.name}.training")


class Checkpoint:
    """The folder of a training.

    Args:
        folder: it; made when something is written.

    Attributes:
        history: the course of the training, apart from its state, as JSON types.

    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.history: dict[str, Any] = {}
        self._waiting: list[PlayedPositions] = []
        self._before = 0  # positions in games that are written
        self._written = time.monotonic()

    @property
    def exists(self) -> bool:
        """True if there is a training to go on with."""
        return (self.folder / "state").exists()

    def note(self, training: Training, played: PlayedPositions) -> None:
        """Write a game down, together with some others, within about a second.

        Raises:
            ModelError: if it cannot be written.

        """
        self._waiting.append(played)
        if time.monotonic() - self._written >= _EVERY_SECONDS:
            self.write_games(training)

    def save(self, training: Training) -> None:
        """Write all games down, and what was learned from them.

        Raises:
            ModelError: if it cannot be written; then what was written before is still good.

        """
        self._make_folder()
        self.write_games(training)
        state = training.state()
        facts = state.pop("told")
        arrays = {name: np.ascontiguousarray(array) for name, array in state.items()}
        content = {
            "blueprint": training.blueprint.digest,
            "learner": training.learner.kind,
            "training": facts,
            "history": self.history,
            "types": {name: array.dtype.str for name, array in arrays.items()},
        }
        write_checksummed(self.folder / "state", _STATE, content, arrays)
        self._forget(training)

    def restore(self, training: Training) -> None:
        """Let a training that has just begun go on from here.

        Raises:
            BadParameter: if it was a training of other rules, or of another network.
            ModelError: if a file is damaged.

        """
        path = self.folder / "state"
        with open_checksummed(path, _STATE) as file, making_sense(file.path, _STATE):
            content = file.content
            self._expect(content["blueprint"], training.game, training.blueprint)
            if content["learner"] != training.learner.kind:
                raise BadParameter(
                    f"the training in {str(self.folder)!r} is one of {content['learner']}, not of "
                    f"{training.learner.kind}: train the same one on a device of the same kind, "
                    "or name another file"
                )
            state: dict[str, Any] = {"told": content["training"]}
            for name, array in training.state().items():
                if name != "told":
                    state[name] = np.zeros_like(array)
                    file.read(name, state[name])
            self.history = dict(content["history"])
            files = [read_games(each) for each in self._files()]
            self._before = sum(int(each.used[POSITIONS]) for file in files for each in file.games)
            self._before += files[0].before if files else 0
            training.restore(
                state,
                [played for each in files for played in each.games],
                files[0].before if files else 0,
                max((each.numbers for each in files), default=0),
            )

    def replay(self, game: Game, blueprint: Blueprint) -> Replay:
        """Return the positions of the games that are here.

        Raises:
            BadParameter: if they are of other rules, or there are none.
            ModelError: if a file is damaged.

        """
        path = self.folder / "state"
        if path.exists():
            with open_checksummed(path, _STATE) as file, making_sense(file.path, _STATE):
                self._expect(file.content["blueprint"], game, blueprint)
        files = [read_games(each) for each in self._files()]
        if not any(each.games for each in files):
            raise BadParameter(
                f"there are no games of a training in {str(self.folder)!r}: train a network first, "
                "by gametree train"
            )
        replay = Replay(blueprint)
        replay.positions = files[0].before
        for written in files:
            for played in written.games:
                replay.add(played)
        return replay

    def _expect(self, digest: str, game: Game, blueprint: Blueprint) -> None:
        if digest != blueprint.digest:
            raise BadParameter(
                f"the training in {str(self.folder)!r} is one of other rules than {game!r}: name "
                "another file, or begin anew"
            )

    def clear(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_games(self, training: Training) -> None:
        """Write all games down that were noted.

        Raises:
            ModelError: if they cannot be written.

        """
        self._written = time.monotonic()
        if not self._waiting:
            return
        self._make_folder()
        path = self.folder / f"{self._before:012}.games"
        write_games(path, GameFile(self._waiting, self._before, training.games))
        self._before += sum(int(played.used[POSITIONS]) for played in self._waiting)
        self._waiting = []

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(
                f"the training cannot be kept in {str(self.folder)!r}: {error.strerror or error}"
            ) from error

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.games"))

    def _forget(self, training: Training) -> None:
        """Remove the files of games that the network is not fitted to any more."""
        oldest = training.replay.positions - len(training.replay)
        files = self._files()
        for path, following in pairwise(files):
            if int(following.stem) <= oldest:
                path.unlink(missing_ok=True)
