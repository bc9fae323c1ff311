"""The baselines."""

from __future__ import annotations

from collections import Counter

import pytest

import gametree as gt
from gametree.games import Nim, TicTacToe
from gametree.players.registry import make_player
from toys import EndlessRace, Wheel


def chosen(spec, record, seeds, seat=0):
    counts = Counter()
    for seed in seeds:
        player = make_player(spec)
        player.begin(record.game, seat, seed)
        counts[player.choose(record, None).action] += 1
        player.end()
    return counts


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def test_random_moves_are_legal_and_all_of_them_come():
    counts = chosen("random", played(TicTacToe(), 4, 0), range(700))
    assert set(counts) == {1, 2, 3, 5, 6, 7, 8}
    assert min(counts.values()) >= 60  # 100 each on average, standard deviation 9.3


def test_the_same_seed_gives_the_same_moves():
    record = gt.Record(TicTacToe())
    players = [make_player("random") for _ in range(2)]
    for player in players:
        player.begin(record.game, 0, 5)
    first, second = ([player.choose(record, None).action for _ in range(20)] for player in players)
    assert first == second
    assert len(set(first)) > 1


def test_greedy_takes_a_win_in_one():
    # X on the left and in the middle of the upper row, O below them.
    record = played(TicTacToe(), 0, 3, 1, 4)
    assert chosen("greedy", record, range(20)) == {2: 20}


def test_greedy_makes_no_losing_move_while_there_is_another():
    # Who takes the last counter loses: with 1 and 2 left, taking one leaves a game.
    record = gt.Record(Nim(heaps=(2,), misere=True))
    assert chosen("greedy", record, range(20)) == {0: 20}


def test_greedy_breaks_ties_at_random():
    assert len(chosen("greedy", gt.Record(TicTacToe()), range(200))) == 9


def test_greedy_reckons_with_chance():
    # The wheels are worth 3 and 2.375 on average.
    assert chosen("greedy", gt.Record(Wheel()), range(5)) == {0: 5}
    player = make_player("greedy")
    player.begin(Wheel(), 0, 1)
    assert player.choose(gt.Record(Wheel()), None).statistics["value"] == pytest.approx(3.0)


def test_greedy_follows_the_heuristic_of_its_own_seat():
    record = gt.Record(EndlessRace())
    assert chosen("greedy", record, range(5)) == {1: 5}
    record.play(1)
    assert chosen("greedy", record, range(5), seat=1) == {-1: 5}
