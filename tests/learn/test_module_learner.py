"""A PyTorch module that learns: what it saves, what it says of positions, how it goes on."""

from __future__ import annotations

import json

import numpy as np
import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.learn.fits.module_learner import ModuleLearner
from gametree.learn.self_play.played_positions import POSITIONS
from gametree.networks.model_file import ModelFacts
from gametree.networks.onnx_network import FACTS
from short_training import begun
from torch_modules import Layer

GAME = TicTacToe()
SIZES = gt.network_sizes(GAME)
TOLD = ModelFacts("TicTacToe()", "gametree 0", 1.5, 3, 20, 300, 7, "2026-11-26", "better", True)


def learner_with(seed=0):
    return ModuleLearner(gt.TorchNetwork(GAME, Layer(SIZES, seed), device="cpu"), seed)


@pytest.fixture(scope="module")
def replay():
    with pytest.MonkeyPatch.context() as patch:
        training = begun(patch, rounds=2)
    training.end()
    return training.replay


def weights_of(learner):
    return [each.detach().numpy().copy() for each in learner.weights().parameters()]


def test_it_learns_and_players_keep_what_they_took(replay):
    learner = learner_with()
    taken = learner.weights()
    before = [each.detach().numpy().copy() for each in taken.parameters()]
    first = learner.fit(replay.window(), 512 * 5)
    last = learner.fit(replay.window(), 512 * 40)
    assert last.value < first.value
    assert all(
        np.array_equal(each.detach().numpy(), old)
        for each, old in zip(taken.parameters(), before, strict=True)
    )
    assert not np.array_equal(weights_of(learner)[0], before[0])


def test_it_goes_on_as_if_it_had_never_stopped(replay):
    whole, first = learner_with(), learner_with()
    window = replay.window()
    whole.fit(window, 2048)
    last = whole.fit(window, 2048)
    first.fit(window, 2048)
    second = learner_with(seed=4)
    state = first.state()
    told = state.pop("told")
    assert json.loads(json.dumps(told)) == told
    arrays = {name: np.array(each) for name, each in state.items()}
    second.restore({**arrays, "told": told})
    assert second.fit(window, 2048) == last
    assert all(
        np.array_equal(one, other)
        for one, other in zip(weights_of(second), weights_of(whole), strict=True)
    )


def test_the_state_has_the_same_arrays_before_the_first_step(replay):
    fresh, fitted = learner_with(), learner_with()
    fitted.fit(replay.window(), 512)
    shapes = [
        {name: np.asarray(each).shape for name, each in learner.state().items() if name != "told"}
        for learner in (fresh, fitted)
    ]
    assert shapes[0] == shapes[1]


@pytest.fixture(scope="module")
def saving(tmp_path_factory):
    """Return a learner, and the path that it has been saved to."""
    learner, path = learner_with(), tmp_path_factory.mktemp("saved") / "t3.onnx"
    learner.save(path, TOLD)
    return learner, path


def test_what_it_saves_tells_how_it_came_to_be(saving):
    learner, path = saving
    saved = learner.saved(path)
    assert saved.facts == TOLD
    planes = np.ones((3, *SIZES.input), np.float32)
    ours = learner._network.outputs_of(planes)
    for one, other in zip(ours, saved.network.outputs_of(planes), strict=True):
        assert np.allclose(one, other, atol=1e-5)
    now = learner.network()
    assert gt.search(GAME, evaluation=now, simulations=20, compiled=False).simulations == 20


@pytest.mark.parametrize("told", [None, "no JSON", "{}", '{"game": 1}'])
def test_a_file_that_says_nothing_of_a_training_is_refused(saving, tmp_path, told):
    onnx = pytest.importorskip("onnx")
    learner, path = saving
    model = onnx.load(path)
    (facts,) = (each for each in model.metadata_props if each.key == FACTS)
    model.metadata_props.remove(facts)
    if told is not None:
        model.metadata_props.add(key=FACTS, value=told)
    other = tmp_path / "other.onnx"
    onnx.save(model, other)
    with pytest.raises(gt.ModelError, match="does not say how its network was trained"):
        learner.saved(other)


def test_what_positions_are_worth_is_what_the_network_says(replay):
    learner = learner_with()
    picked = [(game, int(game.used[POSITIONS]) - 1) for game in replay.games[:5]]
    picked += [(game, 0) for game in replay.games[:2]]
    found = learner.first_values(picked)
    for (game, position), value in zip(picked, found, strict=True):
        begin = int(game.feature_ends[position - 1]) if position else 0
        features = game.features[begin : int(game.feature_ends[position])]
        planes = learner.blueprint.planes.encode(
            features, np.zeros(len(features), int), game.movers[position : position + 1]
        )
        assert value == pytest.approx(learner._network.outputs_of(planes)[0][0, 0], abs=1e-6)
