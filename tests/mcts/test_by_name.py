"""Strategies of a user's, named by their file."""

from __future__ import annotations

from pathlib import Path

import pytest

import gametree as gt
from gametree.mcts.named_strategies import EVALUATION, PLAYOUT, SELECTION

OWN = str(Path(__file__).parents[1] / "own.py")


def test_a_class_in_a_file_with_its_parameters():
    assert repr(SELECTION.answered(f"{OWN}:Rule", {})) == "Rule(c=1.0, zeta=1.0, wide=False)"
    rule = SELECTION.answered(f"{OWN}:Rule:zeta=2:wide", {"c": 0.5})
    assert repr(rule) == "Rule(c=0.5, zeta=2.0, wide=True)"
    assert repr(SELECTION.answered(f"{OWN}:zeta=2", {})) == "Rule(c=1.0, zeta=2.0, wide=False)"
    assert repr(PLAYOUT.answered(OWN, {})) == "Last()"
    assert repr(EVALUATION.answered(f"{OWN}:Even", {})) == "Even()"


def test_an_object_is_itself():
    rule = gt.UCB1(0.3)
    assert SELECTION.answered(rule, {"c": None}) is rule


@pytest.mark.parametrize(
    ("answer", "given", "told"),
    [
        ("best", {}, "selection must be one of ucb1, .* or a class in a file, such as mine"),
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
        SELECTION.answered(answer, given)


def test_what_is_wrong_with_a_class():
    with pytest.raises(gt.PythonFileError, match=r"Last in .* is no SelectionRule: it must be"):
        SELECTION.answered(f"{OWN}:Last", {})
    with pytest.raises(gt.PythonFileError, match=r"no class Rul; did you mean Rule\?"):
        SELECTION.answered(f"{OWN}:Rul", {})
