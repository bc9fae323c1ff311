"""`gametree gtp`: lines in, lines out."""

from __future__ import annotations

import io
import threading

from click.testing import CliRunner

from gametree.cli import main
from gametree.protocols.gtp import engine


def gtp(lines, *options):
    return CliRunner().invoke(main, ["gtp", "--interpreted", "--seed", "1", *options], input=lines)


def test_a_conversation():
    run = gtp(
        "1 boardsize 4\n2 genmove b\n3 showboard\n4 quit\n5 name\n",
        "--game", "hex", "--simulations", "20",
    )  # fmt: skip
    assert run.exit_code == 0
    answers = run.stdout.split("\n\n")
    assert answers[0] == "=1 "
    assert answers[1].startswith("=2 ")
    assert answers[2].count("X") == 1
    assert answers[3:] == ["=4 ", ""]


def test_the_end_of_the_input_waits_for_the_move_and_ends_an_analysis(monkeypatch):
    run = gtp("1 boardsize 4\n2 genmove b\n", "--game", "hex", "--simulations", "20")
    assert run.stdout.endswith("\n\n")
    assert "=2 " in run.stdout
    told = threading.Event()
    information = engine.information

    def telling(*arguments, **options):
        line = information(*arguments, **options)
        if line:
            told.set()
        return line

    class EndsOnceTold(io.BytesIO):
        def read1(self, size=-1):
            return super().read1(size) or (told.wait(60.0), b"")[1]

    monkeypatch.setattr(engine, "information", telling)
    run = gtp(EndsOnceTold(b"lz-analyze b 10\n"), "--game", "hex", "--param", "size=4")
    assert run.stdout.startswith("=\ninfo move ")
    assert run.stdout.endswith("\n\n")


def test_a_game_without_vertices_is_refused():
    run = gtp("", "--game", "chess")
    assert run.exit_code == 2
    assert "GTP is spoken about go, hex" in run.stderr
