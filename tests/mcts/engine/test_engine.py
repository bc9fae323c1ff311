"""The engine: what is short is seen to without a trace, and what fails leaves nothing behind."""

from __future__ import annotations

import pytest

import gametree as gt
from batched import uneven, values_of
from gametree.games import TicTacToe
from gametree.mcts.batching import pending as waiting
from gametree.mcts.engine import storage, working_tree
from gametree.mcts.searcher import Searcher
from gametree.mcts.tree.tree import END, NO_CHILD
from gametree.primitives import registers
from gametree.rules.workspace import enlarged
from toys import OneHeap, Pig, Ring
from trees import flat, nodes_of


class Swelling(gt.Game):
    """One player; few moves at first, and far more later on than room is made for at first."""

    players = 1
    min_return, max_return = 0.0, 9.0

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return 0

    def is_terminal(self, state):
        return state[0] == 6

    def legal_actions(self, state):
        return range((2, 3, 2, 70, 3, 150, 0)[state[0]])

    def next_state(self, state, action):
        return (state[0] + 1, (31 * state[1] + action) % 1009)

    def returns(self, state):
        return (float(state[1] % 10),)


def digits(leaves):
    return leaves.states["f1"][:, None] % 10.0


def guided_digits(leaves):
    return digits(leaves), 1.0 + leaves.actions


@pytest.fixture
def cramped(monkeypatch):
    """Return a function that leaves all searches from then on next to no room at first."""

    def cramp():
        monkeypatch.setattr(working_tree, "_FIRST_PATH", 1)
        monkeypatch.setattr(working_tree, "_FIRST_KEYS", 1)
        monkeypatch.setattr(storage, "FIRST_WORDS", 32)
        monkeypatch.setattr(storage, "_FIRST_NODES", 1)
        monkeypatch.setattr(waiting, "_FIRST_TRAIL", 1)

    return cramp


def known(searcher):
    """Return the tree, and the generator's state."""
    return flat(searcher), int(searcher.trees.first.rng.state[0]), searcher.trees.first.in_use


