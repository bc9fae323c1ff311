"""Games as the arena keeps them, without playing any."""

from __future__ import annotations

import math
import random

from gametree.arena.journal.game_record import GameRecord


def played(match, index, /, **changes):
    """Return a game of connect four's shape that follows from its match and index alone."""
    rng = random.Random(f"{match}:{index}")
    plies = rng.randrange(7, 43)
    result = rng.choice((1.0, 0.0, -1.0))
    fields = {
        "match": match,
        "index": index,
        "game": "connect_four",
        "parameters": {"rows": 6, "columns": 7},
        "seats": ("mcts:simulations=1000,c=0.7", "random"),
        "opening": ("4", "4"),
        "moves": [str(rng.randrange(1, 8)) for _ in range(plies)],
        "movers": [ply % 2 for ply in range(plies)],
        "seconds": [rng.random() / 100 for _ in range(plies)],
        "statistics": [
            {"simulations": 1000, "value": rng.uniform(-1, 1), "line": ["4", "3"]}
            if ply % 2 == 0
            else {}
            for ply in range(plies)
        ],
        "returns": (result, -result),
        "termination": "rules",
        "culprit": None,
        "detail": "",
        "seed": rng.randrange(2**64),
        "started": 1.8e9 + index,
        "ended": 1.8e9 + index + 0.5,
    }
    return GameRecord(**{**fields, **changes})


# What a game may hold that is awkward to write down.
AWKWARD = {
    "parameters": {"komi": -math.inf, "name": 'go "19x19"', "deep": {"a": [1, None, True, "x"]}},
    "seats": ("program:cmd=a b; c", "zufällig", "随机"),
    "opening": ("", "nan", "pass; e4"),
    "moves": ("e2 e4", "a;b,c", '"', "1.", "♞f3", "\udcff", "x\r\ny\x00", "{}", "\u2028", "=1+1"),
    "movers": (1, 2, 0, -1, 1, 1, 2, 0, 1, 2),
    "seconds": (0.0, 5e-324, 1e308, math.nan, math.inf, -0.0, 0.1, 1, 2, 3),
    "statistics": tuple({"value": value} for value in (math.nan, math.inf, -math.inf, -0.0, 2**70))
    + ({}, {"text": "a\nb"}, {"list": [1.5, "c"]}, {"": None}, {"x": True}),
    "returns": (math.nan, math.inf, -math.inf),
    "termination": "crash",
    "culprit": 2,
    "detail": 'said "no",\r\nthen died\udc80',
    "seed": 2**80,
}
