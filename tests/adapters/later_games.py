"""Reversi, chong, connect four and t3 in the article author's later interface, for tests.

Written after the rules, in the style of that interface: states are tuples of bit boards with the
player who moved last and the player to move, actions are packed and unpacked as text.
"""

from __future__ import annotations

from typing import ClassVar


class Reversi:
    num_players = 2
    rows = cols = 6

    positions: ClassVar = {
        (row, column): 1 << (6 * row + column) for row in range(6) for column in range(6)
    }
    directions = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

    def starting_state(self):
        first = self.positions[2, 3] | self.positions[3, 2]
        second = self.positions[2, 2] | self.positions[3, 3]
        return (first, second, 2, 1)

    def current_player(self, state):
        return state[-1]

    def previous_player(self, state):
        return state[-2]

    def turned(self, mine, theirs, cell):
        found = 0
        for down, right in self.directions:
            row, column = cell[0] + down, cell[1] + right
            passed = 0
            while (row, column) in self.positions and theirs & self.positions[row, column]:
                passed |= self.positions[row, column]
                row, column = row + down, column + right
            if (row, column) in self.positions and mine & self.positions[row, column]:
                found |= passed
        return found

    def plays_of(self, mine, theirs):
        return [
            cell
            for cell, bit in self.positions.items()
            if not (mine | theirs) & bit and self.turned(mine, theirs, cell)
        ]

    def legal_actions(self, state):
        first, second, _, player = state
        mine, theirs = (first, second) if player == 1 else (second, first)
        return self.plays_of(mine, theirs)

    def next_state(self, history, action):
        first, second, _, player = history[-1]
        mine, theirs = (first, second) if player == 1 else (second, first)
        turned = self.turned(mine, theirs, action)
        mine |= turned | self.positions[action]
        theirs &= ~turned
        following = 3 - player if self.plays_of(theirs, mine) else player
        if player == 1:
            return (mine, theirs, player, following)
        return (theirs, mine, player, following)

    def is_ended(self, state):
        return not self.legal_actions(state)

    def win_values(self, state):
        if not self.is_ended(state):
            return None
        first, second = bin(state[0]).count("1"), bin(state[1]).count("1")
        if first > second:
            return {1: 1, 2: 0}
        if second > first:
            return {1: 0, 2: 1}
        return {1: 0.5, 2: 0.5}

    def pack_action(self, notation):
        return (int(notation[1:]) - 1, "abcdef".index(notation[0]))

    def unpack_action(self, action):
        return f"{'abcdef'[action[1]]}{action[0] + 1}"


class Chong:
    """A pawn each, to the other side of a board of 5 by 5, and four stones each in its way.

    A pawn moves a row ahead, straight or aslant, and jumps over stones that stand in a line. A
    stone is put on any free cell. A player who cannot do either has lost.
    """

    num_players = 2
    stones = 4

    def starting_state(self):
        return ((4, 2), (0, 2), 0, 4, 4, 2, 1)  # pawns, stones on the board, stones left, players

    def current_player(self, state):
        return state[-1]

    def previous_player(self, state):
        return state[-2]

    def legal_actions(self, state):
        pawns, on_board, player = state[:2], state[2], state[-1]
        row, column = pawns[player - 1]
        ahead = -1 if player == 1 else 1
        actions = []
        for aside in (-1, 0, 1):
            down, right = row + ahead, column + aside
            while 0 <= down < 5 and 0 <= right < 5 and on_board >> (5 * down + right) & 1:
                down, right = down + ahead, right + aside
            if 0 <= down < 5 and 0 <= right < 5 and (down, right) not in pawns:
                actions.append((down, right, False))
        if (state[3] if player == 1 else state[4]) > 0:
            for place in range(25):
                cell = divmod(place, 5)
                if not on_board >> place & 1 and cell not in pawns:
                    actions.append((cell[0], cell[1], True))
        return actions

    def next_state(self, history, action):
        first, second, on_board, left, others, _, player = history[-1]
        row, column, is_stone = action
        if is_stone:
            on_board |= 1 << (5 * row + column)
            if player == 1:
                left -= 1
            else:
                others -= 1
        elif player == 1:
            first = (row, column)
        else:
            second = (row, column)
        return (first, second, on_board, left, others, player, 3 - player)

    def is_ended(self, state):
        return state[0][0] == 0 or state[1][0] == 4 or not self.legal_actions(state)

    def win_values(self, state):
        if not self.is_ended(state):
            return None
        previous = state[-2]
        return {previous: 1, 3 - previous: 0}

    def pack_action(self, notation):
        return (int(notation[1]) - 1, "abcde".index(notation[0]), notation.endswith("s"))

    def unpack_action(self, action):
        return f"{'abcde'[action[1]]}{action[0] + 1}{'s' if action[2] else 'm'}"


class ConnectFour:
    """Connect four: a bit for each stone of the two players, seven bits a column."""

    num_players = 2

    def starting_state(self):
        return (0, 0, 2, 1)

    def current_player(self, state):
        return state[-1]

    def previous_player(self, state):
        return state[-2]

    def legal_actions(self, state):
        both = state[0] | state[1]
        return [column for column in range(7) if not both >> 7 * column + 5 & 1]

    def next_state(self, state, action):
        first, second, previous, player = state
        bit = 1 << 7 * action
        while (first | second) & bit:
            bit <<= 1
        if player == 1:
            return (first | bit, second, player, previous)
        return (first, second | bit, player, previous)

    def has_four(self, stones):
        for step in (1, 6, 7, 8):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def is_ended(self, state):
        return self.has_four(state[state[-2] - 1]) or not self.legal_actions(state)

    def win_values(self, state):
        if not self.is_ended(state):
            return None
        if self.has_four(state[state[-2] - 1]):
            return {state[-2]: 1, state[-1]: 0}
        return {1: 0.5, 2: 0.5}


class T3:
    """Ultimate tic-tac-toe: nine boards; a move in a cell sends the other player to that board.

    A state has the cells of both players in each board, the board to play in, who moved, who moves.
    """

    num_players = 2
    lines = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)

    def starting_state(self):
        return (0,) * 18 + (-1, 2, 1)

    def current_player(self, state):
        return state[-1]

    def previous_player(self, state):
        return state[-2]

    def has_line(self, cells):
        return any(cells & line == line for line in self.lines)

    def is_finished(self, state, board):
        first, second = state[2 * board], state[2 * board + 1]
        return first | second == 511 or self.has_line(first) or self.has_line(second)

    def legal_actions(self, state):
        sent = state[18]
        boards = list(range(9)) if sent < 0 or self.is_finished(state, sent) else [sent]
        return [
            (board, cell)
            for board in boards
            if not self.is_finished(state, board)
            for cell in range(9)
            if not (state[2 * board] | state[2 * board + 1]) >> cell & 1
        ]

    def next_state(self, state, action):
        board, cell = action
        after = list(state)
        after[2 * board + state[-1] - 1] |= 1 << cell
        after[18], after[-2], after[-1] = cell, state[-1], state[-2]
        return tuple(after)

    def won(self, state, player):
        boards = 0
        for board in range(9):
            if self.has_line(state[2 * board + player - 1]):
                boards |= 1 << board
        return self.has_line(boards)

    def is_ended(self, state):
        return self.won(state, state[-2]) or not self.legal_actions(state)

    def win_values(self, state):
        if not self.is_ended(state):
            return None
        if self.won(state, state[-2]):
            return {state[-2]: 1, state[-1]: 0}
        return {1: 0.5, 2: 0.5}
