"""Evaluators with priors, and functions that evaluate many positions at once."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from batched import GuidedTilt, Tilt, uneven, values_of
from gametree import games
from gametree.mcts.searcher import Searcher
from gametree.mcts.selection.rule_kinds import innermost
from gametree.primitives.state_arrays import as_array, empty_rows, row_type, store_state
from toys import OneHeap, Position
from trees import flat, nodes_of, numbers_of

GAME = games.TicTacToe()
HEAP = OneHeap(60)  # what is compiled
RULES = [gt.UCB1(), gt.UCB1Tuned(), gt.PUCT()]


def searcher(function, size, *, priors=False, game=GAME, **options):
    options = {"seed": 5, "compiled": False} | options
    return Searcher(game, evaluation=gt.BatchEvaluator(function, size, priors), **options)


def sound(searcher):
    """Return whether nothing waits, and whether visits add up."""
    for _, node, edges in nodes_of(searcher):
        assert node.waiting == 0
        assert all(edge.waiting == 0 for edge in edges)
        assert node.visits == sum(edge.visits for edge in edges)
    return True


@pytest.mark.parametrize("solver", [False, True])
@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_batches_of_one_are_the_search_one_by_one(rule, solver):
    one = Searcher(GAME, evaluation=Tilt(), selection=rule, solver=solver, seed=5, compiled=False)
    other = searcher(values_of, 1, selection=rule, solver=solver)
    assert one.run(simulations=400).simulations == other.run(simulations=400).simulations
    assert flat(one) == flat(other)
    assert one.trees.first.rng.state[0] == other.trees.first.rng.state[0]


def test_priors_of_a_function_are_those_of_compiled_code():
    one = Searcher(GAME, evaluation=GuidedTilt(), seed=5, compiled=False)
    other = searcher(uneven, 1, priors=True)
    for each in (one, other):
        each.run(simulations=300)
    # Only the order of the edges differs.
    visits = [
        {edge.action: edge.visits for edge in each.trees.root().edges} for each in (one, other)
    ]
    assert visits[0] == visits[1]
    assert isinstance(innermost(one.trees.first.method.selection), gt.PUCT)


def grown(searcher):
    """Return all nodes, and the edges of the root: the paths of a graph may be too many."""
    nodes = map(searcher.trees.first.tree.nodes.__getitem__, numbers_of(searcher))
    return [
        [
            (int(node.visits), [float(value) for value in node.value], int(node.count))
            for node in nodes
        ],
        [(edge.action, edge.visits, edge.mean) for edge in searcher.trees.root().edges],
    ]


@pytest.mark.parametrize(
    ("function", "options", "moves"),
    [
        (values_of, {}, ()),
        (uneven, {"priors": True, "solver": True, "transpositions": True}, (2,)),
    ],
)
def test_both_modes_grow_the_same_tree(function, options, moves):
    interpreted, compiled = (
        searcher(function, 32, game=HEAP, compiled=compiled, **options)
        for compiled in (False, True)
    )
    for each in (interpreted, compiled):
        each.run(simulations=1500)
        for move in moves:
            each.advance(move)
            each.run(simulations=700)
    assert grown(interpreted) == grown(compiled)


# In both modes: tests/mcts/backup/test_backup.py.
def test_priors_one_by_one_are_shares_of_all_moves():
    each = Searcher(HEAP, evaluation=GuidedTilt(), seed=2, compiled=False)
    each.run(simulations=500)
    for _, node, edges in nodes_of(each):
        assert sum(edge.prior for edge in edges) == pytest.approx(1.0)
        assert node.count == len(edges)


def test_each_leaf_of_a_batch_is_shown_once_and_never_a_finished_one():
    shown = []

    def watched(leaves):
        states = [tuple(state) for state in leaves.states.tolist()]
        assert len(set(states)) == len(states) <= 64
        shown.extend(states)
        for state, actions, count, player in zip(
            states, leaves.actions, leaves.counts, leaves.players, strict=True
        ):
            assert sorted(actions[:count]) == GAME.legal_actions(state) != []
            assert set(actions[count:].tolist()) <= {-1}
            assert player == GAME.current_player(state)
        return uneven(leaves)

    each = searcher(watched, 64, priors=True, transpositions=True)
    each.run(simulations=1500)
    assert each.trees.first.root_visits == 1500
    assert len(set(shown)) == len(shown) < 1500  # a node keeps what was said
    assert set(shown) == {each.state} | set(shown)


@pytest.mark.parametrize("size", [7, 64])
@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_the_tree_is_sound_and_counts_every_simulation(rule, size):
    each = searcher(values_of, size, selection=rule, solver=True)
    result = each.run(simulations=500)
    assert result.simulations == 500 or result.proven is not None
    assert sound(each)
    each.advance(result.action)
    each.run(simulations=500)
    assert sound(each)


def test_slices_do_not_show():
    trees = []
    for limits in ({"progress": None}, {"progress": lambda result: None}):
        each = searcher(uneven, 50, priors=True)
        each.run(simulations=1234, progress=limits["progress"] or False)
        trees.append(flat(each))
    assert trees[0] == trees[1]


class Narrow(OneHeap):
    max_actions = 1  # a third of what there is


@pytest.mark.parametrize("priors", [False, True])
def test_room_is_made_while_leaves_wait(priors):
    def function(leaves):
        values = np.zeros((len(leaves), 2))
        return (values, 1.0 * (leaves.actions == 1) + 1e-6) if priors else values

    trees = []
    for game, size in ((OneHeap(60), 3), (Narrow(60), 3)):
        each = searcher(function, size, priors=priors, game=game)
        each.run(simulations=600)
        assert sound(each)
        edges = each.trees.root().edges
        trees.append((each.trees.first.max_depth, [(edge.action, edge.visits) for edge in edges]))
    assert trees[0] == trees[1]
    if priors:
        assert trees[0][0] > 16  # more than there was room for at first


def test_what_a_function_is_shown_does_not_depend_on_the_room_that_there_is():
    shown = set()

    def function(leaves):
        shown.add((int(leaves.counts.max()), leaves.actions.shape[1]))
        return np.zeros((len(leaves), 2)), np.ones(leaves.actions.shape)

    searcher(function, 2, priors=True, game=Narrow(6)).run(simulations=300)
    assert shown == {(1, 1), (2, 2), (3, 4)}


def test_a_saved_search_goes_on(tmp_path):
    options = {"solver": True, "transpositions": True}
    each = searcher(uneven, 20, priors=True, game=HEAP, compiled=True, **options)
    each.run(simulations=130)
    each.save(tmp_path / "search")
    other = gt.Searcher.load(
        tmp_path / "search", HEAP, evaluation=gt.BatchEvaluator(uneven, 20, priors=True)
    )
    for both in (each, other):
        both.run(simulations=170)
    assert grown(each) == grown(other)


def test_the_prior_leads_and_the_value_decides():
    preferred = dict.fromkeys(range(9), 1.0) | {8: 50.0}

    def function(leaves):
        values = np.zeros((len(leaves), 2))
        return values, np.vectorize(lambda action: preferred.get(action, 0.0))(leaves.actions)

    each = searcher(function, 4, priors=True)
    assert each.run(simulations=40).action == 8
    # X to move wins at c1, whatever the priors say: X a1 b1, O a2 b2.
    each = searcher(function, 4, priors=True, state=(0b000000011, 0b000011000))
    assert each.run(simulations=2000).action == 2


def test_a_solved_game_is_solved():
    two_stones = (0b000000001, 0b000010000)
    each = searcher(values_of, 32, state=two_stones, solver=True, transpositions=True)
    result = each.run(simulations=100_000)
    assert result.stopped_by == "proof"
    assert result.value == (0.0, 0.0)


@pytest.mark.parametrize("priors", [False, True])
def test_a_full_tree_is_searched_on(priors):
    each = searcher(uneven if priors else values_of, 16, priors=priors)
    result = each.run(simulations=2000, memory=1 << 16)
    assert result.simulations == 2000
    assert result.memory_full  # nodes may have been recycled since
    assert sound(each)


def test_workers_share_the_function_and_repeat_themselves():
    runs = []
    for _ in range(2):
        each = searcher(values_of, 32, game=HEAP, compiled=True, workers=2)
        runs.append(each.run(simulations=600).to_dict()["actions"])
    assert runs[0] == runs[1]


def test_chance_and_moves_of_any_kind():
    class Dice(gt.Game):
        """Throw a die, then call "high" or "low"; over after three rounds."""

        players = 1

        def initial_state(self):
            return ((), 0)

        def current_player(self, state):
            return gt.CHANCE if state[1] == 0 else 0

        def legal_actions(self, state):
            if len(state[0]) == 3:
                return []
            return [1, 6] if state[1] == 0 else ["high", "low"]

        def chance_outcomes(self, state):
            return [(1, 0.5), (6, 0.5)]

        def next_state(self, state, action):
            if state[1] == 0:
                return (state[0], action)
            return ((*state[0], (action == "high") == (state[1] == 6)), 0)

        def returns(self, state):
            return (float(sum(state[0])),)

    def function(leaves):
        assert isinstance(leaves.states, list)
        return np.array([[sum(state[0])] for state in leaves.states]), np.ones(leaves.actions.shape)

    each = searcher(function, 8, priors=True, game=Dice(), state=((), 6))
    assert each.run(simulations=2000).action == "high"
    assert sound(each)


def test_states_as_rows():
    state = Position(3, -4, 2)
    kind = row_type(state)
    assert kind.names == Position._fields
    rows = empty_rows(state, 2, compiled=True)
    store_state(rows, 1, state)
    assert as_array(rows, 2, kind)[1].tolist() == state
    mixed = (0.5, (gt.bits.u64((1 << 64) - 1), True))
    rows = empty_rows(mixed, 1, compiled=True)
    store_state(rows, 0, mixed)
    assert as_array(rows, 1, row_type(mixed))[0].tolist() == mixed
    assert row_type("text") is None
    assert row_type(("text", 1)) is None
    assert as_array([(1 << 70,)], 1, row_type((0,))) == [(1 << 70,)]


def pair(change):
    """Return a function that gives values and priors, changed."""

    def changed(leaves):
        return change(*uneven(leaves))

    return changed


def at(array, place, value):
    array = array.astype(float)
    array[place] = value
    return array


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (pair(lambda v, p: v), "ndarray; a pair "),
        (pair(lambda v, p: (v[:, :1], p)), r"values of the shape \(\d+, 1\); \(\d+, 2\) was"),
        (pair(lambda v, p: (v, p[:, 0])), r"priors of the shape \(\d+,\); \(\d+, 9\) was"),
        (pair(lambda v, p: ("none", p)), "values of type str; an array of numbers"),
        (pair(lambda v, p: (at(v, (0, 1), np.nan), p)), "the value nan for player 1 in position 0"),
        (pair(lambda v, p: (at(v, (0, 0), np.inf), p)), "the value inf for player 0 in position 0"),
        (pair(lambda v, p: (v, at(p, (0, 0), -1))), r"the priors \[-1.0, .* in position 0 of"),
        (pair(lambda v, p: (v, at(p, (0, 0), np.nan))), r"the priors \[nan, .* in position 0 of"),
        (pair(lambda v, p: (v, 0 * p)), r"priors that sum to 0 over the legal actions \["),
        (pair(lambda v, p: 1 / 0), "ZeroDivisionError: division by zero"),
    ],
)
def test_a_wrong_answer_is_named_and_the_tree_stays_sound(function, message):
    calls = []

    def breaking(leaves):
        calls.append(len(leaves))
        return function(leaves) if len(calls) in (1, 6) else uneven(leaves)

    with pytest.raises(gt.GameError, match="the evaluator breaking (returned|raised) .*" + message):
        searcher(breaking, 16, priors=True).run(simulations=500)
    calls[:] = [0]
    each = searcher(breaking, 16, priors=True)
    with pytest.raises(gt.GameError, match=message):
        each.run(simulations=500)
    assert sound(each)
    each.run(simulations=500)
    assert sound(each)
    for _, node, edges in nodes_of(each):
        if node.visits:
            assert sum(edge.prior for edge in edges) == pytest.approx(1.0)


def test_a_wrong_prior_in_compiled_code_is_named():
    class Negative(GuidedTilt):
        def prior(self, game, state, action):
            return -1.0

    with pytest.raises(
        gt.GameError, match=r"Negative\.prior gave the actions of a position priors"
    ):
        Searcher(GAME, evaluation=Negative(), compiled=False)


def test_faults_of_the_rules_are_found_and_nothing_waits():
    class Broken(games.TicTacToe):
        def returns(self, state):
            return (1.0,)

    each = searcher(values_of, 16, game=Broken())
    with pytest.raises(gt.GameError, match=r"Broken.returns returned \(1.0,\)"):
        each.run(simulations=5000)
    assert sound(each)


class Plain(gt.SelectionRule):
    def score(self, node, edge, value_range):
        return 0.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gt.BatchEvaluator(3), "must be a function of leaves, not 3"),
        (lambda: gt.BatchEvaluator(values_of, 0), "batch_size must be a whole number of 1"),
        (lambda: gt.BatchEvaluator(values_of, True), "batch_size must be a whole number of 1"),
        (lambda: gt.BatchEvaluator(values_of, 4, priors=1), "priors must be True or False, not 1"),
        (lambda: searcher(values_of, 4, selection=Plain()), "must define the method score_waiting"),
        (lambda: searcher(uneven, 4, priors=True, expand_after=2), "expand_after must be 1 where"),
    ],
)
def test_bad_parameters(make, message):
    with pytest.raises(gt.BadParameter, match=message):
        make()
