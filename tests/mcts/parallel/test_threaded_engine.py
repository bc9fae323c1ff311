"""Several threads in one tree: nothing is lost, and all is as with one.

How they take turns is chance, so nothing is asked here that depends on it.
"""

from __future__ import annotations

import math

import pytest

import gametree as gt
from forks import forked
from gametree.games import ConnectFour, TicTacToe
from gametree.mcts.parallel.mode import better
from gametree.mcts.persistence.validation import refuse_wild
from gametree.mcts.tree.tree import END, ROOM
from toys import Gather, Position, Ring
from trees import numbers_of

RULE = gt.UCB1(0.7)


class Shrinking(gt.SelectionRule):
    """A rule of a user's that says nothing of threads."""

    def score(self, node, edge, value_range):
        return edge.mean + value_range / math.sqrt(edge.visits)


class LosesCount(Gather):
    """Sound rules in most playouts, the first one among them; after the fault, in all.

    One player gathers, whose best line is kept. The fault comes where he has got more than
    `most`, a run-time field: soon, or when several threads are at work.
    """

    def __init__(self, most: float = 20.0) -> None:
        super().__init__(players=1, rounds=9)
        self.most = most

    def next_state(self, state, action):
        if state.left == 2 and state.sums > self.most and action == 3:
            raise ValueError("lost count")
        return Gather.next_state(self, state, action)


BEHIND_THE_FAULT = Position(0, 4, 0)


class DicedRing(Ring):
    """The token goes as far as it is sent, or with dice, most often two on; from 5 always so."""

    DICE = 2

    def initial_state(self):
        return (5, 0, False)

    def current_player(self, state):
        return gt.CHANCE if state[2] else state[1]

    def legal_actions(self, state):
        if state[0] == 7:
            return range(0)
        return range(2 if state[0] == 5 and not state[2] else -1, 3)

    def chance_outcomes(self, state):
        return [(-1, 0.125), (0, 0.125), (1, 0.125), (2, 0.625)]

    def next_state(self, state, action):
        if not state[2] and action == self.DICE:
            return (state[0], state[1], True)
        return ((state[0] + action) % self.SIZE, 1 - state[1], False)


def crew(game=None, workers=3, **options):
    options = {"seed": 4, "workers": workers, "parallel": "tree", "compiled": True, **options}
    return gt.Searcher(game or ConnectFour(), method="uct", **options)


def refuse_lost_updates(searcher):
    """Every simulation through a node went on through one of its edges, and counted once."""
    engine = searcher.trees.first
    tree = engine.tree
    proves = engine.method.proofs.watches  # then values are brought within the bounds
    if proves:
        refuse_wild(engine)  # finished positions are in lists
    numbers = set(numbers_of(searcher))  # the root's stands for no child on an edge
    for number in numbers:
        node, edges = tree.nodes[number], tree.edges[number]
        assert all(int(edge.child) in numbers for edge in edges)
        if node.count:
            assert sum(int(edge.visits) for edge in edges) == node.visits
        if node.visits and node.player >= 0 and not proves:
            # Turns that end at once weigh in each other's order by parts of second order, of the
            # differences of returns: so the bound goes by their range.
            mean = sum(int(edge.visits) * float(edge.mean) for edge in edges) / node.visits
            off = 0.01 * float(engine.work.span.range)
            assert mean == pytest.approx(float(node.value[node.player]), abs=off)
    assert engine.work.counters.given == 0
    assert not engine.sharing.marks[8:].any()


def test_nothing_is_lost():
    searcher = crew(selection=RULE)
    for count in (1, 2, 15_000):
        result = searcher.run(simulations=count)
        assert result.new_simulations == count
    assert result.simulations == 15_003 == searcher.trees.first.root_visits
    refuse_lost_updates(searcher)


def test_a_fork_goes_on_with_threads_of_its_own():
    searcher = crew(selection=RULE)
    searcher.run(simulations=3000)

    def in_fork():
        assert searcher.run(simulations=3000).simulations == 6000
        refuse_lost_updates(searcher)

    assert forked(in_fork) == 0
    assert searcher.run(simulations=1000).simulations == 4000


