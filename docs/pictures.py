"""Makes what the pages show of searches with fixed seeds: `python docs/pictures.py`.

A test compares it with the files in docs. Names on the command line make only these.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import gametree as gt
from gametree.games import TicTacToe
from gametree.replays.lines import schema

DOCS = Path(__file__).parent


def growth() -> str:
    """Return how plain UCT and GRAVE share out their visits in tic-tac-toe."""
    results = [
        gt.search(TicTacToe(), simulations=20_000, seed=1, full_history=True, **how)
        for how in ({"method": "uct"}, {"selection": gt.GRAVE()})
    ]
    return gt.growth(*results, names=("UCT", "GRAVE")).shares.to_svg()


def replay_schema() -> str:
    """Return the JSON schema of records."""
    return json.dumps(schema(), indent=1) + "\n"


FILES: dict[str, Callable[[], str]] = {
    "images/growth.svg": growth,
    "replay.schema.json": replay_schema,
}


if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        (DOCS / name).write_text(FILES[name](), encoding="utf-8")
