"""Compile the functions of an exported game ahead of time, with the types of its states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plainpython.back_end.entry import argument_type
from plainpython.back_end.numba_parts.ahead_of_time import (
    AheadCandidate,
    AheadProgram,
    compile_ahead,
)
from plainpython.back_end.objects import type_of
from plainpython.call_frames import with_room_for_calls
from plainpython.compilable import Compilable
from plainpython.values import arena

from ..game import Game
from .explain import explaining

__all__ = ["compile_game"]


_EXPORTED = "exported"
_TEXTS = "exported texts"
_LIKE_USERS = ("gametree.game", "gametree.views", "gametree.numbers.counting")


@with_room_for_calls
def compile_game(
    functions: Mapping[str, Any],
    texts: Mapping[str, Sequence[Any]],
    arguments: tuple[Any, ...],
) -> AheadProgram:
    """Return the program of an exported game, which a search has compiled in this process before.

    Of the functions that write texts, the first one that compiles is taken. The texts of bundled
    games are compiled as users' code is: the rest of their code has no need of that.

    Raises:
        NotCompilable: with one sentence that names the method, the line and the reason.

    """
    game: Game = arguments[0]
    arena.provide()
    kinds = tuple(
        type_of(each) if isinstance(each, Compilable) else argument_type(each) for each in arguments
    )
    candidates = {name: [AheadCandidate(each, _EXPORTED)] for name, each in functions.items()}
    for name, ways in texts.items():
        candidates[name] = [AheadCandidate(each, _TEXTS, _LIKE_USERS) for each in ways]
    return compile_ahead(candidates, kinds, lambda: explaining(game))
