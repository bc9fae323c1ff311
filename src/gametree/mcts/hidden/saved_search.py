"""A search of what one player knows, on disk: what is written, and how it goes on from there.

No state is written: the file holds what the player knows, what was found about information sets,
the counters and the random generators. A sampled state is drawn again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from ...errors import SavedSearchError
from ...files.checksummed_file import ChecksummedFile, FileKind, making_sense, write_checksummed
from ...game import Game
from ...primitives.registers import set_values, values_of
from ..evaluation.evaluation import Evaluation
from ..evaluation.playout import Playout
from ..persistence.fingerprints import learned_by, name_and_digest, refuse_other
from ..persistence.json_codec import JsonCodec, not_too_deep
from ..persistence.lessons import lessons_of, teach
from ..persistence.parts import refuse_other_versions, typed, versions
from .engine import HiddenEngine
from .knowledge import Knowledge
from .tables import EDGES, NODES, TableEntry
from .worlds import ReplayedWorlds

__all__ = ["SAVED_HIDDEN_SEARCH", "SavedHiddenSearch", "save_hidden_search"]

SAVED_HIDDEN_SEARCH = FileKind(b"gametree hidden1", "saved search", SavedSearchError)

_TABLES = {"nodes": NODES, "edges": EDGES}

# An entry of an interpreted search; a compiled one is written as it lies in memory.
_ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("visits", "i8"),
        ("available", "i8"),
        ("total", "f8"),
        ("regret", "f8"),
        ("strategy", "f8"),
        ("estimate", "f8"),
    ]
)

_OPTIONS = {"method": str, "final_move": str, "seed": int, "compiled": bool}


@not_too_deep()
def save_hidden_search(
    path: str | os.PathLike[str],
    engine: HiddenEngine,
    options: Mapping[str, Any],
    knowledge: Knowledge,
    course: Mapping[str, Any],
) -> None:
    """Write a search that stands still.

    Args:
        path: the file, which is replaced at once when all is written.
        engine: its tables, counters and generator.
        options: `method`, `final_move` and `seed`.
        knowledge: what the player knows.
        course: from which state of the generator the sampled state was drawn, the paths of the
            belief, why the method was taken, and the last run.

    Raises:
        BadParameter: if what the player knows cannot be written.
        SavedSearchError: if the file cannot be written.

    """
    codec = JsonCodec(engine.game)
    worlds = engine.method.worlds
    content = {
        "versions": versions(),
        "game": name_and_digest(engine.game, with_arrays=True),
        "evaluation": _identity(engine.method.evaluation),
        "options": {**options, "compiled": engine.compiled},
        "knowledge": [codec.encode(each) for each in knowledge],
        **course,
        "why_interpreted": engine.why_interpreted,
        "used": [int(each) for each in engine.tables.used],
        "counters": [int(each) for each in values_of(engine.work.counters)],
        "span": [float(each) for each in values_of(engine.work.span)],
        "sums": [float(each) for each in engine.work.sums],
        "rng": int(engine.rng.state[0]),
        "before": engine.before,
        "full": engine.full,
        "weight": float(worlds.weights[0]) if isinstance(worlds, ReplayedWorlds) else None,
    }
    arrays = {name: _as_array(getattr(engine.tables, name)) for name in _TABLES}
    content["learned"] = lessons_of(_learned(engine), codec, arrays)
    write_checksummed(path, SAVED_HIDDEN_SEARCH, content, arrays)


class SavedHiddenSearch:
    """A search in an open file, found to be one of this game.

    Attributes:
        options: keywords of `HiddenSearcher`.
        knowledge: what the player knows.
        drawn_from, paths, why, last_run: as given to `save_hidden_search`.

    Raises:
        BadParameter: if it is the search of another game.
        SavedSearchError: if it was saved by another version, or is damaged.

    """

    def __init__(self, file: ChecksummedFile, game: Game) -> None:
        self._file = file
        codec = JsonCodec(game)
        with making_sense(file.path, SAVED_HIDDEN_SEARCH):
            content = file.content
            refuse_other_versions(content["versions"])
            refuse_other(content["game"], name_and_digest(game, with_arrays=True), "game")
            self.options = {
                name: typed(content["options"][name], kind) for name, kind in _OPTIONS.items()
            }
            self.knowledge = Knowledge(*map(codec.decode, content["knowledge"]))
            self.drawn_from = typed(content["drawn_from"], int)
            self.paths = [[typed(index, int) for index in path] for path in content["paths"]]
            self.why = typed(content["why"], str)
            simulations, seconds, stopped_by = content["last_run"]
            self.last_run = (
                typed(simulations, int),
                typed(seconds, float),
                typed(stopped_by, str),
            )

    def restore(self, engine: HiddenEngine) -> None:
        """Give a new search with these options what the file holds.

        Raises:
            BadParameter: if its evaluation is another one.
            SavedSearchError: if the file is damaged.

        """
        content = self._file.content
        with making_sense(self._file.path, SAVED_HIDDEN_SEARCH):
            evaluation = _identity(engine.method.evaluation)
            refuse_other(content["evaluation"], evaluation, "evaluation")
            used = [typed(each, int) for each in content["used"]]
            for name, place in _TABLES.items():
                self._read_table(engine, name, used[place])
            engine.tables.used[:] = used
            set_values(engine.work.counters, [int(each) for each in content["counters"]])
            set_values(engine.work.span, [float(each) for each in content["span"]])
            engine.work.sums[:] = [float(each) for each in content["sums"]]
            engine.rng.state[0] = int(content["rng"])
            engine.before = int(content["before"])
            engine.full = bool(content["full"])
            if not engine.compiled:
                engine.why_interpreted = str(content["why_interpreted"])
            worlds = engine.method.worlds
            if isinstance(worlds, ReplayedWorlds):
                worlds.weights[0] = float(content["weight"])
            teach(_learned(engine), content["learned"], JsonCodec(engine.game), self._file.read)

    def _read_table(self, engine: HiddenEngine, name: str, used: int) -> None:
        """Read a table; compiled code relies on a size that is a power of 2, half of it empty."""
        table = getattr(engine.tables, name)
        kind = _ENTRY if isinstance(table, dict) else table.dtype
        size, rest = divmod(self._file.sizes[name], kind.itemsize)
        rows = np.zeros(size, kind)
        self._file.read(name, rows)
        keys = np.count_nonzero(rows["key"])
        if isinstance(table, dict):
            fits = keys == size
        else:
            fits = size & (size - 1) == 0 and 2 * keys <= size + 2
        if rest or keys != used or not fits:
            raise ValueError
        if not isinstance(table, dict):
            setattr(engine.tables, name, rows)
            return
        for row in rows.tolist():
            table[row[0]] = entry = TableEntry(row[0])
            for field, value in zip(_ENTRY.fields or (), row, strict=True):
                setattr(entry, field, value)


def _learned(engine: HiddenEngine) -> Iterator[tuple[str, Any]]:
    """Yield what the policy of playouts has learned."""
    evaluation = engine.method.evaluation
    if isinstance(evaluation, Playout):
        yield from learned_by(evaluation.policy, "policy.")


def _identity(evaluation: Evaluation) -> list[str]:
    """Return what identifies an evaluation: also its own arrays, such as weights.

    Arrays of its parts are left out: they are room to work in.
    """
    name, digest = name_and_digest(evaluation, with_arrays=False)
    parts = hashlib.sha256(digest.encode())
    for each in type(evaluation).runtime_arrays:
        parts.update(np.asarray(getattr(evaluation, each)).tobytes())
    return [name, parts.hexdigest()]


def _as_array(table: Any) -> np.ndarray[Any, Any]:
    """Return the entries of a table as they are written."""
    if not isinstance(table, dict):
        return np.asarray(table)
    rows = [tuple(getattr(each, field) for field in _ENTRY.names or ()) for each in table.values()]
    return np.array(rows, _ENTRY)
