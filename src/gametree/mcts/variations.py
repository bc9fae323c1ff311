"""Ways to search a game by playouts that help in some games and harm in others, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .evaluation.mast_nst import MAST, NST
from .evaluation.playout import Playout
from .selection.rave import GRAVE
from .selection.ucb1 import UCB1

__all__ = ["CHOSEN_C", "CHOSEN_REF", "VARIATIONS"]

CHOSEN_C = 0.45
"""Of UCB1, where nobody has chosen one: see docs/strength.md."""

CHOSEN_REF = 5.0
"""Of GRAVE, likewise."""

_EPSILON = 0.4

VARIATIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "mast": lambda: {"evaluation": Playout(MAST(_EPSILON))},
    "nst": lambda: {"evaluation": Playout(NST(_EPSILON))},
    "grave": lambda: {"selection": GRAVE(CHOSEN_REF)},
    "ucb1": lambda: {"selection": UCB1(CHOSEN_C)},
}
"""What each puts in the place of other strategies."""
