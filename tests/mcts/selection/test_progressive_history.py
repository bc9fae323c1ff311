"""Progressive history: what is known of moves is recomputed from simulations written down."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.evaluation.move_listeners import NOWHERE
from gametree.mcts.selection.progressive_history import ProgressiveHistory
from recorded import recorded
from toys import Gather, OneHeap, Pig, Words
from trees import flat, nodes_of


def history_of(searcher):
    """Return {(player, action): (visits, total)} of an interpreted search."""
    history = searcher.trees.first.method.selection.history
    return {
        key: (history.visits[place], history.totals[place])
        for key, place in history.moves.places.items()
    }


def expected_history(simulations):
    found = defaultdict(lambda: [0, 0.0])
    for moves, playout, values in simulations:
        for player, action in [*moves, *playout]:
            if player != gt.CHANCE:
                found[player, action][0] += 1
                found[player, action][1] += values[player]
    return found


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (ConnectFour(5, 4), {"solver": True}),
        (Gather(scale=0.5, shift=-100.0), {}),
        (Pig(9), {}),
        (Words("treetree"), {}),
        (TicTacToe(), {"expand_after": 3, "transpositions": True}),
    ],
    ids=["solver", "three", "chance", "words", "shared"],
)
def test_all_moves_of_all_simulations_are_known(game, options):
    searcher, simulations = recorded(game, ProgressiveHistory, {"weight": 2.0}, 400, **options)
    expected = expected_history(simulations)
    found = history_of(searcher)
    assert set(found) == set(expected)
    for key, (visits, total) in found.items():
        assert visits == expected[key][0]
        assert total == pytest.approx(expected[key][1], abs=1e-8)


@pytest.mark.parametrize("game", [Gather(scale=0.5, shift=-100.0), ConnectFour(5, 4)], ids="ab")
def test_the_bonus_is_the_published_one_on_the_scale_of_the_returns(game):
    rule = ProgressiveHistory(weight=3.0, c=0.8)
    searcher = gt.Searcher(game, selection=rule, seed=6, compiled=False)
    searcher.run(simulations=1500)
    span = searcher.trees.first.work.span
    low, high = span.low, span.high
    rule = searcher.trees.first.method.selection
    known = history_of(searcher)
    count = 0
    for _, node, edges in nodes_of(searcher):
        if (node.visits >= 32 and node.visits % 8) or not all(edge.visits for edge in edges):
            continue  # the logarithm may be up to seven visits old
        for edge in edges:
            visits, total = known[node.player, edge.action]
            history = (total / visits - low) / (high - low)
            mean = (edge.mean - low) / (high - low)
            wins = mean * edge.visits
            expected = mean + 0.8 * math.sqrt(math.log(node.visits) / edge.visits)
            expected += history * 3.0 / (edge.visits - wins + 1)
            score = rule.score(node, edge, high - low)
            assert (score - low) / (high - low) == pytest.approx(expected, rel=1e-5)
            count += 1
    assert count > 50


def test_without_weight_it_is_ucb1():
    trees = []
    for rule in (ProgressiveHistory(weight=0.0, c=1.4), gt.UCB1(c=1.4)):
        searcher = gt.Searcher(ConnectFour(), selection=rule, seed=3, compiled=False)
        searcher.run(simulations=500)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


# Playouts learn, too: what is compiled in this file and for NST is one kind.
LEARNING = {"evaluation": gt.Playout(gt.NST(0.3, least=2))}


def test_searches_alike_in_both_modes():
    """With NST in the playouts."""
    trees = []
    for mode in (True, False):
        rule = gt.ProgressiveHistory(weight=2.0)
        searcher = gt.Searcher(Gather(), seed=3, selection=rule, compiled=mode, **LEARNING)
        searcher.run(simulations=700)
        searcher.run(simulations=700)
        trees.append(flat(searcher))
    assert trees[0] == trees[1]


@pytest.mark.parametrize("compiled", [True, False])
def test_a_saved_search_knows_what_it_knew(tmp_path, compiled):
    rule = gt.ProgressiveHistory(weight=5.0)
    searcher = gt.Searcher(Gather(), selection=rule, seed=2, compiled=compiled, **LEARNING)
    searcher.run(simulations=300)
    searcher.save(tmp_path / "gather.search")
    later = gt.Searcher.load(tmp_path / "gather.search", Gather(), selection=rule, **LEARNING)
    for each in (searcher, later):
        each.run(simulations=300)
    assert flat(searcher) == flat(later)
    for each in (searcher, later):  # and it is known still when the game moves on
        each.advance(4)
        each.run(simulations=300)
    assert flat(searcher) == flat(later)


def test_workers_and_searches_learn_apart():
    rule = gt.ProgressiveHistory(weight=5.0)
    pair = [gt.Searcher(OneHeap(), selection=rule, seed=1, compiled=False) for _ in range(2)]
    for _ in range(200):
        for searcher in pair:
            searcher.run(simulations=1)
    assert flat(pair[0]) == flat(pair[1])

    def visits():
        options = {"selection": rule, "workers": 2, "compiled": True, **LEARNING}
        result = gt.search(Gather(), simulations=1000, seed=4, **options)
        return [each.visits for each in result.actions]

    assert visits() == visits()


def test_what_makes_no_playouts_is_refused():
    def values(leaves):
        raise AssertionError

    with pytest.raises(gt.BadParameter, match="learns from the moves of playouts"):
        gt.Searcher(
            TicTacToe(), selection=gt.ProgressiveHistory(), evaluation=gt.BatchEvaluator(values)
        )


def test_long_playouts_are_learned_from_in_part():
    history = ProgressiveHistory().fitted_to(OneHeap(), gt.Playout()).history
    for turn in range(2000):
        history.note(turn % 2, turn)
    assert history.used[0] == 1024
    assert history.moves.find(1, 1023) != NOWHERE
    assert history.moves.find(0, 1024) == NOWHERE


@pytest.mark.parametrize("name", ["weight", "c"])
@pytest.mark.parametrize("value", [-1, math.inf, math.nan, "few", None, True])
def test_bad_parameters_are_refused(name, value):
    with pytest.raises(gt.BadParameter, match=f"{name} must be a number of 0 or more"):
        gt.ProgressiveHistory(**{name: value})
