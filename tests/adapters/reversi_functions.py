"""Reversi on 4x4 cells as functions that are told a board, and each time who plays."""

SIZE = 4
EMPTY, BLACK, WHITE = 0, 1, -1
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def create_board():
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    board[1][1] = board[2][2] = WHITE
    board[1][2] = board[2][1] = BLACK
    return board


def flipped(board, row, column, player):
    found = []
    if board[row][column] != EMPTY:
        return found
    for down, right in DIRECTIONS:
        line = []
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == -player:
            line.append((r, c))
            r, c = r + down, c + right
        if 0 <= r < SIZE and 0 <= c < SIZE and board[r][c] == player:
            found += line
    return found


def get_valid_moves(board, player):
    return [(r, c) for r in range(SIZE) for c in range(SIZE) if flipped(board, r, c, player)]


def make_move(board, row, column, player):
    after = [line[:] for line in board]
    for r, c in flipped(board, row, column, player):
        after[r][c] = player
    after[row][column] = player
    return after


def is_game_over(board):
    return not get_valid_moves(board, BLACK) and not get_valid_moves(board, WHITE)


def get_winner(board):
    lead = sum(map(sum, board))
    return 1 if lead > 0 else -1 if lead < 0 else 0
