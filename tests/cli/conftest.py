from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from gametree.cli import main


@pytest.fixture
def run():
    """Run the command line in this process; anything but a clean exit is an error."""

    def run(*arguments, input=None):
        return CliRunner().invoke(main, arguments, input=input, catch_exceptions=False)

    return run


@pytest.fixture
def spawn():
    """Run the command line in a process of its own, without a terminal."""

    def spawn(*arguments, input=""):
        command = [sys.executable, "-c", "from gametree.cli import main; main()", *arguments]
        environment = os.environ | {"PYTHONUTF8": "1"}
        return subprocess.run(
            command, input=input, capture_output=True, text=True, env=environment, check=False
        )

    return spawn


@pytest.fixture
def game_file(tmp_path):
    """Write a game file and return its path as text."""

    def write(source, name="mygame.py"):
        path = tmp_path / name
        path.write_text(source)
        return str(path)

    return write


@pytest.fixture
def race():
    """The source of a game for any number of players, whose moves have spaces in their names."""
    return RACE


RACE = '''
import gametree as gt


class Race(gt.Game):
    """Race: players in turn step one or two ahead; who has gone furthest wins."""

    pieces = ("a", "b", "c")
    interpreted_only = True  # the command line does the same in both modes

    def __init__(self, players: int = 3, rounds: int = 2):
        self.players = players
        self.rounds = rounds

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[0] % self.players

    def legal_actions(self, state):
        return range(1, 3 if state[0] < self.players * self.rounds else 1)

    def next_state(self, state, action):
        return (state[0] + 1, state[1] + (action << 8 * (state[0] % self.players)))

    def returns(self, state):
        return [float(state[1] >> 8 * player & 255) for player in range(self.players)]

    def action_to_text(self, state, action):
        return f"step {action}"

    def text_to_action(self, state, text):
        return int(text.removeprefix("step "))
'''
