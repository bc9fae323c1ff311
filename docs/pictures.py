"""Makes what the pages show of searches with fixed seeds: `python docs/pictures.py`.

A test compares it with the files in docs. Names on the command line make only these.
"""

from __future__ import annotations

import json
import re
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

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


@cache
def chapter() -> dict[str, Any]:
    """Return the variables of the code in the chapter on MCTS, which makes its own pictures."""
    page = DOCS / "mcts-from-nothing.md"
    module = types.ModuleType("mcts_from_nothing")
    sys.modules[module.__name__] = module  # classes need a module to live in
    for code in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
        exec(compile(code, str(page), "exec", dont_inherit=True), vars(module))
    return vars(module)


def of_chapter(name: str) -> Callable[[], str]:
    """Return a function that makes the picture of this name in the chapter."""

    def made() -> str:
        picture: str = chapter()[name].to_svg()
        return picture

    return made


FILES: dict[str, Callable[[], str]] = {
    "images/growth.svg": growth,
    "images/mcts-bandit.svg": of_chapter("bandit"),
    "images/mcts-tree.svg": of_chapter("tree"),
    "images/mcts-value.svg": of_chapter("value"),
    "images/mcts-traps.svg": of_chapter("traps"),
    "images/mcts-depth.svg": of_chapter("horizon"),
    "replay.schema.json": replay_schema,
}


if __name__ == "__main__":
    for name in sys.argv[1:] or FILES:
        (DOCS / name).write_text(FILES[name](), encoding="utf-8")
