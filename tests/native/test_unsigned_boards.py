"""Rules that keep boards in unsigned ints are told from those with boards in plain ints."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.native.unsigned_boards import names_unsigned
from plainpython import bits
from plainpython.bits import lowest, u64


@pytest.mark.parametrize("name", ["othello", "chess", "fifteen_puzzle", "breakthrough"])
def test_bundled_games_with_unsigned_boards(name):
    assert names_unsigned(games.load(name))


@pytest.mark.parametrize("name", ["nim", "tic_tac_toe", "hex", "checkers"])
def test_bundled_games_without(name):
    assert not names_unsigned(games.load(name))


def of_module(board):
    return bits.u64(board)


def helped(board):
    return lowest(board)


class Nothing(gt.Compilable):
    def count(self, board):
        return board.bit_count()


class ByModule(gt.Compilable):
    def count(self, board):
        return of_module(board)


class ByHelper(gt.Compilable):
    def count(self, board):
        return helped(board)


class ByValue(gt.Compilable):
    def __init__(self):
        self.masks = (1, u64(3))


class OfAParent(ByHelper):
    pass


def test_wherever_it_is_named():
    assert not names_unsigned(Nothing())
    assert all(map(names_unsigned, (ByModule(), ByHelper(), ByValue(), OfAParent())))