def test_what_it_finds_is_what_one_thread_finds():
    results = [
        gt.search(
            ConnectFour(), simulations=40_000, seed=1, compiled=True, selection=RULE, **options
        )
        for options in ({}, {"workers": 3, "parallel": "tree"})
    ]
    values = [result.value[0] for result in results]
    assert values[0] == pytest.approx(values[1], abs=0.1)
    assert results[0].action == results[1].action == 3
    assert results[1].simulations == 40_000


def test_a_proof_ends_it():
    searcher = crew(TicTacToe(), solver=True, selection=RULE)
    result = searcher.run(simulations=1_000_000)
    assert result.proof.value == (0.0, 0.0)
    assert result.new_simulations < 1_000_000
    refuse_lost_updates(searcher)
    won = TicTacToe().next_state(TicTacToe().next_state(TicTacToe().initial_state(), 0), 1)
    searcher = crew(TicTacToe(), state=won, solver=True, selection=RULE)
    result = searcher.run(simulations=1_000_000)
    assert result.proof.value == (1.0, -1.0)
    assert result.proof.plies >= 5
    refuse_lost_updates(searcher)


def test_chance_keeps_its_probabilities_and_positions_come_back():
    game = DicedRing("draw", 2)
    searcher = crew(game, selection=RULE)
    result = searcher.run(simulations=20_000)
    alone = gt.search(game, simulations=3000, seed=3, selection=RULE, compiled=False)
    assert alone.value[0] > 0.3
    assert result.value[0] == pytest.approx(alone.value[0], abs=0.15)
    assert searcher.trees.first.work.counters.start_keys == 1
    refuse_lost_updates(searcher)
    tree = searcher.trees.first.tree
    chance = [
        tree.edges[number]
        for number in numbers_of(searcher)
        if tree.nodes[number].player == gt.CHANCE
    ]
    assert len(chance) > 10
    for edges in chance:
        assert sum(float(edge.probability) for edge in edges) == pytest.approx(1.0)


def test_it_goes_on_when_the_memory_is_full():
    searcher = crew(selection=RULE)
    result = searcher.run(simulations=100_000, memory=1 << 20)
    assert result.simulations == 100_000
    assert result.memory_full
    assert searcher.trees.first.bytes <= 0.6 * (1 << 20)


def test_it_moves_on_and_ponders():
    searcher = crew(selection=RULE)
    action = searcher.run(simulations=5000).action
    searcher.advance(action)
    kept = searcher.result().simulations
    assert 0 < kept < 5000
    refuse_lost_updates(searcher)
    searcher.ponder()
    searcher.stop()
    assert searcher.run(simulations=1000).simulations >= kept + 1000
    refuse_lost_updates(searcher)


@pytest.mark.parametrize("seed", range(20))  # in some the first simulation fails
@pytest.mark.parametrize("most", [20.0, 41.0])
def test_a_fault_of_the_rules_is_told(most, seed):
    searcher = crew(LosesCount(most), selection=Shrinking(), seed=seed)
    with pytest.raises(gt.GameError, match="lost count"):
        searcher.run(simulations=100_000)
    refuse_lost_updates(searcher)
    assert searcher.trees.first.root_visits == searcher.trees.first.simulations


@pytest.mark.parametrize("seed", [3, 4, 5])  # the failed simulation has made a node
@pytest.mark.parametrize(
    ("fits", "told"),
    [(True, "next_state .*raised ValueError: lost count"), (False, "with ValueError: lost count")],
    ids=["room", "no room"],
)
def test_a_fault_is_told_though_others_have_filled_the_tree(monkeypatch, seed, fits, told):
    searcher = crew(LosesCount(), selection=Shrinking(), seed=seed)
    engine = searcher.trees.first
    take_part = engine._take_part

    def filling(work, rng, simulations):
        failure = take_part(work, rng, simulations)
        if failure:
            engine.tree.used[END] = engine.tree.used[ROOM]
        return failure

    monkeypatch.setattr(engine, "_take_part", filling)
    if not fits:
        monkeypatch.setattr(engine, "fit", lambda count: None)
    with pytest.raises(gt.GameError, match=told):
        searcher.run(simulations=100_000)
    refuse_lost_updates(searcher)


