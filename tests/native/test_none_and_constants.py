"""Constants of dataclasses, and arrays that may be None, compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from gametree.native.build import compile_function
from plainpython.values import arena


@dataclass
class Marked:
    mark: int
    empty: int = field(init=False, default=5)


def copied_if(board: Any, n: int) -> Any:
    found = None
    for cell in range(3):
        if board[cell] == n:
            found = board.copy()
            found[cell] = 7
            break
    return found


def play(n: int) -> Any:
    marked = Marked(n)
    found = copied_if(np.array([4, n, 2, 9]), n)
    alike = found == 7
    other = found != 9
    return marked.mark + marked.empty, int(alike.sum()), bool(other.any())


def compare_none(n: int) -> Any:
    found = copied_if(np.array([4, 1, 2, 9]), n)
    return (found == 7).any()


def compiled(function: Any, number: int) -> Any:
    arena.provide()
    entry_point = compile_function(function, number)
    arena.enter()
    return entry_point(number)


def test_constants_of_a_class_and_arrays_that_may_be_none() -> None:
    assert compiled(play, 6) == play(6)


def test_none_where_an_array_is_compared_ends_the_search() -> None:
    with pytest.raises(NotImplementedError, match="None is compared where there is an array"):
        compiled(compare_none, 8)
