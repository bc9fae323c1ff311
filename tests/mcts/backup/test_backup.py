"""Backups of a user's own, and the means that the base class keeps."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path

import pytest

import gametree as gt
from batched import GuidedTilt
from gametree.games import TicTacToe
from gametree.mcts.tree.tree import NO_CHILD, ROOT
from gametree.players.registry import make_player
from toys import OneHeap
from trees import flat, nodes_of

EXAMPLE = Path(__file__).parents[3] / "examples" / "own_strategies.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("own_strategies", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PowerMean = _loaded().PowerMean


def mixed(word, number):
    """Return another word of 64 bits that looks random."""
    word = (word ^ (number + 1)) * 0xBF58476D1CE4E5B9 % (1 << 64)
    return (word ^ (word >> 29)) * 0x94D049BB133111EB % (1 << 64)


class Thicket(gt.Game):
    """Random trees; what a position looks worth has nothing to do with what it is worth.

    A state is a random word, from which all else follows, and the plies that may still come.
    """

    players = 2

    def initial_state(self):
        return (1, 6)

    def current_player(self, state):
        return mixed(state[0], 1) >> 63  # in no order

    def legal_actions(self, state):
        if state[1] == 0 or mixed(state[0], 2) % 10 == 0:
            return []
        return list(range(1 + (mixed(state[0], 3) >> 62)))

    def next_state(self, state, action):
        return (mixed(state[0], 10 + action), state[1] - 1)

    def returns(self, state):
        worth = mixed(state[0], 4) / (1 << 63) - 1
        return (worth, -worth)

    def heuristic(self, state):
        worth = mixed(state[0], 5) / (1 << 63) - 1
        return (worth, -worth)


def reference(game, tree, number, state, power):
    """Return what a node is worth to the first player; check its edges on the way."""
    node = tree.nodes[number]
    sign = 1 if node.player == 0 else -1
    total = 0.0
    for edge in tree.edges[number]:
        if edge.visits == 0:
            continue
        after = game.next_state(state, edge.action)
        if edge.child != NO_CHILD:
            worth = reference(game, tree, edge.child, after, power)
        elif not game.legal_actions(after):
            worth = game.returns(after)[0]
        else:
            worth = game.heuristic(after)[0]
        assert edge.mean == pytest.approx(sign * worth, abs=1e-9)
        total += edge.visits / node.visits * ((sign * worth + 1) / 2) ** power
    return sign * (2 * total ** (1 / power) - 1)


def test_power_means_are_those_of_a_slow_reference_on_hundreds_of_small_trees():
    game = Thicket()
    roots = [(word, 6) for word in range(800) if len(game.legal_actions((word, 6))) > 1]
    roots = roots[:200]
    assert len(roots) == 200
    nodes = 0
    for seed, root in enumerate(roots):
        power = (1.0, 1.5, 2.0, 8.0)[seed % 4]
        searcher = gt.Searcher(
            game,
            root,
            selection=gt.UCB1(),
            evaluation=gt.Playout(max_plies=0),
            backup=PowerMean(power),
            seed=seed,
            compiled=False,
        )
        searcher.run(simulations=40)
        tree = searcher.trees.first.tree
        worth = reference(game, tree, ROOT, root, power)
        assert searcher.result().value == pytest.approx((worth, -worth), abs=1e-9)
        nodes += len(tree.nodes)
    assert nodes > 2000


def test_a_power_mean_of_the_first_power_is_near_the_mean():
    """But for what a position was worth before it had a node, which only means remember."""
    found = [
        gt.search(TicTacToe(), simulations=2000, seed=2, selection=gt.UCB1(), compiled=False, **own)
        for own in ({}, {"backup": PowerMean(1.0)})
    ]
    assert found[0].value[0] == pytest.approx(found[1].value[0], abs=0.1)


def test_both_modes_grow_the_same_tree():
    """With an evaluation of the user's own, which gives priors."""
    own = {"evaluation": GuidedTilt(), "backup": PowerMean(2.0)}
    trees = []
    for compiled in (False, True):
        searcher = gt.Searcher(OneHeap(), seed=4, compiled=compiled, **own)
        assert searcher.compiled is compiled
        searcher.run(simulations=600)
        priors = [[float(edge.prior) for edge in edges] for _, _, edges in nodes_of(searcher)]
        trees.append((flat(searcher), priors))
    assert trees[0] == trees[1]


def test_it_goes_with_proofs_and_shared_nodes():
    result = gt.search(
        OneHeap(9),
        simulations=500,
        backup=PowerMean(2.0),
        solver=True,
        transpositions=True,
        compiled=False,
    )
    assert result.proof is not None
    assert all(math.isfinite(each.mean) for each in result.actions if each.visits)


class Careless(gt.Backup):
    def update(self, tree, number, node, edge, heard, work):
        node.value[0] = math.nan


class Failing(gt.Backup):
    def update(self, tree, number, node, edge, heard, work):
        edge.mean = 1.0 / (edge.visits - edge.visits)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("backup", "told"),
    [
        (Careless(), r"Careless.update left nan in node.value\[0\]; a finite number was expected"),
        (Failing(), "Failing.update raised ZeroDivisionError"),
    ],
    ids=["nan", "raises"],
)
def test_a_backup_that_breaks_its_contract_is_named(backup, told, compiled):
    with pytest.raises(gt.StrategyError, match=told):
        gt.search(OneHeap(), backup=backup, simulations=10, compiled=compiled)


def test_what_is_no_backup_is_refused():
    with pytest.raises(gt.BadParameter, match=r"backup must be one such as Backup\(\), not 'mean'"):
        gt.search(OneHeap(), backup="mean", simulations=10, compiled=False)


def test_threads_keep_means_only():
    with pytest.raises(gt.BadParameter, match=r'parallel="tree" cannot be used with backup=Power'):
        gt.Searcher(TicTacToe(), backup=PowerMean(), workers=2, parallel="tree", compiled=True)


def test_it_is_saved_with_its_parameters(tmp_path):
    def searcher():
        return gt.Searcher(OneHeap(), backup=PowerMean(3.0), seed=1, compiled=False)

    whole, first = searcher(), searcher()
    whole.run(simulations=300)
    whole.run(simulations=300)
    first.run(simulations=300)
    first.save(tmp_path / "search")
    with pytest.raises(gt.BadParameter, match=r"with backup PowerMean\(p=3.0"):
        gt.Searcher.load(tmp_path / "search", OneHeap(), backup=PowerMean(2.0))
    again = gt.Searcher.load(tmp_path / "search", OneHeap(), backup=PowerMean(3.0))
    again.run(simulations=300)
    assert flat(again) == flat(whole)


class Plain(OneHeap):
    interpreted_only = True


def test_a_player_takes_it_by_its_file():
    player = make_player(f"mcts:backup={EXAMPLE}:PowerMean:p=3,simulations=50")
    player.begin(Plain(), 0, 1)
    assert "PowerMean(p=3.0" in repr(player.options["backup"])
    with pytest.raises(gt.BadParameter, match="must be a class in a file"):
        make_player("mcts:backup=mean")
