"""Rules around another one, rules that learn from simulations, rules that plan a run."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.backup.backup import BackupAround
from gametree.mcts.selection.rule_kinds import RuleAround
from toys import Gather, OneHeap


class Fitted(gt.UCB1):
    """Notes for which search it was made."""

    fitted = ""

    def fitted_to(self, game, evaluation):
        found = Fitted(self.c)
        found.fitted = f"{type(game).__name__}, {type(evaluation).__name__}"
        return found


@pytest.mark.parametrize(
    "around", [gt.FirstPlay, gt.Widening, gt.SequentialHalving], ids=lambda each: each.__name__
)
def test_what_a_rule_goes_around_is_fitted_as_well(around):
    searcher = gt.Searcher(OneHeap(), selection=around(Fitted()), compiled=False)
    rule = searcher.trees.first.method.selection
    assert type(rule) is around
    assert rule.rule.fitted == "OneHeap, Playout"


def test_a_rule_around_another_keeps_the_fields_of_both():
    class Noted(RuleAround):
        def __init__(self, rule):
            super().__init__(rule)
            self.edge_fields = (*self.edge_fields, ("noted", "i4"))

    class Grown(gt.UCB1):
        def fitted_to(self, game, evaluation):
            found = Grown(self.c)
            found.edge_fields = (*self.edge_fields, ("grown", "i4"))
            return found

    rule = Noted(Grown()).fitted_to(OneHeap(), gt.Playout())
    assert isinstance(rule, Noted)
    assert [name for name, _ in rule.edge_fields] == ["inverse_root", "grown", "noted"]


class Counting(BackupAround):
    follows = True

    def __init__(self, backup, seen):
        super().__init__(backup)
        self.seen = seen

    def learn(self, tree, work, depth):
        self.backup.learn(tree, work, depth)
        self.seen[0].append(depth)


class Learning(gt.LearningRule, gt.UCB1):
    """Has a backup of its own."""

    def __init__(self):
        super().__init__()
        self.seen = ([],)

    def backup_around(self, backup):
        return Counting(backup, self.seen)


def test_a_learning_rule_of_the_users_hears_of_every_simulation():
    rule = Learning()
    gt.search(Gather(), simulations=60, seed=1, selection=rule, compiled=False)
    heard = len(rule.seen[0])
    assert heard == 60  # a rehearsal has copies
    with pytest.raises(gt.BadParameter, match="learns from whole simulations"):
        gt.FirstPlay(rule)


@pytest.mark.parametrize("method", ["backup_around", "listening_to"])
def test_a_learning_rule_that_gives_nothing_back_is_told(method):
    mine = type("Mine", (Learning,), {method: lambda self, given: None})
    with pytest.raises(gt.BadParameter, match=rf"^Mine\.{method} returned None; it must return a"):
        gt.Searcher(Gather(), selection=mine())


class Planned(gt.PlannedRule, gt.UCB1):
    """Notes how many simulations it is told of, and drops all moves but the last."""

    def __init__(self):
        super().__init__()
        self.told = ([],)
        self.kept = ()

    def plan(self, tree, simulations, rng):
        self.told[0].append(simulations)
        self.kept = (tree.edges[0][tree.nodes[0].count - 1].action,)

    def dropped(self, edge):
        return edge.action not in self.kept


def test_a_planned_rule_of_the_users_is_told_of_each_run_and_says_what_is_played():
    searcher = gt.Searcher(Gather(), seed=1, selection=Planned(), compiled=False)
    rule = searcher.trees.first.method.selection
    for simulations in (40, 30):
        result = searcher.run(simulations=simulations)
        assert (result.action,) == rule.kept
    assert rule.told[0] == [40, 30]
    with pytest.raises(gt.BadParameter, match="shares out a number of simulations"):
        searcher.run(seconds=0.1)


def test_a_planned_rule_defines_plan():
    mine = type("Mine", (gt.PlannedRule, gt.UCB1), {})
    with pytest.raises(gt.StrategyError, match="must define the method plan"):
        gt.search(Gather(), simulations=10, selection=mine(), compiled=False)


class Deaf(Learning):
    """Its backup fails."""

    def backup_around(self, backup):
        return Failing(backup)


class Failing(BackupAround):
    follows = True

    def learn(self, tree, work, depth):
        raise KeyError(depth)


def test_what_its_backup_raises_is_told_by_its_name():
    with pytest.raises(gt.GameError, match=r"^Failing\.learn raised KeyError"):
        gt.search(Gather(), simulations=10, selection=Deaf(), compiled=False)
