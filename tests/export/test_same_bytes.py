"""Another process exports the same bytes."""

from __future__ import annotations

import hashlib
import subprocess
import sys

PROGRAM = """
import hashlib
import gametree as gt
from gametree.export.javascript import engine
from gametree.export.program import exported_game
print(hashlib.sha256(engine(exported_game(gt.games.TicTacToe(), "auto"))).hexdigest())
"""


def test_an_export_has_the_same_bytes_in_another_process(exported):
    if exported.game.name != "tic_tac_toe":
        return
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == hashlib.sha256(exported.engine).hexdigest()
