"""Moves that do not matter are dropped from the moves that show a fault."""

from __future__ import annotations

from planted import Pick, diagnosis


def test_moves_that_do_not_matter_are_dropped():
    class Game(Pick):
        def current_player(self, state):
            wrong = all(state[0] >> cell & 1 for cell in (2, 5, 9, 13, 17))
            return 2 if wrong else state[1] % 2

    method, kind, moves = diagnosis(Game())
    assert (method, kind) == ("current_player", "no player")
    assert sorted(moves) == [2, 5, 9, 13, 17]
