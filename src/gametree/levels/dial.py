"""Players on one dial of strength: from moves at random to long searches."""

from __future__ import annotations

import math
import re

__all__ = ["FIRST_SEARCH", "dial_of", "player_at", "simulations_at"]

FIRST_SEARCH = 1.0
"""From here on every move is searched; below, a share of the moves is drawn at random."""

_LEAST = 16
_COOLING = 4.0
"""Doublings of the simulations until the best move is always played."""


def simulations_at(dial: float) -> int:
    """Return the simulations a move: 16 up to dial 1, then twice as many for each step."""
    return round(_LEAST * 2 ** max(0.0, dial - FIRST_SEARCH))


def player_at(dial: float, varied: int = 0, search: str = "auto,untrained") -> str:
    """Return the player at a place of the dial.

    From 0 to 1 the share of blunders falls from all moves to none. From there on the simulations
    double with each step, while the temperature falls from 1 to 0 in four steps. So each step is
    stronger than the one before.

    Args:
        dial: 0 or more.
        varied: the first plies of the game that are varied: see `Weakening`.
        search: how it searches, as parameters of the player "mcts".

    """
    parts = [f"simulations={simulations_at(dial)}", "reuse=false"]
    blunders = round(max(0.0, FIRST_SEARCH - dial), 3)
    temperature = round(min(1.0, max(0.0, 1.0 - (dial - FIRST_SEARCH) / _COOLING)), 2)
    if blunders:
        parts.append(f"blunders={blunders:g}")
    if temperature:
        parts.append(f"temperature={temperature:g}")
    if varied:
        parts.append(f"varied={varied}")
    return f"mcts:{search},{','.join(parts)}"


def dial_of(player: str) -> float | None:
    """Return the place on the dial of a player that `player_at` described; None for others."""
    found = re.search(r"\bsimulations=(\d+),reuse=false(?:,blunders=([\d.]+))?", player)
    if found is None:
        return None
    doublings = math.log2(int(found[1]) / _LEAST)
    return FIRST_SEARCH + doublings - float(found[2] or 0)
