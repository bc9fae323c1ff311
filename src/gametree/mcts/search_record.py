"""The record of a search: what every phase of a simulation works with."""

from __future__ import annotations

from typing import Any, NamedTuple

from plainpython.compilable import native_twin

from ..game import Game
from ..primitives.rng import Rng
from ..rules.workspace import Workspace
from .tree.tree import Tree

__all__ = ["SearchRecord", "search_with"]


class SearchRecord(NamedTuple):
    """What every phase of a simulation works with; `search_with` makes one.

    Attributes:
        game: the rules.
        method: the strategies, a `mcts.engine.method.Method`.
        tree: the nodes and edges so far.
        work: the buffers and numbers of the thread.
        rng: its random generator.

    """

    game: Game
    method: Any
    tree: Tree
    work: Workspace
    rng: Rng


class _Slots:
    """The same interpreted: attributes in slots are read faster than those of a tuple."""

    __slots__ = SearchRecord._fields

    def __init__(self, game: Game, method: Any, tree: Tree, work: Workspace, rng: Rng) -> None:
        self.game = game
        self.method = method
        self.tree = tree
        self.work = work
        self.rng = rng


def _native_search(game: Game, method: Any, tree: Tree, work: Workspace, rng: Rng) -> SearchRecord:
    return SearchRecord(game, method, tree, work, rng)


@native_twin(_native_search)
def search_with(game: Game, method: Any, tree: Tree, work: Workspace, rng: Rng) -> SearchRecord:
    """Return the record of a search."""
    return _Slots(game, method, tree, work, rng)  # type: ignore[return-value]
