"""Strategies by name, and what options come to."""

from __future__ import annotations

from pathlib import Path

import pytest

import gametree as gt
from gametree.mcts.evaluation.playout_policy import PLAYOUT_POLICIES
from gametree.mcts.named_strategies import strategies_of
from gametree.mcts.search_options import SearchOptions
from gametree.mcts.selection.rule import SELECTION_RULES
from toys import OneHeap

OWN = str(Path(__file__).parents[1] / "own.py")


def rule_of(**options):
    return strategies_of(SearchOptions(**options))["selection"]


def policy_of(**options):
    return strategies_of(SearchOptions(**options))["evaluation"].policy


def test_what_is_not_said_is_left_to_the_search():
    assert strategies_of(SearchOptions()) == {}
    assert strategies_of(SearchOptions(expand_after=1, final_move="value", solver=True)) == {
        "expand_after": 1,
        "final_move": "value",
        "solver": True,
    }
    assert [*strategies_of(SearchOptions(heuristic_priors=0.5))] == ["evaluation"]


@pytest.mark.parametrize("name", SELECTION_RULES.entries)
def test_each_name_gives_a_rule(name):
    rule = rule_of(selection=name)
    assert type(rule) is SELECTION_RULES.entries[name].cls
    assert repr(rule) == repr(SELECTION_RULES.entries[name].cls())  # with parameters of its own


@pytest.mark.parametrize("name", PLAYOUT_POLICIES.entries)
def test_each_name_gives_a_policy(name):
    assert type(policy_of(playout=name)) is PLAYOUT_POLICIES.entries[name].cls


def test_rules_and_their_parameters():
    assert rule_of(c=0.5).c == 0.5
    assert repr(rule_of(selection="thompson", c=0.3)) == "Thompson(c=0.3)"
    rule = rule_of(selection="grave", ref=7)
    assert (rule.ref, rule.rave_bias, rule.c) == (7.0, gt.GRAVE().rave_bias, gt.GRAVE().c)
    assert rule_of(selection="implicit", alpha=0.25).alpha == 0.25
    assert rule_of(selection="history", c=0.5, weight=4).weight == 4.0
    with pytest.raises(gt.BadParameter, match=r"=ucb1 has no ref; those .* one are grave$"):
        rule_of(c=0.5, ref=7)
    with pytest.raises(gt.BadParameter, match="selection must be one of"):
        rule_of(selection="ucb2")


def test_rules_around_others():
    rule = rule_of(selection="ucb1-tuned", c=0.5, first_play=0.9)
    assert repr(rule) == "FirstPlay(rule=UCB1Tuned(c=0.5), urgency=0.9)"
    rule = rule_of(selection="puct", widening=2.0, widening_alpha=0.4)
    assert repr(rule) == "Widening(rule=PUCT(c=1.25), k=2.0, alpha=0.4, near=0.5)"
    rule = rule_of(c=0.7, first_play=0.9, widening=2)
    assert repr(rule.rule) == "FirstPlay(rule=UCB1(c=0.7), urgency=0.9)"
    assert rule.alpha == 0.5
    rule = rule_of(selection="puct", widening=2, bias=3)
    assert repr(rule.rule) == "ProgressiveBias(rule=PUCT(c=1.25), weight=3.0)"
    assert repr(rule_of(selection=gt.UCB1(0.3), first_play=1.0).rule) == "UCB1(c=0.3)"
    with pytest.raises(gt.BadParameter, match=r"give widening=1\.0 as well"):
        rule_of(widening_alpha=0.4)
    with pytest.raises(gt.BadParameter, match="scores unvisited ones by itself"):
        rule_of(selection="puct", first_play=1.0)


def test_rules_go_around_those_of_a_user():
    rule = rule_of(selection=f"{OWN}:Rule", first_play=1.0, halving=4)
    assert repr(rule.rule.rule) == "Rule(c=1.0, zeta=1.0, wide=False)"
    result = gt.search(OneHeap(), simulations=50, seed=1, selection=rule, compiled=False)
    assert result.simulations == 50


@pytest.mark.parametrize("name", ["greedy", "mast", "nst"])
def test_some_policies_take_an_epsilon(name):
    assert policy_of(playout=name, epsilon=0.25).epsilon == 0.25
    with pytest.raises(gt.BadParameter, match="epsilon must be a number from 0 to 1"):
        policy_of(playout=name, epsilon=2)


@pytest.mark.parametrize("name", ["uniform", "lgr", "decisive"])
def test_the_others_refuse_it(name):
    with pytest.raises(gt.BadParameter, match=f"playout={name} has no epsilon; those that have"):
        policy_of(playout=name, epsilon=0.25)


@pytest.mark.parametrize("name", ["mast", "nst"])
def test_those_that_learn_take_a_decay(name):
    policy = policy_of(playout=name, decay=0.5)
    assert (policy.decay, policy.epsilon) == (0.5, 0.3)
    with pytest.raises(gt.BadParameter, match="decay must be a number from 0 to 1"):
        policy_of(playout=name, decay=-1)
    with pytest.raises(gt.BadParameter, match=r"playout=greedy has no decay; those .* mast, nst$"):
        policy_of(epsilon=0.1, decay=0.5)


def test_playouts_that_are_not_named():
    assert repr(policy_of(max_plies=3)) == "Uniform()"
    assert type(policy_of(epsilon=0.2)) is gt.EpsilonGreedy
    assert strategies_of(SearchOptions(max_plies=3))["evaluation"].max_plies == 3
    priors = strategies_of(SearchOptions(heuristic_priors=0.5, playout="mast"))["evaluation"]
    assert (priors.temperature, type(priors.evaluation.policy)) == (0.5, gt.MAST)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"playout": "m"}, r"playout must be one of decisive, greedy, .* not 'm'"),
        ({"evaluation": "even"}, "evaluation must be a class in a file, such as"),
        (
            {"evaluation": OWN, "playout": "mast", "max_plies": 3},
            "in place of playouts: leave out playout and max_plies$",
        ),
        ({"solver": 1}, "solver must be true or false, not 1"),
    ],
)
def test_what_is_wrong_is_named(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        strategies_of(SearchOptions(**options))
