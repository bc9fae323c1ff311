"""Missing methods and attributes of a wrong type."""

from __future__ import annotations

import pytest
from planted import Take, diagnosis

import gametree as gt


@pytest.mark.parametrize(
    "method", ["initial_state", "current_player", "legal_actions", "next_state", "returns"]
)
def test_a_method_that_is_missing(method):
    class Game(Take):
        pass

    setattr(Game, method, getattr(gt.Game, method))
    assert diagnosis(Game()) == (method, "missing", None)


@pytest.mark.parametrize("players", [0, -1, 2.0, None])
def test_a_number_of_players_that_is_none(players):
    class Game(Take):
        pass

    Game.players = players
    assert diagnosis(Game()) == ("players", "no count", None)
