"""Flat Monte Carlo, and MCTS."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.players.catalogue import make_player
from gametree.players.searching import selection_rule


class Plain(TicTacToe):
    interpreted_only = True


def started(spec, game=None, seed=1, seat=0):
    player = make_player(spec)
    player.begin(game or Plain(), seat, seed)
    return player


def played(game, *actions):
    record = gt.Record(game)
    for action in actions:
        record.play(action)
    return record


def test_flat_gives_every_move_as_many_playouts():
    player = started("flat")
    game = Plain()
    result = player._searching(game, game.initial_state(), ()).run(simulations=90)
    assert [move.visits for move in result.actions] == [10] * 9
    assert result.max_depth == 1


@pytest.mark.parametrize("spec", ["flat:simulations=300", "mcts:simulations=300"])
def test_wins_in_one_are_found(spec):
    for seed in range(5):
        record = played(Plain(), 0, 3, 1, 4)
        choice = started(spec, seed=seed).choose(record, None)
        assert choice.action == 2
        assert choice.statistics["simulations"] == 300


def test_flat_looks_one_move_ahead_only():
    assert (
        started("flat").choose(gt.Record(Plain()), gt.Limit(simulations=50)).statistics["depth"]
        == 1
    )


def game_of(spec, seed):
    record = gt.Record(Plain())
    players = [started(spec, record.game, seed + seat, seat) for seat in range(2)]
    kept = []
    while not record.over:
        choice = players[record.player].choose(record, None)
        kept.append(choice.statistics["kept"])
        record.play(choice.action)
    return record.actions, kept


def test_mcts_follows_the_record_and_keeps_its_tree():
    actions, kept = game_of("mcts:simulations=200", 3)
    assert kept[:2] == [0, 0]
    assert all(kept[2:-1])
    assert game_of("mcts:simulations=200", 3) == (actions, kept)


def test_without_reuse_no_tree_is_kept():
    actions, kept = game_of("mcts:simulations=200,reuse=false", 3)
    assert set(kept) == {0}
    assert game_of("mcts:simulations=200,reuse=false", 3) == (actions, kept)


def test_moves_may_be_taken_back():
    player = started("mcts:simulations=100")
    record = gt.Record(player._game)
    record.play(player.choose(record, None).action)
    record.play(record.legal_actions()[0])
    player.choose(record, None)
    record.take_back(2)
    assert player.choose(record, None).action in record.legal_actions()


def test_a_limit_of_its_own_counts_before_that_of_the_match():
    record = gt.Record(Plain())
    limit = gt.Limit(simulations=70)
    own = started("mcts:simulations=30").choose(record, limit)
    assert own.statistics["simulations"] == 30
    given = started("mcts").choose(record, limit)
    assert given.statistics["simulations"] == 70


@pytest.mark.parametrize("kind", ["mcts", "flat"])
def test_without_any_limit_it_says_so(kind):
    player = started(kind)
    assert player.needs_limit
    with pytest.raises(gt.BadParameter, match=f"{kind}:simulations=1000"):
        player.choose(gt.Record(Plain()), None)


def test_selection_rules_by_name():
    assert selection_rule("ucb1", 0.5).c == 0.5
    assert selection_rule("puct", None).c == gt.PUCT().c
    with pytest.raises(gt.BadParameter, match="selection must be one of"):
        selection_rule("ucb2", None)


def test_the_parameters_reach_the_search():
    player = started("mcts:simulations=50,max_plies=0,selection=puct,expand_after=2")
    choice = player.choose(gt.Record(Plain()), None)
    # Playouts that are cut off at once are draws, unless the game is over.
    assert choice.statistics["value"] == 0.0
    with pytest.raises(gt.BadParameter, match="heuristic"):
        started("mcts:simulations=50,epsilon=0.1")
