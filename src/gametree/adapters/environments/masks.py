"""Masks of legal moves: for each action 1 where it is legal, else 0."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...numbers.plain import plain_number

__all__ = ["is_mask", "numbers"]


def is_mask(answer: Any) -> bool:
    """Return True if an answer tells of each action whether it is legal, as 0 and 1 in turn."""
    if getattr(answer, "ndim", 1) != 1 or not isinstance(answer, Sequence | np.ndarray):
        return False
    items = [plain_number(each) for each in answer]
    if not all(isinstance(each, (bool, int, float)) and each in (0, 1) for each in items):
        return False
    # [True, False] may be two moves: yes, and no.
    return len(set(items)) < len(items) or getattr(answer, "dtype", None) == np.bool_


def numbers(mask: Iterable[Any]) -> list[int]:
    """Return the numbers of the actions that a mask says are legal."""
    return [number for number, legal in enumerate(mask) if legal]
