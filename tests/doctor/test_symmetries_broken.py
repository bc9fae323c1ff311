"""Declared symmetries and observations under examination."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe


def faults(game):
    report = gt.check(game, games=5, seconds=5.0, compiled=False)
    return [each for each in report.findings if each.method in ("observation", "symmetries")]


class Sound(TicTacToe):
    """Half a turn, and the stones on the board."""

    def symmetries(self):
        def half(board):
            return sum(1 << (8 - cell) for cell in range(9) if board >> cell & 1)

        return [(lambda state: (half(state[0]), half(state[1])), lambda cell: 8 - cell)]

    def observation(self, state, player):
        return [(state[0] | state[1]).bit_count()]


def test_nothing_is_found_where_nothing_is_wrong():
    assert faults(Sound()) == []


class Unturned(Sound):
    def symmetries(self):
        return [(state, lambda cell: cell) for state, _ in super().symmetries()]


def test_a_symmetry_that_is_none_is_found_and_searches_go_on():
    (found,) = faults(Unturned())
    assert found.kind == "not respected"
    assert "leads elsewhere than to the image of the position after it" in found.problem
    report = gt.check(Unturned(), games=5, seconds=5.0, compiled=False)
    assert not any("no search was run" in note for note in report.notes)


def observing(answer):
    class Observing(Sound):
        def observation(self, state, player):
            return answer(state, player)

    return Observing()


COUNT = iter(range(10**9))


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        (lambda state, player: [0] * (1 + state[0].bit_count()), "other sizes", "always as many"),
        (lambda state, player: (state[0], None), "no numbers", "with None; a tuple, list or"),
        (lambda state, player: (float("nan"),), "no numbers", "finite numbers were expected"),
        (lambda state, player: (next(COUNT),), "not repeatable", "for the same state"),
        (lambda state, player: state[player + 2], "raises", "IndexError"),
    ],
)
def test_observations_that_are_none_are_found(answer, kind, told):
    (found,) = faults(observing(answer))
    assert (found.method, found.kind) == ("observation", kind)
    assert told in found.problem
