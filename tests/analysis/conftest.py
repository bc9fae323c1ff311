from __future__ import annotations

import pytest

from gametree.analysis.admission import bundled_games

from .asking import pool_of

SLOW = """
import time
from gametree.games import TicTacToe

class Slow(TicTacToe):
    interpreted_only = True

    def __init__(self, seconds: float):
        time.sleep(seconds)
"""


@pytest.fixture(scope="package")
def asking(tmp_path_factory):
    """Give a pool of two workers; it knows a game, `slow`, that takes its time to be made."""
    slow = tmp_path_factory.mktemp("games") / "slow.py"
    slow.write_text(SLOW)
    with pool_of(workers=2, games=(*bundled_games(), str(slow))) as asking:
        asking.slow = slow
        yield asking


@pytest.fixture(scope="package")
def one():
    """Give a pool of one worker, where one search runs at a time."""
    with pool_of(workers=1) as asking:
        yield asking
