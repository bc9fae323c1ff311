from __future__ import annotations

import pytest

import gametree as gt
from gametree.mcts.evaluation.policies_by_name import PLAYOUT_POLICIES, playout_policy


@pytest.mark.parametrize("name", PLAYOUT_POLICIES)
def test_each_name_gives_a_policy(name):
    assert type(playout_policy(name)) is PLAYOUT_POLICIES[name]


@pytest.mark.parametrize("name", ["greedy", "mast", "nst"])
def test_some_take_an_epsilon(name):
    assert playout_policy(name, epsilon=0.25).epsilon == 0.25
    with pytest.raises(gt.BadParameter, match="epsilon must be a number from 0 to 1"):
        playout_policy(name, epsilon=2)


@pytest.mark.parametrize("name", ["uniform", "lgr", "decisive"])
def test_the_others_refuse_it(name):
    with pytest.raises(gt.BadParameter, match=f"playout={name} has no epsilon; those that have"):
        playout_policy(name, epsilon=0.25)


@pytest.mark.parametrize("name", ["mast", "nst"])
def test_those_that_learn_take_a_decay(name):
    policy = playout_policy(name, epsilon=None, decay=0.5)
    assert (policy.decay, policy.epsilon) == (0.5, 0.3)
    with pytest.raises(gt.BadParameter, match="decay must be a number from 0 to 1"):
        playout_policy(name, decay=-1)
    with pytest.raises(gt.BadParameter, match=r"playout=greedy has no decay; those .* mast, nst$"):
        playout_policy("greedy", decay=0.5)


def test_an_unknown_name_is_refused_with_those_known():
    with pytest.raises(
        gt.BadParameter, match=r"playout must be one of uniform, greedy, .* not 'm'"
    ):
        playout_policy("m")
