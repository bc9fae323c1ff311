"""Ways to search a game by playouts that help in some games and harm in others, by name."""

from __future__ import annotations

from ..search_options import SearchOptions

__all__ = ["CHOSEN_ALPHA", "CHOSEN_C", "CHOSEN_REF", "SLOW_C", "VARIATIONS"]

CHOSEN_C = 0.45
"""Of UCB1, where nobody has chosen one: see docs/strength.md."""

SLOW_C = 0.3
"""Of UCB1, where values come from a slow evaluator: see docs/slow-evaluators.md."""

CHOSEN_ALPHA = 0.4
"""Of widening where moves are proposed: see `benchmarks/against_treequest.py`."""

CHOSEN_REF = 5.0
"""Of GRAVE, likewise."""

_EPSILON = 0.4

VARIATIONS = {
    "mast": SearchOptions(playout="mast", epsilon=_EPSILON),
    "nst": SearchOptions(playout="nst", epsilon=_EPSILON),
    "grave": SearchOptions(selection="grave", ref=CHOSEN_REF),
    "ucb1": SearchOptions(selection="ucb1", c=CHOSEN_C),
}
"""What each puts instead of other strategies."""
