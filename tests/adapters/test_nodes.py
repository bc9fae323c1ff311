"""Nodes that know their children."""

from __future__ import annotations

import pickle
import random
from collections import namedtuple

import pytest
from state_objects import owner_of_row, with_method

import gametree as gt
from gametree.adapters.nodes import node_game
from gametree.games import TicTacToe

Fields = namedtuple("Fields", "cells to_move")


class Node(Fields):
    """Tic-tac-toe, as a tuple of its cells and whose turn it is."""

    __slots__ = ()

    def find_children(self):
        if self.is_terminal():
            return []
        return [self.with_cell(cell) for cell in range(9) if self.cells[cell] is None]

    def find_random_child(self):
        return random.choice(self.find_children())

    def with_cell(self, cell):
        cells = self.cells[:cell] + (self.to_move,) + self.cells[cell + 1 :]
        return type(self)(cells, not self.to_move)

    def is_terminal(self):
        return owner_of_row(self.cells, None) is not None or None not in self.cells

    def reward(self):
        owner = owner_of_row(self.cells, None)
        return 0.5 if owner is None else float(owner == self.to_move)


class NodeWithSet(Node):
    __slots__ = ()

    def find_children(self):
        return set(super().find_children())


def first():
    return Node((None,) * 9, True)


def shares(game):
    found = gt.search(game, simulations=300, seed=5, compiled=False, method="uct")
    return [(each.visits, each.mean) for each in found.actions]


@pytest.mark.parametrize("node", [first, first()])
def test_the_tree_is_that_of_our_own_rules(node):
    game = node_game(node)
    assert game.understood.startswith(
        "legal moves by find_children; played by find_children, which returns the next state; over "
        "by is_terminal; 2 players take turns; result by reward"
    )
    assert shares(game) == shares(TicTacToe())


def test_the_best_move_is_a_child():
    node = Node((True, True, None, False, False, None, None, None, None), True)
    result = gt.search(node_game(node), simulations=200, seed=1, compiled=False)
    assert result.action == node.with_cell(2)
    assert result.proof.value == (1.0, -1.0)


def test_children_in_a_set_come_in_the_order_of_their_texts():
    game = node_game(NodeWithSet((None,) * 9, True))
    children = game.legal_actions(game.initial_state())
    assert children == sorted(children, key=repr)
    assert len(children) == 9


def test_it_is_never_compiled_and_can_be_sent():
    game = pickle.loads(pickle.dumps(node_game(first)))
    assert not gt.Searcher(game, seed=1, method="uct").compiled
    result = gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct")
    assert result.simulations == 60


def test_what_is_refused():
    with pytest.raises(gt.BadParameter, match=r"node must have the methods .* lacks find_ch"):
        node_game(3)
    with pytest.raises(gt.GameError, match=r"reward raised ZeroDivisionError: .*test_nodes.py"):
        node_game(with_method(Node, reward=lambda self: 1 // 0)((None,) * 9, True))
