"""How a game is played is told in words, from the docstring of its rules alone."""

from __future__ import annotations

import dataclasses
import types

import pytest

import gametree as gt
from gametree.naming.loading import how_to_play
from gametree.user_code.rules_text import rules_text


@pytest.mark.parametrize("name", gt.games.names() + gt.games.hidden_names())
def test_every_bundled_game_says_how_it_is_played(name):
    told = how_to_play(name)
    assert told == rules_text(gt.games.find(name)())
    assert len(told.split()) >= 20
    assert "State" not in told
    assert "Action" not in told


class Silent(gt.Game):
    pass


class Loud(Silent):
    """Shout.

    Whoever shouts loudest wins.

    Args:
        noise: how loud.

    """


class Louder(Loud):
    pass


@dataclasses.dataclass
class Made:
    turn: int = 0


def test_a_users_game_is_told_by_its_own_docstring():
    assert rules_text(Loud) == rules_text(Louder()) == "Shout.\n\nWhoever shouts loudest wins."
    module = types.ModuleType("boards", "Put stones.\n\nParameters\n----------\nsize : int")
    assert rules_text(module) == "Put stones."
    # What Python or gametree wrote is not about the game.
    for each in (Silent, Made, types.ModuleType("bare"), lambda: None):
        assert rules_text(each) == ""


def test_the_command_line_says_it(run):
    assert run("games", "kalah").output.startswith("Kalah: sow seeds")
    assert run("games", "chess_960").exit_code != 0


@pytest.fixture
def run():
    from click.testing import CliRunner

    from gametree.cli import main

    return lambda *words: CliRunner().invoke(main, words)
