from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from math import inf

import pytest

from gametree.arena.reports.table_files import latex_table

pytest.importorskip("scipy")

MATCH = ["arena", "greedy", "random", "--game", "tic_tac_toe", "--games", "6"]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def numbers(result):
    """What a match came to, without what differs from run to run."""
    found = json.loads(result.stdout)
    for name in ("seconds", "games_per_second", "played_now", "command"):
        del found[name]
    return found


def test_a_match_is_reported(run, tmp_path):
    result = run(*MATCH)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == [
        "tic tac toe: greedy - random",
        "openings of 2 random moves, each in every order of seats",
    ]
    assert lines[3].split() == ["player", "games", "won", "drawn", "lost", "score"]
    assert {line.split()[0] for line in lines[4:6]} == {"greedy", "random"}
    assert any(line.startswith(("Elo ", "every game won")) for line in lines)
    assert "games ended by rules 6" in lines
    assert lines[-2].startswith("all 6 games played; 6 now, in ")
    assert (tmp_path / "gametree-arena.db").exists()


def test_json_holds_all_numbers(run):
    found = json.loads(run(*MATCH, "--json", "--seed", "3").stdout)
    assert found["status"] == "complete"
    assert found["games"] == found["planned"] == found["played_now"] == 6
    assert found["seed"] == found["configuration"]["seed"] == 3
    one, other = found["players"]
    assert (one["won"], one["drawn"], one["lost"]) == (other["lost"], other["drawn"], other["won"])
    assert found["cross_table"][0][1]["won"] == one["won"]
    assert sum(found["pairs"]) == 3
    assert found["elo"]["games"] == 6
    assert found["history"]["games"] == [2, 4, 6]
    assert found["terminations"] == {"rules": 6}
    assert found["command"] == f"{found['command'].split(' arena')[0]} " + (
        "arena greedy random --game tic_tac_toe --games 6 --seed 3 --json"
    )


def test_games_that_repeat_others_are_told_and_those_of_earlier_runs_count(run):
    match = ["arena", "greedy", "random", "--game", "nim", "--param", "heaps=1"]
    match += ["--opening-plies", "0", "--games"]
    assert "differ" not in run(*match, "8").stdout
    warning = "only 2 of 12 games differ move for move: a repeated game tells nothing new"
    assert warning in run(*match, "12").stdout
    found = json.loads(run(*match, "12", "--json").stdout)
    assert found["played_now"] == 0
    assert (found["distinct_games"]["games"], found["distinct_games"]["distinct"]) == (12, 2)


def test_the_same_command_again_plays_nothing_and_says_the_same(run):
    first = run(*MATCH, "--json")
    again = run(*MATCH, "--json")
    assert json.loads(again.stdout)["played_now"] == 0
    assert numbers(again) == numbers(first)


def test_more_games_go_on_from_where_it_stopped(run):
    run(*MATCH)
    more = [word if word != "6" else "10" for word in MATCH]
    continued = run(*more, "--json")
    assert json.loads(continued.stdout)["played_now"] == 4
    assert numbers(continued) == numbers(run(*more, "--no-journal", "--json"))


def test_without_a_journal_nothing_is_kept(run, tmp_path):
    assert run(*MATCH, "--no-journal").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_sequential_test_stops_the_match(run):
    match = ["arena", "greedy", "random", "--game", "tic_tac_toe", "--games", "200"]
    result = run(*match, "--sprt", "0,200", "--json")
    found = json.loads(result.stdout)
    assert found["status"] == "decided"
    assert found["sprt"]["decision"] == "accept H1"
    assert found["sprt"]["llr"] >= found["sprt"]["upper"]
    assert found["games"] < 200
    assert found["history"]["llr"][-1] == pytest.approx(found["sprt"]["llr"])
    text = run(*match, "--sprt", "0,200").stdout
    assert "test of Elo 0 against 200: accept H1: LLR " in text
    assert "decided after " in text


