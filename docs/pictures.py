"""Makes the pictures of the pages from searches with fixed seeds: `python docs/pictures.py`.

A test compares them with the files in docs/images. Names on the command line make only these.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import gametree as gt
from gametree.games import TicTacToe

IMAGES = Path(__file__).parent / "images"


def growth() -> str:
    """Return how plain UCT and GRAVE share out their visits in tic-tac-toe."""
    results = [
        gt.search(TicTacToe(), simulations=20_000, seed=1, full_history=True, **how)
        for how in ({"method": "uct"}, {"selection": gt.GRAVE()})
    ]
    return gt.growth(*results, names=("UCT", "GRAVE")).shares.to_svg()


PICTURES: dict[str, Callable[[], str]] = {
    "growth": growth,
}


if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        (IMAGES / f"{name}.svg").write_text(PICTURES[name](), encoding="utf-8")
