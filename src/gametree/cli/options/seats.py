"""Parses the option that says which players are people."""

from __future__ import annotations

from ...errors import BadParameter

__all__ = ["seats"]


def seats(text: str, players: int) -> frozenset[int]:
    """Return the players, from 0, that `text` names.

    It is `first`, `second`, `none`, `both` (everyone, however many they are)
    or numbers, counted from 1, with commas in between.

    Raises:
        BadParameter: if it is none of these, or the game has no such player.

    """
    named = {"none": (), "first": (1,), "second": (2,), "both": tuple(range(1, players + 1))}
    word = text.strip().lower()
    if word in named:
        numbers = named[word]
    else:
        try:
            numbers = tuple(int(part) for part in word.split(","))
        except ValueError:
            raise BadParameter(
                f"--human must be first, second, none, both or numbers such as 1,3, not {text!r}"
            ) from None
    for number in numbers:
        if not 1 <= number <= players:
            there = "one player" if players == 1 else f"{players} players"
            raise BadParameter(f"--human says player {number}, but the game has {there}")
    return frozenset(number - 1 for number in numbers)
