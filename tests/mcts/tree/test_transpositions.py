"""Transpositions: one node for a position, in both modes; cycles; keys that collide."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree import games
from gametree.mcts.evaluation.playout import Playout
from gametree.mcts.searcher import Searcher
from gametree.mcts.tree.tree import NO_CHILD
from gametree.native import build
from toys import OneHeap, Ring, Words
from trees import nodes_of, numbers_of, plain


def records(searcher):
    """Return all nodes with their edges, as plain numbers; children by their order."""
    tree = searcher.trees.first.tree
    numbers = numbers_of(searcher)
    order = {number: place for place, number in enumerate(numbers)}
    return [
        (
            int(tree.nodes[number].visits),
            int(tree.nodes[number].player),
            [float(value) for value in tree.nodes[number].value],
            [
                (plain(each.action), int(each.visits), float(each.mean), order[int(each.child)])
                for each in tree.edges[number]
            ],
        )
        for number in numbers
    ]


def states_of(searcher):
    """Return the state of each node that has edges, by number."""
    game, engine = searcher.game, searcher.trees.first
    states = {0: searcher.state}
    waiting = [0]
    while waiting:
        number = waiting.pop()
        for edge in engine.tree.edges[number]:
            child = int(edge.child)
            if child == NO_CHILD or engine.tree.nodes[child].count == 0:
                continue
            state = game.next_state(states[number], plain(edge.action))
            if child in states:
                assert game.key(states[child]) == game.key(state)
                continue
            states[child] = state
            waiting.append(child)
    return states


@pytest.mark.parametrize("solver", [False, True])
def test_both_modes_grow_the_same_graph(solver):
    searchers = [
        Searcher(games.TicTacToe(), seed=9, solver=solver, transpositions=True, compiled=compiled)
        for compiled in (False, True)
    ]
    for searcher in searchers:
        searcher.run(simulations=3000)
    assert records(searchers[0]) == records(searchers[1])


@pytest.mark.parametrize("compiled", [False, True])
def test_each_position_has_one_node(compiled):
    searcher = Searcher(games.TicTacToe(), seed=1, transpositions=True, compiled=compiled)
    searcher.run(simulations=9000)
    states = states_of(searcher)
    assert len(states) == searcher.trees.first.in_use[0]  # each can be reached
    assert len(set(states.values())) == len(states)
    assert len(states) < 5478 < searcher.trees.first.root_visits  # there are no more positions


@pytest.mark.parametrize("compiled", [False, True])
def test_an_edge_is_worth_what_the_node_behind_it_is(compiled):
    searcher = Searcher(games.TicTacToe(), seed=1, transpositions=True, compiled=compiled)
    searcher.run(simulations=5000)
    tree = searcher.trees.first.tree
    shared = 0
    for _, node, edges in nodes_of(searcher):
        assert node.visits == sum(edge.visits for edge in edges)
        for edge in edges:
            if edge.child != NO_CHILD:
                # The node may have gained from other lines since.
                shared += tree.nodes[edge.child].visits > edge.visits
    assert shared > 100


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("compiled", [False, True])
def test_the_graph_moves_with_the_root(compiled, solver):
    game = games.TicTacToe()
    searcher = Searcher(game, seed=4, transpositions=True, solver=solver, compiled=compiled)
    before = searcher.run(simulations=4000)
    best = before.actions[0]
    searcher.advance(best.action)
    kept = searcher.result()
    assert kept.simulations >= best.visits - 1  # the first one made the node
    states = states_of(searcher)
    assert len(set(states.values())) == len(states)
    # What is kept is found again, not made twice.
    searcher.run(simulations=2000)
    states = states_of(searcher)
    assert len(set(states.values())) == len(states)


def test_lines_that_come_back_end_there():
    # Nothing but the win ends this game: its graph would have cycles.
    searchers = [
        Searcher(
            Ring(),
            seed=6,
            evaluation=Playout(max_plies=40),
            transpositions=True,
            solver=True,
            compiled=compiled,
        )
        for compiled in (False, True)
    ]
    for searcher in searchers:
        searcher.run(simulations=3000)
        assert searcher.trees.first.in_use[0] <= 2 * Ring.SIZE + 2
        searcher.advance(searcher.result().action)
        searcher.run(simulations=1000)
    assert records(searchers[0]) == records(searchers[1])


def test_states_may_be_any_hashable():
    class Spelling(Words):
        def initial_state(self):
            return ""

        def next_state(self, state, action):
            return state + action

    result = gt.search(
        Spelling("tre"), transpositions=True, seed=1, simulations=500, compiled=False
    )
    assert result.value[0] > 2


class Forgetful(games.TicTacToe):
    """Its key does not tell which cells are taken by whom, only how many."""

    def key(self, state):
        return len(list(self.legal_actions(state)))


@pytest.mark.parametrize("compiled", [False, "auto"])
def test_keys_that_collide_are_told(compiled):
    with pytest.raises(gt.GameError, match=r"Forgetful\.key gives two positions .* the same key"):
        gt.search(Forgetful(), transpositions=True, seed=1, simulations=1000, compiled=compiled)


def test_what_is_refused():
    with pytest.raises(gt.BadParameter, match="repetition='draw', what a position is worth"):
        Searcher(Ring("draw"), transpositions=True)
    with pytest.raises(gt.BadParameter, match=r"transpositions must be True or False, not 1\.5"):
        Searcher(games.Nim(), transpositions=1.5)

    class Changing(Words):
        states_change = True

    with pytest.raises(gt.BadParameter, match="must define key"):
        Searcher(Changing(), transpositions=True)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_full_tree_goes_on_without_new_nodes(compiled):
    searcher = Searcher(
        games.TicTacToe(), seed=1, transpositions=True, solver=True, compiled=compiled
    )
    memory = 70_000 if compiled else 300_000
    result = searcher.run(simulations=3000, memory=memory)
    assert result.memory_full
    assert result.simulations == 3000
    assert result.bytes <= memory


def test_the_view_of_a_graph_lists_each_position_once():
    searcher = Searcher(
        Ring(),
        seed=6,
        evaluation=Playout(max_plies=40),
        transpositions=True,
        solver=True,
        compiled=False,
    )
    searcher.run(simulations=2000)
    waiting = [searcher.tree(max_depth=None).to_dict()]
    parents = 0
    while waiting:
        entry = waiting.pop()
        parents += bool(entry["children"])
        waiting += entry["children"]
    assert 5 < parents <= 2 * Ring.SIZE
    assert "proven" in searcher.tree(max_depth=None).to_text()


class WideLater(OneHeap):
    """From seven counters on, which two lines reach, there are more moves than `max_actions`."""

    max_actions = 3

    def legal_actions(self, state):
        return range(1, min(6, state[0]) + 1) if state[0] <= 7 else range(1, 4)

    def is_terminal(self, state):
        return state[0] == 0

    def random_action(self, state, rng):
        return 1 + rng.below(min(3, state[0]))

    def key(self, state):
        return 2 * state[0] + state[1]


def test_a_search_that_was_loaded_meets_a_position_with_many_moves_again(tmp_path):
    options = {"seed": 1, "transpositions": True, "compiled": False}
    searcher = Searcher(WideLater(11), method="uct", **options)
    searcher.run(simulations=60)
    searcher.save(tmp_path / "search")
    loaded = Searcher.load(tmp_path / "search", WideLater(11))
    for each in (searcher, loaded):
        each.run(simulations=200)
    assert records(searcher) == records(loaded)


def test_what_fills_a_larger_table_is_compiled_before_the_clock_runs(monkeypatch):
    compiled = []
    compile_function = build.compile_function

    def noted(function, *arguments):
        compiled.append(function.__name__)
        return compile_function(function, *arguments)

    monkeypatch.setattr(build, "compile_function", noted)
    searcher = Searcher(games.TicTacToe(), seed=1)
    assert compiled == ["enter_all"]
    searcher.run(simulations=1000)
    assert set(compiled) == {"enter_all"}
