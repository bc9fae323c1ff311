"""A search on disk: what of it is written, and how it goes on from there.

Written are the trees, the counters, the random generators, what strategies have learned, and
the options of the search. Game and strategies are code and are not: whoever loads the search
passes them again, and the file knows by their fingerprints whether they are the same.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from ..actors import is_player
from ..files.checksummed_file import Arrays, ChecksummedFile, making_sense, write_checksummed
from ..game import Game
from .asking.saving import encode_session, restore_session
from .asking.session import AskSession
from .engine.engine import Engine
from .parallel.root_parallel import RootParallel
from .persistence.fingerprints import name_and_digest, refuse_other
from .persistence.json_codec import JsonCodec, not_too_deep
from .persistence.parts import SAVED_SEARCH, part_of, refuse_other_versions, typed, versions

__all__ = ["SavedSearch", "save_search"]

# The keywords of `Searcher` that come from the file.
_OPTIONS = {
    "best_line": bool,
    "compiled": bool,
    "expand_after": int,
    "final_move": str,
    "parallel": str,
    "seed": int,
    "solver": bool,
    "transpositions": bool,
    "workers": int,
}


@not_too_deep()
def save_search(
    path: str | os.PathLike[str],
    trees: RootParallel,
    options: Mapping[str, Any],
    method: str,
    last_run: tuple[int, float, str],
    session: AskSession | None,
) -> None:
    """Write a search that does not run, and whose open tickets are set aside.

    Args:
        path: the file, which is replaced at once when all is written.
        trees: what is saved.
        options: `final_move`, empty for the default, and `seed`: the trees do not know them.
        method: how the strategies were chosen, as for `Searcher`; "uct" if they were given.
        last_run: its simulations, its seconds, and what stopped it.
        session: its open tickets; None if it never gave out any.

    Raises:
        BadParameter: if the search cannot be written.
        GameError: if the process of a worker is lost.
        SavedSearchError: if the file cannot be written.

    Whatever is raised, what was there before still is.

    """
    first = trees.first
    codec = JsonCodec(first.game)
    encoded = trees.surely(lambda: [tree.encode() for tree in trees.all])
    contents: list[Any] = [told for told, _ in encoded]
    arrays: Arrays = {
        _prefix(number) + name: each
        for number, (_, beside) in enumerate(encoded)
        for name, each in beside.items()
    }
    content = {
        "versions": versions(),
        "game": name_and_digest(first.game, with_arrays=True),
        "strategies": _identities(first),
        "options": {
            **options,
            "expand_after": int(first.expand_after),
            "solver": first.method.proofs.watches,
            "transpositions": first.method.transpositions.shares,
            "best_line": is_player(first.method.seeker),
            "compiled": first.compiled,
            "workers": trees.workers,
            "parallel": trees.parallel,
        },
        "method": method,
        "why_interpreted": first.why_interpreted,
        "last_run": last_run,
        "state": codec.encode(first.state),
        "history": [codec.encode(state) for state in first.earlier],
        "trees": contents,
        "asking": None if session is None else encode_session(session, codec),
    }
    write_checksummed(path, SAVED_SEARCH, content, arrays)


class SavedSearch:
    """A search in an open file, found to be one of this game.

    Attributes:
        state: the position at its root.
        history: those before it.
        options: keywords of `Searcher`.
        method: how its strategies were chosen.
        last_run: as given to `save_search`.
        asking: the open tickets, as `encode_session` returned them; or None.

    Raises:
        BadParameter: if it is the search of another game.
        SavedSearchError: if it was saved by another version, or is damaged.

    """

    def __init__(self, file: ChecksummedFile, game: Game) -> None:
        self._file = file
        self._codec = codec = JsonCodec(game)
        with making_sense(file.path, SAVED_SEARCH):
            content = file.content
            refuse_other_versions(content["versions"])
            refuse_other(content["game"], name_and_digest(game, with_arrays=True), "game")
            self._strategies = content["strategies"]
            self._why_interpreted = str(content["why_interpreted"])
            self._trees = content["trees"]
            self.asking = content["asking"]
            self.method = typed(content["method"], str)
            self.state = codec.decode(content["state"])
            self.history = list(map(codec.decode, typed(content["history"], list)))
            self.options = {
                name: typed(content["options"][name], kind) for name, kind in _OPTIONS.items()
            }
            self.options["final_move"] = self.options["final_move"] or None
            simulations, seconds, stopped_by = content["last_run"]
            self.last_run = (
                typed(simulations, int),
                typed(seconds, float),
                typed(stopped_by, str),
            )
            # Without a state the first one would be searched.
            if self.state is None:
                raise ValueError

    def restore(self, trees: RootParallel) -> None:
        """Give a new search with these options, at this state, the trees of the file.

        Raises:
            BadParameter: if its strategies are others.
            GameError: if the process of a worker is lost.
            SavedSearchError: if the file is damaged.

        """
        first = trees.first
        with making_sense(self._file.path, SAVED_SEARCH):
            for name, now in _identities(first).items():
                refuse_other(self._strategies[name], now, name)
            if not first.compiled:
                first.why_interpreted = self._why_interpreted
            for number, (tree, told) in enumerate(zip(trees.all, self._trees, strict=True)):
                tree.restore(part_of(self._file, _prefix(number), told))

    def restore_tickets(self, session: AskSession) -> None:
        """Give a new search, whose trees are those of the file, the open tickets.

        Raises:
            SavedSearchError: if the file is damaged.

        """
        with making_sense(self._file.path, SAVED_SEARCH):
            restore_session(session, self.asking, self._codec)


def _prefix(number: int) -> str:
    """Return what the names of a tree's arrays begin with."""
    return f"{number}."


def _identities(engine: Engine) -> dict[str, list[str]]:
    parts = engine.method.strategies()
    return {name: name_and_digest(part, with_arrays=False) for name, part in parts.items()}
