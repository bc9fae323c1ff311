"""Exports that several tests share: to compile and link one takes seconds."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import NamedTuple

import pytest

import gametree as gt
from attack.exports.runs import export_to
from gametree.naming.loading import load_game

pytest.importorskip("ziglang", reason="the extra export is not installed")

NAIVE = os.path.join(os.path.dirname(__file__), "naive_game.py:RowsWithADie")
HELD = os.path.join(os.path.dirname(__file__), "held_game.py:Capture")

GAMES = {
    "connect_four": ("connect_four", "uct"),
    "tic_tac_toe": ("tic_tac_toe", "auto"),
    "naive": (NAIVE, "auto"),
    "held": (HELD, "uct"),
}


class Exported(NamedTuple):
    """A game, how it is searched, and the folder of its module and its shared library."""

    game: gt.Game
    method: str
    folder: object
    engine: bytes


@pytest.fixture(scope="session", params=["connect_four", "tic_tac_toe", "naive"])
def exported(request, tmp_path_factory):
    name, method = GAMES[request.param]
    game = load_game(name, {}, lambda sentence: None)
    folder = tmp_path_factory.mktemp(request.param)
    return Exported(game, method, folder, export_to(game, folder, method))


@pytest.fixture
def node():
    """Run a program in Node; return what it prints as JSON."""
    path = shutil.which("node") or shutil.which("nodejs")
    if path is None:
        pytest.skip("there is no Node: Debian's package nodejs brings it")

    def run(folder, program):
        done = subprocess.run(
            [path, "--input-type=module", "-e", program],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
