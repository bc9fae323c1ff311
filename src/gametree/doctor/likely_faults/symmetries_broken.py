"""Finds symmetries that a game declares and its rules do not respect."""

from __future__ import annotations

from collections.abc import Iterator

from ...game import Game
from ...rules.declared_symmetries import BrokenSymmetry, MirroredPlay, declared_symmetries
from ..fault import Fault
from ..report import FAULT

__all__ = ["symmetries_broken"]

_ADVICE = (
    "take it out, mend the functions for the images of positions and actions, or leave symmetries "
    "undefined: those of boards are found"
)


def symmetries_broken(game: Game) -> Iterator[Fault]:
    """Yield a fault for the first declared symmetry that mirrored random games refute."""
    try:
        for number, symmetry in enumerate(declared_symmetries(game) or ()):
            MirroredPlay(game, symmetry, number).play()
    except BrokenSymmetry as broken:
        yield Fault(
            "symmetries", "not respected", broken.problem, _ADVICE, FAULT, broken.moves or ()
        )
