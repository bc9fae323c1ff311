"""Actions that are numbers between bounds, or that the game proposes, in both modes."""

from __future__ import annotations

import math

import numpy as np
import pytest

import gametree as gt
from gametree.errors import BadParameter, GameError, IllegalMove
from gametree.mcts.selection.proposed_moves import stream_of
from gametree.primitives.real_actions import nearby, within


class Line(gt.Game):
    """Three numbers whose sum is to be 1.3, with noise or a second player on request."""

    players = 1

    def initial_state(self):
        return (0.0, 0)

    def current_player(self, state):
        return 0

    def action_bounds(self, state):
        return (-1.0, 1.0)

    def is_terminal(self, state):
        return state[1] >= 3

    def next_state(self, state, action):
        return (state[0] + action, state[1] + 1)

    def returns(self, state):
        off = state[0] - 1.3
        return (-off * off,)


class Plane(Line):
    """The same with tuples of two numbers."""

    def initial_state(self):
        return (0.0, 0.0, 0)

    def action_bounds(self, state):
        return ((-1, -2.0), (1, 2.0))

    def is_terminal(self, state):
        return state[2] >= 3

    def next_state(self, state, action):
        x, y = action
        return (state[0] + x, state[1] + y, state[2] + 1)

    def returns(self, state):
        x, y = state[0] - 1.3, state[1] + 0.7
        return (-x * x - y * y,)


class Windy(Line):
    """After each number chance adds another one."""

    def current_player(self, state):
        return gt.CHANCE if state[1] % 2 else 0

    def draw_outcome(self, state, rng):
        return rng.uniform() - 0.5

    def is_terminal(self, state):
        return state[1] >= 6


class WindyList(Windy):
    """There the moves are listed."""

    def legal_actions(self, state):
        return (-1.0, 0.0, 1.0)


class Coins(Line):
    """Chance adds one of two numbers, which are listed."""

    def current_player(self, state):
        return gt.CHANCE if state[1] == 1 else 0

    def chance_outcomes(self, state):
        return ((-0.5, 0.5), (0.5, 0.5))


class Few(Line):
    """The rules propose one of five integers, of which one is illegal."""

    def initial_state(self):
        return (0, 0)

    def propose(self, state, rng):
        return rng.below(5)

    def is_legal(self, state, action):
        return action != 3

    action_bounds = gt.Game.action_bounds


GAMES = (Line, Plane, Windy, WindyList, Coins, Few)


def searched(game, *, compiled, simulations=600, **options):
    searcher = gt.Searcher(game, seed=3, compiled=compiled, **options)
    searcher.run(simulations=simulations)
    return searcher


def edges_below(searcher):
    """Return the tree as nested tuples."""
    with searcher.looking() as trees:
        return _told(trees.root())


def _told(node):
    return [
        (edge.action, edge.visits, edge.mean, _told(edge.node()) if edge.leads_on else ())
        for edge in node.edges
    ]


@pytest.mark.parametrize("game", GAMES)
def test_both_modes_grow_the_same_tree(game):
    interpreted, compiled = (searched(game(), compiled=mode) for mode in (False, True))
    assert compiled.trees.first.compiled
    assert edges_below(interpreted) == edges_below(compiled)
    for searcher in (interpreted, compiled):
        searcher.advance(searcher.result().action)
    assert edges_below(interpreted) == edges_below(compiled)


def test_each_node_asks_for_as_many_moves_as_its_visits_allow():
    nodes = searched(Line(), compiled=False, simulations=2000).trees.first.tree.nodes
    assert max(node.visits for node in nodes[1:]) > 50
    for node in nodes:
        assert node.cursor == max(1, math.ceil(max(0, node.visits - 1) ** 0.4))
        assert node.laid in (node.cursor, node.cursor - 1)  # one of the bounds may come twice


def test_equal_proposals_merge_and_illegal_ones_are_counted():
    searcher = searched(Few(), compiled=False)
    tree = searcher.trees.first.tree
    actions = sorted(edge.action for edge in list(tree.edges[0])[: tree.nodes[0].laid])
    assert actions == [0, 1, 2, 4]
    assert tree.nodes[0].refused > 0


def test_outcomes_are_drawn_by_their_probabilities():
    class Die(Windy):
        def draw_outcome(self, state, rng):
            return 1.0 if rng.uniform() < 0.25 else 0.0

    searcher = searched(Die(), compiled=False, simulations=4000)
    tree = searcher.trees.first.tree
    counts = {0.0: 0.0, 1.0: 0.0}
    for node, edges in zip(tree.nodes, tree.edges, strict=True):
        if node.player == gt.CHANCE:
            assert sum(edge.probability for edge in edges) == node.cursor
            for edge in list(edges)[: node.laid]:
                counts[edge.action] += edge.probability
    total = sum(counts.values())
    assert total > 500
    assert abs(counts[1.0] / total - 0.25) < 0.1


