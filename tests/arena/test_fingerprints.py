"""Fingerprints tell edits of a user's file that change what the code does, and no others."""

from __future__ import annotations

import json
import sys

import pytest

from gametree.arena.journal.fingerprints import fingerprints
from gametree.naming.loading import load_game
from gametree.players.registry import make_player

GAME = '''
import gametree as gt

STEPS = []
for step in (1, 2, 3):
    STEPS.append(step)
SEEN = {}


def other(player):
    return 1 - player


class Tables:
    """Not a game."""

    def __init__(self, prize):
        self.prize = [prize, 2.0]

    def won(self):
        return self.prize[0]


class Heap(gt.Game):
    players = 2
    memory = {}

    def __init__(self, counters=7):
        self.counters = counters
        self.tables = Tables(1.0)

    def initial_state(self):
        return (self.counters, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        SEEN[state] = self.memory[state] = True
        return [step for step in STEPS if step <= state[0]]

    def next_state(self, state, action):
        return (state[0] - action, other(state[1]))

    def returns(self, state):
        won = self.tables.won()
        return (-won, won) if state[1] == 0 else (won, -won)


class Unused(gt.Game):
    players = 3
'''


@pytest.fixture
def game_code(tmp_path, monkeypatch):
    """Return a function that gives the fingerprint of the game in an edited file."""
    # Python takes a file of the same size and second for unchanged.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def code(*edits):
        text = GAME
        for old, new in edits:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "heap.py"
        file.write_text(text)
        return fingerprints(load_game(f"{file}:Heap", {}), [])["game"]

    return code


@pytest.mark.parametrize(
    "edit",
    [
        ("(-won, won)", "(won, -won)"),  # who wins
        ("(1, 2, 3)", "(1, 2, 4)"),  # what makes a list of the module
        ("STEPS.append(step)", "STEPS.append(step + 1)"),
        ("1 - player", "player"),  # a function that a method names
        ("Tables(1.0)", "Tables(3.0)"),  # what an object of the game holds
        ("return self.prize[0]", "return self.prize[1]"),  # a method of such an object
        ("counters=7", "counters=8"),
        ("memory = {}", "memory = {None: True}"),
    ],
)
def test_code_that_plays_otherwise_is_other_code(game_code, edit):
    assert game_code(edit) != game_code()


@pytest.mark.parametrize(
    "edit",
    [
        ("def other", "# a comment\n\n\ndef other"),
        ("players = 3", "players = 4"),  # a class that nothing names
    ],
)
def test_what_makes_no_difference_to_the_game_is_no_other_code(game_code, edit):
    assert game_code(edit) == game_code()


def test_what_a_game_remembers_as_it_is_played_is_no_other_code(tmp_path):
    file = tmp_path / "heap.py"
    file.write_text(GAME)
    game = load_game(f"{file}:Heap", {})
    before = fingerprints(game, [])
    game.legal_actions(game.initial_state())
    assert sys.modules[type(game).__module__].SEEN
    assert game.memory
    assert fingerprints(game, []) == before


def test_players_differ_by_their_parameters(tmp_path):
    game = load_game("nim", {})
    specs = ["mcts:c=0.7", "mcts:c=0.8", "mcts", "random", "greedy", "mcts:c=0.7"]
    code = fingerprints(game, [make_player(spec) for spec in specs])["players"]
    assert len(set(code)) == 5
    assert code[0] == code[5]


def test_a_program_is_the_files_that_its_command_names(tmp_path):
    game = load_game("nim", {})
    script = tmp_path / "engine.py"
    player = make_player(f"program:command=python {script} --fast")
    script.write_text("print('ready')")
    before = fingerprints(game, [player])
    assert fingerprints(game, [player]) == before
    script.write_text("print('ready!')")
    assert fingerprints(game, [player]) != before


def test_fingerprints_are_the_same_in_json():
    code = fingerprints(load_game("tic_tac_toe", {}), [make_player("mcts:solver")])
    assert json.loads(json.dumps(code)) == code
