"""Networks that evaluate leaves in batches, without any library for networks."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, Othello, TicTacToe
from gametree.mcts.batching.evaluators import EvaluatorFault
from gametree.mcts.choice_of_method import with_network
from gametree.networks.batched_network import BatchedNetwork
from gametree.networks.seen_play import seen_in
from gametree.primitives.state_arrays import as_array, empty_rows, row_type, store_state
from toys import Gather, OneHeap, Pig, Race, Wheel
from trees import flat, nodes_of

GAME = TicTacToe()


def network(game, outputs=None, batch_size=64):
    """Return a network of random weights: one layer."""
    sizes = gt.network_sizes(game)
    rng = np.random.default_rng(3)
    inputs = math.prod(sizes.input)
    for_values = rng.normal(0.0, 0.2, (inputs, sizes.players))
    for_logits = rng.normal(0.0, 0.5, (inputs, sizes.actions))

    def layer(planes):
        flat = planes.reshape(len(planes), -1)
        return np.tanh(flat @ for_values), flat @ for_logits

    return BatchedNetwork(game, outputs or layer, "Layer", batch_size)


def leaves_of(game, states, width=None):
    """Return some positions as a search shows them, interpreted."""
    legal = [
        [] if game.current_player(state) == gt.CHANCE else list(game.legal_actions(state))
        for state in states
    ]
    width = width or max(map(len, legal))
    actions = np.array([[*each, *[-1] * (width - len(each))] for each in legal])
    players = np.array([game.current_player(state) for state in states])
    return gt.Leaves(states, actions, np.array([len(each) for each in legal]), players)


def test_sizes_are_those_of_the_game():
    assert gt.network_sizes(GAME) == ((5, 3, 3), 2, 10)
    assert gt.network_sizes(Race(3)).players == 3
    with pytest.raises(gt.BadParameter, match=r"^game must be a Game, not 3$"):
        gt.network_sizes(3)


def test_priors_are_the_softmax_of_the_logits_of_the_legal_actions():
    logits = np.log(np.arange(1.0, 11.0))
    given = network(
        GAME, lambda planes: (np.zeros((len(planes), 2)), np.tile(logits, (len(planes), 1)))
    )
    first = GAME.next_state(GAME.initial_state(), 3)
    _, priors = given(leaves_of(GAME, [first, GAME.initial_state()], 9))
    shares = np.array([1, 2, 3, 5, 6, 7, 8, 9]) / 41
    assert priors[0, :8] == pytest.approx(shares)
    assert priors[1] == pytest.approx(np.arange(1, 10) / 45)


def test_values_are_in_the_scale_of_the_returns():
    game = Gather()
    plan = network(game).blueprint
    given = network(
        game,
        lambda planes: (
            np.full((len(planes), 3), 0.5),
            np.zeros((len(planes), plan.actions.size)),
        ),
    )
    values, _ = given(leaves_of(game, [game.initial_state()]))
    assert values[0].tolist() == [plan.centre + 0.5 * plan.spread] * 3
    assert plan.centre + 0.5 * plan.spread != 0.5


@pytest.mark.parametrize(
    ("game", "options"),
    [(GAME, {"solver": True, "transpositions": True}), (Race(3), {}), (OneHeap(60), {})],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_search_with_it_goes_on_as_any_with_a_batch_evaluator(game, options):
    search = gt.Searcher(
        game,
        evaluation=network(game, batch_size=16),
        selection=gt.PUCT(),
        seed=1,
        **options,
        compiled=False,
    )
    assert search.run(simulations=200).simulations == 200
    for _, node, edges in nodes_of(search):
        assert node.waiting == 0
        assert node.visits == sum(edge.visits for edge in edges) or options


def test_both_modes_grow_the_same_tree():
    strategies = with_network(GAME, network(GAME, batch_size=32))
    searches = [
        gt.Searcher(GAME, **strategies, seed=5, compiled=compiled) for compiled in (False, True)
    ]
    for each in searches:
        each.run(simulations=300)
    assert flat(searches[0]) == flat(searches[1])


def test_states_of_compiled_searches_are_as_the_rules_have_them():
    """These, and the code that finds features, read their members by name, or bits without end."""
    for game in (Gather(), ConnectFour(), Othello()):
        states = seen_in(game).states[:60]  # on the way, othello's corner that is bit 63
        rows = empty_rows(states[0], 60, compiled=True)
        for row, each in enumerate(states):
            store_state(rows, row, each)
        leaves = gt.Leaves(as_array(rows, 60, row_type(states[0])), None, None, None)
        found = network(game)._states(leaves)
        assert found == states
        assert {type(each) for each in found} == {type(states[0])}
    assert max(map(max, states)) >= 1 << 63


def test_where_chance_moves_a_position_is_worth_the_mean_of_what_follows():
    game = Pig(10)
    given = network(game)
    rolling = (2, 1, 3, 0, True)
    after = [game.next_state(rolling, face) for face in range(1, 7)]
    expected = np.zeros(2)
    for state in after:
        found = given(leaves_of(game, [state]))[0][0]
        expected += found / 6
    values, priors = given(leaves_of(game, [rolling, after[0]], 6))
    assert values[0] == pytest.approx(expected)
    assert values[1] == pytest.approx(given(leaves_of(game, [after[0]]))[0][0])
    assert priors[1, :2].sum() == pytest.approx(1.0)
    search = gt.Searcher(game, evaluation=given, selection=gt.PUCT(), seed=1, compiled=False)
    assert search.run(simulations=200).simulations == 200


def test_where_only_chance_is_left_the_mean_is_that_of_the_returns():
    game = Wheel()
    values, _ = network(game)(leaves_of(game, [(0, -1), (1, -1)], 1))
    assert values[:, 0] == pytest.approx([0.25 * 4 + 0.25 * 8, 0.75 * 2 + 0.125 * 3 + 0.125 * 4])


def constant(values, logits):
    """Return outputs of these shapes for each position."""
    return lambda planes: (
        np.zeros((len(planes), *values)),
        np.zeros((len(planes), *logits)),
    )


@pytest.mark.parametrize(
    ("outputs", "told"),
    [
        (constant((1,), (10,)), r"returned values of the shape \(2, 1\); \(2, 2\) was expected"),
        (constant((2,), (9,)), r"returned logits of the shape \(2, 9\); \(2, 10\) was expected"),
        (lambda planes: planes, r"returned ndarray; a pair \(values, logits\) was expected"),
        (lambda planes: (None, None), r"returned values of type NoneType; floats were expected"),
        (lambda planes: planes @ np.zeros(7), r"cannot take positions of .*n by \(5, 3, 3\): Val"),
    ],
)
def test_a_network_that_does_not_fit_is_refused_at_once(outputs, told):
    with pytest.raises(gt.BadParameter, match=f"^Layer {told}") as caught:
        network(GAME, outputs)
    assert "\n" not in str(caught.value)
    assert "TicTacToe()" in str(caught.value)


def test_numbers_that_are_not_finite_end_the_search():
    def outputs(planes):
        logits = np.zeros((len(planes), 10))
        if planes[:, :2].any():  # not at once
            logits[-1, 3] = math.nan
        return np.zeros((len(planes), 2)), logits

    search = gt.Searcher(GAME, evaluation=network(GAME, outputs), seed=1, compiled=False)
    with pytest.raises(EvaluatorFault, match=r"^Layer returned logits with nan in position \d+ of"):
        search.run(simulations=200)


def test_a_network_is_for_one_game():
    with pytest.raises(gt.BadParameter, match=r"for TicTacToe\(\), and ConnectFour.* make one"):
        gt.Searcher(ConnectFour(), evaluation=network(GAME))
    gt.Searcher(TicTacToe(), evaluation=network(GAME), compiled=False)


@pytest.mark.parametrize(
    ("library", "use"),
    [
        ("torch", lambda path: gt.TorchNetwork(GAME)),
        ("onnxruntime", lambda path: gt.OnnxNetwork(path, GAME)),
    ],
)
def test_without_its_library_a_network_names_the_extra(monkeypatch, tmp_path, library, use):
    monkeypatch.setitem(sys.modules, library, None)
    told = rf"^this needs {library}, which is not installed: pip install 'gametree\[learn\]'$"
    with pytest.raises(gt.MissingExtra, match=told):
        use(tmp_path / "network.onnx")
