"""Tells a state that remembers results, such as its legal moves, from one that a call changed."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

from ..game import Action, Game, State
from ..rules.snapshots import freeze

__all__ = ["Remembered"]

_FIRST_CALLS = 200
"""Before this many calls of a method states are copied, whether it has changed one or not."""

_MOST_COMPARED = 200
"""So many states are compared for each method."""

_MOST_PLAYED = 3
"""So many moves are played from each of them."""


class Remembered:
    """Compares what the rules answer for a state before and after a call that changed it.

    The state of before is a copy. To copy each state takes longer than most calls, so that is done
    for the first calls of a method, and for methods that changed a state then: whoever remembers
    something does so from the start.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._calls: Counter[str] = Counter()
        self._compared: Counter[str] = Counter()

    def copied(self, method: str, state: State) -> State | None:
        """Return the state as it is before a call; None if that will not be looked at."""
        self._calls[method] += 1
        compared = self._compared[method]
        early = compared or self._calls[method] <= _FIRST_CALLS
        if not early or compared >= _MOST_COMPARED:
            return None
        try:
            return copy.deepcopy(state)
        except Exception:  # it holds what cannot be copied
            return None

    def is_harmless(self, method: str, before: State | None, state: State) -> bool:
        """Return whether the rules answer for both states alike, or have done so often enough."""
        self._compared[method] += 1
        if before is None:
            return self._compared[method] > _MOST_COMPARED
        try:
            return self._outlook(before) == self._outlook(state)
        except Exception:  # the call has broken the state, or the rules do
            return False

    def _outlook(self, state: State) -> list[Any]:
        """Return the rules' answers about a state and some of its successors."""
        found = self._answers(state)
        if found[0]:
            return found
        for action in self._asked("legal_actions", state)[:_MOST_PLAYED]:
            found += self._answers(self._asked("next_state", state, action))
        return found

    def _answers(self, state: State) -> list[Any]:
        game = self._game
        over = self._asked("is_terminal", state)
        methods = ["returns"] if over else ["legal_actions", "current_player"]
        if game.defines_key:
            methods.append("key")
        return [over, *(freeze(self._asked(method, state)) for method in methods)]

    def _asked(self, method: str, state: State, *others: Action) -> Any:
        """Return an answer about a copy: one method may hide from the others what it changes."""
        answer = getattr(self._game, method)(copy.deepcopy(state), *others)
        return list(answer) if method == "legal_actions" else answer
