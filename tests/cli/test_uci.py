"""`gametree uci`: other programs attach to it unchanged."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from gametree.cli import main


def test_a_conversation():
    lines = "uci\nisready\nposition startpos moves e2e4\ngo nodes 20\nquit\n"
    run = CliRunner().invoke(main, ["uci", "--interpreted", "--seed", "1"], input=lines)
    assert run.exit_code == 0
    assert "uciok" in run.stdout
    assert run.stdout.splitlines()[-1].startswith("bestmove ")


def test_python_chess_attaches():
    chess = pytest.importorskip("chess")
    engine = pytest.importorskip("chess.engine")
    command = [sys.executable, "-m", "gametree", "uci", "--interpreted", "--seed", "1"]
    with engine.SimpleEngine.popen_uci(command, timeout=60.0) as ours:
        assert ours.id["name"].startswith("gametree")
        ours.configure({"Hash": 16})
        board = chess.Board()
        for _ in range(4):
            played = ours.play(board, engine.Limit(nodes=20))
            board.push(played.move)
        told = ours.analyse(board, engine.Limit(nodes=60), multipv=2)
        assert len(told) == 2
        assert told[0]["pv"][0] in board.legal_moves
        assert isinstance(told[0]["score"], engine.PovScore)
        mate = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
        assert mate.san(ours.play(mate, engine.Limit(time=1.0)).move) == "Rd8#"
        with ours.analysis(board) as under_way:  # without an end
            under_way.get()
        assert under_way.wait().move in board.legal_moves
