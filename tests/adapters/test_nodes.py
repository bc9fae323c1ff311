"""Nodes that know their children."""

from __future__ import annotations

import pickle
import random
from collections import Counter, namedtuple
from typing import NamedTuple

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
    assert node.find_children()[result.action] == node.with_cell(2)
    assert result.proof.value == (1.0, -1.0)


CALLS = Counter()


class Counted(Node):
    """A node that counts the questions."""

    __slots__ = ()

    def find_children(self):
        CALLS["children"] += 1
        return super().find_children()

    def is_terminal(self):
        CALLS["over"] += 1
        return super().is_terminal()


def test_an_interpreted_search_lists_children_once_to_choose_and_to_play():
    game = node_game(Counted((None,) * 9, True))
    CALLS.clear()
    gt.search(game, simulations=100, seed=1, compiled=False, method="uct")
    # A list asks whether the game is over, and so does the search before it asks for a list.
    assert 400 < CALLS["children"] <= CALLS["over"] - CALLS["children"]


def test_children_in_a_set_come_in_the_order_of_their_texts():
    game = node_game(NodeWithSet((None,) * 9, True))
    state = game.initial_state()
    children = [game.next_state(game.copy(state), each) for each in game.legal_actions(state)]
    texts = [repr(game.own_state(each)) for each in children]
    assert texts == sorted(texts)
    assert len(texts) == 9
    assert "sets of nodes that cannot be ordered" in game.why_interpreted


class Pile(NamedTuple):
    """Take one to three chips; children come in a set of nodes that can be ordered."""

    chips: int

    def find_children(self):
        return {Pile(self.chips - taken) for taken in range(1, min(3, self.chips) + 1)}

    def is_terminal(self):
        return self.chips == 0

    def reward(self):
        return 0


@pytest.mark.parametrize("node", [first(), Pile(10)])
def test_nodes_compile_as_they_are(node):
    game = node_game(node)
    for seed in range(20):
        one, other = (
            gt.search(game, simulations=150, seed=seed, compiled=compiled, method="uct")
            for compiled in (False, True)
        )
        assert other.compiled
        assert [(each.action, each.visits, each.mean) for each in one.actions] == [
            (each.action, each.visits, each.mean) for each in other.actions
        ]


def test_a_game_of_nodes_can_be_sent():
    game = pickle.loads(pickle.dumps(node_game(first)))
    result = gt.search(game, simulations=60, workers=2, seed=1, compiled=False, method="uct")
    assert result.simulations == 60


def test_what_is_refused():
    with pytest.raises(gt.BadParameter, match=r"node must have the methods .* lacks find_ch"):
        node_game(3)
    with pytest.raises(gt.GameError, match=r"reward raised ZeroDivisionError: .*test_nodes.py"):
        node_game(with_method(Node, reward=lambda self: 1 // 0)((None,) * 9, True))
