"""Checkers: moves, PDN and a heuristic."""
