"""Positions of bundled games are exported with their texts, which pages draw their boards from."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.export import program
from gametree.native.ahead_of_time import compile_game

NAME = program.prefixed("text_of_position")


@pytest.mark.parametrize(
    "name", ["cant_stop", "chinese_checkers", "dots_and_boxes", "oware", "ultimate_tic_tac_toe"]
)
def test_the_text_of_a_position_compiles(name):
    searcher = gt.Searcher(gt.games.load(name), method="uct", seed=0, compiled=True)
    arguments = program.arguments_of(searcher.trees.first)
    own, *_ = program.TEXTS["text_of_position"]
    compile_game({}, {NAME: [own]}, arguments)  # raises with the line that does not compile