def test_the_tree_is_the_same_however_little_room_there_was(monkeypatch):
    plain = edges_below(searched(Line(), compiled=True))
    monkeypatch.setattr("gametree.mcts.selection.proposed_moves._FIRST_AT_ROOT", 3)
    monkeypatch.setattr("gametree.mcts.engine.storage.FIRST_WORDS", 64)
    for compiled in (False, True):
        assert edges_below(searched(Line(), compiled=compiled)) == plain


def test_the_moves_of_people_are_taken_as_the_rules_write_them():
    searcher = searched(Line(), compiled=False)
    with pytest.raises(IllegalMove):
        searcher.advance(1.5)
    searcher.advance(1)
    assert searcher.state == (1.0, 1)
    record = gt.Record(Plane())
    for action in ([1, 0.5], np.array([0.25, -2.0])):
        record.play(action)
    assert record.actions == [(1.0, 0.5), (0.25, -2.0)]
    assert Line().text_to_action((0.0, 0), " .25") == 0.25
    assert Plane().text_to_action((0.0, 0.0, 0), "(1, .5)") == (1.0, 0.5)
    for text in ("nan", "7", "1; 2", "(", "one", "(1, 2, 3)"):
        with pytest.raises(IllegalMove):
            Plane().text_to_action((0.0, 0.0, 0), text)


@pytest.mark.parametrize("answer", [math.nan, 7.0, None, "left", (0.5,), True])
def test_illegal_proposals_are_named(answer):
    class Broken(Line):
        def propose(self, state, rng):
            return answer

    with pytest.raises(GameError, match=r"Broken\.propose returned .*between the bounds"):
        gt.search(Broken(), simulations=10, compiled=False)


def test_a_search_goes_on_among_illegal_proposals():
    class Careless(Line):
        def propose(self, state, rng):
            number = 3.0 * rng.uniform()
            return number if number < 2.0 else math.nan

    for compiled in (False, True):
        result = gt.search(Careless(), simulations=300, seed=1, compiled=compiled)
        assert all(-1.0 <= each.action <= 1.0 for each in result.actions)


@pytest.mark.parametrize("bounds", [(1.0, -1.0), (0.0, math.inf), (0.0, (1.0,)), 3.0, ("a", "b")])
def test_bad_bounds_are_named(bounds):
    class Broken(Line):
        def action_bounds(self, state):
            return bounds

    with pytest.raises(GameError, match=r"Broken\.action_bounds returned"):
        gt.search(Broken(), simulations=10, compiled=False)


def test_what_needs_a_list_of_moves_refuses():
    for options in (
        {"solver": True},
        {"transpositions": True},
        {"evaluation": gt.HeuristicPriors(1.0)},
        {"selection": gt.GRAVE()},
    ):
        with pytest.raises(BadParameter):
            gt.Searcher(Line(), compiled=False, **options)


def test_a_game_without_an_end_is_told_so():
    class Endless(Line):
        is_terminal = gt.Game.is_terminal

    with pytest.raises(GameError, match="is_terminal"):
        gt.search(Endless(), simulations=10, compiled=False)


def test_random_numbers_of_nodes_spread():
    rng = gt.Rng(0)
    drawn = []
    for order in range(1, 60):
        for number in range(20):
            rng.state[0] = stream_of(order * 7919, number)
            drawn.append(rng.uniform())
    counts, _ = np.histogram(drawn, bins=8, range=(0.0, 1.0))
    expected = len(drawn) / 8
    assert sum((counts - expected) ** 2) / expected < 45.0  # of 7 degrees of freedom


def test_steps_beside_an_action_stay_between_the_bounds():
    rng = gt.Rng(1)
    for _ in range(200):
        assert within(nearby(0.9, -1.0, 1.0, rng), -1.0, 1.0)
        assert within(nearby((0.9, -2.0), (-1, -2.0), (1, 2.0), rng), (-1, -2.0), (1, 2.0))


def test_a_search_is_saved_and_goes_on(tmp_path):
    for compiled in (False, True):
        whole = searched(Line(), compiled=compiled, simulations=400)
        half = searched(Line(), compiled=compiled, simulations=200)
        half.save(tmp_path / "half")
        again = gt.Searcher.load(tmp_path / "half", Line())
        again.run(simulations=200)
        assert edges_below(again) == edges_below(whole)
