"""Nodes of the search: the knowledge of one player, the knowledge of the mover, or a state."""

from __future__ import annotations

from typing import Any

from plainpython.bits import u64
from plainpython.compilable import Compilable, native_twin
from plainpython.hashing import key_of_state

from ...game import Game, State
from .tables import mixed

__all__ = ["ManyObservers", "Observer", "SingleObserver", "WholeState"]


class Observer(Compilable):
    """Base class: define `key`."""

    def key(self, game: Game, state: State, mover: int, viewer: int) -> Any:
        """Return the key of the node of a state, where `mover` moves and `viewer` searches."""
        raise NotImplementedError

    def _native_stays(self, game: Game, state: State, mover: int, viewer: int, key: Any) -> bool:
        return True  # compiled rules have no clock and keep nothing

    @native_twin(_native_stays)
    def stays(self, game: Game, state: State, mover: int, viewer: int, key: Any) -> bool:
        """Return False if the rules now give another key for the same state."""
        return bool(self.key(game, state, mover, viewer) == key)


class SingleObserver(Observer):
    """A node is what the searching player knows, also where others move (SO-ISMCTS).

    Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search (2012).
    """

    def key(self, game: Game, state: State, mover: int, viewer: int) -> Any:
        known = key_of_state(game.information_state(state, viewer))
        return mixed(u64(known), u64(31 + mover))


class ManyObservers(Observer):
    """A node is what the player to move knows (MO-ISMCTS)."""

    def key(self, game: Game, state: State, mover: int, viewer: int) -> Any:
        known = key_of_state(game.information_state(state, mover))
        return mixed(u64(known), u64(1031 + mover))


class WholeState(Observer):
    """A node is a state with all that is hidden: only for comparison with searches that cheat.

    `viewer` is the number of the sampled world, so that worlds share no node.
    """

    def key(self, game: Game, state: State, mover: int, viewer: int) -> Any:
        return mixed(u64(key_of_state(state)), u64(2031 + viewer))
