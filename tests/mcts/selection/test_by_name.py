"""Selection rules by name."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.selection.by_name import selection_rule


def test_selection_rules_by_name():
    assert selection_rule("ucb1", 0.5).c == 0.5
    assert selection_rule("puct").c == gt.PUCT().c
    assert repr(selection_rule("thompson", 0.3)) == "Thompson(c=0.3)"
    with pytest.raises(gt.BadParameter, match="selection must be one of"):
        selection_rule("ucb2")


def test_rules_around_others():
    rule = selection_rule("ucb1-tuned", 0.5, first_play=0.9)
    assert repr(rule) == "FirstPlay(rule=UCB1Tuned(c=0.5), urgency=0.9)"
    rule = selection_rule("puct", widening=2.0, widening_alpha=0.4)
    assert repr(rule) == "Widening(rule=PUCT(c=1.25), k=2.0, alpha=0.4)"
    rule = selection_rule("ucb1", 0.7, first_play=0.9, widening=2)
    assert repr(rule.rule) == "FirstPlay(rule=UCB1(c=0.7), urgency=0.9)"
    assert rule.alpha == 0.5
    rule = selection_rule("puct", first_play=None, widening=2, bias=3)
    assert repr(rule.rule) == "ProgressiveBias(rule=PUCT(c=1.25), weight=3.0)"
    with pytest.raises(gt.BadParameter, match=r"give widening=1\.0 as well"):
        selection_rule("ucb1", widening_alpha=0.4)
    with pytest.raises(gt.BadParameter, match="scores unvisited ones by itself"):
        selection_rule("puct", first_play=1.0)
