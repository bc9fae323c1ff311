"""Searches with a Numba that lacks what compiled search needs: interpreted, with one sentence."""

from __future__ import annotations

import importlib
import sys

import pytest

import gametree as gt
from gametree.errors import NotCompilable, NotCompiledWarning
from gametree.games import TicTacToe
from plainpython.back_end.numba_parts import required


@pytest.fixture
def bridge_unloaded(monkeypatch):
    """The bridge to the compiler is loaded again, as in a new process."""
    for name in [each for each in sys.modules if each.partition(".")[0] == "gametree"]:
        if name.startswith("gametree.native"):
            monkeypatch.delitem(sys.modules, name)


def rename(monkeypatch, part):
    *owners, name = part.name.split(".")
    found = importlib.import_module(part.module)
    for each in owners:
        found = getattr(found, each)
    for each in getattr(found, "__mro__", (found,)):
        if name in vars(each):
            monkeypatch.delattr(each, name)


@pytest.mark.usefixtures("bridge_unloaded")
@pytest.mark.parametrize("part", required.PARTS, ids=str)
def test_a_part_of_numba_that_is_renamed_leaves_an_interpreted_search(monkeypatch, part):
    rename(monkeypatch, part)
    assert not part.is_as_expected  # else the bridge would be loaded twice
    with pytest.warns(NotCompiledWarning) as told:
        result = gt.search(TicTacToe(), simulations=20, seed=1)
    assert result.simulations == 20
    assert len(told) == 1
    sentence = str(told[0].message)
    assert sentence.startswith("searching interpreted: Numba ")
    assert f"has changed {part}, which compiled code needs" in sentence
    assert "\n" not in sentence
    with pytest.raises(NotCompilable, match="has changed"):
        gt.search(TicTacToe(), simulations=20, compiled=True)
