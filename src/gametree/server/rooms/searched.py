"""A bounded cache of searched positions, for the opening explorer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

__all__ = ["SearchedPositions"]

_MOST = 1000  # positions, those that were searched last
_MOST_MOVES = 12  # of a position, the best
_NAMED_AT_ONCE = 50
_Line = tuple[str, ...]
_Moves = dict[str, dict[str, Any]]


class SearchedPositions:
    """What was found at positions; of a position that was searched twice, by the longer search."""

    def __init__(self) -> None:
        self._unnamed: OrderedDict[_Line, tuple[int, _Moves]] = OrderedDict()
        self._by_key: OrderedDict[str, tuple[int, _Moves]] = OrderedDict()

    def note(self, line: Sequence[str], report: Mapping[str, Any]) -> None:
        """Take up a report of the position after a line; its name is found out later."""
        infos = [each for each in report.get("moveInfos", ()) if each["winrate"] is not None]
        if not infos:
            return
        found = {
            each["move"]: {
                name: each[name] for name in ("visits", "winrate", "lcb", "ucb", "proven")
            }
            for each in infos[:_MOST_MOVES]
        }
        self._unnamed[tuple(line)] = report["rootInfo"]["visits"], found
        self._unnamed.move_to_end(tuple(line))
        if len(self._unnamed) > _MOST:
            self._unnamed.popitem(last=False)

    async def at(self, key: str, name_of: Callable[[_Line], Awaitable[str]]) -> _Moves:
        """Return what was found at a position: its moves by name.

        Args:
            key: its name.
            name_of: returns the name of the position after a line.

        """
        for line in list(self._unnamed)[-_NAMED_AT_ONCE:]:
            entry = self._unnamed[line]
            named = await name_of(line)
            self._unnamed.pop(line, None)
            if entry[0] >= self._by_key.get(named, (0, {}))[0]:
                self._by_key[named] = entry
                self._by_key.move_to_end(named)
            if len(self._by_key) > _MOST:
                self._by_key.popitem(last=False)
        return self._by_key.get(key, (0, {}))[1]
