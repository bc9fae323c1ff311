"""Strategies of a user's, named by their file."""

from __future__ import annotations

from pathlib import Path

import pytest

import gametree as gt
from gametree.mcts.evaluation.by_name import evaluation_of
from gametree.mcts.evaluation.policies_by_name import playout_policy
from gametree.mcts.selection.by_name import selection_rule
from toys import OneHeap

OWN = str(Path(__file__).parents[1] / "own.py")


def test_a_class_in_a_file_with_its_parameters():
    assert repr(selection_rule(f"{OWN}:Rule")) == "Rule(c=1.0, zeta=1.0, wide=False)"
    rule = selection_rule(f"{OWN}:Rule:zeta=2:wide", 0.5)
    assert repr(rule) == "Rule(c=0.5, zeta=2.0, wide=True)"
    assert repr(selection_rule(f"{OWN}:zeta=2")) == "Rule(c=1.0, zeta=2.0, wide=False)"
    assert repr(playout_policy(OWN)) == "Last()"
    assert repr(evaluation_of(f"{OWN}:Even")) == "Even()"


def test_an_object_is_itself():
    rule = gt.UCB1(0.3)
    assert selection_rule(rule) is rule
    assert repr(selection_rule(rule, first_play=1.0).rule) == "UCB1(c=0.3)"


def test_rules_go_around_those_of_a_user():
    rule = selection_rule(f"{OWN}:Rule", first_play=1.0, halving=4)
    assert repr(rule.rule.rule) == "Rule(c=1.0, zeta=1.0, wide=False)"
    result = gt.search(OneHeap(), simulations=50, seed=1, selection=rule, compiled=False)
    assert result.simulations == 50


@pytest.mark.parametrize(
    ("answer", "given", "told"),
    [
        ("best", {}, "selection must be one of ucb1, .* or a class in a file, such as mine"),
        (7, {}, "selection must be one of .*, not 7$"),
        (gt.UCB1, {}, "selection must be one of"),
        (gt.UCB1(), {"c": 1}, r"selection is UCB1\(c=1\.4\) already: leave out c"),
        (f"{OWN}:Rule:zta=2", {}, "Rule has no parameter 'zta'; it takes c=1.0, zeta=1.0"),
        (f"{OWN}:Rule:zeta=x", {}, "zeta must be a number, not 'x'"),
        (f"{OWN}:Rule:zeta=1:zeta=2", {}, "zeta is given twice"),
        (f"{OWN}:Rule:c=1", {"c": 2}, "c is given twice"),
        (f"{OWN}:Rule:2", {}, "'2' is no key=value"),
        (f"{OWN}:Rule", {"ref": 2}, "Rule has no parameter 'ref'"),
        (f"{OWN}:Rule:zeta=10", {}, r"raised ValueError: too far \(own\.py, line \d+\)$"),
    ],
)
def test_what_is_wrong_with_an_answer(answer, given, told):
    with pytest.raises(gt.BadParameter, match=told):
        selection_rule(answer, **given)


def test_what_is_wrong_with_a_class():
    with pytest.raises(gt.PythonFileError, match=r"Last in .* is no SelectionRule: it must be"):
        selection_rule(f"{OWN}:Last")
    with pytest.raises(gt.PythonFileError, match=r"no class Rul; did you mean Rule\?"):
        selection_rule(f"{OWN}:Rul")
    with pytest.raises(gt.BadParameter, match=r"evaluation must be a class in a file, such as"):
        evaluation_of("even")
