"""`gametree fit`, as a user would type it."""

from __future__ import annotations

import pytest

import gametree as gt
from gametree.games import TicTacToe
from gametree.learn.checkpoint import Checkpoint, folder_of_training
from short_training import begun

pytest.importorskip("torch", reason="PyTorch is not installed: gametree[learn]")


@pytest.fixture
def model(monkeypatch, tmp_path):
    """Return the file of a model, beside which games of its training lie."""
    path = tmp_path / "t3.model"
    training = begun(monkeypatch, rounds=2)
    training.end()
    checkpoint = Checkpoint(folder_of_training(path))
    for played in training.replay.games:
        checkpoint.note(training, played)
    checkpoint.save(training)
    return path


def test_a_module_learns_from_the_games_of_a_training(run, model, tmp_path):
    out = tmp_path / "t3.onnx"
    given = ("--model", str(model), "--out", str(out), "--epochs", "2", "--device", "cpu")
    done = run("fit", "tic_tac_toe", *given)
    assert done.exit_code == 0, done.output
    assert "100 %; loss " in done.stderr
    assert done.stdout.endswith(f" of moves: {out}\nthe player that uses it: mcts:net={out}\n")
    network = gt.OnnxNetwork(out, TicTacToe(), threads=1)
    assert gt.search(TicTacToe(), evaluation=network, simulations=9, compiled=False).simulations


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((), "add --out FILE.onnx"),
        (("--out", "a.model"), "add --out FILE.onnx"),
        (("--out", "a.onnx", "--model", "none.model"), "there are no games of a training"),
        (("--out", "no_folder/a.onnx"), "there is no folder 'no_folder'"),
        (("--out", "a.onnx", "--device", "gpu"), "device must be"),
        (("--out", "a.onnx", "--module", "Tower"), "as in mine.py:Tower"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run, given, told):
    done = run("fit", "tic_tac_toe", *given)
    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output
