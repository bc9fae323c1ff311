"""A user's game of lists, tuples and texts, with a die."""

import gametree as gt


def shown(line):
    return " ".join(line)


def is_stone(letter):
    return letter in "XO"


class RowsWithADie(gt.Game):
    """Four in a row on a small board; a die says by how many rows the stone is shifted."""

    def __init__(self, size: int = 5) -> None:
        self.size = size

    def initial_state(self):
        return ([["."] * self.size for _ in range(self.size)], 0, (-1, -1), False)

    def current_player(self, state):
        return gt.CHANCE if state[3] else state[1]

    def legal_actions(self, state):
        board, _, last, rolls = state
        if self.won(board, last):
            return []
        if rolls:
            return [(0, -1), (1, -1)]
        return [
            (row, column)
            for row in range(self.size)
            for column in range(self.size)
            if board[row][column] == "."
        ]

    def chance_outcomes(self, state):
        return [((0, -1), 0.75), ((1, -1), 0.25)]

    def next_state(self, state, action):
        board, player, last, rolls = state
        new = [line[:] for line in board]
        if rolls:
            row, column = last
            if action[0] == 1 and column + 1 < self.size and new[row][column + 1] == ".":
                new[row][column + 1] = new[row][column]
                new[row][column] = "."
                last = (row, column + 1)
            return (new, 1 - player, last, False)
        new[action[0]][action[1]] = "XO"[player]
        return (new, player, action, True)

    def won(self, board, last):
        row, column = last
        if row < 0:
            return False
        stone = board[row][column]
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            count = 1
            for way in (1, -1):
                y, x = row + way * down, column + way * right
                while 0 <= y < self.size and 0 <= x < self.size and board[y][x] == stone:
                    count += 1
                    y += way * down
                    x += way * right
            if count >= 4:
                return True
        return False

    def returns(self, state):
        board, player, last, rolls = state
        if not self.won(board, last):
            return (0.0, 0.0)
        mover = player if rolls else 1 - player
        return (1.0, -1.0) if mover == 0 else (-1.0, 1.0)

    def state_to_text(self, state):
        board, player = state[:2]
        rows = [shown(line) for line in reversed(board)]
        stones = sum(len([*filter(is_stone, line)]) for line in rows)
        return "\n".join([*map(shown, board), f"{'XO'[player]} to move é, {stones} stones"])

    def action_to_text(self, state, action):
        row, column = action
        if state[3]:
            return f"shift {row}"
        return f"{'abcdefg'[column]}{row + 1}"
