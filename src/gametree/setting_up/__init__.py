"""Positions that people set up: from pieces on a board, or from text."""
