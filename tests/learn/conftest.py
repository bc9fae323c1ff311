"""Positions to fit to."""

from __future__ import annotations

import pytest

from gametree.games import TicTacToe
from gametree.learn.self_play.replay import Replay
from gametree.networks.blueprint import blueprint_of
from self_played import games_of, maker_for
from toys import Gather


@pytest.fixture(scope="session")
def windows():
    """Positions of tic-tac-toe, and of a game of three without a board or bounds."""
    found = {}
    for game, count in ((TicTacToe(), 16), (Gather(3, 4), 10)):
        kept = Replay(blueprint_of(game))
        for played in games_of(maker_for(game, seed=2), count):
            kept.add(played)
        found[game.name] = blueprint_of(game), kept.window()
    return found
