"""`gametree train` and `gametree models`, as a user would type them."""

from __future__ import annotations

import sys

import pytest

from gametree.games import TicTacToe
from gametree.learn import trainer
from gametree.learn.gate import GateResult
from gametree.networks.named_network import named_network
from short_training import shorten

INTERPRETED = """
from gametree import games


class Mine(games.TicTacToe):
    interpreted_only = True
"""


@pytest.fixture
def mine(game_file, tmp_path, monkeypatch):
    """A game that is trained in a moment, and its file."""
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    shorten(monkeypatch)
    monkeypatch.setattr(
        trainer, "play_gate", lambda *players, **how: GateResult(8, 0, 0, 16.0, 16, "them", 0.03)
    )
    return game_file(INTERPRETED) + ":Mine"


def test_a_game_is_trained_and_then_played_with_its_network(run, mine, tmp_path):
    page = tmp_path / "report.html"
    done = run("train", mine, "--rounds", "2", "--html", str(page))
    assert done.exit_code == 0, done.output
    assert "accepted: better: 100 % in 16 games against them" in done.stdout
    assert f"the model: {tmp_path / 'data' / 'models' / 'Mine-'}" in done.stdout
    assert "round 3 of 2" not in done.stderr
    assert "Mine(), trained" in page.read_text()
    listed = run("models").stdout
    assert "Mine()" in listed
    assert listed.rstrip().endswith("used")
    shown = run("models", "Mine").stdout
    assert shown.startswith("Mine(), trained on 20")
    assert "a trained network instead of playouts" in run("players", "--game", mine).stdout
    assert run("models", "Mine", "--delete").stdout.startswith("removed: Mine-")
    assert run("models").stdout == "no models yet: gametree train GAME makes one\n"
    assert list((tmp_path / "data" / "models").iterdir()) == []


def test_it_goes_on_by_resume_only(run, mine):
    assert run("train", mine, "--rounds", "1").exit_code == 0
    again = run("train", mine, "--rounds", "1")
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    assert run("train", mine, "--rounds", "2", "--resume").exit_code == 0


def test_a_file_can_be_named(run, mine, tmp_path):
    named = tmp_path / "mine.model"
    assert str(named) in run("train", mine, "--rounds", "1", "--out", str(named)).stdout
    assert named.exists()
    assert "no models yet" in run("models").stdout
    played = run("arena", f"mcts:net={named},simulations=5", "random", "--game", mine,
                 "--games", "2", "--no-journal")  # fmt: skip
    assert played.exit_code == 0, played.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--minutes", "0"], "minutes"),
        (["--rounds", "0"], "rounds"),
        (["--workers", "0"], "workers"),
        (["--ray", "here"], "a Ray cluster is given by host and port"),
        (["--html", "page.txt"], "must name a file that ends in .html"),
    ],
)
def test_bad_options_are_told(run, mine, words, told):
    done = run("train", mine, *words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_states_that_show_nothing_are_told(run, game_file):
    blank = game_file(
        """
import gametree as gt


class Blank(gt.Game):
    players = 1

    def initial_state(self):
        return ("start",)

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [0]

    def is_terminal(self, state):
        return True

    def next_state(self, state, action):
        return state

    def returns(self, state):
        return [1.0]
"""
    )
    done = run("train", f"{blank}:Blank", "--rounds", "1")
    assert done.exit_code == 2
    assert "let states hold what a player looks at" in done.stderr


def test_models_that_are_not_there(run, mine):
    done = run("models", "nothing")
    assert done.exit_code == 2
    assert "there is no model of this name" in done.stderr
    assert "name the model to delete" in run("models", "--delete").stderr


MODULE = """
import torch


class Tower(torch.nn.Module):
    def __init__(self, sizes):
        super().__init__()
        planes, rows, columns = sizes.input
        self.values = torch.nn.Linear(planes * rows * columns, sizes.players)
        self.logits = torch.nn.Linear(planes * rows * columns, sizes.actions)

    def forward(self, positions):
        seen = positions.flatten(1)
        return torch.tanh(self.values(seen)), self.logits(seen)
"""


def test_a_pytorch_module_is_trained_on_a_device(run, mine, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed: gametree[learn]")
    (tmp_path / "tower.py").write_text(MODULE)
    out, page = tmp_path / "mine.onnx", tmp_path / "report.html"
    module = f"{tmp_path / 'tower.py'}:Tower"
    given = ("--device", "cpu", "--module", module, "--out", str(out), "--rounds", "1")
    done = run("train", mine, *given, "--html", str(page))
    assert done.exit_code == 0, done.output
    assert done.stdout.endswith(f"the model: {out}\nthe player that uses it: mcts:net={out}\n")
    assert "Calibration of the values" in page.read_text()
    told = named_network(str(out), TicTacToe()).told
    assert told.startswith("a trained network instead of playouts: ")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--module", "a.py:A"), "add --device auto"),
        (("--out", "a.onnx"), "only a training with PyTorch writes an ONNX file"),
        (("--device", "cpu"), "add --out FILE.onnx"),
        (("--device", "cpu", "--out", "a.model"), "add --out FILE.onnx"),
        (("--device", "cpu", "--ray", "127.0.0.1:1", "--out", "a.onnx"), "give one"),
        (("--device", "gpu", "--out", "a.onnx"), "device must be"),
        (("--device", "cpu", "--module", "Tower", "--out", "a.onnx"), "as in mine.py:Tower"),
        (("--device", "cpu", "--module", "a.py:A:weights=b", "--out", "a.onnx"), "as in mine.py"),
        (("--device", "cpu", "--module", "none.py:A", "--out", "a.onnx"), "none.py"),
    ],
)
def test_options_that_do_not_go_together_are_refused(run, mine, given, told):
    pytest.importorskip("torch", reason="PyTorch is not installed: gametree[learn]")
    done = run("train", mine, *given)
    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize("missing", ["torch", "onnxscript"])
def test_without_the_libraries_the_extra_is_named(run, mine, tmp_path, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    done = run("train", mine, "--device", "cpu", "--out", str(tmp_path / "a.onnx"))
    assert done.exit_code == 2
    assert "gametree[learn]" in done.stderr
