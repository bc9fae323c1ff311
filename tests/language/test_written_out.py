"""Loops that LLVM writes out, and loops beside them that it does not."""

from __future__ import annotations

from typing import NamedTuple

from llvmlite import ir

import plainpython
from plainpython.back_end.written_out import mark_branches, mark_loop

from .both_modes import assert_same


def winner(board):
    for row in board:
        mark = row[0]
        if row == [mark, mark, mark]:
            return mark
    for column in [0, 1, 2]:
        if board[0][column] == board[1][column] == board[2][column]:
            return board[0][column]
    if board[0][0] == board[1][1] == board[2][2]:
        return board[0][0]
    return None


def won_in(column):
    board = [[None, "X", "O"], ["O", None, "X"], ["X", "O", None]]
    for row in range(3):
        board[row][column] = "X"
    return winner(board)


def test_no_other_loop_is_to_be_written_out(capfd):
    assert_same(won_in, (0,), (1,), (2,))
    assert capfd.readouterr().err == ""  # LLVM says there which wishes it could not fulfil


class Square(NamedTuple):
    row: int
    column: int

    def ahead(self, step):
        return Square(self.row + 1, self.column + step)


def steps_from(squares):
    return [(square, square.ahead(step)) for square in squares for step in (-1, 1)]


def test_nor_is_a_loop_that_ends_with_one(capfd):
    squares = [Square(1, 2), Square(3, 4)]
    assert plainpython.compile(steps_from, squares)(squares) == steps_from(squares)
    assert capfd.readouterr().err == ""


def test_only_branches_back_are_marked():
    """Within another loop the branch to the first block can be reached from the loop itself."""
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [ir.IntType(1)]), "loops")
    names = ("entry", "outer", "inner", "body", "end", "done")
    entry, outer, inner, body, end, done = map(function.append_basic_block, names)
    ir.IRBuilder(entry).branch(outer)
    into = ir.IRBuilder(outer).branch(inner)
    builder = ir.IRBuilder(inner)
    mark_loop(builder)
    builder.cbranch(function.args[0], body, end)
    back = ir.IRBuilder(body).branch(inner)
    around = ir.IRBuilder(end).cbranch(function.args[0], outer, done)
    ir.IRBuilder(done).ret_void()
    mark_branches(module)
    marked = ["llvm.loop" in each.metadata for each in (into, back, around)]
    assert marked == [False, True, False]
