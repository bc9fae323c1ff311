"""The chess example: without python-chess it says so, with it the puzzles are solved."""

from __future__ import annotations

import random
import sys

import pytest
from scripts import load

from gametree.adapters.replayed import InPlace


def test_without_python_chess_it_says_what_it_needs(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "chess", None)
    assert load("chess_board").main() is None
    assert capsys.readouterr().out == "This example needs python-chess: pip install chess\n"


def test_the_puzzles_are_solved(capsys):
    pytest.importorskip("chess")
    example = load("chess_board")
    assert example.main() == list(example.PUZZLES.values())
    capsys.readouterr()


def test_the_boards_own_copies_are_right():
    pytest.importorskip("chess")
    game = InPlace(load("chess_board").Chess())
    assert game.copied_by == "its method copy"
    chance = random.Random(1)
    state = game.initial_state()
    while not game.is_terminal(state):
        state = game.next_state(state, chance.choice(list(game.legal_actions(state))))
    assert sum(game.returns(state)) == 0
