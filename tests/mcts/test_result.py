from __future__ import annotations

import json
import math
import random

import pytest

import gametree as gt
from gametree.games import ConnectFour
from gametree.mcts.results.result import half_width
from toys import Gather, OneHeap


@pytest.fixture(scope="module")
def result():
    return gt.search(ConnectFour(), simulations=5000, seed=1, method="uct")


def test_the_move_to_play_is_the_first_of_the_table_and_of_the_line(result):
    assert result.action == result.actions[0].action == result.principal_variation[0]


def test_statistics_of_the_moves(result):
    assert [each.visits for each in result.actions] == sorted(
        (each.visits for each in result.actions), reverse=True
    )
    assert math.fsum(each.share for each in result.actions) == pytest.approx(1)
    weighted = math.fsum(each.mean * each.visits for each in result.actions) / result.simulations
    assert result.value[0] == pytest.approx(weighted)
    assert result.value[0] == pytest.approx(-result.value[1])
    assert all(0 < each.half_width < 2 for each in result.actions)


def test_the_line_can_be_played(result):
    game = result.game
    state = result.state
    for action in result.principal_variation:
        assert action in game.legal_actions(state)
        state = game.next_state(state, action)
    assert len(result.principal_variation) <= result.max_depth


def test_it_prints_as_an_aligned_table_best_first(result):
    lines = str(result).splitlines()
    assert lines[0] == "connect four, player 1 to move: 5,000 simulations"
    start = lines.index("") + 1
    table = lines[start : start + 8]
    assert table[0].split() == ["move", "visits", "share", "mean"]
    columns = {line.index("%") for line in table[1:]}
    assert len(columns) == 1
    assert table[1].split()[0] == result.game.action_to_text(result.state, result.action)
    assert lines[-1].startswith("line: ")


def test_what_is_proven_in_words(result):
    assert result.proof_as_text() == ""
    solved = gt.search(OneHeap(3), simulations=100, seed=1, solver=True, compiled=False)
    assert solved.proof_as_text() == "proven win in 1 ply"
    assert solved.proof_as_text() in str(solved).splitlines()
    lost = gt.search(OneHeap(4), simulations=100, seed=1, solver=True, compiled=False)
    assert lost.proof_as_text() == "proven loss in 2 plies"


def test_long_tables_are_cut():
    text = str(gt.search(Wide(), simulations=100, seed=1, compiled=False, method="uct"))
    assert "and 28 more" in text


class Wide(OneHeap):
    def legal_actions(self, state):
        return range(40) if state[0] == 21 else range(0)

    def next_state(self, state, action):
        return (0, action % 2)


def test_moves_never_tried_have_no_mean():
    result = gt.search(Wide(), simulations=10, seed=1, compiled=False, method="uct")
    untried = [each for each in result.actions if each.visits == 0]
    assert len(untried) == 30
    assert all(each.mean is None and each.half_width is None for each in untried)


def test_it_turns_into_json(result):
    data = json.loads(json.dumps(result.to_dict()))
    assert data["action"] == "4"
    assert data["simulations"] == 5000
    assert data["actions"][0]["visits"] == result.actions[0].visits
    assert data["principal_variation"][0] == "4"
    assert data["seed"] == 1
    assert data["compiled"] is True


def test_values_are_in_the_games_own_units():
    result = gt.search(Gather(scale=10.0, shift=100.0), simulations=2000, seed=1, method="uct")
    assert all(100 <= value < 1000 for value in result.value)
    assert all(100 <= each.mean < 1000 for each in result.actions)


def test_the_interval_covers_the_mean_of_wins_and_losses():
    # 4,000 samples of 50 games at known odds: the share of intervals that
    # hold the truth is 0.95 give or take 0.02 (false alarm below one in a million
    # for a share of 0.93 to 0.98; the seed is fixed anyway).
    rng = random.Random(1)
    for odds in (0.5, 0.2):
        covered = 0
        truth = 2 * odds - 1
        z2 = 1.959964**2
        for _ in range(4000):
            wins = sum(rng.random() < odds for _ in range(50))
            mean = 2 * wins / 50 - 1
            # Wilson's interval lies around a centre that leans to the middle.
            centre = (mean + 0.0) / (1 + z2 / 50)
            covered += abs(centre - truth) <= half_width(mean, 50, -1.0, 1.0)
        assert 0.93 <= covered / 4000 <= 0.98


def test_the_interval_shrinks_with_the_root_of_the_visits():
    assert half_width(0.0, 40_000, -1, 1) == pytest.approx(
        half_width(0.0, 10_000, -1, 1) / 2, rel=1e-3
    )
    assert half_width(3.0, 10, 3.0, 3.0) == 0.0
