"""`gametree serve --socket-port`, stopped by a signal: it goes quietly, whatever is under way."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from server.subprocesses import served

from .original_clients import OriginalClient
from .talk import seated
from .test_originals import random_game, scripted

ACTIONS = random_game("connect_four", 3)


def before(port, here):
    """Nobody has come."""


def in_the_middle(port, here):
    players = here.enter_context(seated(port))
    for place, action in enumerate(ACTIONS[:5]):
        for each in players:
            each.hear()
        players[place % 2].act(**action)


def after(port, here):
    with ThreadPoolExecutor() as pool:
        games = [pool.submit(OriginalClient(port, scripted(ACTIONS)).play) for _ in range(2)]
    for each in games:
        each.result()


@pytest.mark.parametrize(
    ("when", "ended_by"),
    [(before, signal.SIGTERM), (in_the_middle, signal.SIGINT), (after, signal.SIGINT)],
)
def test_a_server_that_is_stopped_says_nothing(when, ended_by, tmp_path):
    words = ["nim", "--socket-port", "0", "--socket-game", "connect_four"]
    with served(f"sqlite:///{tmp_path}/games.sqlite", *words) as server, ExitStack() as here:
        when(int(server.process.stdout.readline().split()[-1]), here)
        server.process.send_signal(ended_by)
        _, errors = server.process.communicate(timeout=60)
    assert (server.process.returncode, errors) == (0, "")
