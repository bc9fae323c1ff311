"""Fields that strategies declare."""

from __future__ import annotations

import re

import pytest

import gametree as gt
from toys import OneHeap


def search(around=None, **options):
    if around is not None:
        options["selection"] = gt.FirstPlay(around)
    return gt.search(OneHeap(), simulations=20, seed=1, compiled=False, method="uct", **options)


@pytest.mark.parametrize("declared", ["node_fields", "edge_fields"])
@pytest.mark.parametrize(
    ("fields", "told"),
    [
        (("x",), "holds 'x', which is no field: a field is a name and a type"),
        (("x", "f8"), "holds 'x', which is no field"),
        ((("x", "g9"),), "holds ('x', 'g9'), which is no field"),
        ((("2x", "f8"),), "holds "),
        ((("x", "i4", (2,)),), "holds "),
        ((("x", "f8", 2),), "holds "),
        ("x", "must be a tuple of fields"),
        (7, "must be a tuple of fields"),
        ((("visits", "f8"),), "holds 'visits', which the search keeps itself"),
        ((("x", "f8"), ("x", "i4")), "holds 'x' twice"),
    ],
)
def test_what_is_no_field_is_told_with_the_class(declared, fields, told):
    mine = type("Mine", (gt.UCB1,), {declared: fields})
    for options in ({"selection": mine()}, {"around": mine()}):
        with pytest.raises(gt.BadParameter, match=f"^Mine.{declared} {re.escape(told)}"):
            search(**options)


def test_two_strategies_share_no_name():
    class Other(gt.Playout):
        edge_fields = (("inverse_root", "f4"),)

    with pytest.raises(gt.BadParameter, match=r"^Other and UCB1 both declare 'inverse_root'"):
        search(evaluation=Other())


def test_vectors_and_numbers_are_fields():
    class Mine(gt.UCB1):
        node_fields = (*gt.UCB1.node_fields, ("three", "f8", (3,)), ("many", "i4"))

    assert search(selection=Mine()).simulations == 20


def test_a_strategy_that_is_not_given_back():
    class Mine(gt.UCB1):
        def fitted_to(self, game, evaluation):
            pass

    with pytest.raises(gt.BadParameter, match=r"^Mine\.fitted_to returned None; it must return a"):
        search(selection=Mine())
