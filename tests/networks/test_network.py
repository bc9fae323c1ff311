"""Networks: what they say is what floats say, and both modes say the same."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

import gametree as gt
from float_network import FloatNetwork, random_weights, seen_by
from gametree.actors import CHANCE
from gametree.games import TicTacToe
from gametree.networks.blueprint import blueprint_of
from gametree.networks.network import Network
from gametree.networks.seen_play import seen_in
from gametree.networks.shape import UNITS, Shape, empty_weights
from gametree.primitives.rng import Rng
from toys import Gather, Jumble, Pig, Race
from trees import flat, nodes_of

GAMES = [TicTacToe(), Jumble(), Gather(), Pig(10)]


def played(game):
    """Return positions of random games where a player moves."""
    states = seen_in(game).states
    return [s for s in states if not game.is_terminal(s) and game.current_player(s) != CHANCE]


def rounding(weights, blueprint, features):
    """Return by how much a value or a logit may be off, at most, as weights are integers.

    Each number in a sum is off by half of 1/256; a unit within 0 and 1 by the sum of these, and
    so is its product with a weight, and the weight's own error comes on top.
    """
    rows = len(features) + 1 + 2 * blueprint.board.windows
    heaviest = np.abs(weights.rows[blueprint.shape.values :]).sum(1).max()
    return (rows * 0.5 / 256) * heaviest + UNITS * 0.5 / 256


def typical(weights, blueprint, features):
    """Return five standard deviations of the same, as errors are independent, for a single row."""
    rows = len(features) + 1 + 2 * blueprint.board.windows
    weight = np.abs(weights.rows[blueprint.shape.values :]).max(0)
    return 5.0 / 256 / math.sqrt(12) * math.sqrt(rows * (weight**2).sum() + UNITS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_estimates_are_those_of_floats_but_for_rounding(game):
    blueprint = blueprint_of(game)
    weights = random_weights(blueprint, 1)
    network, floats = Network(blueprint, weights), FloatNetwork(blueprint, weights)
    values = np.zeros(game.players)
    different = set()
    for state in played(game)[:40]:
        network.estimate(game, state, values)
        features, cells = seen_by(game, state)
        outputs = floats.outputs(features, cells, game.current_player(state))
        expected = blueprint.centre + blueprint.spread * outputs
        if blueprint.opposed:
            expected = np.array([expected[0], 2 * blueprint.centre - expected[0]])
        bound = typical(weights, blueprint, features)
        assert bound < rounding(weights, blueprint, features)
        assert np.abs(values - expected).max() < blueprint.spread * bound
        different.add(float(values[0]))
    assert len(different) > 10
    assert np.ptp(list(different)) > 4 * blueprint.spread * bound or not blueprint.board.cells


def exact_weights(blueprint):
    """Return weights that integers hold without an error."""
    weights = random_weights(blueprint, 2, size=0.05)
    for part in (weights.rows, weights.biases, weights.local):
        part[:] = np.rint(part * 256) / 256
    return weights


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_estimates_are_those_of_floats_where_nothing_is_rounded(game):
    blueprint = blueprint_of(game)
    weights = exact_weights(blueprint)
    network, floats = Network(blueprint, weights), FloatNetwork(blueprint, weights)
    values = np.zeros(game.players)
    for state in played(game)[:40]:
        network.estimate(game, state, values)
        outputs = floats.outputs(*seen_by(game, state), game.current_player(state))
        expected = (blueprint.centre + blueprint.spread * outputs).tolist()
        if blueprint.opposed:
            expected = [expected[0], 2 * blueprint.centre - expected[0]]
        assert values.tolist() == pytest.approx(expected, abs=1e-9)


def opened(game, network, state, actions):
    """Return the priors of a node with these actions."""
    edges = [SimpleNamespace(action=action, prior=None) for action in actions]
    node = SimpleNamespace(player=game.current_player(state), count=len(edges))
    tree = SimpleNamespace(nodes=[node], edges=[edges])
    network.open(game, state, tree, 0)
    return [edge.prior for edge in edges]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_priors_are_the_softmax_of_the_logits(game):
    blueprint = blueprint_of(game)
    weights = exact_weights(blueprint)
    network, floats = Network(blueprint, weights), FloatNetwork(blueprint, weights)
    for state in played(game)[:20]:
        actions = list(game.legal_actions(state))
        numbers = [blueprint.actions.number(action) for action in actions]
        logits = floats.logits(*seen_by(game, state), game.current_player(state), numbers)
        expected = np.exp(logits) / np.exp(logits).sum()
        priors = opened(game, network, state, actions)
        assert priors == pytest.approx(expected.tolist(), abs=1e-9)
        assert sum(priors) == pytest.approx(1.0, abs=1e-12)


def test_priors_far_apart_are_still_priors():
    game = TicTacToe()
    blueprint = blueprint_of(game)
    weights = empty_weights(blueprint.shape, 1)
    weights.biases[blueprint.shape.policy :] = np.linspace(-2000.0, 2000.0, 20)
    priors = opened(game, Network(blueprint, weights), (0, 0), range(9))
    assert priors == pytest.approx([0.0] * 8 + [1.0], abs=1e-12)


def test_chance_has_no_priors():
    game = Pig(10)
    network = Network(blueprint_of(game), empty_weights(blueprint_of(game).shape, 1))
    assert opened(game, network, (0, 0, 0, 0, True), range(1, 7)) == [None] * 6


def test_weights_before_training_say_nothing():
    game = TicTacToe()
    blueprint = blueprint_of(game)
    network = Network(blueprint, empty_weights(blueprint.shape, 5))
    values = np.full(2, 9.0)
    for state in played(game)[:9]:
        network.estimate(game, state, values)
        assert values.tolist() == [0.0, 0.0]
        count = len(list(game.legal_actions(state)))
        assert opened(game, network, state, game.legal_actions(state)) == [1 / count] * count
    one, other, again = (empty_weights(blueprint.shape, seed) for seed in (5, 6, 5))
    assert (one.rows == again.rows).all()
    assert (one.rows != other.rows).any()


def test_other_weights_are_learned_in_place():
    game = TicTacToe()
    blueprint = blueprint_of(game)
    first, second = random_weights(blueprint, 1), random_weights(blueprint, 2)
    network = Network(blueprint, first)
    table, local = network.table, network.local
    network.learn(second)
    assert network.table is table
    assert network.local is local
    expected = Network(blueprint, second)
    for name in ("table", "biases", "local"):
        assert (getattr(network, name) == getattr(expected, name)).all()


@pytest.mark.parametrize(("weight", "stays"), [(1e6, 127.99), (-1e6, -127.99)])
def test_weights_too_large_for_their_integers_stay_at_the_largest(weight, stays):
    blueprint = blueprint_of(TicTacToe())
    weights = empty_weights(blueprint.shape, 1)
    weights.rows[0, 0] = weights.rows[-1, 0] = weight
    table = Network(blueprint, weights).table.reshape(-1, UNITS) / 256
    assert table[[0, -1], 0].tolist() == pytest.approx([stays] * 2, abs=0.01)


def test_finished_positions_are_worth_what_the_game_says():
    game = TicTacToe()
    blueprint = blueprint_of(game)
    network = Network(blueprint, random_weights(blueprint, 1))
    work = SimpleNamespace(values=[0.0, 0.0])
    network.evaluate(game, (0b000_011_000, 0b000_000_111), Rng(1), work)
    assert work.values == [1.0, -1.0]


def test_where_chance_moves_an_outcome_is_drawn_and_evaluated():
    """A throw of the dice later somebody moves, or the race is over."""
    game = Race(2, goal=12)
    blueprint = blueprint_of(game)
    network = Network(blueprint, random_weights(blueprint, 1))
    work = SimpleNamespace(values=np.zeros(2))
    rolling = (6, 0, True)
    expected = {}
    for total, _ in game.chance_outcomes(rolling):
        state = game.next_state(rolling, total)
        if game.is_terminal(state):
            work.values[:] = game.returns(state)
        else:
            network.estimate(game, state, work.values)
        expected[tuple(work.values.tolist())] = total
    rng, drawn = Rng(1), []
    for _ in range(400):
        network.evaluate(game, rolling, rng, work)
        drawn.append(tuple(work.values.tolist()))
    assert set(drawn) == set(expected)
    assert (1.0, -1.0) in drawn
    won = drawn.count((1.0, -1.0)) / 400  # with 6 or more: 26 of 36
    assert abs(won - 26 / 36) < 5.5 * math.sqrt(26 * 10 / 36**2 / 400)


@pytest.fixture(scope="module")
def searched():
    """A search that follows a network, in both modes."""
    game = TicTacToe()
    blueprint = blueprint_of(game)
    network = Network(blueprint, random_weights(blueprint, 3))
    searchers = [
        gt.Searcher(game, evaluation=network, selection=gt.PUCT(), seed=1, compiled=compiled)
        for compiled in (False, True)
    ]
    for searcher in searchers:
        searcher.run(simulations=300)
    return searchers


def test_both_modes_grow_the_same_tree(searched):
    interpreted, compiled = (flat(searcher) for searcher in searched)
    assert interpreted == compiled
    assert len(interpreted) > 100


def test_priors_are_the_same_to_the_bit_and_sum_to_one(searched):
    interpreted, compiled = (
        [[float(edge.prior) for edge in edges] for _, _, edges in nodes_of(searcher)]
        for searcher in searched
    )
    assert interpreted == compiled
    for priors in interpreted:
        assert sum(priors) == pytest.approx(1.0, abs=1e-12) or not priors


def test_rows_stand_one_sort_after_the_other():
    shape = Shape(features=10, located=3, movers=3, outputs=2, actions=7, local=4)
    assert (shape.starts, shape.values, shape.policy, shape.rows) == (10, 13, 19, 40)
