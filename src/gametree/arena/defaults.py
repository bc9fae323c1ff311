"""Defaults that contests and the command line share, apart from what loads NumPy."""

from __future__ import annotations

__all__ = ["GRACE", "MAX_PLIES"]

GRACE = 1.0
"""By how many seconds a move may take longer before the game is lost on time."""

MAX_PLIES = 2000
"""After so many moves a game is a draw."""
