"""PyTorch modules learn from the games of a training."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe
from gametree.learn.checkpoint import Checkpoint, folder_of_training
from gametree.learn.fits.torch_fitting import batch_of, fit_to_window
from gametree.networks.blueprint import blueprint_of
from short_training import begun
from torch_modules import Layer, torch

GAME = TicTacToe()
SIZES = gt.network_sizes(GAME)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Return the path of a model, and the training whose games lie beside it."""
    path = tmp_path_factory.mktemp("trained") / "t3.model"
    with pytest.MonkeyPatch.context() as patch:
        training = begun(patch, rounds=3)
    training.end()
    checkpoint = Checkpoint(folder_of_training(path))
    for played in training.replay.games:
        checkpoint.note(training, played)
    checkpoint.save(training)
    return path, training


def losses(path, epochs, **options):
    network = gt.TorchNetwork(GAME, Layer(SIZES), device="cpu")
    return network, gt.fit_to_training(
        network, path, epochs=epochs, batch_size=32, rate=0.01, **options
    )


def test_it_learns_values(trained):
    path, _ = trained
    before, after = losses(path, 0.2)[1], losses(path, 20)[1]
    assert after.value < 0.6 * before.value


def test_it_learns_moves(trained):
    """Taught to move to the centre, which all symmetries leave there, it would."""
    window = trained[1].replay.window()
    shares = (window.actions == 4).astype(np.float32)
    network = gt.TorchNetwork(GAME, Layer(SIZES), device="cpu")
    options = {"batch_size": 32, "rate": 0.05, "seed": 0, "on_progress": lambda share, lost: None}
    lost = fit_to_window(network, window._replace(shares=shares), epochs=20, **options)
    assert lost.policy < 0.1
    _, logits = network.outputs_of(np.zeros((1, *SIZES.input), np.float32))
    assert logits.argmax() == 4


def test_the_same_seed_learns_the_same(trained):
    path, _ = trained
    planes = np.ones((2, *SIZES.input), np.float32)
    first, same, other = (losses(path, 2, seed=seed)[0].outputs_of(planes)[1] for seed in (1, 1, 2))
    assert np.array_equal(first, same)
    assert not np.array_equal(first, other)


def test_positions_are_shown_as_they_were_played_or_mirrored(trained):
    """Under the first symmetry a batch holds the features, values and shares of the window."""
    _, training = trained
    window, plan = training.replay.window(), blueprint_of(GAME)
    chosen = np.arange(len(window.movers))
    plain = batch_of(plan, window, chosen, np.zeros_like(chosen))
    count = np.diff(window.feature_ends, prepend=0)
    movers_and_ones = plan.planes.shape[1] * plan.planes.shape[2] * 2
    assert plain.planes.sum(axis=(1, 2, 3)).tolist() == (count + movers_and_ones).tolist()
    assert np.array_equal(plain.values[:, 0], window.targets)
    assert np.array_equal(plain.values[:, 1], -window.targets)
    assert plain.shares.sum() == pytest.approx(np.count_nonzero(plain.shares.any(axis=1)))
    for turn in range(len(plan.symmetries.cells)):
        turned = batch_of(plan, window, chosen, np.full_like(chosen, turn))
        cells = plan.symmetries.cells[turn]
        flat = plain.planes.reshape(len(chosen), -1, 9)
        mirrored = np.zeros_like(flat)
        mirrored[:, :, cells] = flat
        assert np.array_equal(turned.planes.reshape(flat.shape), mirrored)
        moved = np.where(plain.legal, plan.symmetries.actions[turn][plain.actions], 0)
        assert np.array_equal(turned.actions, moved)


def test_progress_is_told(trained):
    told = []
    losses(trained[0], 5, on_progress=lambda share, lost: told.append((share, lost)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(told) >= 10


def test_other_rules_and_no_games_are_told(trained, tmp_path):
    path, _ = trained
    module = Layer(gt.network_sizes(ConnectFour()))
    four = gt.TorchNetwork(ConnectFour(), module, device="cpu")
    with pytest.raises(gt.BadParameter, match=r"one of other rules than ConnectFour"):
        gt.fit_to_training(four, path)
    with pytest.raises(gt.BadParameter, match=r"no games of a training in .*train a network first"):
        gt.fit_to_training(four, tmp_path / "none.model")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"network": 3}, "^network must be a TorchNetwork, not 3$"),
        ({"path": 3}, "^path must be that of a model, not 3$"),
        ({"epochs": 0}, "^epochs must be a number above 0"),
        ({"rate": -1}, "^rate must be a number above 0"),
        ({"batch_size": 1}, "^batch_size must be at least 2, not 1$"),
    ],
)
def test_arguments_are_checked(trained, options, told):
    network = gt.TorchNetwork(GAME, Layer(SIZES), device="cpu")
    with pytest.raises(gt.BadParameter, match=told):
        gt.fit_to_training(**{"network": network, "path": trained[0], **options})


def test_weights_that_grow_beyond_numbers_are_told(trained):
    network = gt.TorchNetwork(GAME, Layer(SIZES), device="cpu")
    torch.nn.init.constant_(network.module.logits.bias, float("inf"))
    with pytest.raises(gt.GameError, match=r"returned logits with inf in position 0 of 32"):
        gt.fit_to_training(network, trained[0], batch_size=32)
    assert not network.module.training


def test_a_module_that_raises_as_it_learns_is_told_of(trained):
    class Raising(Layer):
        def forward(self, positions):
            if self.training:
                raise MemoryError("CUDA out of memory")
            return super().forward(positions)

    network = gt.TorchNetwork(GAME, Raising(SIZES), device="cpu")
    with pytest.raises(gt.GameError, match=r"\(Raising\) raised MemoryError: CUDA .* 32 positions"):
        gt.fit_to_training(network, trained[0], batch_size=32)
