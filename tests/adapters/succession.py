"""Tic-tac-toe as functions of a board, one of which gives the boards that may come next."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def initial_state():
    return (" ",) * 9


def player(board):
    return "X" if board.count("X") == board.count("O") else "O"


def winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None


def children(board):
    if winner(board) is not None:
        return []
    who = player(board)
    return [(*board[:i], who, *board[i + 1 :]) for i in range(9) if board[i] == " "]
