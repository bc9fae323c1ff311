"""NumPy arrays, as boards use them."""

import numpy as np
from ordinary.digits import Digits

WEIGHTS = np.array([1, 2, 4, 8, 16])
KERNEL = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])


def grid_of(digits):
    grid = np.zeros((3, 3), dtype=int)
    for place, digit in enumerate(digits):
        grid[place % 3, (place + digit) % 3] = digit
    return grid


class ArrayOfTuple(Digits):
    def value(self, digits):
        board = np.array(digits)
        return int(board.sum()) + 100 * len(board) + board.size


class ArrayOfLists(Digits):
    def value(self, digits):
        board = np.array([[digits[0], digits[1]], [digits[2], digits[3]]])
        return int(board[1, 0] * 10 + board[0][1]) + board.shape[0]


class ArrayOfZeros(Digits):
    def value(self, digits):
        board = np.zeros((3, 4), dtype=np.int8)
        board[digits[0] % 3, digits[1] % 4] = 5
        return int(board[1].sum()) + 10 * int(board[:, 2].sum()) + board.ndim


class ArrayFilled(Digits):
    def value(self, digits):
        board = np.full((2, 3), -1) + np.ones((2, 3), dtype=int) * digits[0]
        return int(board.sum() + np.eye(3, dtype=int)[digits[1] % 3].argmax())


class ArrayOfRange(Digits):
    def value(self, digits):
        board = np.arange(9).reshape(3, 3)
        return int(board[digits[0] % 3, digits[1] % 3]) + int(np.arange(2, 9, 3).sum())


