"""The move that is played: the lower bound; the other rules are with the searcher's tests."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.parallel.merged_tree import EdgeCopy, MergedNode, NodeCopy
from gametree.mcts.parallel.worker import Standing
from gametree.mcts.proofs.proofs import Known
from gametree.mcts.result import half_width
from gametree.mcts.summary import FINAL_MOVES
from gametree.mcts.tree.tree import NO_CHILD
from gametree.players.registry import make_player
from toys import Gather, Pig

STANDING = Standing(200, False, 3, 200, 4000, -1.0, 1.0, False, False)
NOTHING = Known(-1.0, 1.0, 0)


def merged(*trees):
    """Return a node of several trees: of each, (visits, mean) for each move."""
    places = []
    for moves in trees:
        edges = [
            EdgeCopy(action, visits, mean, 0.0, NO_CHILD, NOTHING)
            for action, (visits, mean) in moves.items()
        ]
        visits = sum(edge.visits for edge in edges)
        node = NodeCopy(0, visits, (0.0, 0.0), (NOTHING, NOTHING), edges)
        places.append((lambda number, node=node: node, 0))
    return MergedNode(places)


def order(node):
    rank = FINAL_MOVES["lower_bound"](node, STANDING)
    return "".join(edge.action for edge in sorted(node.edges, key=rank, reverse=True))


def test_the_better_of_two_moves_tried_often_is_played():
    assert order(merged({"a": (100, 0.2), "b": (80, 0.5)})) == "ba"


def test_a_small_lead_is_not_worth_a_wide_interval():
    assert order(merged({"a": (100, 0.4), "b": (20, 0.45)})) == "ab"


def test_a_lucky_move_that_was_rarely_tried_is_not_played():
    moves = {"a": (100, 0.2), "b": (14, 1.0), "c": (80, 0.5), "d": (0, 0.0), "e": (15, -1.0)}
    assert order(merged(moves)) == "caebd"
    assert order(merged({**moves, "b": (15, 1.0)}))[0] == "b"


def test_several_trees_are_judged_as_one():
    trees = {"a": (50, 0.3), "b": (30, 0.5)}, {"b": (50, 0.5), "a": (50, 0.1)}
    assert order(merged(*trees)) == "ba"
    whole = merged({"a": (100, 0.2), "b": (80, 0.5)})
    for node in (merged(*trees), whole):
        rank = FINAL_MOVES["lower_bound"](node, STANDING)
        bounds = [rank(edge)[1] for edge in sorted(node.edges, key=lambda edge: edge.action)]
        assert bounds == pytest.approx(
            [0.2 - half_width(0.2, 100, -1.0, 1.0), 0.5 - half_width(0.5, 80, -1.0, 1.0)]
        )


def expected(result):
    """Return the moves as the table shows that they must be ordered."""
    least = max(1.0, 0.15 * max(each.visits for each in result.actions))
    return sorted(
        result.actions,
        key=lambda each: (
            (True, each.mean - each.half_width) if each.visits >= least else (False, each.visits)
        ),
        reverse=True,
    )


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("game", [TicTacToe(), Gather(3), Pig(8), ConnectFour()], ids=str)
def test_the_first_move_of_the_table_has_the_highest_lower_bound(game, workers):
    searcher = gt.Searcher(
        game, seed=3, compiled=False, final_move="lower_bound", workers=workers, method="uct"
    )
    for _ in range(6):
        result = searcher.run(simulations=25)
        assert list(result.actions) == expected(result)
        assert result.action == result.principal_variation[0] == result.actions[0].action


@pytest.mark.parametrize("simulations", [1, 2])
def test_after_a_simulation_or_two(simulations):
    result = gt.search(
        TicTacToe(),
        simulations=simulations,
        seed=1,
        compiled=False,
        final_move="lower_bound",
        method="uct",
    )
    assert result.actions[0].visits == 1


def test_what_is_certain_counts_as_under_the_other_rules():
    game = TicTacToe()
    state = game.initial_state()
    for action in (0, 4, 8):  # corners for the first player; a corner now loses for the second
        state = game.next_state(state, action)
    searcher = gt.Searcher(
        game, state, seed=1, compiled=False, solver=True, final_move="lower_bound"
    )
    early = searcher.run(simulations=150)
    assert early.proof is None
    losing = [each.proven == -1.0 for each in early.actions]
    assert True in losing
    assert losing == sorted(losing)  # they come last
    solved = searcher.run(simulations=100_000)
    assert solved.stopped_by == "proof"
    assert solved.actions[0].proven == 0.0
    assert solved.action in (1, 3, 5, 7)


def test_players_may_choose_so():
    player = make_player("mcts:simulations=60,final_move=lower_bound")
    game = TicTacToe()
    game.interpreted_only = True
    player.begin(game, 0, seed=1)
    result = player.think(gt.Record(game), None)
    assert list(result.actions) == expected(result)
    with pytest.raises(gt.BadParameter, match="'lower_bound'"):
        make_player("mcts:final_move=lower").begin(game, 0, seed=1)
