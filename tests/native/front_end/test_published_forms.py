"""Forms that published rules have: caches, getattr, errors in variables, tests of classes."""

from __future__ import annotations

import collections.abc
import logging
import typing
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import pytest

import gametree as gt
from plainpython.front_end.rewriting import rewritten
from plainpython.reasons import Unsupported
from plainpython.values.kinds import kind_of

from ..values.both_modes import assert_plays_alike

LOGGER = logging.getLogger(__name__)
TABLE: dict[int, int] = {}
TAKEN = ValueError("taken")


@dataclass(frozen=True)
class Row:
    cells: tuple[int, ...]
    turn: int = 0

    @lru_cache(maxsize=9)  # noqa: B019
    def free(self) -> Sequence[int]:
        return tuple(place for place, cell in enumerate(self.cells) if cell == 0)

    @cache  # noqa: B019
    def has_won(self, mark):
        return any(self.cells[place] == mark == self.cells[place + 1] for place in range(4))


class Published(gt.Game):
    bonus = 2

    def initial_state(self):
        return Row((0,) * 5)

    def current_player(self, state):
        return state.turn

    @lru_cache(maxsize=1000)  # noqa: B019
    def legal_actions(self, state):
        return [] if state.has_won(1) or state.has_won(2) else list(state.free())

    def cell_of(self, move):
        LOGGER.debug("cell of %s, in %s", move, type(self).bonus, stacklevel=2)
        logging.info(f"asked for {move!r:>9}, {len(str(move))} signs")
        if isinstance(move, np.ndarray):
            move = move.reshape(-1)[0]
        if isinstance(move, tuple) or isinstance(move, list):  # noqa: SIM101
            if len(move) == 2:
                row, column = move
                return row * 5 + column
        if isinstance(move, str):
            return int(move.upper())
        return move

    def next_state(self, state, action):
        cell = self.cell_of(action)
        if state.cells[cell]:
            error = ValueError(f"cell {cell} is taken")
            raise error
        cells = np.array(state.cells)
        if isinstance(cells, np.ndarray) and isinstance(state.cells, collections.abc.Sequence):
            cells[cell] = state.turn + 1
        if isinstance(state.cells, typing.List):  # noqa: UP006
            raise TAKEN
        return Row(tuple(int(each) for each in cells), 1 - state.turn)

    @lru_cache  # noqa: B019
    def returns(self, state):
        try:
            if state.has_won(1):
                raise KeyError(1)
        except KeyError as won:
            if getattr(state, "cells")[0] == 7:  # noqa: B009
                raise won
            return (1.0, -1.0)
        share = (getattr(self, "bonus", 0) + getattr(state, "bonus", 0)) / getattr(self, "no", 4)
        return (-share, share) if state.has_won(2) else (0.0, 0.0)


def test_both_modes_play_alike():
    assert_plays_alike(Published())


def remembers(n):
    if n not in TABLE:
        TABLE[n] = n * n
    return TABLE[n]


TRACING = False
CALLS: list[int] = []


def logs_what_is_done(n):
    LOGGER.debug(f"put in {CALLS.append(n)}")
    return n


def notes(n):
    CALLS.append(n)
    return n


def notes_if_traced(n):
    if TRACING:
        CALLS.append(n)
    return n


def test_what_no_run_reaches_may_change_a_list_of_the_module():
    assert rewritten(notes_if_traced) is not None


def raises_what_it_is_given(error):
    raise error


def takes_any_attribute(value, name):
    return getattr(value, name)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (remembers, "it changes TABLE, which belongs to the module; .*functools.cache"),
        (logs_what_is_done, r"it logs what CALLS\.append\(n\) gives; call that on a line"),
        (notes, "it changes CALLS, which belongs to the module"),
        (raises_what_it_is_given, "in the variable error; name its class there"),
        (takes_any_attribute, "by a name that it works out; write the attribute"),
    ],
)
def test_what_cannot_be_is_told_with_the_line(function, told):
    with pytest.raises(Unsupported, match=told) as refused:
        rewritten(function)
    assert "test_published_forms.py" in str(refused.value)


def test_an_array_of_the_standard_library_is_named():
    with pytest.raises(Unsupported, match=r"an array\.array; use a list or a NumPy array"):
        kind_of(array("b", [0]))
