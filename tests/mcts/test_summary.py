"""The move that is played: lower bound and secure move; others are with the tests of searchers."""

from __future__ import annotations

import threading

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.parallel.merged_tree import EdgeCopy, MergedNode, NodeCopy
from gametree.mcts.parallel.worker import Standing
from gametree.mcts.proofs.proofs import Known
from gametree.mcts.results.result import half_width
from gametree.mcts.results.summary import FINAL_MOVES
from gametree.mcts.tree.tree import NO_CHILD
from gametree.players.registry import make_player
from toys import Gather, Pig

STANDING = Standing(200, 200, False, 3, 200, 4000, -1.0, 1.0, False, False)
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


def order(node, final_move="lower_bound"):
    rank = FINAL_MOVES[final_move](node, STANDING)
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


@pytest.mark.parametrize(
    ("moves", "ranked"),
    [
        ({"a": (16, 0.0), "b": (9, 0.4)}, "ba"),  # 0 - 2 / 4 is less than 0.4 - 2 / 3
        ({"a": (9, 0.4), "b": (4, 0.6)}, "ab"),
        ({"a": (0, 0.0), "b": (1, -1.0), "c": (4, -1.0)}, "cba"),
    ],
)
def test_the_secure_move_has_a_high_mean_of_many_visits(moves, ranked):
    assert order(merged(moves), "secure") == ranked


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


def lines_are_legal(searcher, result, prospects):
    """Check that each expected line can be played, and return how many moves the longest has."""
    game = searcher.game
    assert len(prospects) == len(result.actions)
    for each, prospect in zip(result.actions, prospects, strict=True):
        state = game.next_state(game.copy(searcher.state), each.action)
        for action in prospect.line:
            assert action in game.legal_actions(state)
            state = game.next_state(state, action)
        assert each.visits or prospect.line == ()
    return max(len(prospect.line) for prospect in prospects)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_expected_of_each_move(compiled):
    searcher = gt.Searcher(TicTacToe(), method="uct", seed=1, compiled=compiled)
    searcher.run(simulations=500)
    result, prospects = searcher.outlook()
    assert result == searcher.result()
    assert lines_are_legal(searcher, result, prospects) == 3
    assert (result.action, *prospects[0].line) == result.principal_variation
    assert all(prospect.prior is None for prospect in prospects)
    _, short = searcher.outlook(plies=2)
    assert [each.line for each in short] == [each.line[:2] for each in prospects]


@pytest.mark.parametrize("compiled", [True, False])
def test_priors_are_told_with_the_moves_that_they_are_of(compiled):
    class Prefers(gt.GuidedEvaluation):
        """Priors that grow with the number of the cell."""

        def evaluate(self, game, state, rng, work):
            work.values[0] = work.values[1] = 0.0

        def prior(self, game, state, action):
            return 1.0 + action

    game = TicTacToe()
    searcher = gt.Searcher(game, evaluation=Prefers(), seed=1, compiled=compiled)
    searcher.run(simulations=100)
    result, prospects = searcher.outlook()
    assert sum(prospect.prior for prospect in prospects) == pytest.approx(1.0)
    priors = {
        each.action: prospect.prior
        for each, prospect in zip(result.actions, prospects, strict=True)
    }
    assert sorted(priors, key=priors.get) == sorted(priors)


def test_a_search_can_be_looked_at_while_it_runs():
    searcher = gt.Searcher(TicTacToe(), method="uct", seed=1)
    run = threading.Thread(target=lambda: searcher.run(seconds=60))
    run.start()
    try:
        while searcher.outlook()[0].simulations < 1000:
            pass
        lines_are_legal(searcher, *searcher.outlook())
    finally:
        searcher.stop()
        run.join()
