"""Files of saved searches."""

from __future__ import annotations

import pytest

from gametree import games
from gametree.mcts.searcher import Searcher


@pytest.fixture
def path(tmp_path):
    return tmp_path / "of tic-tac-toe.search"


@pytest.fixture
def of_nim(path):
    Searcher(games.Nim((1, 2, 3)), seed=1, compiled=False, method="uct").save(path)
    return path
