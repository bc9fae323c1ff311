"""Five ordinary games, each with eight faults planted in three ways, and one game held out.

A class under `@planted` is a sound game with one fault. `methods` are those that a
finding may name: the one at fault, or one that the fault cannot help but show itself in.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gametree as gt

__all__ = ["GAMES", "HELD_OUT", "Plant", "planted", "plants_of"]

GAMES = ("grid", "cards", "dice", "hexagons", "race")
HELD_OUT = "sowing"


@dataclass(frozen=True)
class Plant:
    """A game with one fault."""

    game: type[gt.Game]
    fault: str
    methods: frozenset[str]

    @property
    def name(self) -> str:
        """Return what it is called: the module, the fault, the class."""
        module = self.game.__module__.rpartition(".")[2]
        return f"{module}: {self.fault} ({self.game.__name__})"


_plants: list[Plant] = []


def planted(fault: str, *methods: str) -> Callable[[Any], Any]:
    """Return a decorator that registers a class with one fault."""

    def register(game: type[gt.Game]) -> type[gt.Game]:
        _plants.append(Plant(game, fault, frozenset(methods)))
        return game

    return register


def plants_of(*modules: str) -> list[Plant]:
    """Return the faults planted in these modules."""
    wanted = [importlib.import_module(f"{__name__}.{module}").__name__ for module in modules]
    return [plant for plant in _plants if plant.game.__module__ in wanted]
