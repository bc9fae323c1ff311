"""Moves that do not equal themselves."""

from __future__ import annotations

import numpy as np
import pytest
from planted import Take, diagnosis, examine, kinds


class Step:
    def __init__(self, size):
        self.size = size


@pytest.mark.parametrize("make", [Step, lambda size: np.array([size, 0])])
def test_moves_that_do_not_equal_themselves(make):
    class Game(Take):
        def legal_actions(self, state):
            return [make(size) for size in Take.legal_actions(self, state)]

        def next_state(self, state, action):
            size = action.size if isinstance(action, Step) else int(action[0])
            return Take.next_state(self, state, size)

        def action_to_text(self, state, action):
            return str(getattr(action, "size", action))

    assert ("legal_actions", "unequal moves") in kinds(examine(Game(), games=5))


def test_equal_moves_with_different_hashes():
    class Tagged(Step):
        def __eq__(self, other):
            return self.size == other.size

        def __hash__(self):
            return id(self)

        def __str__(self):
            return str(self.size)

    class Game(Take):
        def legal_actions(self, state):
            return [Tagged(size) for size in Take.legal_actions(self, state)]

        def next_state(self, state, action):
            return Take.next_state(self, state, action.size)

    assert diagnosis(Game())[:2] == ("legal_actions", "unequal hashes")
