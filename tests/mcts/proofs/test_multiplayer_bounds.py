"""Proofs among three players: against backward induction over sets of returns, in both modes."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

import gametree as gt
from gametree.mcts.choice_of_method import choose
from gametree.mcts.searcher import Searcher
from gametree.mcts.selection.ucb1 import UCB1
from toys import Gather
from trees import flat, nodes_of

PLAYERS = 3


class ThreeAtNim(gt.Game):
    """Nim among three: who takes the last counter gets 1, or the others do (`misere`)."""

    players = PLAYERS

    def __init__(self, heaps=(1, 2, 3), misere=False):
        self.heaps = heaps
        self.misere = misere

    def initial_state(self):
        return (*self.heaps, 0)

    def current_player(self, state):
        return state[3]

    def legal_actions(self, state):
        return [8 * heap + n for heap in range(3) for n in range(1, state[heap] + 1)]

    def next_state(self, state, action):
        heap, taken = action // 8, action % 8
        return (
            state[0] - (taken if heap == 0 else 0),
            state[1] - (taken if heap == 1 else 0),
            state[2] - (taken if heap == 2 else 0),
            (state[3] + 1) % 3,
        )

    def returns(self, state):
        last = (state[3] + 2) % 3
        told, rest = (-1.0, 1.0) if self.misere else (1.0, -1.0)
        return (
            told if last == 0 else rest,
            told if last == 1 else rest,
            told if last == 2 else rest,
        )


class Lattice(gt.Game):
    """Layers of positions; who moves, what follows and the returns come from a hash.

    Returns are 0, 1 or 2, so many moves are equally good; many lines meet. With `dice`,
    chance moves at some positions.
    """

    players = PLAYERS
    min_return, max_return = 0.0, 2.0

    def __init__(self, seed=0, layers=5, width=9, dice=False):
        self.seed = seed
        self.layers = layers
        self.width = width
        self.dice = dice

    def hashed(self, layer, place, what):
        mixed = (layer * 40503 + place * 9973 + what * 613 + self.seed * 7919 + 1) % 1000003
        return (mixed * mixed + mixed * 31) % 1000003 // 7

    def initial_state(self):
        return (0, 0)

    def is_terminal(self, state):
        return state[0] == self.layers

    def current_player(self, state):
        who = self.hashed(state[0], state[1], 0)
        return gt.CHANCE if self.dice and state[0] > 0 and who % 4 == 3 else who % 3

    def legal_actions(self, state):
        return range(0 if state[0] == self.layers else 3)

    def chance_outcomes(self, state):
        return [(0, 0.5), (1, 0.25), (2, 0.25)]

    def next_state(self, state, action):
        return (state[0] + 1, self.hashed(state[0], state[1], 1 + action) % self.width)

    def returns(self, state):
        return (
            float(self.hashed(state[0], state[1], 4) % 3),
            float(self.hashed(state[0], state[1], 5) % 3),
            float(self.hashed(state[0], state[1], 6) % 3),
        )


class PlainLattice(Lattice):
    """The same, in which finished positions are found by their lack of moves."""

    is_terminal = gt.Game.is_terminal


class Induction:
    """What can come of a position if each player maximises his own return, ties open.

    `outcomes` are the returns of all subgame-perfect equilibria: a player may take a move
    that leads to an outcome if what each other move leads to may be no better for him.
    `bounds` are the least and the most of each player, from those of the following
    positions alone.
    """

    def __init__(self, game):
        self.game = game
        self.outcomes = cache(self._outcomes)
        self.bounds = cache(self._bounds)

    def following(self, state):
        return [self.game.next_state(state, each) for each in self.game.legal_actions(state)]

    def _outcomes(self, state):
        after = [self.outcomes(each) for each in self.following(state)]
        if not after:
            return frozenset([tuple(self.game.returns(state))])
        player = self.game.current_player(state)
        if player == gt.CHANCE:
            parts = [part for _, part in self.game.chance_outcomes(state)]
            return frozenset(
                tuple(sum(map(float.__mul__, parts, each)) for each in zip(*choice, strict=True))
                for choice in product(*after)
            )
        least = max(min(each[player] for each in found) for found in after)
        return frozenset(each for found in after for each in found if each[player] >= least)

    def _bounds(self, state):
        after = [self.bounds(each) for each in self.following(state)]
        if not after:
            return tuple((value, value) for value in self.game.returns(state))
        player = self.game.current_player(state)
        if player == gt.CHANCE:
            parts = [part for _, part in self.game.chance_outcomes(state)]
            return tuple(
                tuple(sum(map(float.__mul__, parts, ends)) for ends in zip(*each, strict=True))
                for each in zip(*after, strict=True)
            )
        least = max(each[player][0] for each in after)
        after = [each for each in after if each[player][1] >= least]
        hull = [
            (min(low for low, _ in each), max(high for _, high in each))
            for each in zip(*after, strict=True)
        ]
        hull[player] = (least, hull[player][1])
        return tuple(hull)


def following(game, moves):
    state = game.initial_state()
    for move in moves:
        state = game.next_state(state, move)
    return state


def bounds_of(node):
    return tuple((float(node.low[each]), float(node.high[each])) for each in range(PLAYERS))


def is_point(bounds):
    return all(low == high for low, high in bounds)


def check(searcher, induction):
    """Check all nodes; return how many are settled, and how many tell of some players only."""
    seen, settled, partly = set(), 0, 0
    for path, node, _ in nodes_of(searcher):
        state = following(searcher.game, path)
        if state in seen and searcher.trees.first.method.transpositions.shares:
            continue
        seen.add(state)
        bounds = bounds_of(node)
        outcomes = induction.outcomes(state)
        exact = induction.bounds(state)
        for player, (low, high) in enumerate(bounds):
            assert low <= exact[player][0] <= min(each[player] for each in outcomes)
            assert high >= exact[player][1] >= max(each[player] for each in outcomes)
        if is_point(bounds):
            assert outcomes == {tuple(low for low, _ in bounds)}
            settled += node.count > 0
        partly += any(low == high for low, high in bounds) and not is_point(bounds)
    return settled, partly


def decided(searcher, induction):
    """Check that the search has ended with a proof, or knows as much as can be known."""
    result = searcher.result()
    root = searcher.trees.first.tree.nodes[0]
    exact = induction.bounds(searcher.state)
    if result.stopped_by == "proof":
        low, high = exact[result.player]
        assert result.proof.value[result.player] == low == high
        after = induction.bounds(searcher.game.next_state(searcher.state, result.action))
        assert after[result.player] == (low, high)
        assert result.actions[0].proven == low
    else:
        assert exact[result.player][0] < exact[result.player][1]
        assert bounds_of(root) == exact
    return result


LATTICES = [Lattice(seed, dice=seed % 2 == 1) for seed in (0, 1, 2, 3, 9, 10)]
GAMES = [ThreeAtNim(), ThreeAtNim((2, 2, 1), misere=True), *LATTICES]


@pytest.mark.parametrize("transpositions", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_bounds_are_those_of_backward_induction(game, transpositions):
    induction = Induction(game)
    searcher = Searcher(
        game,
        seed=1,
        selection=UCB1(3.0),
        solver=True,
        transpositions=transpositions,
        compiled=False,
    )
    for simulations in (60, 6000):
        searcher.run(simulations=simulations)
        check(searcher, induction)
    decided(searcher, induction)


def test_the_games_have_what_matters():
    exact = [Induction(game).bounds(game.initial_state()) for game in GAMES]
    movers = [game.current_player(game.initial_state()) for game in GAMES]
    own = [is_point([each[mover]]) for mover, each in zip(movers, exact, strict=True)]
    others = [is_point(each) for each in exact]
    assert {(True, True), (True, False), (False, False)} == set(zip(own, others, strict=True))


class Thirds(gt.Game):
    """The first player gets 1 after both moves, but for rounding: one is a draw of three lots."""

    players = PLAYERS
    min_return, max_return = 0.0, 2.0

    def initial_state(self):
        return 0

    def current_player(self, state):
        return gt.CHANCE if state == 2 else 0

    def legal_actions(self, state):
        return {0: [1, 2], 2: [3, 4, 5]}.get(state, [])

    def chance_outcomes(self, state):
        return [(3, 0.7), (4, 0.2), (5, 0.1)]

    def next_state(self, state, action):
        return action

    def returns(self, state):
        return (1.0, float(state == 1), 0.5)


def test_moves_that_differ_by_rounding_alone_are_equally_good():
    assert 0.7 + 0.2 + 0.1 < 1.0
    searcher = Searcher(Thirds(), seed=1, solver=True, compiled=False)
    result = searcher.run(simulations=1000)
    assert result.stopped_by == "proof"
    assert result.proof.value == (1.0, 1.0, 0.5)
    assert bounds_of(searcher.trees.first.tree.nodes[0])[1] == (0.0, 1.0)


class Dawdle(gt.Game):
    """After a first move the first player may end it, or go on for three moves more.

    It makes no difference but to the length: he gets `gain`, each other the rest of 1.
    """

    players = PLAYERS
    min_return, max_return = -1.0, 2.0

    def __init__(self, gain):
        self.gain = gain

    def initial_state(self):
        return 0

    def current_player(self, state):
        return (2, 0, 1, 2, 0)[state]

    def legal_actions(self, state):
        return [] if state == 5 else [2, 5] if state == 1 else [state + 1]

    def next_state(self, state, action):
        return action

    def returns(self, state):
        return (self.gain, 1.0 - self.gain, 1.0 - self.gain)


@pytest.mark.parametrize(("gain", "plies"), [(1.0, 2), (0.0, 5)])
def test_wins_are_quick_and_losses_slow(gain, plies):
    result = gt.search(Dawdle(gain), solver=True, seed=1, simulations=999, compiled=False)
    assert result.proof == gt.Proof((gain, 1.0 - gain, 1.0 - gain), plies)
    assert len(result.principal_variation) == plies


# What is compiled; with chance, and lines that meet.
WIDE = Lattice(2, layers=7, width=300, dice=True)


def wide(**options):
    options = {"solver": True, "transpositions": True, **options}
    return Searcher(WIDE, seed=3, selection=UCB1(3.0), **options)


def searchers():
    return [wide(compiled=compiled) for compiled in (False, True)]


def known_of(searcher):
    return [
        (path, bounds_of(node), int(node.plies), int(node.unpruned))
        for path, node, _ in nodes_of(searcher)
    ]


def test_both_modes_grow_the_same_tree_with_the_same_bounds():
    pair = searchers()
    for searcher in pair:
        searcher.run(simulations=3000)
    assert flat(pair[0]) == flat(pair[1])
    assert known_of(pair[0]) == known_of(pair[1])
    assert min(check(pair[1], Induction(WIDE))) > 50


def test_recycling_keeps_what_is_settled():
    induction = Induction(WIDE)
    for searcher in searchers():
        memory = 100_000 if searcher.compiled else 400_000
        result = searcher.run(simulations=6000, memory=memory)
        assert result.memory_full
        assert result.bytes <= memory
        check(searcher, induction)
        kept = [node for _, node, _ in nodes_of(searcher) if node.count == 0 and node.visits]
        assert kept
        assert all(is_point(bounds_of(node)) for node in kept)


def test_the_trees_of_several_workers_are_put_together():
    induction = Induction(WIDE)
    searcher = wide(workers=2, compiled=True)
    searcher.run(simulations=3000)
    root = searcher.trees.root()
    exact = induction.bounds(WIDE.initial_state())
    each = [bounds_of(tree.engine.tree.nodes[0]) for tree in searcher.trees.all]
    assert len(set(each)) == 2
    for player, known in enumerate(root.known):
        assert known.low == max(bounds[player][0] for bounds in each) <= exact[player][0]
        assert known.high == min(bounds[player][1] for bounds in each) >= exact[player][1]


def test_a_saved_search_goes_on_with_its_proofs(tmp_path):
    for through, saved in zip(searchers(), searchers(), strict=True):
        through.run(simulations=300)
        through.run(simulations=300)
        saved.run(simulations=300)
        saved.save(tmp_path / "search")
        loaded = Searcher.load(tmp_path / "search", WIDE, selection=UCB1(3.0))
        loaded.run(simulations=300)
        assert flat(loaded) == flat(through)
        assert known_of(loaded) == known_of(through)


@pytest.mark.parametrize("game", [ThreeAtNim(), Lattice(3), PlainLattice(3, dice=True)], ids=repr)
def test_a_game_is_played_to_its_end(game):
    induction = Induction(game)
    searcher = Searcher(
        game, seed=2, selection=UCB1(3.0), solver=True, transpositions=True, compiled=False
    )
    plies = 0
    while not game.is_terminal(searcher.state):
        if game.current_player(searcher.state) == gt.CHANCE:
            searcher.advance(0)
            continue
        searcher.run(simulations=4000)
        result = decided(searcher, induction)
        if result.proof is not None and None not in result.proof.value:
            assert len(result.principal_variation) >= 1
        searcher.advance(result.action)
        plies += 1
    assert plies > 2


def test_only_worse_moves_are_followed_no_more():
    pruned = 0
    for seed in (2, 5):  # where there are some
        searcher = Searcher(
            Lattice(seed, layers=6), seed=1, selection=UCB1(3.0), solver=True, compiled=False
        )
        searcher.run(simulations=2500)
        nodes = searcher.trees.first.tree.nodes
        for _, node, edges in nodes_of(searcher):
            if node.count == 0 or is_point(bounds_of(node)):
                continue
            assert 0 < node.unpruned <= node.count
            for edge in edges[node.unpruned :]:
                pruned += 1
                assert nodes[edge.child].high[node.player] < node.low[node.player]
    assert pruned > 3


def test_a_best_move_that_was_recycled_is_found_again():
    searcher = Searcher(
        Lattice(1, layers=6), seed=1, selection=UCB1(3.0), solver=True, compiled=False
    )
    before = searcher.run(simulations=20_000)
    assert before.stopped_by == "proof"
    tree = searcher.trees.first.tree
    for edge in tree.edges[0]:
        edge.child = 0
    assert tree.nodes[0].low[before.player] == tree.nodes[0].high[before.player]
    assert searcher.result().proof is None
    after = searcher.run(simulations=20_000)
    assert after.stopped_by == "proof"
    assert after.new_simulations > 10
    assert after.proof.value[after.player] == before.proof.value[before.player]


def test_values_are_brought_within_the_bounds_of_each_player():
    searcher = Searcher(Lattice(1), seed=1, solver=True, compiled=False)
    proofs, node = searcher.trees.first.method.proofs, searcher.trees.first.tree.nodes[0]
    node.low[:] = [0.5, 1.0, 1.5]
    node.high[:] = [1.0, 1.0, 1.5]
    values = [0.25, 0.5, 2.25]
    assert not proofs.clamp(node, values, False)  # only what is certain
    assert values == [0.25, 1.0, 1.5]
    assert proofs.clamp(node, values, True)
    assert values == [0.5, 1.0, 1.5]
    assert not proofs.settled(node)
    node.low[0] = 1.0
    assert proofs.settled(node)
    proofs.write_worth(node, values)
    assert values == [1.0, 1.0, 1.5]


def test_results_tell_of_the_proof():
    # Whoever takes the last counter wins; what the others get is known then.
    result = gt.search(ThreeAtNim((3, 0, 0)), solver=True, seed=1, simulations=99, compiled=False)
    assert (result.stopped_by, result.action) == ("proof", 3)
    assert result.proof == gt.Proof((1.0, -1.0, -1.0), 1)
    assert result.value == (1.0, -1.0, -1.0)
    assert "proven value +1 in 1 ply" in str(result)


def test_what_others_choose_is_not_told():
    game = Lattice(1, layers=6)
    result = gt.search(
        game, solver=True, selection=UCB1(3.0), seed=3, simulations=9999, compiled=False
    )
    exact = Induction(game).bounds(game.next_state(game.initial_state(), result.action))
    assert result.stopped_by == "proof"
    assert result.proof.plies is None
    assert result.proof.value[0] == 1.0
    assert None in result.proof.value
    for told, mean, (low, high) in zip(result.proof.value, result.value, exact, strict=True):
        assert low <= mean <= high
        assert told is None or told == mean == low == high
    assert "proven value +1" in str(result).splitlines()
    assert result.to_dict()["proof"] == {"value": list(result.proof.value), "plies": None}
    assert result.actions[0].proven == 1.0


def test_returns_outside_their_range_are_told():
    with pytest.raises(gt.GameError, match="a return from -1 to 1: set min_return"):
        gt.search(Gather(3, 3), solver=True, seed=1, simulations=1000, compiled=False)


def test_auto_proves_among_three():
    choice = choose(ThreeAtNim())
    assert choice.strategies["solver"] is True
    assert choice.strategies["transpositions"] is True
