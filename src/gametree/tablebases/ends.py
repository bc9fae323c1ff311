"""Rules in which positions of a tablebase are over, with their exact value: for searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from plainpython.bits import u64
from plainpython.compilable import native_twin
from plainpython.hashing import key_of_state

from ..game import Action, Game, State
from .graph import word_of

__all__ = ["EndsInTable"]

_SAME = (
    "players", "max_actions", "min_return", "max_return", "draw_value", "bounds_known",
    "lines_repeat", "misere", "interpreted_only", "why_interpreted", "repetition",
    "repetition_limit", "pieces", "name", "title", "states_change", "defines_heuristic",
)  # fmt: skip


class EndsInTable(Game):
    """A game that is over as soon as a tablebase knows the result.

    Args:
        rules: of two players, without chance.
        known: the keys of the positions in the tablebase, sorted.
        firsts: what player 0 gets in each.
        total: what the returns sum to.

    """

    runtime_arrays = ("known", "firsts")

    def __init__(self, rules: Game, known: Any, firsts: Any, total: float) -> None:
        self.rules, self.known, self.firsts, self.total = rules, known, firsts, total
        for name in _SAME:
            setattr(self, name, getattr(rules, name))
        self.users_class = type(rules).__name__

    def __repr__(self) -> str:
        return f"EndsInTable({self.rules!r})"

    def _native_index(self, state: State) -> int:
        word = u64(key_of_state(self.rules.key(state)))
        low, high = 0, len(self.known)
        while low < high:
            middle = (low + high) // 2
            if self.known[middle] < word:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.known) and self.known[low] == word else -1

    @native_twin(_native_index)
    def index(self, state: State) -> int:
        """Return the index of a position in the tablebase; -1 if it is not there."""
        word = np.uint64(word_of(self.rules, state))
        low = int(np.searchsorted(self.known, word))
        return low if low < len(self.known) and self.known[low] == word else -1

    def initial_state(self) -> State:
        return self.rules.initial_state()

    def current_player(self, state: State) -> int:
        return self.rules.current_player(state)

    def legal_actions(self, state: State) -> Any:
        return self.rules.legal_actions(state)

    def fill_legal_actions(self, state: State, out: Any) -> int:
        return self.rules.fill_legal_actions(state, out)

    def next_state(self, state: State, action: Action) -> State:
        return self.rules.next_state(state, action)

    def is_terminal(self, state: State) -> bool:
        return self.rules.is_terminal(state) or self.index(state) >= 0

    def returns(self, state: State) -> Any:
        if self.rules.is_terminal(state):
            returned = self.rules.returns(state)
            return (float(returned[0]), float(returned[1]))
        first = float(self.firsts[self.index(state)])
        return (first, self.total - first)

    def key(self, state: State) -> Any:
        return self.rules.key(state)

    def heuristic(self, state: State) -> Any:
        return self.rules.heuristic(state)

    def recommended_search(self) -> dict[str, Any] | None:
        return self.rules.recommended_search()

    def copy(self, state: State) -> State:
        return self.rules.copy(state)

    def state_to_text(self, state: State) -> str:
        return self.rules.state_to_text(state)

    def view(self, state: State) -> Any:
        return self.rules.view(state)

    def action_to_text(self, state: State, action: Action) -> str:
        return self.rules.action_to_text(state, action)

    def text_to_action(self, state: State, text: str) -> Action:
        return self.rules.text_to_action(state, text)
