"""Backgammon: the board, moves as text, and a heuristic."""
