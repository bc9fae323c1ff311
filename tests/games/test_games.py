from __future__ import annotations

import subprocess
import sys

import pytest

from gametree import games
from gametree.errors import BadParameter, UnknownGame


def test_names():
    assert games.names() == (
        "nim",
        "tic_tac_toe",
        "connect_four",
        "othello",
        "ultimate_tic_tac_toe",
        "hex",
        "breakthrough",
        "mnk",
        "gomoku",
        "dots_and_boxes",
        "kalah",
        "oware",
        "chinese_checkers",
        "cant_stop",
        "game_2048",
        "checkers",
        "go",
        "chess",
        "same_game",
        "fifteen_puzzle",
        "pig",
        "backgammon",
    )
    assert games.hidden_names() == (
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "rock_paper_scissors",
        "goofspiel",
        "phantom_tic_tac_toe",
        "dark_hex",
        "battleship",
        "love_letter",
        "hearts",
        "knock_out_whist",
        "tiger",
        "rock_sample",
    )


@pytest.mark.parametrize("name", games.names() + games.hidden_names())
def test_each_game_by_name_and_as_a_class(name):
    game = games.load(name)
    assert game.name == name
    assert type(game) is getattr(games, type(game).__name__)
    assert type(game).__name__ in dir(games)
    assert type(game).__doc__


def test_load_with_parameters():
    game = games.load("connect_four", width=5, height=4)
    assert (game.width, game.height, game.connect) == (5, 4, 4)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("conect_four", r"no game is called 'conect_four'; did you mean connect_four\? there are "),
        ("tictactoe", "did you mean tic_tac_toe"),
        (
            "draughts",
            "no game is called 'draughts'; there are "
            + ", ".join(games.names() + games.hidden_names()),
        ),
    ],
)
def test_unknown_games(name, message):
    with pytest.raises(UnknownGame, match=message):
        games.load(name)


def test_unknown_parameters():
    with pytest.raises(
        BadParameter,
        match=r"no parameter 'sise'; did you mean size\? it takes size=8, score=winner",
    ):
        games.load("othello", sise=6)
    with pytest.raises(BadParameter, match="size must be an integer, not '6'"):
        games.load("othello", size="6")


def test_unknown_attributes():
    with pytest.raises(AttributeError, match="no attribute 'Draughts'"):
        _ = games.Draughts


def test_importing_the_package_imports_no_game():
    program = (
        "import sys, gametree.games\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('numpy', 'numba')])\n"
        "print(sorted(name for name in sys.modules if name.startswith('gametree.games.')))\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout == "[]\n[]\n"
