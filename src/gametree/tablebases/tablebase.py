"""A tablebase: exact values by position, looked up, summed up and kept in a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, TablebaseError
from ..files.checksummed_file import FileKind, making_sense, open_checksummed, write_checksummed
from ..files.user_folders import data_home
from ..game import Action, Game, State
from ..mcts.persistence.fingerprints import name_of_rules
from .ends import EndsInTable
from .graph import word_of

__all__ = ["TableMove", "TableValue", "Tablebase", "file_of_tablebase", "tablebase_of"]

_FILE = FileKind(b"gametree table\x00\x01", "tablebase", TablebaseError)
_COLUMNS = (
    ("keys", np.uint64),
    ("players", np.int8),
    ("values", np.int16),
    ("distances", np.int32),
)


class TableValue(NamedTuple):
    """The exact value of a position.

    Attributes:
        returns: what each player gets if both play perfectly.
        distance: plies to the end, if the winner is quick and the loser slow; None if nobody can
            force more than endless play.

    """

    returns: tuple[float, float]
    distance: int | None


class TableMove(NamedTuple):
    """A move with the exact value of the position after it; `distance` counts the move."""

    action: Action
    returns: tuple[float, float]
    distance: int | None


class Tablebase:
    """The exact values of all positions that can be reached from some states.

    Build one with `tablebase`, or `load` one. Positions are identified by keys of 64 bits: two of
    ten million share one with a probability of about 1 in 400,000.

    Attributes:
        game: the rules.
        results: the different results of player 0.

    """

    def __init__(
        self, game: Game, keys: Any, players: Any, values: Any, distances: Any, results: Any,
        total: float,
    ) -> None:  # fmt: skip
        self.game, self.results, self._total = game, results, total
        self._columns = {
            "keys": keys, "players": players, "values": values, "distances": distances,
        }  # fmt: skip

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._columns["keys"])

    def value(self, state: State) -> TableValue | None:
        """Return the exact value of a position; None if it is not in the table."""
        key = np.uint64(word_of(self.game, state))
        keys = self._columns["keys"]
        index = int(np.searchsorted(keys, key))
        if index == len(keys) or keys[index] != key:
            return None
        distance = int(self._columns["distances"][index])
        return TableValue(
            self._returns(int(self._columns["values"][index])), None if distance < 0 else distance
        )

    def moves(self, state: State) -> tuple[TableMove, ...]:
        """Return the legal moves of a position whose values are known, best first.

        Of equal moves that win, the quickest is first; of those that lose, the slowest.
        """
        game, found = self.game, []
        if game.is_terminal(state):
            return ()
        player = game.current_player(state)
        for action in list(game.legal_actions(state)):
            value = self.value(game.next_state(game.copy(state), action))
            if value is not None:
                distance = None if value.distance is None else value.distance + 1
                found.append(TableMove(action, value.returns, distance))
        endless = float(game.draw_value)

        def rank(move: TableMove) -> tuple[float, int]:
            own, distance = move.returns[player], move.distance or 0
            return own, -distance if own > endless else distance if own < endless else 0

        return tuple(sorted(found, key=rank, reverse=True))

    def rules(self) -> Game:
        """Return the game in which positions of the table are over, with their exact value.

        Search it to use the table: the search takes these values as proofs. A position that is in
        the table needs no search, and is refused as finished.
        """
        columns = self._columns
        return EndsInTable(self.game, columns["keys"], self.results[columns["values"]], self._total)

    def summary(self) -> list[dict[str, Any]]:
        """Return how many positions have each result, and the longest distance to it.

        Each item has `player`, who moves, None where the game is over; `return`, which is that of
        this player, and of player 0 where the game is over; `positions`; and `longest`, in plies,
        None if nobody can force an end.
        """
        columns, found = self._columns, []
        over = columns["distances"] == 0
        for player in (0, 1, None):
            chosen = over if player is None else (columns["players"] == player) & ~over
            for index in reversed(range(len(self.results))):
                distances = columns["distances"][chosen & (columns["values"] == index)]
                if len(distances):
                    longest = int(distances.max())
                    found.append({
                        "player": player,
                        "return": self._returns(index)[player or 0],
                        "positions": len(distances),
                        "longest": None if longest < 0 else longest,
                    })  # fmt: skip
        return found

    def save(self, path: str | os.PathLike[str] | None = None) -> Path:
        """Write it to a file, whole or not at all; by default to the user's data folder.

        Raises:
            TablebaseError: if it cannot be written.

        """
        target = file_of_tablebase(self.game) if path is None else Path(path)
        if path is None:
            target.parent.mkdir(parents=True, exist_ok=True)
        content = {
            "rules": name_of_rules(self.game),
            "results": [float(each) for each in self.results],
            "sum": self._total,
        }
        write_checksummed(target, _FILE, content, self._columns)
        return target

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game) -> Tablebase:
        """Read a tablebase of a game from a file.

        Raises:
            TablebaseError: if it cannot be read, is damaged, or is of other rules.

        """
        with open_checksummed(path, _FILE) as file, making_sense(file.path, _FILE):
            content = file.content
            if content["rules"] != name_of_rules(game):
                raise TablebaseError(
                    f"{file.path!r} is a tablebase of {content['rules']}, and these rules are "
                    f"{name_of_rules(game)}: build it again for them"
                )
            columns = []
            for name, kind in _COLUMNS:
                columns.append(np.zeros(file.sizes["keys"] // 8, kind))
                file.read(name, columns[-1])
            results = np.array(content["results"], np.float64)
            keys, players, values, distances = columns
            total = float(content["sum"])
            return cls(game, keys, players, values, distances, results, total)

    def _returns(self, index: int) -> tuple[float, float]:
        first = float(self.results[index])
        return first, self._total - first


def file_of_tablebase(game: Game) -> Path:
    """Return the file in the user's data folder that the tablebase of a game belongs in.

    Raises:
        BadParameter: for a user without a home.

    """
    try:
        return data_home() / "tablebases" / f"{name_of_rules(game)}.tablebase"
    except RuntimeError:
        raise BadParameter(
            "there is no home folder to keep tablebases in: name a file, or set GAMETREE_DATA_DIR"
        ) from None


def tablebase_of(game: Game) -> Tablebase | None:
    """Return the tablebase of a game in the user's data folder; None if there is none.

    Raises:
        TablebaseError: if its file is damaged.

    """
    try:
        path = file_of_tablebase(game)
    except BadParameter:
        return None
    return Tablebase.load(path, game) if path.is_file() else None
