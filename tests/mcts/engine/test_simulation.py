"""The algorithm: one tree in both modes, and what must hold of every tree."""

from __future__ import annotations

import math
import sys
import traceback

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, Othello, TicTacToe, UltimateTicTacToe
from toys import Corridor, Gather, OneHeap
from trees import flat, nodes_of

GAMES = {
    "nim": Nim(),
    "misere nim": Nim(heaps=(3, 4, 5), take=3, misere=True),
    "tic-tac-toe": TicTacToe(),
    "connect four": ConnectFour(),
    "connect four 5x4": ConnectFour(width=5, height=4),
    "othello": Othello(),
    "othello 6x6": Othello(size=6),
    "ultimate tic-tac-toe": UltimateTicTacToe(),
    "one heap": OneHeap(),
    "three players": Gather(),
    "one player": Gather(players=1),
}

OPTIONS = {
    "ucb1": {},
    "ucb1 c=0": {"selection": gt.UCB1(c=0)},
    "puct": {"selection": gt.PUCT()},
    "expand after 8": {"expand_after": 8},
}


def both(game, simulations, **options):
    """Return a compiled and an interpreted searcher after the same search."""
    searchers = [
        gt.Searcher(game, compiled=mode, method="uct", **options) for mode in (True, False)
    ]
    for searcher in searchers:
        searcher.run(simulations=simulations)
    return searchers


# The bundled games, with each selection rule and each evaluation: tests/test_benchmark.py.
@pytest.mark.parametrize("name", ["one heap", "three players"])
@pytest.mark.parametrize("option", ["ucb1", "ucb1 c=0", "expand after 8"])
def test_compiled_and_interpreted_trees_are_equal_to_the_bit(name, option):
    native, plain = both(GAMES[name], 1500, seed=7, **OPTIONS[option])
    assert native.compiled
    assert not plain.compiled
    assert flat(native) == flat(plain)
    assert native.result().action == plain.result().action


def test_trees_are_equal_where_the_node_keeps_its_logarithm_for_several_visits():
    # Past 32 visits the exploration term is renewed every eighth visit only.
    native, plain = both(OneHeap(), 3000, seed=1)
    assert flat(native) == flat(plain)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("option", ["ucb1", "puct", "expand after 8"])
def test_visits_and_values_add_up(name, option):
    searcher = gt.Searcher(GAMES[name], seed=5, compiled=False, method="uct", **OPTIONS[option])
    simulations = 200
    searcher.run(simulations=simulations)
    by_path = {path: (node, edges) for path, node, edges in nodes_of(searcher)}
    root, _ = by_path[()]
    assert root.visits == simulations
    for path, (node, edges) in by_path.items():
        assert node.visits == sum(edge.visits for edge in edges)
        total = math.fsum(edge.visits * edge.mean for edge in edges)
        assert math.isclose(node.visits * node.value[node.player], total, abs_tol=1e-6)
        for edge in edges:
            below = by_path.get((*path, edge.action))
            if below is not None:
                # All but the simulations that ended here before the node was made.
                assert 1 <= edge.visits - below[0].visits <= searcher.trees.first.expand_after


@pytest.mark.parametrize("name", GAMES)
def test_every_edge_is_a_legal_action_and_none_is_missing(name):
    game = GAMES[name]
    searcher = gt.Searcher(game, seed=2, compiled=False, method="uct")
    searcher.run(simulations=200)
    for path, node, edges in nodes_of(searcher):
        state = game.initial_state()
        for action in path:
            state = game.next_state(state, action)
        assert sorted(edge.action for edge in edges) == sorted(game.legal_actions(state))
        assert node.player == game.current_player(state)


def test_a_child_is_tried_before_any_sibling_is_visited_twice():
    searcher = gt.Searcher(ConnectFour(), seed=2, compiled=False, method="uct")
    searcher.run(simulations=2000)
    for _, node, edges in nodes_of(searcher):
        visits = [edge.visits for edge in edges]
        assert node.visits < len(visits) or min(visits) > 0
        if min(visits) == 0:
            assert max(visits) == 1


@pytest.mark.parametrize("expand_after", [1, 8, 30])
def test_a_position_gets_a_node_once_its_visits_reach_the_threshold(expand_after):
    searcher = gt.Searcher(ConnectFour(), seed=2, compiled=False, expand_after=expand_after)
    searcher.run(simulations=3000)
    for path, _, edges in nodes_of(searcher):
        for edge in edges:
            if edge.child:
                assert edge.visits > expand_after
            elif len(path) < 6:  # too early for a finished game
                assert edge.visits <= expand_after


@pytest.mark.parametrize("scale", [1024.0, 2.0**-20])
def test_the_scale_of_returns_does_not_matter(scale):
    # Powers of two scale without rounding: the trees must be the same.
    plain = gt.Searcher(Gather(), seed=11, method="uct")
    scaled = gt.Searcher(Gather(scale=scale), seed=11, method="uct")
    first = plain.run(simulations=5000)
    second = scaled.run(simulations=5000)
    assert [(a.action, a.visits) for a in first.actions] == [
        (a.action, a.visits) for a in second.actions
    ]
    assert second.value == pytest.approx([value * scale for value in first.value])


