"""Games and searches that commands write, and `gametree replay`, which reads them."""

from __future__ import annotations

import json

import pytest

TRACE = ("trace", "tic_tac_toe", "--seed", "1", "--method", "uct", "--simulations", "3")


def test_a_played_game_is_written_and_read(run, tmp_path):
    page, record = tmp_path / "game.html", tmp_path / "game.jsonl"
    options = ("--human", "none", "--simulations", "50", "--seed", "1", "--moves", "b2")
    told = run("play", "tic_tac_toe", *options, "--html", str(page), "--record", str(record))
    assert f"wrote {page}" in told.stderr
    moves = next(line for line in told.output.splitlines() if line.startswith("moves: "))
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    assert lines[1] == {"move": "b2"}  # nobody thought about it
    assert lines[2]["thinking"]["simulations"] >= 50
    back = run("replay", str(record), "--html", str(tmp_path / "again.html"))
    assert back.exit_code == 0
    assert moves in back.output
    assert back.output.startswith("tic_tac_toe: mcts:auto - mcts:auto\n")
    assert (tmp_path / "again.html").read_text() == page.read_text()


def test_a_game_that_stops_is_written_too(run, tmp_path):
    record = tmp_path / "game.jsonl"
    options = ("--human", "both", "--record", str(record))
    run("play", "tic_tac_toe", *options, input="b2\na1\nundo\nc1\nquit\n")
    told = run("replay", str(record)).output
    assert "moves: b2 c1\n" in told
    assert told.endswith("unfinished\n")


def test_what_an_opponent_tells_is_kept(run, tmp_path):
    record = tmp_path / "game.jsonl"
    options = ("--human", "none", "--against", "alphabeta:depth=2", "--record", str(record))
    run("play", "nim", *options)
    told = json.loads(record.read_text().splitlines()[1])["told"]
    assert told["depth"] == 2


def test_a_trace_is_written_and_read(run, tmp_path):
    page, record = tmp_path / "search.html", tmp_path / "search.jsonl"
    told = run(*TRACE, "--html", str(page), "--record", str(record))
    assert "simulation 3" in told.output
    assert "<script>" in page.read_text()
    back = run("replay", str(record))
    assert "tic_tac_toe: a search, as asked: UCB1" in back.output
    assert "simulations 1 to 3, 9 steps" in back.output


def test_an_analysis_as_a_page(run, tmp_path):
    page = tmp_path / "found.html"
    search = ("analyze", "tic_tac_toe", "--simulations", "200", "--seed", "1", "--interpreted")
    told = run(*search, "--html", str(page))
    assert "200 simulations" in told.output
    text = page.read_text()
    assert "<h2>The tree</h2>" in text
    assert "<h2>Shares of the visits</h2>" in text
    assert "<script" not in text


def test_a_game_of_a_match_is_replayed(run, tmp_path):
    pytest.importorskip("scipy")
    journal, page = str(tmp_path / "games.db"), tmp_path / "game.html"
    run("arena", "mcts:simulations=20", "random", "--game", "nim", "--games", "2",
        "--journal", journal)  # fmt: skip
    assert run("journal", journal, "--index", "1", "--export", str(page)).exit_code == 0
    assert "nim: random - mcts:simulations=20" in page.read_text()
    for arguments, told in (
        (["--export", str(page)], "give its number in the match as --index"),
        (["--index", "7", "--export", str(page)], "has no game 7 yet"),
        (["--index", "1"], "name a file there"),
    ):
        result = run("journal", journal, *arguments)
        assert result.exit_code == 2
        assert told in result.stderr


def test_rules_of_a_file_are_named(run, tmp_path, game_file, race):
    path, record = game_file(race), tmp_path / "game.jsonl"
    run("play", f"{path}:Race", "--human", "none", "--simulations", "20", "--record", str(record))
    assert "give the rules" in run("replay", str(record)).stderr
    told = run("replay", str(record), "--game", f"{path}:Race")
    assert told.exit_code == 0
    assert "moves: step " in told.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("replay", "none.jsonl"), "'none.jsonl' cannot be read"),
        ((*TRACE, "--html", "page.txt"), "--html must name a file that ends in .html"),
        ((*TRACE, "--record", "page.html"), "--record must name a file that ends in .jsonl"),
        (("play", "nim", "--record", "/no/such/a.jsonl"), "in a folder that is not there"),
    ],
)
def test_mistakes(run, arguments, told):
    result = run(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""
