"""The positions of a game so far, as rules may see them: a list that they cannot change."""

from __future__ import annotations

from typing import Any, NoReturn

from ..user_code.locating import BrokenContract

__all__ = ["Past", "Unchanging", "extended_past", "shown_past"]


class Unchanging:
    """What looks like a list, and says so where somebody tries to change it."""

    __slots__ = ()

    def _refuse(self, *arguments: Any, **keywords: Any) -> NoReturn:
        raise BrokenContract("changes the history that it is given; change a copy, history[:]")

    append = clear = extend = insert = pop = remove = reverse = sort = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse


class Past(Unchanging, list[Any]):
    """A list that refuses to be changed; slices and copies of it are ordinary lists.

    `grow` adds a position, for whoever owns the list.
    """

    grow = list.append


def shown_past(states: list[Any]) -> list[Any]:
    """Return the same positions as a list that whoever gets it cannot change."""
    return Past(states)


def extended_past(states: list[Any], state: Any) -> list[Any]:
    """Return a list of the same positions and one more; the given list stays as it is.

    Compiled, both lists share their items where there is capacity behind the last one, so a ply
    costs the same however long the game is.
    """
    return [*states, state]
