"""Another exploration constant for a tree that is there."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.mcts.tracing.another_c import exploration_of, explore_by
from trees import flat


def grown(compiled=False, **options):
    searcher = gt.Searcher(TicTacToe(), seed=3, compiled=compiled, **options)
    searcher.run(simulations=400)
    return searcher


@pytest.mark.parametrize("compiled", [False, True])
def test_the_tree_stays_and_the_scores_are_those_of_the_other_constant(compiled):
    searcher = grown(compiled, method="uct")
    before = flat(searcher)
    explore_by(searcher.trees.first, 0.3)
    assert [each[:3] for each in flat(searcher)] == [each[:3] for each in before]
    step = next(iter(searcher.trace(1)))
    for each in step.candidates:
        explored = 0.3 * step.value_range * math.sqrt(math.log(step.visits) / each.visits)
        assert each.score == pytest.approx(each.mean + explored, abs=1e-3)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_usual_constant_changes_nothing(compiled):
    one, other = grown(compiled, method="uct"), grown(compiled, method="uct")
    explore_by(other.trees.first, 1.4)
    one.run(simulations=100)
    other.run(simulations=100)
    assert one.tree(None).to_dict() == other.tree(None).to_dict()


@pytest.mark.parametrize(
    ("rule", "c"),
    [(gt.UCB1Tuned(), 1.0), (gt.FirstPlay(gt.UCB1(0.7)), 0.7), (gt.GRAVE(c=0.2), 0.2)],
    ids=str,
)
def test_the_constant_is_found_wherever_the_rule_stands(rule, c):
    engine = grown(selection=rule, solver=True).trees.first
    assert exploration_of(engine) == c
    explore_by(engine, 5.0)
    assert exploration_of(engine) == 5.0


class Greedy(gt.SelectionRule):
    def score(self, node, edge, value_range):
        return edge.mean


def test_a_rule_without_a_constant_is_refused():
    engine = grown(selection=Greedy()).trees.first
    assert exploration_of(engine) is None
    with pytest.raises(gt.BadParameter, match="has no constant c"):
        explore_by(engine, 1.0)
    with pytest.raises(gt.BadParameter, match="c must be"):
        explore_by(grown(method="uct").trees.first, -1.0)
