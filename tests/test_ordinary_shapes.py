"""The shapes of benchmarks/ordinary run interpreted, and those of one game are the same game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import gametree as gt

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from measured_shapes import difference, searcher
from ordinary import shape, shapes
from ordinary.digits import Digits

from .games.rules_in_both_modes import assert_rules_play_alike

# The cells' numbers in order; and this many simulations, since some shapes are slow.
REFERENCES = {"tic_tac_toe": "lists.ListCopied", "gomoku": "lists.ListOfLists"}
PLIES = {"tic_tac_toe": 3, "gomoku": 1}
SIMULATIONS = {"tic_tac_toe": 200, "gomoku": 20}


def perft(game, state, plies):
    """Return the positions this many plies on, each as often as there are ways to it."""
    if plies == 0:
        return 1
    moves = list(game.legal_actions(state))
    return sum(perft(game, game.next_state(game.copy(state), move), plies - 1) for move in moves)


def answers(group, name):
    """Return what all shapes of a game have in common; moves by their places."""
    game = shape(group, name)()
    searcher = gt.Searcher(game, seed=1, method="uct", compiled=False)
    result = searcher.run(simulations=SIMULATIONS[group])
    moves = list(game.legal_actions(game.initial_state()))
    return (
        perft(game, game.initial_state(), PLIES[group]),
        result.nodes,
        result.max_depth,
        [(moves.index(each.action), each.visits, each.mean) for each in result.actions],
    )


@pytest.fixture(scope="module")
def references():
    return {group: answers(group, name) for group, name in REFERENCES.items()}


@pytest.mark.parametrize(
    ("group", "name"), [(group, name) for group in REFERENCES for name in shapes(group)]
)
def test_shapes_of_one_game_are_the_same_game(group, name, references):
    assert answers(group, name) == references[group]


@pytest.mark.parametrize("name", shapes("features"))
def test_features_run(name):
    searcher = gt.Searcher(shape("features", name)(), seed=1, method="uct", compiled=False)
    result = searcher.run(simulations=50)
    assert sum(each.visits for each in result.actions) == 50


def test_what_features_compute_decides_the_game():
    class Digit(Digits):
        def __init__(self, answer):
            self.answer = answer

        def value(self, digits):
            return self.answer

    trees = set()
    for answer in range(10):
        result = gt.search(Digit(answer), simulations=50, seed=1, method="uct", compiled=False)
        trees.add((result.nodes, *(each.mean for each in result.actions)))
    assert len(trees) == 10


def test_what_is_one_list_in_a_state_stays_one():
    game = shape("features", "states.RowsThatAreOneList")()
    assert_rules_play_alike(game)


def test_a_difference_of_two_searches_is_told():
    game = shape("features", "control.ForElse")()
    first, second, third = (
        searcher(game, compiled=False).run(simulations=count) for count in (50, 50, 51)
    )
    assert difference(first, second) == ""
    assert difference(first, third).startswith("visits [")


def test_there_are_many_shapes():
    assert len(shapes("tic_tac_toe")) >= 60
    assert len(shapes("gomoku")) >= 12
    assert len(shapes("features")) >= 300
