"""The doctor finds nothing in the games that come along."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.doctor import check
from gametree.doctor.random_games import explore
from toys import Corridor, Gather, OneHeap, Words

SMALLER = {
    "othello": {"size": 6},
    "hex": {"size": 4},
    "gomoku": {"size": 5},
    "breakthrough": {"columns": 4, "rows": 5},
    "go": {"size": 3},
    "same_game": {"columns": 4, "rows": 4, "colours": 3},
    "chinese_checkers": {"size": 2, "turns": 30},
    "cant_stop": {"columns_to_win": 2},
    "pig": {"score": 30},
    "game_2048": {"goal": 128},
    "fifteen_puzzle": {"most_moves": 60},
}
"""What is checked instead of large boards and long games, which take long interpreted."""

LONG = ("chess", "backgammon")


@pytest.fixture(autouse=True)
def _few_careful_games(monkeypatch):
    """Let all checks run throughout four random games only.

    They also run on one position of fifty in the other games and, of each unchecked one, on the
    last before the end or a random one.
    """
    monkeypatch.setattr(explore, "_CAREFUL_GAMES", 4)


@pytest.mark.parametrize("name", [name for name in games.names() if name not in LONG])
def test_nothing_is_found(name):
    game = games.load(name, **SMALLER.get(name, {}))
    report = gt.check(game, games=13, seconds=200.0, compiled=False)
    assert report.findings == ()
    assert report.games == 13
    assert report.notes == ()


@pytest.mark.parametrize("name", LONG)
def test_nothing_is_found_in_long_games(name, monkeypatch):
    monkeypatch.setattr(check, "_NEAR_POSITIONS", 5)
    monkeypatch.setattr(explore, "_CAREFUL_GAMES", 0)
    report = gt.check(games.load(name), games=1, seconds=200.0, compiled=False)
    assert report.findings == ()


@pytest.mark.parametrize(
    "game",
    [OneHeap(9), Gather(rounds=4), Gather(players=2, shift=0.5), Words(), Corridor(150)],
    ids=repr,
)
def test_unusual_games_are_sound(game):
    assert gt.check(game, games=30, seconds=200.0, compiled=False).findings == ()


def test_misere_games_are_sound_with_a_warning_at_most():
    report = gt.check(games.Nim(misere=True), games=80, seconds=200.0, compiled=False)
    assert report.sound
    assert {finding.method for finding in report.findings} <= {"returns"}


def test_nothing_differs_compiled():
    report = gt.check(games.TicTacToe(), games=60, seconds=200.0)
    assert report.findings == ()
    profile = report.profile
    assert profile.compiled > profile.interpreted > 0
    assert profile.why_interpreted == profile.mend == ""
