"""Networks by what people type; those of PyTorch and ONNX where these are installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import gametree as gt
from float_network import random_weights
from gametree.games import ConnectFour, TicTacToe
from gametree.networks.blueprint import blueprint_of
from gametree.networks.model_file import Model, ModelFacts, save_model
from gametree.networks.named_network import files_of_network, named_network
from gametree.players.registry import make_player
from gametree.players.searching import Mcts
from gametree.record import Record

GAME = TicTacToe()

MODULE = """
import torch


class Layer(torch.nn.Module):
    def __init__(self, sizes):
        super().__init__()
        planes, rows, columns = sizes.input
        self.values = torch.nn.Linear(planes * rows * columns, sizes.players)
        self.logits = torch.nn.Linear(planes * rows * columns, sizes.actions)

    def forward(self, positions):
        return torch.tanh(self.values(positions.flatten(1))), self.logits(positions.flatten(1))


class Picky(Layer):
    def __init__(self, sizes):
        raise RuntimeError("not today")
"""


def test_a_model_is_named_by_its_file(tmp_path):
    path = tmp_path / "some.model"
    facts = ModelFacts("TicTacToe()", "", 600.0, 20, 1, 1, 0, "2026-01-02", "", True)
    plan = blueprint_of(GAME)
    save_model(path, plan, Model(random_weights(plan, 1), facts))
    network, told = named_network(str(path), GAME)
    assert isinstance(network, gt.Network)
    assert told == "a trained network instead of playouts: 10 minutes, 20 games, 2026-01-02"
    with pytest.raises(gt.BadParameter, match="does not play alike"):
        named_network(str(path), ConnectFour())


def test_files_are_those_that_the_name_names():
    assert files_of_network("a.model") == (Path("a.model"),)
    named = "nets/mine.py:Tower:weights=tower.pt"
    assert Mcts(net=named).files() == (Path("nets/mine.py"), Path("tower.pt"))


@pytest.mark.parametrize(
    "name", ["mine.py", "mine.py:Tower", "mine.py:Tower:weight=a.pt", "mine.py:weights=a:depth=2"]
)
def test_modules_without_weights_are_refused(name):
    with pytest.raises(gt.BadParameter, match=r"^a PyTorch module is named with its weights"):
        named_network(name, GAME)


def test_without_the_libraries_the_extra_is_named(tmp_path, monkeypatch):
    for library in ("onnxruntime", "torch"):
        monkeypatch.setitem(sys.modules, library, None)
    for name in ("a.onnx", "mine.py:Tower:weights=a.pt"):
        with pytest.raises(gt.MissingExtra, match=r"gametree\[learn\]"):
            named_network(name, GAME)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a file of modules, weights of one of them, and the same in ONNX."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: gametree[learn]")
    for library in ("onnx", "onnxscript", "onnxruntime"):
        pytest.importorskip(library, reason="ONNX is not installed: gametree[learn]")
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("named")
    (folder / "mine.py").write_text(MODULE)
    space = {}
    exec(MODULE, space)
    module = space["Layer"](gt.network_sizes(GAME))
    torch.save(module.state_dict(), folder / "layer.pt")
    gt.TorchNetwork(GAME, module, device="cpu").to_onnx(folder / "layer.ONNX")
    torch.save(torch.nn.Linear(2, 3).state_dict(), folder / "other.pt")
    (folder / "empty.pt").write_text("nothing")
    (folder / "empty.onnx").write_text("nothing")
    return folder


@pytest.mark.parametrize("name", ["layer.ONNX", "mine.py:Layer:weights={}/layer.pt"])
def test_players_search_with_them(name, folder):
    name = f"{folder}/{name.format(folder)}"
    (first, *_) = make_player(f"mcts:net={name},simulations=30").explain(GAME)
    assert first.endswith(f"{name} instead of playouts")
    player = make_player(f"mcts:net={name},simulations=30,reuse=false")
    player.begin(GAME, 0, 1)
    choice = player.choose(Record(GAME), None)
    assert choice.action in range(9)
    assert choice.statistics["simulations"] == 30
    player.end()


@pytest.mark.parametrize(
    ("name", "game", "told"),
    [
        ("empty.onnx", GAME, "holds no ONNX network"),
        ("none.onnx", GAME, "cannot be read"),
        ("layer.ONNX", ConnectFour(), "made for other rules"),
        (
            "mine.py:Layer:weights={}/none.pt",
            GAME,
            "weights .*none.pt' cannot be read: No",
        ),
        ("mine.py:Layer:weights={}/empty.pt", GAME, "empty.pt' holds no weights of Layer"),
        ("mine.py:Layer:weights={}/other.pt", GAME, "other.pt' holds no weights of Layer"),
        ("mine.py:Layer:weights={}/layer.pt", ConnectFour(), "layer.pt' holds no weights of Layer"),
        ("mine.py:Picky:weights={}/layer.pt", GAME, r"Picky\(sizes\) raised RuntimeError: not"),
        ("mine.py:Tower:weights={}/layer.pt", GAME, "has no class Tower; its modules are"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(name, game, told, folder):
    with pytest.raises(gt.GametreeError, match=told) as caught:
        named_network(f"{folder}/{name.format(folder)}", game)
    assert "\n" not in str(caught.value)
