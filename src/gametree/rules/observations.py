"""Checks of a game's `observation`: numbers, lines and rows of them, always of the same sizes."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["NoObservation", "Sizes", "other_sizes", "sizes_of_observation"]

Sizes = tuple[tuple[int, ...], ...]
"""Of each item: () for a number, (cells,) for a line, (rows, columns) for a board."""

_MOST_AXES = 2
_EXPECTED = (
    "a tuple, list or array was expected, of numbers, lines of numbers or rows of such lines"
)


class NoObservation(Exception):
    """What a game gave is no observation; the message is the rest of a sentence."""


def sizes_of_observation(shown: Any) -> Sizes:
    """Return the sizes of the items of an observation.

    Raises:
        NoObservation: if it is none.

    """
    array = isinstance(shown, np.ndarray) and shown.ndim > 0
    if not (array or isinstance(shown, (tuple, list))) or not len(shown):
        raise NoObservation(f"returned {_told(shown)}; {_EXPECTED}")
    sizes = []
    for item in shown:
        try:
            numbers = np.asarray(item)
        except ValueError:  # lines that are not equally long
            numbers = np.empty((), object)
        if numbers.dtype.kind not in "biuf" or numbers.ndim > _MOST_AXES or not numbers.size:
            raise NoObservation(f"returned {_told(shown)}, with {_told(item)}; {_EXPECTED}")
        if not np.isfinite(numbers).all():
            raise NoObservation(f"returned {_told(shown)}; finite numbers were expected")
        sizes.append(numbers.shape)
    return tuple(sizes)


def other_sizes(sizes: Sizes, before: Sizes) -> str:
    """Return the rest of a sentence on an observation that has not the sizes of others."""
    if len(sizes) != len(before):
        return (
            f"returned {len(sizes)} items, and {len(before)} in another position; always as many "
            "were expected"
        )
    place = next(at for at in range(len(sizes)) if sizes[at] != before[at])
    own, other = sizes[place], before[place]
    return (
        f"returned {_size(own)} as item {place}, and {_size(other)} in another position; an item "
        "of always one size was expected"
    )


def _size(size: tuple[int, ...]) -> str:
    if not size:
        return "a number"
    return " by ".join(map(str, size)) + " numbers"


def _told(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:77]}..."
