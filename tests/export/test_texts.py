"""Bundled games are exported with texts, which pages draw their boards and read clicks from."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.export import program
from gametree.native.ahead_of_time import compile_game
from gametree.native.build import compile_search


def no_search(game, state):
    """Stand for a search: its types are those of the game's states, and it costs the most."""
    return 0


@pytest.mark.parametrize(
    "name",
    [
        "cant_stop",
        "chinese_checkers",
        "dots_and_boxes",
        "fifteen_puzzle",
        "oware",
        "ultimate_tic_tac_toe",
    ],
)
def test_positions_and_moves_have_their_texts(name):
    searcher = gt.Searcher(gt.games.load(name), method="uct", seed=0, compiled=False)
    engine = searcher.trees.first
    compile_search(no_search, engine.game, engine.state, rehearsal=lambda game, state: None)
    arguments = program.arguments_of(engine)
    for each in ("text_of_position", "text_of_move"):
        own, *_ = program.TEXTS[each]
        compile_game({}, {program.prefixed(each): [own]}, arguments)  # else it names the line
