"""The window of positions that a network is fitted to."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.games import Nim, TicTacToe
from gametree.learn.self_play import replay
from gametree.learn.self_play.played_positions import (
    ACTIONS,
    FEATURES,
    POSITIONS,
    room_for_samples,
    taken_out,
)
from gametree.learn.self_play.replay import Replay
from gametree.networks.blueprint import blueprint_of


def game_of(positions, first=0, outcome=1.0, values=0.0, proven=()):
    """Return a game in which each position has one feature more than the last, and two moves.

    All numbers of a game begin at `first`, so that games can be distinguished.
    """
    samples = room_for_samples(2, positions + 3, 100, 9 * (positions + 3), 100)
    used = samples.used
    for at in range(positions):
        for more in range(at + 1):
            samples.features[used[FEATURES]] = first + more
            used[FEATURES] += 1
        for move in range(2):
            samples.actions[used[ACTIONS]] = first + move
            samples.shares[used[ACTIONS]] = 0.25 + 0.5 * move
            used[ACTIONS] += 1
        samples.feature_ends[at], samples.action_ends[at] = used[FEATURES], used[ACTIONS]
        samples.cells[9 * at : 9 * at + 9] = first + at
        samples.movers[at] = at % 2
        samples.values[2 * at : 2 * at + 2] = (values, -values)
        samples.proven[at] = at in proven
    samples.returns[:] = (outcome, -outcome)
    used[POSITIONS] = positions
    return taken_out(samples)


@pytest.fixture
def blueprint():
    return blueprint_of(TicTacToe())


def test_a_window_has_all_positions_of_all_games(blueprint):
    kept = Replay(blueprint)
    kept.add(game_of(2, 0))
    kept.add(game_of(3, 10))
    window = kept.window()
    assert len(kept) == kept.positions == len(window.movers) == 5
    assert window.features.tolist() == [0, 0, 1, 10, 10, 11, 10, 11, 12]
    assert window.feature_ends.tolist() == [1, 3, 4, 6, 9]
    assert window.actions.tolist() == [0, 1] * 2 + [10, 11] * 3
    assert window.shares.tolist() == [0.25, 0.75] * 5
    assert window.action_ends.tolist() == [2, 4, 6, 8, 10]
    assert window.cells.reshape(-1, 9)[:, 0].tolist() == [0, 1, 10, 11, 12]
    assert window.movers.tolist() == [0, 1, 0, 1, 0]


def test_targets_are_part_outcome_and_part_what_the_search_found(blueprint):
    kept = Replay(blueprint, outcome=0.25)
    kept.add(game_of(2, outcome=1.0, values=-0.5))
    assert kept.window().targets.tolist() == [0.25 * 1.0 + 0.75 * -0.5] * 2


def test_what_is_proven_is_the_target(blueprint):
    kept = Replay(blueprint, outcome=0.5)
    kept.add(game_of(3, outcome=1.0, values=-1.0, proven=(1,)))
    assert kept.window().targets.tolist() == [0.0, -1.0, 0.0]


def test_targets_are_in_parts_of_the_range_of_the_returns(blueprint):
    wide = blueprint._replace(centre=10.0, spread=4.0)
    kept = Replay(wide, outcome=1.0)
    kept.add(game_of(1, outcome=12.0))
    assert kept.window().targets.tolist() == [0.5]


def test_there_is_a_target_for_each_output(blueprint):
    apart = blueprint._replace(shape=blueprint.shape._replace(outputs=2))
    kept = Replay(apart, outcome=0.5)
    kept.add(game_of(2, outcome=1.0, values=0.5))
    assert kept.window().targets.tolist() == [0.75, -0.75] * 2


def test_the_oldest_games_are_dropped(blueprint, monkeypatch):
    monkeypatch.setattr(replay, "_FIRST", 10)
    kept = Replay(blueprint)
    sizes = []
    for number in range(40):
        kept.add(game_of(4, number))
        sizes.append(len(kept))
        games = list(dict.fromkeys(kept.window().actions[::2].tolist()))
        assert games == list(range(number + 1 - len(games), number + 1))
        past = max(0, kept.positions - 10) / 10
        wanted = int(10 * (1 + ((1 + past) ** 0.75 - 1) / 0.75))
        assert wanted <= len(kept) < wanted + 4 or len(kept) == kept.positions
    assert sizes == sorted(sizes)
    assert kept.positions == 160
    assert 16 < len(kept) < 160


def test_there_is_a_most(blueprint, monkeypatch):
    monkeypatch.setattr(replay, "_FIRST", 10)
    monkeypatch.setattr(replay, "_MOST", 12)
    kept = Replay(blueprint)
    for number in range(9):
        kept.add(game_of(4, number))
    assert len(kept) == 12


def test_games_without_a_board_have_no_cells():
    kept = Replay(blueprint_of(Nim((1, 2))))
    samples = room_for_samples(2, 4, 4, 0, 4)
    samples.used[POSITIONS] = 2
    kept.add(taken_out(samples))
    assert len(kept.window().cells) == 0
    assert np.isfinite(kept.window().targets).all()
