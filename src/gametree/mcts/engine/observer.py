"""Observers of simulations: one hook for each phase, left out of compiled code."""

from __future__ import annotations

from typing import ClassVar

from plainpython.compilable import Compilable

from ...game import State
from ..search_record import SearchRecord

__all__ = ["NoObserver"]


class NoObserver(Compilable):
    """Ignores what simulations do. Base class of observers, which set `watches`.

    An observer draws no random numbers and writes nothing to the tree.
    """

    watches: ClassVar[bool] = False

    def selected(self, search: SearchRecord, number: int, place: int, state: State) -> None:
        """Receive a node, the index of the edge that was followed, and the position behind it."""

    def expanded(self, search: SearchRecord, leaf: int) -> None:
        """Receive the node that the last edge of the path now leads to."""

    def evaluated(self, search: SearchRecord, depth: int, leaf: int) -> None:
        """Receive the end of a path of `depth` edges; its value is in `work.values`."""

    def backed_up(self, search: SearchRecord, depth: int) -> None:
        """Receive a path whose statistics now include the simulation."""