def test_it_is_saved_and_goes_on(tmp_path):
    searcher = crew(selection=RULE)
    searcher.run(simulations=5000)
    searcher.save(tmp_path / "search")
    loaded = gt.Searcher.load(tmp_path / "search", ConnectFour(), selection=RULE)
    assert loaded.trees.parallel == "tree"
    assert (
        loaded.trees.first.tree.nodes.words.tobytes()
        == searcher.trees.first.tree.nodes.words.tobytes()
    )
    assert loaded.run(simulations=2000).simulations == 7000
    refuse_lost_updates(loaded)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"transpositions": True}, "transpositions=False"),
        ({"selection": gt.Thompson()}, "UCB1"),
        ({"selection": gt.Widening(gt.UCB1())}, "UCB1"),
        ({"selection": gt.UCB1Tuned()}, "UCB1"),
        ({"selection": gt.ImplicitMinimax()}, "UCB1"),
        ({"evaluation": gt.Playout(gt.MAST())}, "notes"),
        ({"compiled": False}, "compiled"),
    ],
)
def test_what_threads_cannot_share_is_refused(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        gt.Searcher(ConnectFour(), workers=2, parallel="tree", method="uct", **options)


def test_threads_share_a_tree_under_a_users_rule():
    searcher = crew(LosesCount(), state=BEHIND_THE_FAULT, selection=Shrinking())
    assert searcher.run(simulations=10_000).simulations == 10_000
    refuse_lost_updates(searcher)


def test_the_best_line_of_all_threads_is_told():
    game = LosesCount()
    for seed in range(5):
        searcher = crew(game, state=BEHIND_THE_FAULT, selection=Shrinking(), seed=seed)
        found = searcher.run(simulations=2000).best_line
        state = BEHIND_THE_FAULT
        for action in found.actions:
            assert action in game.legal_actions(state)
            state = game.next_state(state, action)
        assert game.is_terminal(state)
        # It is 24 at best, and few lines come to that; each of four moves brings 6 of it.
        assert game.returns(state)[0] == found.value == 24.0


def test_one_worker_needs_no_crew():
    searcher = gt.Searcher(TicTacToe(), parallel="tree", transpositions=True, compiled=False)
    assert searcher.trees.parallel == "root"


def test_an_unknown_way_is_refused():
    with pytest.raises(gt.BadParameter, match="'root', 'tree', 'auto'"):
        gt.Searcher(ConnectFour(), parallel="leaf", method="uct")


@pytest.mark.parametrize(
    ("alone", "apart", "together", "way"),
    [(100, 196, 150, "tree"), (100, 196, 130, "root"), (100, 400, 199, "root")],
)
def test_the_choice_goes_by_the_speeds(monkeypatch, alone, apart, together, way):
    trees = gt.Searcher(ConnectFour(), seed=1, workers=2, selection=RULE).trees
    one = crew(workers=2, selection=RULE).trees
    speeds = {id(trees.all[0]): alone, id(trees): apart, id(one): together}
    monkeypatch.setattr("gametree.mcts.parallel.mode._speed", lambda grown: speeds[id(grown)])
    assert better(one, trees).parallel == way


def test_the_choice_leaves_no_simulations_behind():
    searcher = gt.Searcher(ConnectFour(), seed=1, workers=2, parallel="auto", selection=RULE)
    assert searcher.trees.parallel in ("root", "tree")
    assert searcher.run(simulations=1000).simulations == 1000


@pytest.mark.parametrize("options", [{"transpositions": True, "solver": True}, {"compiled": False}])
def test_where_threads_cannot_share_each_has_a_tree(options):
    game = TicTacToe()
    searcher = gt.Searcher(game, seed=1, workers=2, parallel="auto", method="uct", **options)
    assert searcher.trees.parallel == "root"


def test_in_a_finished_position_nothing_is_measured():
    game = ConnectFour()
    state = game.initial_state()
    for column in (0, 1) * 3 + (0,):
        state = game.next_state(state, column)
    searcher = gt.Searcher(game, state, seed=1, workers=2, parallel="auto", selection=RULE)
    with pytest.raises(gt.FinishedPosition):
        searcher.run(simulations=10)
