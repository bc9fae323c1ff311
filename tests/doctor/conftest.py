from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gametree.doctor import explore, unchecked_games

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def endless_after_a_thousand(monkeypatch):
    """Random games are given up after a thousand plies, not ten thousand."""
    for module in (explore, unchecked_games):
        monkeypatch.setattr(module, "ENDLESS", 1000)
