"""Defaults that contests and the command line share, apart from what loads NumPy."""

from __future__ import annotations

__all__ = ["GRACE", "MAX_PLIES", "OPENING_PLIES"]

GRACE = 1.0
"""By how many seconds a move may take longer before the game is lost on time."""

OPENING_PLIES = 2
"""How many random moves an opening has, in a game where both players see everything."""

MAX_PLIES = 2000
"""After this many moves a game is a draw."""