def test_given_openings_and_parameters(run):
    result = run("arena", "greedy", "random", "--game", "nim", "--param", "heaps=2,1", "--games",
                 "4", "--opening", "1:1", "--opening", "2:1", "--json")  # fmt: skip
    configuration = json.loads(result.stdout)["configuration"]
    assert configuration["openings"] == ["1:1", "2:1"]
    assert configuration["parameters"] == {"heaps": "2,1"}
    command = json.loads(result.stdout)["command"]
    assert "--param heaps=2,1" in command
    assert "--opening 1:1 --opening 2:1" in command


def test_players_without_a_limit_share_the_one_of_the_match(run):
    words = ["arena", "flat", "random", "--game", "nim", "--games", "2", "--simulations", "20"]
    assert json.loads(run(*words, "--json").stdout)["configuration"]["simulations"] == 20


def test_everyone_alone(run, game_file, race):
    game = game_file(race)
    result = run("arena", "greedy", "random", "--game", game, "--param", "players=1", "--param",
                 "rounds=4", "--games", "6", "--opening-plies", "1")  # fmt: skip
    assert result.exit_code == 0
    heading = result.stdout.splitlines()[3]
    assert heading.split(maxsplit=2) == ["player", "games", "mean return     95 % interval"]


def test_players_have_names_and_the_summary_is_a_table(run, tmp_path):
    players = ("strong one=flat:simulations=20", "weak_50%=random")
    told = ("--game", "tic_tac_toe", "--games", "4", "--opening-plies", "1")
    refused = run("arena", *players, *told)
    assert "there is no player 'weak_50%=random'" in refused.output
    players = (players[0], "weak_1=random")
    result = run("arena", *players, *told, "--table", "t.csv", "--html", "page.html")
    assert result.exit_code == 0, result.output
    assert "strong one - weak_1" in result.output
    assert "strong one is flat:simulations=20; weak_1 is random" in result.output
    header, first, second = (tmp_path / "t.csv").read_text().splitlines()
    assert header == "player,games,won,drawn,lost,score,elo,low,high"
    assert {first.split(",")[0], second.split(",")[0]} == {"strong one", "weak_1"}
    one, two = (list(map(float, each.split(",")[6:])) for each in (first, second))
    assert one == [-two[0], -two[2], -two[1]]
    assert "strong one" in (tmp_path / "page.html").read_text()

    again = run("arena", "flat:simulations=20", "other=random", *told, "--table", "t.tex")
    assert "all 4 games played\n" in again.output  # names make no other match of it
    lines = (tmp_path / "t.tex").read_text().splitlines()
    assert lines[0] == r"\begin{tabular}{lrrrrrrrr}"
    assert lines[2].startswith("player & games & won")
    assert lines[-1] == r"\end{tabular}"
    latex = latex_table(["player", "elo"], [["a_b & 50%\\x", -0.25], ["c", None], ["d", -inf]])
    for line in (r"a\_b \& 50\%\textbackslash{}x & $-0.250$ \\", r"c & -- \\", r"d & $-\infty$ \\"):
        assert line in latex.splitlines()


