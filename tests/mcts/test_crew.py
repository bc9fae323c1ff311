"""Several threads in one tree: nothing is lost, and all is as with one."""

from __future__ import annotations

import math

import pytest

import gametree as gt
from gametree.games import ConnectFour, Othello
from gametree.mcts.parallel import better
from gametree.mcts.soundness import refuse_wild
from gametree.mcts.tree import ROOT
from gametree.mcts.workspace import ENTERED
from toys import OneHeap, Pig
from trees import numbers_of

RULE = gt.UCB1(0.7)


class LosesCount(OneHeap):
    """Sound rules in most playouts, the first one among them."""

    def next_state(self, state, action):
        if state == (12, 1) and action == 3:
            raise ValueError("lost count")
        return (state[0] - action, 1 - state[1])


def crew(game=None, workers=3, **options):
    options = {"seed": 4, "workers": workers, "parallel": "tree", "compiled": True, **options}
    return gt.Searcher(game or ConnectFour(), **options)


def refuse_lost_updates(searcher):
    """Every simulation through a node went on through one of its edges, and counted once."""
    engine = searcher._engine
    tree = engine.tree
    refuse_wild(engine)
    for number in numbers_of(searcher):
        node, edges = tree.nodes[number], tree.edges[number]
        assert sum(int(edge.visits) for edge in edges) == node.visits
        if node.visits and node.player >= 0:
            total = sum(float(edge.total) for edge in edges)
            assert total == pytest.approx(float(node.value[node.player]), abs=1e-6)
    assert engine.work.counters[ENTERED] == 0


@pytest.mark.parametrize("selection", [RULE, gt.PUCT(1.0)])
def test_nothing_is_lost(selection):
    searcher = crew(selection=selection)
    for count in (1, 2, 30_000):
        result = searcher.run(simulations=count)
        assert result.new_simulations == count
    assert result.simulations == 30_003 == searcher._engine.root_visits
    refuse_lost_updates(searcher)


def test_what_it_finds_is_what_one_thread_finds():
    """The values of the root's moves differ by less than six standard errors."""
    game = Othello(size=6)
    results = [
        gt.search(game, simulations=40_000, seed=seed, compiled=True, selection=RULE, **options)
        for seed, options in ((1, {}), (2, {"workers": 2, "parallel": "tree"}))
    ]
    values = [result.value[0] for result in results]
    assert values[0] == pytest.approx(values[1], abs=6 * math.sqrt(2 / 40_000))
    assert results[1].simulations == 40_000


def test_it_finds_the_winning_move():
    """Of 21 counters one has to be taken: multiples of four are lost."""
    assert crew(OneHeap(21), selection=RULE).run(simulations=300_000).action == 1


def test_chance_keeps_its_probabilities():
    game = Pig()
    searcher = crew(game, selection=gt.UCB1(1.0))
    result = searcher.run(simulations=20_000)
    alone = gt.search(game, simulations=20_000, seed=3, selection=gt.UCB1(1.0), compiled=True)
    assert result.value[0] == pytest.approx(alone.value[0], abs=6 * math.sqrt(2 / 20_000))
    tree = searcher._engine.tree
    chance = 0
    for number in numbers_of(searcher):
        if tree.nodes[number].player == gt.CHANCE:
            chance += 1
            assert sum(float(edge.total) for edge in tree.edges[number]) == pytest.approx(1.0)
    assert chance > 10


def test_it_goes_on_when_the_memory_is_full():
    searcher = crew(selection=RULE)
    result = searcher.run(simulations=100_000, memory=1 << 20)
    assert result.simulations == 100_000
    assert result.memory_full
    assert searcher._engine.bytes <= 0.6 * (1 << 20)


def test_it_moves_on_and_ponders():
    searcher = crew(selection=RULE)
    action = searcher.run(simulations=20_000).action
    searcher.advance(action)
    kept = searcher.result().simulations
    assert 0 < kept < 20_000
    refuse_lost_updates(searcher)
    searcher.ponder()
    searcher.stop()
    assert searcher.run(simulations=1000).simulations >= kept + 1000
    refuse_lost_updates(searcher)


@pytest.mark.parametrize("seed", range(20))  # in some the first simulation fails
def test_a_fault_of_the_rules_is_told_and_leaves_no_virtual_loss(seed):
    searcher = crew(LosesCount(), selection=RULE, seed=seed)
    with pytest.raises(gt.GameError, match="lost count"):
        searcher.run(simulations=100_000)
    refuse_lost_updates(searcher)
    assert searcher._engine.root_visits == searcher._engine.simulations