def test_the_level_of_returns_does_not_matter():
    """But for the rounding of means: what is followed is nearly the same."""
    plain = gt.search(Gather(), simulations=5000, seed=11, method="uct")
    raised = gt.search(Gather(shift=1e9), simulations=5000, seed=11, method="uct")
    assert [value - 1e9 for value in raised.value] == pytest.approx(plain.value, abs=0.5)
    assert raised.action == plain.action
    shares = [{each.action: each.share for each in found.actions} for found in (plain, raised)]
    assert shares[1] == pytest.approx(shares[0], abs=0.1)


@pytest.mark.parametrize("rule", [gt.UCB1(), gt.UCB1Tuned(), gt.PUCT()])
def test_the_scale_does_not_matter_to_any_rule(rule):
    first = gt.Searcher(Gather(), seed=4, selection=rule, compiled=False).run(simulations=800)
    game = Gather(scale=4096.0)
    second = gt.Searcher(game, seed=4, selection=rule, compiled=False).run(simulations=800)
    assert [a.visits for a in first.actions] == [a.visits for a in second.actions]


def test_no_returns_are_too_small_for_a_rule():
    game = Gather(scale=1e-300)
    for rule in (gt.UCB1(), gt.UCB1Tuned(), gt.PUCT(), gt.Thompson()):
        result = gt.search(game, seed=4, selection=rule, simulations=800, compiled=False)
        assert 0.0 < min(result.value) < max(result.value) < 1e-298


def test_returns_that_cannot_be_added_up_are_refused():
    class Rich(Gather):
        def returns(self, state):
            return [1e308 if state.sums % 2 else -1e308] * self.players

    told = r"returned \[.*1e\+308.*; numbers of at most 1e\+140 in size were expected"
    with pytest.raises(gt.GameError, match=told):
        gt.search(Rich(), simulations=100, seed=1, compiled=False, method="uct")


def test_a_game_whose_returns_are_all_equal_is_searched_evenly():
    # No range of returns must not mean no exploration.
    class Boring(OneHeap):
        def returns(self, state):
            return (0.5, 0.5)

    result = gt.search(Boring(), simulations=900, seed=1, compiled=False, method="uct")
    visits = [statistics.visits for statistics in result.actions]
    assert max(visits) - min(visits) <= 3
    assert result.value == (0.5, 0.5)


@pytest.fixture
def few_calls():
    """Capacity for 150 calls within each other, not for 1000."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(traceback.extract_stack()) + 150)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.usefixtures("few_calls")
def test_a_very_deep_tree_needs_no_recursion():
    depth = 300
    searcher = gt.Searcher(Corridor(depth), seed=1, compiled=False, method="uct")
    result = searcher.run(simulations=depth + 50)
    assert result.max_depth == depth
    assert len(result.principal_variation) == depth
    assert result.value == (1.0,)
    assert searcher.tree(max_depth=None).to_text().count("\n") == depth
    searcher.advance(0)
    assert searcher.result().max_depth == depth - 1


def test_a_player_who_moves_twice_in_a_row_keeps_his_own_value():
    # Alone against nobody: a rule that flips signs by depth would avoid the points.
    class Twice(gt.Game):
        """Player 0 makes both moves; more is better for him."""

        def initial_state(self):
            return (0, 0)

        def current_player(self, state):
            return 0

        def legal_actions(self, state):
            return range(3) if state[0] < 2 else range(0)

        def next_state(self, state, action):
            return (state[0] + 1, state[1] + action)

        def returns(self, state):
            return (float(state[1]), -float(state[1]))

    result = gt.search(Twice(), simulations=2000, seed=1, compiled=False, method="uct")
    assert result.action == 2
    assert result.principal_variation == (2, 2)
    assert result.value[0] > 3
    assert result.value[1] == pytest.approx(-result.value[0])


def test_a_golden_tree():
    """A small tree, written out: whatever changes it changes behaviour."""
    searcher = gt.Searcher(OneHeap(6), seed=42, compiled=False, method="uct")
    searcher.run(simulations=60)
    assert searcher.tree(max_depth=2).to_text() == GOLDEN


GOLDEN = """\
root  60 visits
├─ 2  31 visits  51.7 %  +0.419
│  ├─ 1  13 visits  43.3 %  -0.231
│  ├─ 2  11 visits  36.7 %  -0.455
│  └─ 3  6 visits  20.0 %  -1.000
├─ 1  17 visits  28.3 %  +0.059
│  ├─ 1  7 visits  43.8 %  +0.429
│  ├─ 3  5 visits  31.2 %  -0.200
│  └─ 2  4 visits  25.0 %  -0.500
└─ 3  12 visits  20.0 %  -0.167
   ├─ 3  7 visits  63.6 %  +1.000
   ├─ 2  2 visits  18.2 %  -1.000
   └─ 1  2 visits  18.2 %  -1.000"""
