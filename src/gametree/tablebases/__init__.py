"""Tablebases: the exact value of every position of a small game, positions that recur included."""
