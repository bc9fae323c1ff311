"""Othello as functions of a state: a board of rows, and who has just moved."""

from __future__ import annotations

from gametree.adapters.rules import Rules, create_state, get_content, get_player_just_moved

SIZE = 6
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
PASS = (-1, -1)


def first_state():
    rows = [[0] * SIZE for _ in range(SIZE)]
    middle = SIZE // 2
    rows[middle - 1][middle] = rows[middle][middle - 1] = 1
    rows[middle - 1][middle - 1] = rows[middle][middle] = 2
    return create_state(tuple(tuple(row) for row in rows), 2)


def turned(board, row, column, player):
    found = []
    if board[row][column]:
        return found
    for down, right in STEPS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == 3 - player:
            line.append((r, c))
            r, c = r + down, c + right
        if line and 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == player:
            found.extend(line)
    return found


def moves_of(board, player):
    return [(r, c) for r in range(SIZE) for c in range(SIZE) if turned(board, r, c, player)]


def get_rules(state):
    board, player = get_content(state), 3 - get_player_just_moved(state)
    moves = moves_of(board, player)
    if moves:
        return moves
    return [PASS] if moves_of(board, 3 - player) else []


def apply(rule, state):
    board, player = get_content(state), 3 - get_player_just_moved(state)
    if rule == PASS:
        return create_state(board, player)
    row, column = rule
    rows = [list(each) for each in board]
    for r, c in turned(board, row, column, player):
        rows[r][c] = player
    rows[row][column] = player
    return create_state(tuple(tuple(each) for each in rows), player)


def get_result(state, player):
    cells = [cell for row in get_content(state) for cell in row]
    lead = cells.count(player) - cells.count(3 - player)
    return 1 if lead > 0 else 0 if lead < 0 else 0.5


OTHELLO = Rules(apply, get_rules, get_result)
