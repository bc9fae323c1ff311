"""Rules written for other interfaces and libraries, searched as they are.

    from gametree.adapters import board
    ai = board.MonteCarlo(my_board, time=1)

One module for each interface; none is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import (
        aec,
        alpha_zero,
        board,
        board_game,
        functional,
        gymnasium,
        openspiel,
        openspiel_bot,
        pettingzoo,
        replayed,
        rules,
        score_game,
        scores,
        states,
        stepped,
    )

__all__ = [
    "aec",
    "alpha_zero",
    "board",
    "board_game",
    "functional",
    "gymnasium",
    "openspiel",
    "openspiel_bot",
    "pettingzoo",
    "replayed",
    "rules",
    "score_game",
    "scores",
    "states",
    "stepped",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
