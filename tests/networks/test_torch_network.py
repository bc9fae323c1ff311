"""PyTorch modules as networks; exported to ONNX they say the same."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, TicTacToe, UltimateTicTacToe
from gametree.mcts.choice_of_method import with_network
from gametree.networks.residual_tower import LARGE, SMALL, default_module
from torch_modules import Layer, torch
from trees import flat

GAME = TicTacToe()


def positions(network, count=64):
    rng = np.random.default_rng(1)
    return rng.integers(0, 2, (count, *network.sizes.input)).astype(np.float32)


def test_an_own_module_is_searched_with():
    network = gt.TorchNetwork(GAME, Layer(gt.network_sizes(GAME)), device="cpu")
    search = gt.Searcher(GAME, evaluation=network, selection=gt.PUCT(), seed=1, compiled=False)
    assert search.run(simulations=300).simulations == 300
    assert "TorchNetwork(Layer)" in repr(search.run(simulations=1).method)


@pytest.mark.parametrize("game", [GAME, UltimateTicTacToe()], ids=lambda game: game.name)
def test_the_module_that_stands_by_fits_any_game(game):
    network = gt.TorchNetwork(game, device="cpu")
    values, logits = network.outputs_of(positions(network, 3))
    assert values.shape == (3, game.players)
    assert logits.shape == (3, network.sizes.actions)
    assert (np.abs(values) <= 1.0).all()


@pytest.mark.parametrize(("tower", "channels", "blocks"), [(SMALL, 48, 4), (LARGE, 96, 6)])
def test_a_tower_is_as_large_as_it_is_made(tower, channels, blocks):
    sizes = gt.network_sizes(GAME)
    module = default_module(sizes, bounded=True, seed=0, tower=tower)
    convolutions = [each for each in module.body.modules() if isinstance(each, torch.nn.Conv2d)]
    assert len(convolutions) == 1 + 2 * blocks
    assert {each.out_channels for each in convolutions} == {channels}


def test_random_weights_come_from_the_seed_alone():
    state = torch.get_rng_state()
    first, same, other = (
        gt.TorchNetwork(GAME, device="cpu", seed=seed).outputs_of(np.ones((2, 5, 3, 3), np.float32))
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first[1], same[1])
    assert not np.array_equal(first[1], other[1])
    assert torch.equal(state, torch.get_rng_state())


def test_it_is_evaluated_and_not_trained_in_a_search():
    """A module in the mode of training, with dropout, says the same each time."""
    module = torch.nn.Sequential(torch.nn.Dropout(0.5), Layer(gt.network_sizes(GAME)))
    network = gt.TorchNetwork(GAME, module, device="cpu")
    module.train()
    planes = np.ones((4, 5, 3, 3), np.float32)
    assert np.array_equal(network.outputs_of(planes)[1], network.outputs_of(planes)[1])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"module": 3}, r"^module must be a torch.nn.Module, not 3$"),
        ({"device": "abacus"}, r'^device must be "auto" or one that PyTorch finds here'),
        ({"batch_size": 0}, "^batch_size must be"),
        ({"module": Layer(gt.network_sizes(ConnectFour()))}, r"^TorchNetwork\(Layer\) cannot take"),
        ({"module": torch.nn.Flatten()}, r"^TorchNetwork\(Flatten\) returned Tensor; a pair"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(arguments, told):
    with pytest.raises(gt.BadParameter, match=told) as caught:
        gt.TorchNetwork(GAME, **{"device": "cpu", **arguments})
    assert "\n" not in str(caught.value)


def test_weights_that_are_no_numbers_are_told():
    module = Layer(gt.network_sizes(GAME))
    torch.nn.init.constant_(module.values.bias, float("nan"))
    with pytest.raises(gt.BadParameter, match=r"returned values with nan in position 0 of 2"):
        gt.TorchNetwork(GAME, module, device="cpu")


@pytest.fixture(scope="module")
def network():
    for library in ("onnx", "onnxscript", "onnxruntime"):
        pytest.importorskip(library, reason="ONNX is not installed: gametree[learn]")
    return gt.TorchNetwork(GAME, device="cpu", seed=4)


@pytest.fixture(scope="module")
def path(network, tmp_path_factory):
    path = tmp_path_factory.mktemp("onnx") / "network.onnx"
    network.to_onnx(path)
    return path


def test_in_onnx_it_says_the_same(network, path):
    other = gt.OnnxNetwork(path, GAME, threads=1)
    for count in (1, 2, 64):
        planes = positions(network, count)
        for one, same in zip(network.outputs_of(planes), other.outputs_of(planes), strict=True):
            assert same == pytest.approx(one, abs=1e-4)


def test_searches_with_it_agree(network, path):
    searches = [
        gt.Searcher(GAME, evaluation=each, selection=gt.PUCT(), seed=2, compiled=False)
        for each in (network, gt.OnnxNetwork(path, GAME, threads=1))
    ]
    trees = []
    for each in searches:
        each.run(simulations=150)
        trees.append(flat(each))
    assert len(trees[0]) == len(trees[1])


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("kind", ["torch", "onnx"])
def test_a_network_goes_with_its_last_search(path, kind, compiled):
    """A session of ONNX Runtime holds megabytes: a tournament makes one for each game."""

    def searched():
        if kind == "onnx":
            network = gt.OnnxNetwork(path, GAME, threads=1)
        else:
            network = gt.TorchNetwork(GAME, Layer(gt.network_sizes(GAME)), device="cpu")
        gt.search(GAME, **with_network(GAME, network), simulations=20, compiled=compiled)
        return weakref.ref(network)

    searched()  # of what is compiled one is kept as an example
    gc.disable()
    try:
        assert [each() for each in [searched() for _ in range(3)]] == [None, None, None]
    finally:
        gc.enable()


def test_a_file_is_refused_for_another_game(path):
    with pytest.raises(gt.BadParameter, match=r"made for other rules, and ConnectFour"):
        gt.OnnxNetwork(path, ConnectFour())


@pytest.mark.parametrize("content", [b"", b"no network", None])
def test_a_file_that_is_none_is_told(path, tmp_path, content):
    other = tmp_path / "other.onnx"
    if content is not None:
        other.write_bytes(content)
    told = "cannot be read" if content is None else "holds no ONNX network that can be run"
    with pytest.raises(gt.ModelError, match=told) as caught:
        gt.OnnxNetwork(other, GAME)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "options", "told"),
    [
        (3, {}, "^path must be that of an ONNX file, not 3$"),
        ("x", {"threads": 0}, "^threads must be at least 1, not 0$"),
    ],
)
def test_arguments_of_a_file_are_checked(path, options, told):
    with pytest.raises(gt.BadParameter, match=told):
        gt.OnnxNetwork(path, GAME, **options)


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    network = gt.TorchNetwork(GAME, Layer(gt.network_sizes(GAME)), device="cpu")
    with pytest.raises(gt.ModelError, match=r"cannot be written to .*no_folder"):
        network.to_onnx(tmp_path / "no_folder" / "network.onnx")
    assert list(tmp_path.iterdir()) == []
