"""Bundled games without their heuristics and what is recommended because of them."""

from __future__ import annotations

import gametree as gt
from gametree.games import ConnectFour, Othello

__all__ = ["PlainConnectFour", "PlainOthello"]


class PlainConnectFour(ConnectFour):
    """Connect four of which gametree knows the rules alone."""

    heuristic = gt.Game.heuristic
    recommended_search = gt.Game.recommended_search


class PlainOthello(Othello):
    """Othello of which gametree knows the rules alone."""

    heuristic = gt.Game.heuristic
    recommended_search = gt.Game.recommended_search