def test_pages_and_pictures(run, tmp_path):
    pytest.importorskip("matplotlib")
    result = run(*MATCH, "--html", "m.html", "--plot", "m.png")
    assert result.exit_code == 0
    assert (tmp_path / "m.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["greed", "random", "--game", "nim"], "there is no player 'greed'; did you mean greedy?"),
        (["greedy", "random", "--game", "nym"], "no game is called 'nym'"),
        (["mcts:x=1", "random", "--game", "nim"], "in the player 'mcts:x=1': mcts has no param"),
        (["mcts", "random", "--game", "nim"], "mcts needs a limit"),
        (["random", "random", "--game", "nim"], "the player 'random' is given twice"),
        (["greedy", "random"], "missing option '--game'"),
        (["greedy", "random", "--game", "nim", "--games", "0"], "games must be a whole number"),
        (["greedy", "random", "--game", "nim", "--workers", "0"], "workers must be a whole numb"),
        (["greedy", "random", "--game", "nim", "--workers", "9999"], "workers must be at most 1,"),
        (["greedy", "random", "--game", "nim", "--seed", "-1"], "seed must be a whole number of"),
        (["greedy", "random", "--game", "nim", "--ray", "here"], "a Ray cluster is given by host"),
        (["greedy", "random", "--game", "nim", "--sprt", "5"], "invalid value for '--sprt': '5'"),
        (["greedy", "random", "--game", "nim", "--sprt", "5,0"], "elo0 must be below elo1"),
        (["greedy", "random", "--game", "nim", "--opening", "9:9"], "the opening '9:9' cannot be"),
        (["greedy", "random", "--game", "nim", "--plot", "a.db"], "--plot must name a file that"),
        (["greedy", "random", "--game", "nim", "--html", "a.txt"], "--html must name a file that"),
        (["greedy", "random", "--game", "nim", "--html", "no/a.html"], "--html no/a.html lies in"),
        (["greedy", "random", "--game", "nim", "--journal", "no/a.db"], "there is no folder"),
    ],
)
def test_mistakes_are_told_before_anything_is_written(run, tmp_path, arguments, told):
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {told}")
    assert result.output.count("\n") == 1
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_journal_is_left_alone(run, tmp_path):
    (tmp_path / "notes.db").write_text("these are my notes, not a journal at all")
    result = run(*MATCH, "--journal", "notes.db")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert (tmp_path / "notes.db").read_text() == "these are my notes, not a journal at all"


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(run, tmp_path):
    words = ["arena", "greedy", "random", "--game", "tic_tac_toe", "--games", "100k"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from gametree.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        # A game is several thousand bytes of the log, which an empty journal does not have.
        log = tmp_path / "gametree-arena.db-wal"
        until = time.monotonic() + 120
        while not (log.exists() and log.stat().st_size > 100_000) and process.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, stderr
    played = int(re.search(r"stopped after ([\d,]+) of 100,000 games", stdout)[1].replace(",", ""))
    assert played > 0
    assert "to go on: " in stderr
    assert "arena greedy random --game tic_tac_toe --games 100000" in stderr
    again = run("arena", "greedy", "random", "--game", "tic_tac_toe", "--games", "2", "--json")
    assert json.loads(again.stdout)["played_now"] == 0


@pytest.mark.parametrize(
    ("games", "told"), [("10", "stopped after 6 of 10 games"), ("4", "all 4 games played")]
)
def test_ctrl_c_before_the_first_game_tells_of_earlier_ones(run, monkeypatch, games, told):
    run(*MATCH)

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("gametree.arena.run.compete", interrupted)
    result = run(*[word if word != "6" else games for word in MATCH])
    assert result.exit_code == 130
    assert told in result.stdout
    assert "stopped by Ctrl-C; to go on: " in result.stderr


def test_ctrl_c_before_anything_was_kept(run, monkeypatch, tmp_path):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    run("arena", "greedy", "random", "--game", "nim", "--games", "2")  # another match
    monkeypatch.setattr("gametree.arena.run.compete", interrupted)
    for words in (MATCH, [*MATCH, "--journal", "other.db"]):
        result = run(*words)
        assert result.exit_code == 130
        assert "stopped after 0 of 6 games" in result.stdout
    assert not (tmp_path / "other.db").exists()


def test_a_process_without_a_terminal_draws_nothing(spawn):
    done = spawn(*MATCH, "--no-journal")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout


def test_progress_on_a_terminal(tmp_path):
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    words = [*MATCH, "--no-journal"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from gametree.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=slave,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "100"},
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            received = os.read(master, 65536)
        except OSError:  # how Linux tells that the other side is closed
            break
        if not received:
            break
        shown += received
    stdout, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 0
    assert b"6 of 6 games" in shown
    assert shown.rstrip().endswith(b"\x1b[2K")  # nothing of it is left
    assert stdout.startswith(b"tic tac toe: greedy - random")


@pytest.mark.parametrize("players", [("random",), ("random", "greedy", "mcts")])
def test_a_match_of_one_or_three_names_the_tournament(run, players):
    result = run("arena", *players, "--game", "nim")
    assert result.exit_code == 2
    assert "use gametree tournament" in result.stderr