class SumAlongAxis(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        return int(grid.sum(axis=0)[1]) + 10 * int(np.sum(grid, axis=1)[2])


class AnyAndAllAlongAxis(Digits):
    def value(self, digits):
        grid = grid_of(digits) > 3
        return int(grid.any(axis=0).sum()) + 10 * int(grid.all(axis=1).any()) + int(np.all(~grid))


class MinAndMaxAlongAxis(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        return int(grid.max(axis=1).min()) + 10 * int(np.max(grid)) + int(grid.min())


class PlaceOfMaximum(Digits):
    def value(self, digits):
        board = np.array(digits)
        return int(board.argmax()) + 10 * int(np.argmin(board))


class DiagonalAndTrace(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        return int(grid.trace()) + 10 * int(np.diag(grid).max()) + int(grid.diagonal(1).sum())


class FlippedAndTurned(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        flipped, turned = np.fliplr(grid), np.rot90(grid)
        return int(flipped[0, 0] + 10 * turned[2, 1] + 100 * np.flipud(grid)[0, 1])


class Transposed(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        return int(grid.T[0, 2] + 10 * grid.transpose()[1, 0])


class SlicesOfGrid(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        return int(grid[1:, :2].sum()) + 10 * int(grid[::-1, 0][0]) + int(grid[-1, -1])


class SliceIsView(Digits):
    def value(self, digits):
        grid = grid_of(digits)
        row = grid[1]
        row[:] = 7
        copied = grid[2].copy()
        copied[0] = 9
        return int(grid.sum()) + 10 * int(copied[0] - grid[2, 0])


class TwoNamesOfOneArray(Digits):
    def value(self, digits):
        board = np.array(digits)
        same = board
        same += 1
        return int(board[0]) + 10 * int((board is same) and board[4])


class ChosenByCondition(Digits):
    def value(self, digits):
        board = np.array(digits)
        return int(board[board > 4].sum()) + 100 * int((board % 2 == 0).sum())


class ChosenByList(Digits):
    def value(self, digits):
        board = np.array(digits)
        return int(board[[0, 2, 4]].sum()) + 10 * int(board[np.array([1, 1])].sum())


class AssignedByCondition(Digits):
    def value(self, digits):
        board = np.array(digits)
        board[board < 3] = 10
        return int(board.sum())


class WhereThree(Digits):
    def value(self, digits):
        board = np.array(digits)
        return int(np.where(board > 4, board, -1).sum())


class PlacesByWhere(Digits):
    def value(self, digits):
        rows, columns = np.where(grid_of(digits) > 2)
        return int(rows.sum()) + 10 * int(columns.sum()) + len(rows)


class PlacesByArgwhere(Digits):
    def value(self, digits):
        return sum(int(3 * row + column) for row, column in np.argwhere(grid_of(digits) == 0))


class PlacesByNonzero(Digits):
    def value(self, digits):
        places = np.flatnonzero(np.array(digits) > 4)
        return int(places[-1]) if len(places) else -1


class CountNonzero(Digits):
    def value(self, digits):
        return int(np.count_nonzero(grid_of(digits))) + int(np.count_nonzero(np.array(digits) == 4))


class ArraysEqual(Digits):
    def value(self, digits):
        one, other = np.array(digits[:2]) % 2, np.array(digits[3:]) % 2
        return int(np.array_equal(one, other)) + 2 * int((one == other).any())


class DotProduct(Digits):
    def value(self, digits):
        return int(np.array(digits) @ WEIGHTS) + int(np.dot(WEIGHTS[:3], digits[:3]))


class Broadcast(Digits):
    def value(self, digits):
        table = np.array(digits)[:, None] * WEIGHTS[None, :]
        return int(table[1, 3] + table[:, 0].sum())


class Stacked(Digits):
    def value(self, digits):
        both = np.stack([np.array(digits), WEIGHTS])
        joined = np.concatenate([WEIGHTS[:2], np.array(digits)])
        return int(both[:, 2].sum()) + 10 * int(joined[3])


class UniqueNumbers(Digits):
    def value(self, digits):
        return len(np.unique(np.array(digits))) + 10 * int(np.unique(digits)[0])


class SortedArray(Digits):
    def value(self, digits):
        board = np.array(digits)
        board.sort()
        return int(board[2]) + 10 * int(np.argsort(np.array(digits), kind="stable")[0])


class Rolled(Digits):
    def value(self, digits):
        return int(np.roll(np.array(digits), 2)[0]) + 10 * int(
            np.roll(grid_of(digits), 1, axis=1)[1, 0]
        )


class Padded(Digits):
    def value(self, digits):
        padded = np.pad(grid_of(digits), 1)
        window = padded[digits[0] % 3 : digits[0] % 3 + 3, 1:4]
        return int((window * KERNEL).sum())


class SmallIntegersWrap(Digits):
    def value(self, digits):
        board = np.array(digits, dtype=np.int8)
        board *= 30
        return int(board.sum())


class FloatArray(Digits):
    def value(self, digits):
        shares = np.array(digits) / 4
        return int(shares.mean() * 1000) + int(shares.sum())


class ArrayToList(Digits):
    def value(self, digits):
        numbers = (np.array(digits) * 2).tolist()
        return sum(numbers) + numbers.index(max(numbers))


class ArrayLoopedOver(Digits):
    def value(self, digits):
        result = 0
        for row in grid_of(digits):
            for cell in row:
                result = 3 * result + int(cell)
        return result


class ArrayFlattened(Digits):
    def value(self, digits):
        flat = grid_of(digits).ravel()
        return int(flat[5]) + 10 * int(grid_of(digits).flatten().max()) + len(flat)


class ThreeDimensions(Digits):
    def value(self, digits):
        planes = np.zeros((2, 3, 3), dtype=bool)
        for place, digit in enumerate(digits):
            planes[digit % 2, place % 3, digit % 3] = True
        return int(planes[0].sum()) + 10 * int(planes.any(axis=0).sum())


class BytesOfArray(Digits):
    def value(self, digits):
        board = np.array(digits, dtype=np.uint8)
        return sum(board.tobytes()) + (board.tobytes() == bytes(digits))
