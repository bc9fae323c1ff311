"""Games whose actions are no small integers: the same tree in both modes, and the same objects."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import gametree as gt
from gametree.players.registry import make_player

from ..actions import Flagged, FourKinds, Move, Nested, Objects, Rows, Square, Squares, Texts, Wide
from ..saved import saved_and_loaded
from .values.both_modes import assert_lists_alike

# All that has to do with actions or with the positions that they lead to, in one search that
# several tests share.
GRAPH = {
    "selection": gt.ProgressiveHistory(),
    "evaluation": gt.Playout(gt.LastGoodReply()),
    "transpositions": True,
    "solver": True,
    "expand_after": 1,
}
LEARNING = {"selection": gt.GRAVE()}


def told(result):
    """Return what a result says of actions, with their classes."""
    return [
        [(type(each.action), repr(each.action), each.visits, each.mean) for each in result.actions],
        list(map(repr, result.principal_variation)),
    ]


def pair_of(game, **options):
    """Return a searcher for each mode, after the same simulations."""
    pair = [gt.Searcher(game, seed=3, compiled=compiled, **options) for compiled in (True, False)]
    results = [told(searcher.run(simulations=200)) for searcher in pair]
    assert results[0] == results[1]
    return pair


def exported(searcher):
    return searcher.tree(max_depth=None, min_visits=0).to_dict()


class Changing(Objects):
    """Changes what it may not where `changes` is 1: that is no constant, and compiled once."""

    def __init__(self, changes=0.0):
        self.changes = changes

    def next_state(self, state, action):
        made = state.after(action)
        if self.changes > 0.0 and len(made.moves()) == 6:
            made.last.mark = 2
        return made


@pytest.mark.parametrize(
    ("rules", "options", "moves"),
    [
        (FourKinds, GRAPH, ["pass", None, (1, 2)]),
        (Changing, LEARNING, []),
    ],
)
def test_both_modes_grow_the_same_tree_and_go_on_alike(rules, options, moves):
    compiled, interpreted = pair_of(rules(), **options)
    assert exported(compiled) == exported(interpreted)
    for searcher in (compiled, interpreted):
        for move in moves or [searcher.result().action]:
            searcher.advance(move)
    again = [told(searcher.run(simulations=50)) for searcher in (compiled, interpreted)]
    assert again[0] == again[1]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            1.0,
            r"FourKinds\.next_state raised ValueError: too many values .*after the moves ",
        ),
        (2.0, r"legal_actions gave the action \(0, 1099511627776\); compiled .*after the moves "),
    ],
    ids=["taken for another kind", "wider than those seen"],
)
def test_an_action_that_is_unknown_ends_the_search(fault, told):
    searcher = gt.Searcher(FourKinds(), seed=3, compiled=True, **GRAPH)
    searcher.run(simulations=10)
    searcher.game.fault = fault
    with pytest.raises(gt.GameError, match=told):
        searcher.run(simulations=1000)


def test_an_object_that_the_tree_has_as_an_action_is_not_changed():
    with pytest.raises(gt.GameError, match="the program changes a list, dict or object"):
        gt.search(Changing(1.0), simulations=50, seed=1, compiled=True, **LEARNING)


def test_an_object_that_someone_changes_later_is_an_action_of_no_other_search():
    options = {"simulations": 200, "seed": 3, "compiled": True, **LEARNING}
    before = gt.search(Objects(), **options)
    shown = told(before)
    before.action.mark = 2
    before.actions[1].action.place = Square(1, 1)
    assert told(gt.search(Objects(), **options)) == shown


@pytest.mark.parametrize("rules", [Flagged, Nested, Rows, Squares, Texts])
def test_both_modes_play_alike(rules):
    assert_lists_alike(rules())


def test_a_saved_search_goes_on(tmp_path):
    searcher = gt.Searcher(FourKinds(), seed=3, compiled=True, **GRAPH)
    searcher.run(simulations=30)
    strategies = {name: GRAPH[name] for name in ("selection", "evaluation")}
    loaded = saved_and_loaded(searcher, tmp_path / "search", **strategies)
    assert told(loaded.run(simulations=30)) == told(searcher.run(simulations=30))


def test_two_workers_add_up_moves_that_are_equal():
    game = FourKinds()
    searcher = gt.Searcher(game, seed=3, compiled=True, workers=2, **GRAPH)
    result = searcher.run(simulations=60)
    legal = list(game.legal_actions(game.initial_state()))
    assert sorted(repr(each.action) for each in result.actions) == sorted(map(repr, legal))
    assert sum(each.visits for each in result.actions) == 60


def test_threads_share_a_tree_of_wide_actions():
    searcher = gt.Searcher(Wide(), seed=3, compiled=True, workers=2, parallel="tree", method="uct")
    result = searcher.run(simulations=2000)
    assert sum(each.visits for each in result.actions) == 2000
    assert {each.action for each in result.actions} == {(cell - 4) << 40 for cell in range(9)}


def test_a_batch_evaluator_sees_the_actions_and_states_that_are_no_rows_of_numbers():
    seen = []

    def evaluate(leaves):
        moves = [list(leaves.actions[row, :n]) for row, n in enumerate(leaves.counts)]
        seen.append((moves, leaves.states))
        worth = np.array([board[0] - board[8] for board, _ in leaves.states]) / 4
        return np.stack([worth, -worth], 1), np.ones(leaves.actions.shape)

    results = []
    for compiled in (True, False):
        evaluator = gt.BatchEvaluator(evaluate, batch_size=8, priors=True)
        searcher = gt.Searcher(Texts(), seed=3, compiled=compiled, evaluation=evaluator)
        results.append((told(searcher.run(simulations=60)), repr(seen)))
        seen.clear()
    assert results[0] == results[1]
    assert "'b3'" in results[0][1]
    assert "([0, 0, 0, 0, 0, 0, 0, 0, 0], 0)" in results[0][1]


@pytest.mark.parametrize("player", ["alphabeta:depth=9", "perfect"])
def test_solving_players_take_such_actions(player):
    game = Squares()
    state = game.initial_state()
    for cell in (0, 4, 2):
        state = game.next_state(state, game.make(cell))
    record = gt.Record(game, state)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chooser = make_player(player)
        chooser.begin(game, 1, 1)
    assert repr(chooser.choose(record, None).action) == "Square(row=0, column=1)"


def test_whether_two_actions_are_one_object_is_not_asked():
    class Comparing(Objects):
        def returns(self, state):
            last = state.last
            if last is not None and last == Move(None, 1):
                return (0.0, 0.0)
            return (1.0, -1.0)

    with pytest.raises(gt.NotCompilable, match=r"two Moves are one .*; compare what they hold"):
        gt.search(Comparing(), simulations=50, seed=1, compiled=True, method="uct")
