"""Users' strategies are held to their contract, as rules are."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.mcts.engine import rehearsal as rehearsed
from own_strategies import Reaches, Recorder
from playouts import First
from toys import OneHeap


class Scores(gt.SelectionRule):
    """Gives what it is told to."""

    def __init__(self, given):
        self.given = given

    def score(self, node, edge, value_range):
        return self.given


class Raises(gt.SelectionRule):
    def score(self, node, edge, value_range):
        return helper(edge)


def helper(edge):
    return edge.mean / 0


class Prepares(gt.UCB1):
    def __init__(self, few):
        super().__init__()
        self.few = few

    def prepare(self, search, number, visits, count):
        return self.few


class Returns(gt.Evaluation):
    def evaluate(self, game, state, rng, work):
        return 0.5


class Forgets(gt.Evaluation):
    def evaluate(self, game, state, rng, work):
        work.values[0] = 1.0


class Infinite(gt.Evaluation):
    def evaluate(self, game, state, rng, work):
        work.values[0] = work.values[1] = math.inf


class Illegal(gt.PlayoutPolicy):
    def choose(self, game, state, count, rng, work):
        return 3


class Guesses(gt.GuidedEvaluation):
    def evaluate(self, game, state, rng, work):
        work.values[0] = work.values[1] = 0.0

    def prior(self, game, state, action):
        return 1.0 / (state[0] - 20)


def searched(compiled=False, simulations=60, **options):
    return gt.search(
        OneHeap(), simulations=simulations, seed=1, compiled=compiled, method="uct", **options
    )


LINE = r"\(test_watched_strategies\.py, line \d+\)"

FAULTS = {
    "nan": (
        {"selection": Scores(math.nan)},
        rf"^Scores\.score returned nan for an .* {LINE} ",
    ),
    "nothing": ({"selection": Scores(None)}, r"^Scores\.score returned None for an edge with vis"),
    "text": ({"selection": Scores("high")}, r"^Scores\.score returned 'high' .* a number was"),
    "within": ({"selection": gt.FirstPlay(Scores(math.nan))}, r"^Scores\.score returned nan for "),
    "raises": (
        {"selection": Raises()},
        r"^Raises\.score raised ZeroDivisionError: .* \(test_watched_strategies\.py, line \d+, "
        r"in helper\) \(",
    ),
    "none": ({"selection": Prepares(0)}, rf"^Prepares\.prepare returned 0; how many .* {LINE} \("),
    "half": ({"selection": Prepares(1.5)}, r"^Prepares\.prepare returned 1\.5; how many"),
    "returns": (
        {"evaluation": Returns()},
        rf"^Returns\.evaluate returned 0\.5; it .* {LINE}",
    ),
    "forgets": (
        {"evaluation": Forgets()},
        r"^Forgets\.evaluate left nan in work\.values\[1\]; a",
    ),
    "infinite": ({"evaluation": Infinite()}, r"^Infinite\.evaluate left inf in work\.values\[0\]"),
    "inner": (
        {"evaluation": gt.Playout(Illegal())},
        rf"^Illegal\.choose returned 3, which is no legal action there; those .* {LINE} \(after",
    ),
}


@pytest.mark.parametrize(("options", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_with_class_method_file_and_line(options, told):
    with pytest.raises(gt.StrategyError, match=told):
        searched(**options)


@pytest.mark.parametrize("kind", ["none", "infinite", "raises"])
def test_what_the_rehearsal_does_not_see_the_search_does(kind, monkeypatch):
    monkeypatch.setattr(rehearsed, "_SIMULATIONS", 0)
    options, told = FAULTS[kind]
    with pytest.raises(gt.StrategyError, match=told):
        searched(**options)


# What is compiled: all strategies are a user's, as in selection/test_rule.py.
OWN = {"selection": Recorder(), "evaluation": gt.Playout(First())}


@pytest.mark.parametrize(
    ("node", "edge", "told"),
    [
        (0, 3, "there is no edge of the node at 3, of 3"),
        (0, -1, "there is no edge of the node at -1, of 3"),
        (1 << 40, 0, "there is no node of the number 1099511627776"),
        (-8, 0, "there is no node of the number -8"),
    ],
)
def test_an_edge_or_node_that_is_not_there(node, edge, told):
    file = r"own_strategies\.py, line \d+"
    where = rf"^Reaches\.learn raised IndexError: {told} \({file}\) \(after the moves"
    with pytest.raises(gt.StrategyError, match=where):
        searched(compiled=True, simulations=1000, backup=Reaches(node, edge), **OWN)


def test_what_is_sound_passes_and_learns_nothing_beforehand():
    class Counts(gt.Backup):
        follows = True

        def __init__(self):
            self.seen = []

        def learn(self, tree, work, depth):
            self.seen.append(depth)

    backup = Counts()
    searched(simulations=30, backup=backup)
    assert len(backup.seen) == 30


def test_a_fault_of_the_rules_stays_theirs():
    class Broken(OneHeap):
        def returns(self, state):
            return (1.0,)

    with pytest.raises(gt.GameError, match=r"^Broken\.returns returned \(1\.0,\)"):
        gt.search(Broken(), simulations=50, seed=1, compiled=False, selection=Scores(1.0))


def test_a_prior_that_raises():
    with pytest.raises(gt.GametreeError, match=r"Guesses\.prior raised ZeroDivisionError|finite"):
        searched(evaluation=Guesses())


class LooksAhead(gt.Evaluation):
    """A strategy that asks the rules itself, where a rehearsal may end."""

    def evaluate(self, game, state, rng, work):
        for _ in range(20_000):
            game.next_state(game.initial_state(), 1)
        work.values[0] = work.values[1] = 0.0


def test_a_rehearsal_may_end_within_a_strategy(monkeypatch):
    monkeypatch.setattr(rehearsed, "_SECONDS", 0.01)
    assert searched(evaluation=LooksAhead(), simulations=3).simulations == 3
