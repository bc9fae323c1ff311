from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gametree import checking
from gametree.doctor import check, profile
from gametree.doctor.random_games import explore, unchecked_games

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _measured_briefly(monkeypatch):
    """What rules cost is measured in milliseconds: no test depends on how exact the figures are."""
    monkeypatch.setattr(checking, "_SECONDS_A_SEARCH", 0.03)
    monkeypatch.setattr(profile, "_SECONDS_A_METHOD", 0.003)
    monkeypatch.setattr(profile, "_SECONDS_A_METHOD_WITH_COPIES", 0.01)


@pytest.fixture(autouse=True)
def _fewer_positions_near(monkeypatch):
    """Faults planted here show themselves within the first hundred positions, or in games.

    Actions that are not drawn evenly do so in the first four.
    """
    monkeypatch.setattr(check, "_NEAR_POSITIONS", 100)
    monkeypatch.setattr(explore, "_DRAWN_FROM", 4)


@pytest.fixture
def endless_after_a_thousand(monkeypatch):
    """Random games are given up after a thousand plies, not ten thousand."""
    for module in (explore, unchecked_games):
        monkeypatch.setattr(module, "ENDLESS", 1000)
