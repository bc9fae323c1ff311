"""Commands that begin in a game of an SGF or PGN file."""

from __future__ import annotations

import json

import chess.pgn
import pytest

SGF = "(;GM[1]SZ[5]KM[0.5]HA[2]PB[Anna]PW[Bert]RE[W+T]AB[bb][dd];W[cc];B[cd](;W[db])(;W[aa]))"
PGN = """[White "Anna"]
[Black "Bert"]

1. e4 e5 2. Nf3 1-0

[SetUp "1"]
[FEN "4k3/P6p/8/8/8/8/p6P/4K3 b - - 7 31"]

31... a1=Q+ 32. Kf2 *
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sgf").write_text(SGF)
    (tmp_path / "a.pgn").write_text(PGN)
    return tmp_path


FEW = ("--simulations", "5", "--method", "uct", "--seed", "1")


def test_analyze_begins_there(run, files):
    result = run("analyze", "go", "--from", "a.sgf", "--ply", "2", "--interpreted", *FEW)
    assert " 4 . X . . .\n 3 . . O . .\n 2 . . X X .\n" in result.stdout
    assert "go, player 2 to move" in result.stdout
    assert result.stderr == "a.sgf: left out: 1 variation\n"
    result = run(
        "analyze", "chess", "--from", "a.pgn", "--game-number", "2", "--moves", "Kd7",
        "--interpreted", *FEW,
    )  # fmt: skip
    assert "8/P2k3p/8/8/8/8/5K1P/q7 w - - 2 33" in result.stdout
    assert result.stderr.startswith("a.pgn: game 2 of 2 games\n")


def test_trace_begins_there(run, files):
    result = run("trace", "chess", "--from", "a.pgn", "--simulations", "1", "--method", "uct")
    assert "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" in result.stdout


def test_play_begins_there_and_goes_on_later(run, files):
    result = run("play", "go", "--from", "a.sgf", "--human", "both", input="b4\nc1\nquit\n")
    assert "to go on: gametree play go --human both --from a.sgf --moves C1" in result.stdout
    result = run(
        "play", "go", "--from", "a.sgf", "--human", "both", "--record", "b.sgf",
        input="pass\npass\n",
    )  # fmt: skip
    assert result.exit_code == 0
    shown = run("replay", "b.sgf")
    assert "moves: C3 C2 D4 pass pass" in shown.stdout
    refused = run("play", "go", "--from", "a.sgf", "--against", "program:command=cat")
    assert "program:command=cat plays games from their first position on only" in refused.stderr
    refused = run("play", "go", "--from", "a.sgf", "--record", "b.pgn")
    assert "PGN files are of chess, not of go" in refused.stderr


def test_replay_shows_and_rewrites_files(run, files):
    result = run("replay", "a.sgf", "--html", "a.html", "--record", "b.sgf")
    assert "go: Anna - Bert\nmoves: C3 C2 D4\n" in result.stdout
    assert "player 2 (O) wins, time" in result.stdout
    assert run("replay", "b.sgf").stdout == result.stdout
    assert "Anna" in (files / "a.html").read_text()
    run("replay", "a.pgn", "--game-number", "2", "--record", "b.pgn")
    with (files / "b.pgn").open() as file:
        found = chess.pgn.read_game(file)
    assert found.end().board().fen() == "4k3/P6p/8/8/8/8/5K1P/q7 b - - 1 32"
    assert run("replay", "a.pgn", "--record", "b.jsonl").exit_code == 0
    assert "Nf3" in run("replay", "b.jsonl").stdout
    assert "white" not in json.loads((files / "b.jsonl").read_text().splitlines()[0])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("analyze", "go", "--from", "a.pgn"), "a.pgn holds a game of chess, not of go"),
        (("analyze", "chess", "--from", "a.pgn", "--game-number", "3"), "from 1 to 2, not 3"),
        (("analyze", "chess", "--from", "a.pgn", "--ply", "4"), "--ply 4 is too many"),
        (("analyze", "chess", "--ply", "4"), "belong to a game --from a file"),
        (("trace", "go", "--from", "no.sgf"), "'no.sgf' cannot be read: No such file"),
        (("replay", "no.pgn"), "'no.pgn' cannot be read: No such file"),
        (("replay", "a.sgf", "--param", "komi=3"), "--param needs --game"),
        (("replay", "a.sgf", "--record", "b.txt"), "must name a file that ends in .jsonl, .pgn, "),
    ],
)
def test_mistakes(run, files, arguments, told):
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].startswith("error: ")
    assert told in result.stderr


def test_parameters_take_the_place_of_the_files(run, files):
    result = run("replay", "a.sgf", "--game", "go", "--param", "komi=7.5", "--record", "b.sgf")
    assert "komi is 7.5, as given, and 0.5 in the file" in result.stderr
    assert "KM[7.5]" in (files / "b.sgf").read_text()


def test_a_journal_as_sgf(run, files):
    pytest.importorskip("scipy")
    run("arena", "random", "greedy", "--game", "hex", "--param", "size=3", "--games", "2",
        "--journal", "j.db")  # fmt: skip
    assert run("journal", "j.db", "--export", "j.sgf").exit_code == 0
    text = (files / "j.sgf").read_text()
    assert text.count("GM[11]\nSZ[3]") == 2
    assert "PB[random]" in text
    assert run("replay", "j.sgf", "--game-number", "2").exit_code == 0