def test_it_is_saved_and_goes_on(tmp_path):
    searcher = crew(selection=RULE)
    searcher.run(simulations=5000)
    searcher.save(tmp_path / "search")
    loaded = gt.Searcher.load(tmp_path / "search", ConnectFour(), selection=RULE)
    assert loaded._forest.parallel == "tree"
    assert loaded._engine.tree.nodes.words.tobytes() == searcher._engine.tree.nodes.words.tobytes()
    assert loaded.run(simulations=2000).simulations == 7000
    refuse_lost_updates(loaded)


@pytest.mark.parametrize("simulations", [100, 1000])
def test_a_simulation_counts_as_a_loss_while_it_lasts(simulations):
    """Not where so many have gone before that it would send nobody elsewhere."""
    searcher = crew(workers=2, selection=RULE)
    searcher.run(simulations=simulations)
    engine = searcher._engine
    rule, tree, work = engine.method.selection, engine.tree, engine.work
    updates = engine.method.updates
    node, edge = tree.nodes[ROOT], tree.edges[ROOT][2]
    visits, total, values = int(edge.visits), float(edge.total), node.value.tolist()
    work.path_nodes[0], work.path_edges[0] = ROOT, 2
    updates.enter(rule, tree, work, 1, -2.0)
    early = simulations < 256
    assert (edge.visits, edge.total) == ((visits + 1, total - 2.0) if early else (visits, total))
    assert node.visits == simulations + early
    work.values[:] = 1.0, -1.0
    updates.back_up(rule, tree, work, 2)
    assert (edge.visits, edge.total, node.visits) == (visits + 1, total + 1.0, simulations + 1)
    assert node.value.tolist() == [values[0] + 1.0, values[1] - 1.0]
    assert edge.inverse_root == pytest.approx((visits + 1) ** -0.5)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"solver": True}, "solver=False"),
        ({"transpositions": True}, "transpositions=False"),
        ({"selection": gt.Thompson()}, "UCB1"),
        ({"selection": gt.Widening(gt.UCB1())}, "UCB1"),
        ({"selection": gt.UCB1Tuned()}, "UCB1"),
        ({"evaluation": gt.Playout(gt.MAST())}, "notes"),
        ({"compiled": False}, "compiled"),
    ],
)
def test_what_threads_cannot_share_is_refused(options, told):
    with pytest.raises(gt.BadParameter, match=told):
        gt.Searcher(ConnectFour(), workers=2, parallel="tree", **options)


def test_one_worker_needs_no_crew():
    searcher = crew(workers=1, selection=RULE, solver=True)
    assert searcher._forest.parallel == "root"


def test_an_unknown_way_is_refused():
    with pytest.raises(gt.BadParameter, match="'root', 'tree', 'auto'"):
        gt.Searcher(ConnectFour(), parallel="leaf")


@pytest.mark.parametrize(
    ("alone", "apart", "together", "way"),
    [(100, 196, 150, "tree"), (100, 196, 130, "root"), (100, 400, 199, "root")],
)
def test_the_choice_goes_by_the_speeds(monkeypatch, alone, apart, together, way):
    trees = gt.Searcher(ConnectFour(), seed=1, workers=2, selection=RULE)._forest
    one = crew(workers=2, selection=RULE)._forest
    speeds = {id(trees.trees[0]): alone, id(trees): apart, id(one): together}
    monkeypatch.setattr("gametree.mcts.parallel._speed", lambda grown: speeds[id(grown)])
    assert better(one, trees).parallel == way


def test_the_choice_leaves_no_simulations_behind():
    searcher = gt.Searcher(ConnectFour(), seed=1, workers=2, parallel="auto", selection=RULE)
    assert searcher._forest.parallel in ("root", "tree")
    assert searcher.run(simulations=1000).simulations == 1000


@pytest.mark.parametrize("options", [{"solver": True}, {"compiled": False}])
def test_where_threads_cannot_share_each_has_a_tree(options):
    searcher = gt.Searcher(ConnectFour(), seed=1, workers=2, parallel="auto", **options)
    assert searcher._forest.parallel == "root"


def test_in_a_finished_position_nothing_is_measured():
    game = ConnectFour()
    state = game.initial_state()
    for column in (0, 1) * 3 + (0,):
        state = game.next_state(state, column)
    searcher = gt.Searcher(game, state, seed=1, workers=2, parallel="auto", selection=RULE)
    with pytest.raises(gt.FinishedPosition):
        searcher.run(simulations=10)
