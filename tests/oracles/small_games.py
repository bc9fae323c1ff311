"""Small games solved by plain alpha-beta, on rules written again, and what came out.

Nothing here is shared with gametree. A position is told from the side of the player to
move; a result is what that player gets, and the other player gets its negative.
"""

from __future__ import annotations

from functools import cache
from itertools import product

__all__ = ["KNOWN", "ConnectFour", "Nim", "Othello", "value"]

KNOWN = (
    ("nim", {"heaps": (1, 3, 5, 7)}, -1),
    ("nim", {"heaps": (1, 3, 5, 7), "misere": True}, -1),
    ("connect_four", {"width": 4, "height": 4}, 0),
    ("connect_four", {"width": 5, "height": 4}, 0),
    ("connect_four", {"width": 4, "height": 5}, 0),
    ("othello", {"size": 4}, -1),
    ("othello", {"size": 4, "score": "discs"}, -10),
)
"""Names of bundled games, their parameters, and what the first player gets under best play."""


def value(rules, position=None):
    """Return what the player to move gets from a position, by default the first."""
    bounds = {}  # of positions already seen

    def search(position, alpha, beta):
        result = rules.result(position)
        if result is not None:
            return result
        low, high = bounds.get(position, (-rules.most, rules.most))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        best, lower = -rules.most, max(alpha, low)
        for following in rules.following(position):
            best = max(best, -search(following, -beta, -lower))
            lower = max(lower, best)
            if lower >= beta:
                break
        if best >= beta:
            low = best
        elif best <= max(alpha, low):
            high = best
        else:
            low = high = best
        bounds[position] = (low, high)
        return best

    return search(rules.first if position is None else position, -rules.most, rules.most)


class Nim:
    """A position is the sorted heaps; one takes any number of counters from one heap."""

    most = 1

    def __init__(self, heaps, misere=False):
        self.first = tuple(sorted(heaps))
        self.misere = misere

    def result(self, position):
        """Return what there is to get for who finds nothing left to take."""
        if any(position):
            return None
        return 1 if self.misere else -1

    def following(self, position):
        for index, heap in enumerate(position):
            for left in range(heap):
                yield tuple(sorted((*position[:index], left, *position[index + 1 :])))


class ConnectFour:
    """A position is its columns, each a text of stones from the foot: `m` mine, `t` theirs."""

    most = 1

    def __init__(self, width, height, connect=4):
        self.height = height
        self.first = ("",) * width
        self.middle_first = sorted(range(width), key=lambda column: abs(2 * column + 1 - width))
        self.lines = []
        for column, row in product(range(width), range(height)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + n * right, row + n * up) for n in range(connect)]
                if line[-1][0] < width and 0 <= line[-1][1] < height:
                    self.lines.append(line)

    def result(self, position):
        """Return -1 if the other player has connected, 0 if the board is full."""
        stones = {
            (column, row)
            for column, text in enumerate(position)
            for row, stone in enumerate(text)
            if stone == "t"
        }
        if any(stones.issuperset(line) for line in self.lines):
            return -1
        return 0 if all(len(text) == self.height for text in position) else None

    def following(self, position):
        turned = [text.translate(_SIDES) for text in position]
        for column in self.middle_first:
            if len(position[column]) < self.height:
                after = (*turned[:column], turned[column] + "t", *turned[column + 1 :])
                yield min(after, after[::-1])  # a mirror image is worth the same


class Othello:
    """A position is the board as one text, row by row: `m` mine, `t` theirs, `.` empty."""

    def __init__(self, size, score="winner"):
        self.size = size
        self.discs = score == "discs"
        self.most = size * size if self.discs else 1
        half = size // 2
        board = ["."] * size * size
        board[(half - 1) * size + half] = board[half * size + half - 1] = "m"
        board[(half - 1) * size + half - 1] = board[half * size + half] = "t"
        self.first = "".join(board)
        self.rays = [
            [ray for step in product((-1, 0, 1), repeat=2) if len(ray := self._ray(cell, step)) > 1]
            for cell in range(size * size)
        ]

    def result(self, position):
        """Return the player to move's lead if nobody can move; empty cells are the winner's."""
        if self._moves(position) or self._moves(position.translate(_SIDES)):
            return None
        lead = position.count("m") - position.count("t")
        sign = (lead > 0) - (lead < 0)
        return lead + sign * position.count(".") if self.discs else sign

    def following(self, position):
        moves = self._moves(position)
        if not moves:
            return [position.translate(_SIDES)]
        return sorted(moves, key=lambda following: len(self._moves(following)))

    @cache  # noqa: B019 - lives as long as the test that makes it
    def _moves(self, position):
        """Return the positions after each move, passes not counted."""
        found = []
        for cell, stone in enumerate(position):
            if stone == ".":
                changed = [each for ray in self.rays[cell] for each in _enclosed(position, ray)]
                if changed:
                    board = list(position)
                    for each in (cell, *changed):
                        board[each] = "m"
                    found.append("".join(board).translate(_SIDES))
        return found

    def _ray(self, cell, step):
        """Return the cells from one on in one direction, without itself."""
        row, column = divmod(cell, self.size)
        cells = []
        for _ in range(self.size - 1 if any(step) else 0):
            row, column = row + step[0], column + step[1]
            if row in range(self.size) and column in range(self.size):
                cells.append(row * self.size + column)
        return cells


_SIDES = str.maketrans("mt", "tm")


def _enclosed(position, ray):
    """Return the cells of the other player's discs along a ray, up to one's own disc."""
    for length, cell in enumerate(ray):
        if position[cell] != "t":
            return ray[:length] if position[cell] == "m" else []
    return []
