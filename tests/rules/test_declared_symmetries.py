"""Symmetries that games declare: those of the rules hold, and all others are refused by name."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import Nim, TicTacToe
from gametree.rules.declared_symmetries import (
    BrokenSymmetry,
    MirroredPlay,
    declared_symmetries,
)
from toys import Pig


def mirrored(board):
    """Return a board of tic-tac-toe with left and right exchanged."""
    return sum(1 << (cell // 3 * 3 + 2 - cell % 3) for cell in range(9) if board >> cell & 1)


class Mirrored(TicTacToe):
    def symmetries(self):
        return [
            (
                lambda state: (mirrored(state[0]), mirrored(state[1])),
                lambda cell: cell // 3 * 3 + 2 - cell % 3,
            )
        ]


def test_a_mirror_of_the_rules_holds():
    game = Mirrored()
    (symmetry,) = declared_symmetries(game)
    play = MirroredPlay(game, symmetry, 0)
    play.play()
    assert play.actions == {0: 2, 1: 1, 2: 0, 3: 5, 4: 4, 5: 3, 6: 8, 7: 7, 8: 6}
    assert all(mirrored(image[0]) == state[0] for state, image in play.pairs)
    assert declared_symmetries(TicTacToe()) is None


class Faces(Pig):
    """A game of chance whose outcomes 5 and 6 are exchanged, which are not worth the same."""

    def symmetries(self):
        return [(lambda state: state, lambda face: {5: 6, 6: 5}.get(face, face))]


def with_functions(state=lambda state: state, action=lambda action: action, base=TicTacToe):
    class Wrong(base):
        def symmetries(self):
            return [(state, action)]

    return Wrong()


WRONG = [
    (with_functions(action=lambda cell: 8 - cell), r"leads elsewhere than to the image"),
    (with_functions(action=lambda cell: cell + 1), r"the image 9 of the action 8 is not legal"),
    (with_functions(action=lambda cell: 4), r"has other legal actions than their images"),
    (with_functions(state=lambda state: state[::-1]), "symmetries gave as number 0 what is no"),
    (
        with_functions(state=lambda state: (0b100011000, 0b111)),
        "goes on is finished",
    ),
    (with_functions(state=lambda state: state[5]), r"it raised IndexError: .*test_declared"),
    (with_functions(action=lambda cell: [cell]), r"it raised TypeError: .*unhashable"),
    (Faces(), "leads elsewhere than to the image of the position after it"),
]


@pytest.mark.parametrize(("game", "told"), WRONG)
def test_what_is_no_symmetry_is_refused(game, told):
    (symmetry,) = declared_symmetries(game)
    with pytest.raises(BrokenSymmetry, match=told) as caught:
        MirroredPlay(game, symmetry, 0).play()
    assert "\n" not in str(caught.value)


def test_players_and_returns_are_compared():
    class Swapped(Nim):
        def symmetries(self):
            return [(lambda state: (state[0], 1 - state[1]), lambda action: action)]

    class Corner(Mirrored):
        """A game that ends with a stone in the first cell is worth less."""

        def returns(self, state):
            first = (state[0] | state[1]) & 1
            return tuple(value / 2 if first else value for value in super().returns(state))

    told = ["player 1 moves in that of a position of player 0", r"that of an end that returns \["]
    for game, problem in zip((Swapped(), Corner()), told, strict=True):
        (symmetry,) = declared_symmetries(game)
        with pytest.raises(BrokenSymmetry, match=problem):
            MirroredPlay(game, symmetry, 0).play()


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (3, r"symmetries returned 3; a list of pairs of functions was expected"),
        ([(1, 2)], r"symmetries returned \[\(1, 2\)\]; a list of pairs of functions"),
        ([(str,)], r"a list of pairs of functions was expected"),
    ],
)
def test_what_are_no_pairs_of_functions_is_refused(answer, told):
    class Odd(TicTacToe):
        def symmetries(self):
            return answer

    with pytest.raises(gt.GameError, match=told):
        declared_symmetries(Odd())


def test_what_it_raises_is_told():
    class Raising(TicTacToe):
        def symmetries(self):
            return [][0]

    with pytest.raises(gt.GameError, match=r"Raising.symmetries raised IndexError"):
        declared_symmetries(Raising())
