"""Registered strategies, and user-defined ones that are named by their file."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest

import gametree as gt
from gametree.mcts.evaluation.evaluation import EVALUATIONS, EVALUATIONS_AROUND
from gametree.mcts.evaluation.playout_policy import PLAYOUT_POLICIES
from gametree.mcts.registry import Strategies
from gametree.mcts.search_options import OPTIONS
from gametree.mcts.selection.chance_nodes import CHANCE_NODES
from gametree.mcts.selection.rule import SELECTION_RULES
from gametree.mcts.selection.rule_kinds import RULES_AROUND

OWN = str(Path(__file__).parents[1] / "own.py")


def test_a_class_in_a_file_with_its_parameters():
    assert repr(SELECTION_RULES.create(f"{OWN}:Rule", {})) == "Rule(c=1.0, zeta=1.0, wide=False)"
    rule = SELECTION_RULES.create(f"{OWN}:Rule:zeta=2:wide", {"c": 0.5})
    assert repr(rule) == "Rule(c=0.5, zeta=2.0, wide=True)"
    assert repr(SELECTION_RULES.create(f"{OWN}:zeta=2", {})) == "Rule(c=1.0, zeta=2.0, wide=False)"
    assert repr(PLAYOUT_POLICIES.create(OWN, {})) == "Last()"
    assert repr(EVALUATIONS.create(f"{OWN}:Even", {})) == "Even()"


def test_an_object_is_itself():
    rule = gt.UCB1(0.3)
    assert SELECTION_RULES.create(rule, {"c": None}) is rule


@pytest.mark.parametrize(
    ("answer", "given", "told"),
    [
        ("best", {}, "selection must be one of grave, .* or a class in a file, such as mine"),
        (7, {}, "selection must be one of .*, not 7$"),
        (gt.UCB1, {}, "selection must be one of"),
        (gt.UCB1(), {"c": 1}, r"selection is UCB1\(c=1\.4\) already: leave out c"),
        (f"{OWN}:Rule:zta=2", {}, r"no parameter 'zta'; did you mean zeta\? it takes c=1.0"),
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
        SELECTION_RULES.create(answer, given)


def test_what_is_wrong_with_a_class():
    with pytest.raises(gt.PythonFileError, match=r"Last in .* is no SelectionRule: it must be"):
        SELECTION_RULES.create(f"{OWN}:Last", {})
    with pytest.raises(gt.PythonFileError, match=r"no class Rul; did you mean Rule\?"):
        SELECTION_RULES.create(f"{OWN}:Rul", {})


def entries():
    return [
        *SELECTION_RULES.entries.values(),
        *PLAYOUT_POLICIES.entries.values(),
        *CHANCE_NODES.entries.values(),
        *RULES_AROUND.entries.values(),
        *EVALUATIONS_AROUND.entries.values(),
    ]


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)
def test_each_number_that_a_strategy_takes_is_registered_with_a_sentence(entry):
    numbers = {
        name
        for name, each in signature(entry.cls).parameters.items()
        if isinstance(each.default, (int, float))
    }
    unnamed = {"halving": {"scale", "gumbel"}}  # `considered` switches it on
    assert set(entry.parameters) == numbers - unnamed.get(entry.name, set())
    for sentence in (entry.sentence, *(each.sentence for each in entry.parameters.values())):
        assert sentence[0].isupper()
        assert sentence.endswith(".")


def test_each_option_is_there_once():
    names = [each.name for each in OPTIONS]
    assert len(names) == len(set(names))


def test_a_new_rule_is_an_option_at_once():
    rules = Strategies("selection", gt.SelectionRule, "The rule.")
    rules.register("two", "Scores by two numbers.", c="The first.", zeta="The second.")(Two)
    rules.register("one", "Scores by one number.", c="The first.")(gt.UCB1)
    assert [tuple(each) for each in rules.options()] == [
        ("selection", str, "The rule."),
        ("c", float, "The first."),
        ("zeta", float, "Of two: the second."),
    ]
    assert repr(rules.create("two", {"zeta": 3.0})) == "Two(c=1.0, zeta=3.0)"
    with pytest.raises(gt.BadParameter, match=r"selection=one has no zeta; .* one are two$"):
        rules.create("one", {"zeta": 3.0})


class Two(gt.SelectionRule):
    def __init__(self, c: float = 1.0, zeta: float = 2.0) -> None:
        self.c, self.zeta = c, zeta


def test_a_copy_of_a_bundled_strategy_does_not_take_its_name():
    @SELECTION_RULES.register("ucb1", "A copy.")
    class Copied(gt.UCB1):
        """In a user's file, with the decorator of the original."""

    assert type(SELECTION_RULES.create("ucb1", {})) is gt.UCB1
    assert type(Copied(0.5)) is Copied