SEARCHES = {
    "many moves": (Swelling(), {"compiled": False}),
    "solver": (Swelling(), {"compiled": False, "solver": True}),
    "graph": (TicTacToe(), {"compiled": False, "solver": True, "transpositions": True}),
    "compiled graph": (TicTacToe(), {"compiled": True, "solver": True, "transpositions": True}),
    "repetition": (Ring("draw", 4), {"compiled": False, "solver": True}),
    "compiled repetition": (Ring("forbidden"), {"compiled": True, "solver": True}),
    "forbidden": (Ring("forbidden"), {"compiled": False}),
    "chance": (Pig(12), {"compiled": False, "solver": True}),
    "learning": (Swelling(), {"compiled": False, "evaluation": gt.Playout(gt.MAST())}),
    "thompson": (Swelling(), {"compiled": False, "selection": gt.Thompson()}),
    "batches": (Swelling(), {"compiled": False, "evaluation": gt.BatchEvaluator(digits, 8)}),
    "guided batches": (
        Swelling(),
        {"compiled": False, "evaluation": gt.BatchEvaluator(guided_digits, 8, priors=True)},
    ),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_it_makes_no_difference_where_room_had_to_be_made(name, cramped):
    game, options = SEARCHES[name]
    ample = Searcher(game, seed=7, method="uct", **options)
    ample.trees.first.work = enlarged(ample.trees.first.work, actions=1000, path=1000)
    ample.run(simulations=600)
    cramped()
    short = Searcher(game, seed=7, method="uct", **options)
    short.run(simulations=600)
    assert known(short) == known(ample)


def test_a_search_goes_on_as_before_where_room_has_to_be_made_again(tmp_path):
    for seed in range(4):
        through = Searcher(Swelling(), seed=seed, solver=True, compiled=False)
        through.run(simulations=40)
        through.save(tmp_path / "search")
        loaded = Searcher.load(tmp_path / "search", Swelling())
        for each in (through, loaded):
            each.run(simulations=200)
        assert known(loaded) == known(through)


class Winning(OneHeap):
    """Whoever moves: the first player wins."""

    def returns(self, state):
        return (1.0, -1.0)


@pytest.fixture
def unrehearsed(monkeypatch):
    """Strategies are to fail in the middle of a search: nobody tries them before."""
    monkeypatch.setattr("gametree.mcts.setup.rehearse_strategies", lambda *_: None)


class Moody(gt.GuidedEvaluation):
    """Priors that fail, or are none, where they are asked for the `at`-th time."""

    def __init__(self, at: int, fails: bool) -> None:
        self.at = at
        self.fails = fails
        self.asked = 0

    def evaluate(self, game, state, rng, work):
        work.values[0], work.values[1] = (0.0, 0.0) if state[0] else game.returns(state)

    def prior(self, game, state, action):
        self.asked += 1
        if self.asked == self.at:
            if self.fails:
                raise ValueError("not today")
            return float("nan")
        return 1.0


@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.usefixtures("unrehearsed")
def test_a_node_that_failed_is_no_node(fails, transpositions):
    failed = 0
    for at in range(4, 80, 5):
        searcher = Searcher(
            Winning(9),
            evaluation=Moody(at, fails),
            solver=True,
            transpositions=transpositions,
            seed=1,
            compiled=False,
        )
        try:
            searcher.run(simulations=60)
        except (gt.GameError, gt.StrategyError):
            failed += 1
        assert searcher.trees.first.in_use[0] == len(searcher.trees.first.tree.nodes)
        searcher.run(simulations=30)
        assert {node.high for _, node, _ in nodes_of(searcher)} == {1.0}
        assert searcher.run(simulations=3000).proof.value == (1.0, -1.0)
    assert failed >= 3


@pytest.mark.usefixtures("unrehearsed")
def test_a_move_that_fails_was_not_made():
    class Picky(gt.GuidedEvaluation):
        """No priors for the position that a certain move leads to."""

        def evaluate(self, game, state, rng, work):
            work.values[0], work.values[1] = 0.0, 0.0

        def prior(self, game, state, action):
            if state == (7, 1):
                raise ValueError("not here")
            return 1.0

    searcher = Searcher(OneHeap(9), evaluation=Picky(), solver=True, seed=1, compiled=False)
    before = searcher.trees.first
    tree, state = before.tree, before.state
    with pytest.raises(gt.GameError, match=r"Picky\.prior raised ValueError: not here"):
        searcher.advance(2)
    assert searcher.state == state
    assert searcher.trees.first.tree is tree
    assert searcher.trees.first.earlier == []
    assert searcher.result().proof is None
    searcher.advance(1)
    assert searcher.run(simulations=300).new_simulations > 0


def test_all_trees_move_or_none(monkeypatch):
    searcher = Searcher(OneHeap(), seed=1, workers=2, compiled=True, method="uct")
    searcher.run(simulations=400)
    before = [known_of(tree.engine) for tree in searcher.trees.all]
    second = searcher.trees.all[1]

    def refuse(*_):
        raise gt.GameError("no")

    with monkeypatch.context() as patch:
        patch.setattr(second, "move_to", refuse)
        with pytest.raises(gt.GameError, match="no"):
            searcher.advance(2)
    assert [known_of(tree.engine) for tree in searcher.trees.all] == before
    assert searcher.run(simulations=400).simulations == 800
    searcher.advance(2)
    assert {tree.engine.state for tree in searcher.trees.all} == {(19, 1)}


def known_of(engine):
    words = engine.tree.nodes.words[: int(engine.tree.used[END])].tobytes()
    return (
        words,
        engine.state,
        engine.earlier,
        int(engine.rng.state[0]),
        registers.values_of(engine.work.counters),
    )


@pytest.mark.parametrize("priors", [False, True])
def test_batches_recycle_nodes_at_the_same_simulations_whatever_the_clock_says(priors, monkeypatch):
    trees = []
    for size in (1, 3, 50):
        monkeypatch.setattr("gametree.mcts.parallel.worker.next_slice", lambda *_, size=size: size)
        evaluation = gt.BatchEvaluator(uneven if priors else values_of, 8, priors=priors)
        searcher = Searcher(TicTacToe(), seed=3, evaluation=evaluation, compiled=False)
        searcher.run(simulations=1500, memory=1 << 17)
        assert searcher.result().memory_full
        trees.append(known(searcher))
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.usefixtures("unrehearsed")
def test_nothing_leads_nowhere_after_an_error():
    searcher = Searcher(OneHeap(12), evaluation=Moody(60, True), seed=1, compiled=False)
    with pytest.raises((gt.GameError, gt.StrategyError)):
        searcher.run(simulations=3000)
    tree = searcher.trees.first.tree
    linked = {edge.child for edges in tree.edges for edge in edges if edge.child != NO_CHILD}
    assert linked == set(range(1, len(tree.nodes)))


def test_rules_that_fail_while_a_move_is_looked_up_are_named():
    class Forgetful(OneHeap):
        forgets = False

        def legal_actions(self, state):
            if self.forgets:
                raise ValueError("what was it")
            return range(1, min(3, state[0]) + 1)

    game = Forgetful(9)
    searcher = Searcher(game, seed=1, compiled=False, method="uct")
    game.forgets = True
    with pytest.raises(gt.GameError, match=r"Forgetful\.legal_actions raised ValueError: what was"):
        searcher.advance(2)
    game.forgets = False
    searcher.advance(2)
