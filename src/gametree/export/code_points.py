"""Texts of an exported game: names of moves, and code points. Compiled as users' code is."""

from __future__ import annotations

from typing import Any

from ..game import Game, State

__all__ = ["name_of_pair", "name_of_three", "own_name", "put_code_points", "put_number"]


def own_name(game: Game, state: State, action: Any) -> str:
    """Return the name that the game gives a move."""
    return game.action_to_text(state, action)


def name_of_pair(game: Game, state: State, action: Any) -> str:
    """Return a move of two numbers as Python shows it: the default name does not compile."""
    return f"({action[0]}, {action[1]})"


def name_of_three(game: Game, state: State, action: Any) -> str:
    """Return a move of three numbers as Python shows it."""
    return f"({action[0]}, {action[1]}, {action[2]})"


def put_code_points(text: str, out: Any, start: int) -> int:
    """Write the code points of a text; return where they end, also where they do not fit."""
    size = len(text)
    if start + size <= len(out):
        for place in range(size):
            out[start + place] = ord(text[place])
    return start + size


def put_number(number: int, out: Any, start: int) -> int:
    """Write the decimal digits of a number above 0; return where they end, as above."""
    size = 0
    rest = number
    while rest > 0:
        size += 1
        rest //= 10
    if start + size <= len(out):
        for place in range(size):
            out[start + size - 1 - place] = 48 + number % 10
            number //= 10
    return start + size
