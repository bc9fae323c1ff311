"""Priors from a heuristic: what a node learns of its children is asked once."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.evaluation.heuristic_priors import HeuristicPriors
from toys import OneHeap


class Guessing(OneHeap):
    """What one player may hope for, the other one has to fear."""

    others_part = -1.0

    def is_terminal(self, state):
        return state[0] == 0

    def heuristic(self, state):
        lead = 0.1 * (state[0] % 3 - 1)
        return (lead, self.others_part * lead)


class SumOfAny(Guessing):
    """The number of one player does not say that of the other."""

    others_part = 0.3


class Counting(Guessing):
    """Counts how often it is asked to guess, and whether the game is over."""

    guesses = 0
    ends = 0

    def is_terminal(self, state):
        self.ends += 1
        return super().is_terminal(state)

    def heuristic(self, state):
        self.guesses += 1
        return super().heuristic(state)


class Forgetful(HeuristicPriors):
    """Asks about each leaf again."""

    def fitted_to(self, game):
        fitted = super().fitted_to(game)
        fitted.keeps_guesses = False
        return fitted


def _searched(game, priors=HeuristicPriors, **keywords):
    evaluation = priors(0.25, gt.Playout(max_plies=0))
    ways = {"seed": 3, "compiled": False} | keywords
    searcher = gt.Searcher(game, selection=gt.PUCT(), evaluation=evaluation, **ways)
    if isinstance(game, Counting):
        game.guesses = game.ends = 0  # not what was asked before the search
    searcher.run(simulations=400)
    return searcher.tree(max_depth=None).to_dict()


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("rules", [Guessing, SumOfAny])
def test_the_tree_is_the_same_as_if_each_leaf_were_asked_about(rules, solver):
    kept = _searched(rules(30), solver=solver)
    assert kept == _searched(rules(30), Forgetful, solver=solver)
    assert kept == _searched(rules(30), solver=solver, compiled=True)


def test_a_leaf_is_not_asked_about_again():
    keeping, asking = Counting(30), Counting(30)
    _searched(keeping)
    _searched(asking, Forgetful)
    assert keeping.guesses < 0.8 * asking.guesses


def test_proofs_look_for_ends_only_where_there_is_one():
    without, proving = Counting(30), Counting(30)
    _searched(without, solver=False)
    _searched(proving, solver=True)
    assert proving.ends < 1.2 * without.ends
