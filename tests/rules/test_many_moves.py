"""Nodes with a great many moves."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pytest

import gametree as gt
from gametree.adapters.score_game import ScoreGame
from gametree.arena.openings import random_openings
from gametree.mcts.tree.tree import ROOT
from gametree.naming.named_moves import play_named
from gametree.players.alphabeta import AlphaBeta
from gametree.players.baselines import Greedy
from gametree.record import Record
from gametree.rules.many_moves import (
    LAST_KEY,
    MANY,
    LateEdges,
    in_keyed_order,
    in_random_order,
    keyed,
)


def test_every_number_comes_once_and_anywhere():
    orders = [tuple(in_random_order(4, gt.Rng(seed))) for seed in range(400)]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(set(orders)) == 24
    assert list(in_random_order(0, gt.Rng(1))) == []


@pytest.mark.parametrize("count", [65, 100, 1000])
def test_a_key_gives_a_random_order(count):
    orders = [tuple(in_keyed_order(count, key)) for key in range(1, 400, 400 // 20)]
    assert all(sorted(order) == list(range(count)) for order in orders)
    assert tuple(in_keyed_order(count, 0)) == tuple(range(count))
    # Each number is the first, and each follows it, about as often as any other.
    keys = range(1, LAST_KEY, LAST_KEY // 20_000)
    for places in ((0,), (count - 1,), (0, 1)):
        found = Counter(tuple(keyed(place, count, key) % 8 for place in places) for key in keys)
        even = 20_000 / 8 ** len(places)
        assert all(abs(each - even) < 6 * even**0.5 + 0.1 * even for each in found.values())


class Lottery(gt.Game):
    """One draw of many; the greatest number wins."""

    players = 1

    def __init__(self, tickets):
        self.tickets = tickets

    def initial_state(self):
        return -1

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        if state >= 0:
            return []
        return [2 * ticket for ticket in range(self.tickets)]

    def next_state(self, state, action):
        return action

    def returns(self, state):
        return (state / (2 * self.tickets),)


def test_edges_are_made_when_they_are_looked_at():
    searcher = gt.Searcher(Lottery(MANY + 1), seed=1, compiled=False, method="uct")
    searcher.run(simulations=30)
    edges = searcher.trees.first.tree.edges[ROOT]
    assert isinstance(edges, LateEdges)
    assert len(edges) == MANY + 1
    assert len(edges.made()) == 30
    few = searcher.result().actions
    assert [each.visits for each in few] == [1] * 30
    # All of them are the moves there are, in one order whenever they are looked at.
    actions = [edge.action for edge in edges]
    assert sorted(actions) == [2 * ticket for ticket in range(MANY + 1)]
    assert [each.visits for each in searcher.result().actions].count(0) == MANY + 1 - 30


def test_the_same_tree_in_both_modes():
    game = Lottery(MANY + 1)
    one, other = (
        gt.search(game, simulations=200, seed=3, compiled=compiled, method="uct")
        for compiled in (False, True)
    )
    visited = {each.action: each.visits for each in other.actions if each.visits}
    assert {each.action: each.visits for each in one.actions} == visited


def test_a_move_that_was_not_tried_can_be_made():
    searcher = gt.Searcher(Lottery(MANY + 1), seed=1, compiled=False, method="uct")
    searcher.run(simulations=2)
    tried = {each.action for each in searcher.result().actions}
    other = next(action for action in (0, 2, 4) if action not in tried)
    with pytest.raises(gt.IllegalMove):
        searcher.advance(other + 1)
    searcher.advance(other)
    assert searcher.state == other


class Crowd(NamedTuple):
    """A billion moves at each of six steps."""

    left: int = 6
    worth: int = 0

    def get_score(self):
        return self.worth

    def get_move_count(self):
        return 1_000_000_000 if self.left else 0

    def do_move(self, index):
        return Crowd(self.left - 1, self.worth + index % 7)


def test_nobody_lists_a_billion_moves():
    game = ScoreGame(Crowd(), 1)
    assert next(random_openings(game, 2, 1))
    record = Record(game)
    play_named(record, "999999999")
    record.play(5.0)
    assert record.actions == [999_999_999, 5]
    for wrong in ("1000000000", "-1", "two"):
        with pytest.raises(gt.IllegalMove, match="no legal move: they are 0 to 999999999"):
            play_named(record, wrong)
    with pytest.raises(gt.IllegalMove):
        record.play(0.5)
    searcher = gt.Searcher(game, seed=1, compiled=False, method="uct")
    assert len(searcher.result().actions) == 1  # before the first simulation
    assert any(True for _ in searcher.trace(simulations=2))
    for player in (Greedy(), AlphaBeta()):
        game = ScoreGame(Crowd(), 2)
        player.begin(game, 0, 1)
        with pytest.raises(gt.BadParameter, match="looks at each move, and a position has 1,000"):
            player.choose(Record(game), gt.Limit(10))
