"""A few of the random games and inputs of `make attack`, and what its judges find."""

from __future__ import annotations

from random import Random

import pytest

from attack import answers, fuzz, trials
from attack.graphs import random_graph
from attack.judge import Failed, Judge
from attack.kinds import HALVED, WATCHED
from attack.truth import Histories, RandomPlay, Values
from attack.watched import Count, do, watch
from trees import nodes_of


def failures(family, number, attempt):
    return do((family, "test", 0, number), attempt).failures


@pytest.mark.parametrize("family", [family for family in trials.FAMILIES if family != "workers"])
def test_random_games_interpreted(family):
    def attempt(family, seed):
        return trials.attempt(family, seed, compiled=(False,))

    assert failures(family, 20, attempt) == []


@pytest.mark.parametrize("family", ["proofs", "same", "saved", "faults", "workers", "memory"])
def test_random_games_compiled(family):
    def attempt(family, seed):
        return trials.attempt(family, seed, choice=[WATCHED], compiled=(True,))

    assert failures(family, 20, attempt) == []


@pytest.mark.parametrize(
    ("family", "kind", "seeds"),
    # A settled root with many moves, in a tree whose nodes are recycled.
    [("memory", HALVED, ("1-10", "1-28", "1-320"))],
)
def test_random_games_that_once_went_wrong(family, kind, seeds):
    for seed in seeds:
        assert trials.attempt(family, seed, choice=[kind], compiled=(False,)).kind


@pytest.mark.parametrize(
    ("family", "number"),
    [
        ("words", 200),
        ("parameters", 200),
        ("actions", 100),
        ("files", 30),
        ("journals", 30),
        ("lines", 100),
    ],
)
def test_random_input(family, number):
    assert failures(family, number, fuzz.attempt) == []


def test_answers_in_random_orders():
    def attempt(family, seed):
        return answers.attempt(seed, compiled=0.0)

    assert failures("answers", 60, attempt) == []


def graph_of(first, labels, targets, movers, pays, odds=None):
    graph = random_graph(Random(0), "tree", len(pays[0]), luck=False, zero_sum=True, plain=True)
    graph.first, graph.labels, graph.targets = first, labels, targets
    graph.movers, graph.pays = movers, pays
    graph.guesses = [[0.0] * graph.players for _ in movers]
    graph.odds = odds or [1.0] * len(targets)
    graph.lowest, graph.highest = -1.0, 1.0
    return graph


CHOICE = graph_of(
    # The first player chooses the second, a coin or the end.
    first=[0, 3, 5, 7, 7, 7],
    labels=[0, 1, 2, 0, 1, 0, 1],
    targets=[1, 2, 3, 3, 4, 3, 4],
    movers=[0, 1, -1, 0, 0],
    pays=[[0.0, 0.0]] * 3 + [[-0.5, 0.5], [1.0, -1.0]],
    odds=[1.0] * 5 + [0.75, 0.25],
)


def test_the_truth_of_a_small_game():
    values = Values(CHOICE)
    assert [values.of(place)[0] for place in range(5)] == [
        (-0.125, -0.125),
        (-0.5, -0.5),
        (-0.125, -0.125),
        (-0.5, -0.5),
        (1.0, 1.0),
    ]
    assert RandomPlay(CHOICE).of(0)[0] == pytest.approx((0.25 - 0.125 - 0.5) / 3)


def test_the_truth_of_three_players_is_a_range_where_one_does_not_care():
    graph = graph_of(
        first=[0, 2, 4, 4, 4, 4],
        labels=[0, 1, 0, 1],
        targets=[1, 2, 3, 4],
        movers=[0, 1, 0, 0, 0],
        pays=[[0.0] * 3] * 2 + [[0.5, 0.0, 0.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
    )
    assert Values(graph).of(1) == [(0.0, 1.0), (0.0, 0.0), (-1.0, 1.0)]
    assert Values(graph).of(0) == [(0.5, 1.0), (0.0, 0.0), (-1.0, 0.0)]


@pytest.mark.parametrize(
    ("policy", "value"), [("draw", 0.0), ("loss", -1.0), ("forbidden", 1.0), ("own", 0.5)]
)
def test_the_truth_of_a_line_that_comes_back(policy, value):
    ring = graph_of(
        first=[0, 1, 3, 3, 3],
        labels=[0, 0, 1],
        targets=[1, 0, 2],
        movers=[0, 1, 0, 0],
        pays=[[0.0, 0.0], [0.0, 0.0], [1.0, -1.0], [0.0, 0.0]],
    )
    # The second player goes back, or gives the game away; what back is worth is the policy's.
    ring.draw = 0.0
    mine = {"draw": 0.0, "loss": 1.0, "forbidden": 1.0, "own": -0.5}[policy]
    assert Histories(ring, policy, 2).of([0])[0][0] == mine
    assert value in (mine, -mine)


def test_the_judge_finds_what_is_wrong_in_a_tree():
    trial = trials.Trial("judged", [WATCHED], compiled=(False,), shapes=("tree",), luck=False)
    searcher = trial.searcher()
    searcher.run(simulations=30)
    trial.judge.tree(searcher, trial.line)
    root = next(iter(nodes_of(searcher)))[1]
    for field, change in (("visits", 1), ("low", 0.5 * trial.judge.spread)):
        sound = getattr(root, field)
        setattr(root, field, sound + change)
        with pytest.raises(Failed):
            Judge(trial.graph, trial.truth).tree(searcher, trial.line)
        setattr(root, field, sound)


def falter(family, seed):
    """Raise, or end the process, at some numbers."""
    import os

    number = int(seed.rpartition("-")[2])
    if number == 3:
        raise ValueError("three")
    if number == 5:
        os._exit(7)
    return trials.Outcome("done")


def test_a_child_that_dies_is_noted_and_replaced():
    found = Count()
    watch(falter, [("any", "seed", 0, 9)], lambda family, count: found.add(count), children=1)
    assert found.items == 9
    assert found.kinds == {"done": 7}
    assert sorted(found.failures) == [
        ("any seed-3", f"ValueError: three (test_attack.py:{LINE})"),
        ("any seed-5", "CRASH: the process ended with 7"),
    ]


LINE = falter.__code__.co_firstlineno + 6
