"""Sound games: the doctor must find nothing in any of them."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import gametree as gt
from gametree import games
from gametree.adapters.board_game import BoardGame
from gametree.adapters.rules import RuleGame, create_state
from gametree.adapters.score_game import ScoreGame

from .cards import Fifteen
from .dice import Guessing, Pig
from .grid import Gomoku
from .hexagons import Hex
from .race import Listed, Race
from .sowing import Kalah

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def sound_games() -> Iterator[tuple[str, gt.Game]]:
    """Yield games by name: bundled, ordinary, those of the examples, OpenSpiel's."""
    for name in games.names():
        yield name, games.load(name)
    yield "nim, misere", games.Nim(misere=True)
    for kind in (Gomoku, Fifteen, Pig, Guessing, Hex, Race, Listed, Kalah):
        yield kind.__name__, kind()
    yield "tic-tac-toe as gomoku", Gomoku(3, 3)
    ring = _example("board_montecarlo").Ring()
    yield "examples/board_montecarlo.py", BoardGame(ring)
    yield "examples/rules_nim.py", RuleGame(_example("rules_nim").NIM, create_state(9, 2))
    rules = _example("rules_tic_tac_toe").GAME
    yield "examples/rules_tic_tac_toe.py", RuleGame(rules, create_state((0,) * 9, 2))
    yield "examples/score_puzzle.py", ScoreGame(_example("score_puzzle").Triangle())
    yield "examples/cycles.py", _example("cycles").PongHauKi()
    if importlib.util.find_spec("pyspiel"):
        from gametree.adapters.openspiel import OpenSpiel

        for name in ("tic_tac_toe", "breakthrough(rows=5,columns=4)", "pig", "mancala"):
            yield f"{name} of OpenSpiel", OpenSpiel(name)


def _example(name: str) -> ModuleType:
    found = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
