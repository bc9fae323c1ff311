"""Actions are written where the search wants them, however a method lists them."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.native.actions.listed_actions import filling

from ..values.both_modes import assert_lists_alike, compiled_rule

SIZE = 3
BEFORE = -4


class Squares(gt.Game):
    """Nine cells; a move fills one."""

    def initial_state(self):
        return ((0,) * 9, 0)

    def current_player(self, state):
        return state[1]

    def next_state(self, state, action):
        board, player = state
        return (board[:action] + (player + 1,) + board[action + 1 :], 1 - player)

    def returns(self, state):
        return (1.0, -1.0) if state[0][0] == 1 else (-1.0, 1.0)


class Comprehensions(Squares):
    """What is computed for an action of the last one would fail where it is none."""

    def legal_actions(self, state):
        board, player = state
        if board[8] == 2:
            return []
        if board[8] == 1:
            return [
                row * SIZE + column
                for row in range(SIZE)
                if row != player
                for column in range(SIZE)
                if board[row * SIZE + column] == 0
            ]
        if board[7] == 0:
            return [9 // cell % 9 for cell in range(9) if cell != 0 and board[9 // cell % 9] == 0]
        return [cell for cell in range(9) if board[cell] == 0 if cell != 4 or player == 0]


class AppendingMore(Squares):
    def legal_actions(self, state):
        moves = []
        for cell, stone in enumerate(state[0]):
            if stone != 0:
                continue
            if cell == 8 and state[1] == 1:
                return []
            moves.append(8 - cell)
            if len(state[0]) < 9:
                return [cell]
        return moves


class Yielding(Squares):
    def legal_actions(self, state):
        if state[0][4] == 0:
            yield 4
            return
        yield from (cell for cell in range(4) if state[0][cell] == 0)
        for cell in range(5, 9):
            if state[0][cell] == 0:
                yield cell


class MadeOfOthers(Squares):
    """Of numbers that a loop finds, where no other would do, or of pairs."""

    def legal_actions(self, state):
        if state[1] == 0:
            stones = [(None if stone == 2 else stone, cell) for cell, stone in enumerate(state[0])]
            return [cell - stone for stone, cell in stones if stone is not None]
        pairs = [(cell // SIZE, cell % SIZE) for cell in range(9) if state[0][cell] == 0]
        return [SIZE * row + column - 1 for row, column in pairs if row != column]


class LookedFor(Squares):
    """Places of a number in a line: by an index that is shifted, from its end, in lists."""

    def legal_actions(self, state):
        board = state[0]
        if board[0] == 0:
            return [
                SIZE * row + column
                for row in range(SIZE)
                for column in range(SIZE)
                if board[SIZE * row + column] == 0
            ]
        if board[0] == 1:
            return [cell for cell in range(2, 9) if state[0][cell + BEFORE] == state[1]]
        rows = [list(board[start : start + SIZE]) for start in range(0, 9, SIZE)]
        return [r * SIZE + c for r in range(len(rows)) for c, s in enumerate(rows[r]) if s == 0]


class LookedForElsewhere(Squares):
    """In a text; in a dict, of which an index gives the values, and a loop the keys."""

    def legal_actions(self, state):
        if state[0][0] == 0:
            board = "".join(".XO"[stone] for stone in state[0])
            return [cell for cell, stone in enumerate(board) if stone == "."]
        cells = {8 - cell: stone for cell, stone in enumerate(state[0])}
        wanted = state[1]
        return [place for place, cell in enumerate(cells) if cell == wanted]


def range_of_pairs(stop):
    return range(0, stop, 2)


class NamesOfItsOwn(Squares):
    """What is called `range` here is another function."""

    def legal_actions(self, state):
        range, len = range_of_pairs, 9
        return [cell for cell in range(len) if state[0][cell] == 0]


class SetByItsCondition(Squares):
    def legal_actions(self, state):
        return [twice for cell in range(5) if (twice := 2 * cell) > 3 and state[0][twice] == 0]


class AppendingInLoops(Squares):
    def legal_actions(self, state):
        board, _ = state
        moves = []
        for cell in range(1, 5):
            if board[cell] == 0:
                moves.append(cell)
        if board[0] == 0:
            moves.append(0)
        for cell, stone in enumerate(board):
            if stone == 2:
                moves.append(cell)
        for place in range(5, 9):
            if board[place] == 0:
                moves.append(place)
        return moves


class LoopVariableUsedLater(Squares):
    def legal_actions(self, state):
        moves = []
        for cell in range(7):
            if state[0][cell] == 0:
                moves.append(cell)
        moves.append(cell + 1)
        return moves


class NeedsItsList(Squares):
    def legal_actions(self, state):
        moves = []
        for cell in range(9):
            if state[0][cell] == 0:
                moves.append(cell)
        if len(moves) > 5:
            moves.pop()
        return moves


class MadeOfParts(Squares):
    """Sums, conversions, choices and unpacked parts of lists; names that comprehensions share."""

    def legal_actions(self, state):
        board, player = state
        cell = 7
        if board[0] == 2:
            return list(range(board[1]))
        if board[0] == 1:
            return (
                [cell]
                + [each for each in range(3) if board[each] == 0]
                + list(each + 3 for each in range(3) if board[each] == player)  # noqa: C400
            )
        if board[1] == 2:
            return [*range(2), 5, *(4 * cell for cell in range(2)), cell] if player else [cell]
        if board[1] == 1:
            return (4, *[2 * each for each in sorted(board[:3])])
        return [cell for cell in board if cell] + [cell] + [2 * cell for cell in range(cell - 6)]


class AddedTo(Squares):
    """A list that begins with items, gets further ones at once, and is returned with more."""

    def legal_actions(self, state):
        board, player = state
        moves = [8] if player else [cell for cell in range(2) if board[cell] == 0]
        if board[3] == 2:
            return moves
        moves += (cell for cell in range(3, 5) if board[cell] == 0)
        if board[3] == 1:
            return [7] + sorted({board[4], board[5]})
        moves.extend(range(5, 5 + board[5]))
        moves += self.others(board)
        for cell in (7, 8):
            if board[cell] == 1:
                moves.extend([cell, 0])
        return moves + [-cell for cell in range(1)] + [1, 2]

    def others(self, board):
        return [6] if board[6] == 0 else []


class OtherLists(Squares):
    """Lists that are used otherwise, or that other methods make, beside those that are not."""

    def legal_actions(self, state):
        board, player = state
        if board[0] == 2:
            return []
        if board[1] == 2:
            return self.others(board)
        moves = []
        for cell in range(9):
            if board[cell] == player:
                moves.append(cell)
        if board[2] == 2:
            return moves[1:]
        if board[3] == 2:
            return [cell for cell in moves if cell != 4]
        return sorted(moves, reverse=True) + [4]

    def others(self, board):
        return [cell for cell in range(9) if board[cell] == 0]


def filled(game, state, out):
    return game.fill_legal_actions(state, out)


STYLES = [
    Comprehensions,
    AppendingMore,
    Yielding,
    MadeOfOthers,
    LookedFor,
    LookedForElsewhere,
    NamesOfItsOwn,
    SetByItsCondition,
    AppendingInLoops,
    LoopVariableUsedLater,
    NeedsItsList,
    MadeOfParts,
    AddedTo,
    OtherLists,
]


@pytest.mark.parametrize("style", STYLES)
def test_the_actions_are_those_of_the_method_in_its_order(style):
    game = style()
    out = np.zeros(16, np.int64)
    compiled = compiled_rule(filled, game, game.initial_state(), out)
    rng = np.random.default_rng(1)
    for _ in range(100):
        state = (tuple(int(cell) for cell in rng.integers(0, 3, 9)), int(rng.integers(0, 2)))
        wanted = list(game.legal_actions(state))
        count = compiled(game, state, out)
        assert out[:count].tolist() == wanted, state
        if len(wanted) > 1:
            little = np.full(len(wanted) - 1, -1, np.int64)
            assert compiled(game, state, little) > len(little)
            assert little.tolist() == wanted[:-1], state


class Steps(gt.Game):
    """A king walks eight steps; actions are the cells it goes to, and there are none beside."""

    def initial_state(self):
        return (0, 0, 8)

    def current_player(self, state):
        return state[2] % 2

    def legal_actions(self, state):
        row, column, left = state
        return [
            (row + down, column + right)
            for down in (-1, 0, 1)
            for right in range(-1, 2)
            if left > 0 and 0 <= row + down < SIZE and 0 <= column + right < SIZE
        ]

    def next_state(self, state, action):
        row, column = action
        return (row, column, state[2] - 1)

    def returns(self, state):
        return (1.0, -1.0) if state[0] > state[1] else (-1.0, 1.0)


class PastTheEnd(Squares):
    def legal_actions(self, state):
        return [cell for cell in range(9 + state[1]) if state[0][cell] == 0]


def test_an_index_past_the_end_raises():
    game = PastTheEnd()
    out = np.zeros(16, np.int64)
    compiled = compiled_rule(filled, game, game.initial_state(), out)
    assert compiled(game, ((0,) * 9, 0), out) == 9
    with pytest.raises(IndexError):
        compiled(game, ((0,) * 9, 1), out)


def test_what_is_no_action_needs_no_code():
    assert_lists_alike(Steps())


def test_a_list_that_is_used_otherwise_stays_a_list():
    assert [style for style in STYLES if filling(style.legal_actions) is None] == [NeedsItsList]
