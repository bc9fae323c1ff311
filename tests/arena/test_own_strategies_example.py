"""The example of strategies of one's own: short, and all in one tournament."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from gametree.cli import main

pytest.importorskip("scipy")

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_strategies.py"

SLOW = """
from gametree.games import ConnectFour

class Slow(ConnectFour):
    interpreted_only = True
"""


def test_each_takes_twenty_lines_at_most():
    source = EXAMPLE.read_text(encoding="utf-8")
    lines = source.splitlines()
    found = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    assert [node.name for node in found] == ["UCBV", "PowerMean", "Central", "Careful"]
    for node in found:
        assert sum(bool(line.strip()) for line in lines[node.lineno - 1 : node.end_lineno]) <= 20


def test_they_play_a_tournament_by_one_command(tmp_path):
    text = ast.get_docstring(ast.parse(EXAMPLE.read_text(encoding="utf-8")))
    words = re.search(r"gametree (tournament.*)", text.replace("\\\n", ""), re.DOTALL)[1].split()
    players = [word for word in words if "mcts" in word or "Careful" in word]
    assert len(players) == 5
    players = [each.replace("examples/own_strategies.py", str(EXAMPLE)) for each in players]
    game = tmp_path / "slow.py"
    game.write_text(SLOW)
    limits = ["--games", "2", "--simulations", "20", "--no-journal"]
    small = ["--game", str(game), "--param", "width=4", "--param", "height=4"]
    result = CliRunner().invoke(main, ["tournament", *players, *small, *limits])
    assert result.exit_code == 0, result.output
    assert "all 20 games played" in result.stdout
    assert "lost by" not in result.stdout
