"""Commands that begin at a position: by `--position`, and in records that the page saves."""

from __future__ import annotations

import json

import pytest

OPEN = "XX./OO./... player 1 to move"  # c1 or a3 wins
ROWS = "X X .\nO O .\n. . .\nplayer 1 to move\n"
FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
SGF = "(;GM[1]SZ[9]AB[ee]PL[W];W[cc])"
FEW = ("--simulations", "20", "--seed", "1")
PLAIN = (*FEW, "--method", "uct")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GAMETREE_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


def saved(folder, name="game.json", **changed):
    """Write a record as the page saves it."""
    told = {
        "game": "tic_tac_toe",
        "parameters": {"position": ROWS},
        "moves": ["c1", "c3"],
        "returns": None,
        **changed,
    }
    (folder / name).write_text(json.dumps(told))
    return name


@pytest.mark.parametrize(
    ("game", "position", "shown"),
    [
        ("tic_tac_toe", OPEN, "X X .\n"),
        ("tic_tac_toe", ROWS, "X X .\n"),
        ("tic_tac_toe", "rows.txt", "X X .\n"),
        ("chess", FEN, FEN),
        ("go", "stones.sgf", ". . . . X . . . ."),
    ],
)
def test_analyze_begins_there(run, folder, game, position, shown):
    (folder / "rows.txt").write_text(ROWS)
    (folder / "stones.sgf").write_text(SGF)
    result = run("analyze", game, "--position", position, "--interpreted", *PLAIN)
    assert result.exit_code == 0, result.stderr
    assert shown in result.stdout


def test_moves_come_after_the_position(run, folder):
    result = run(
        "analyze", "tic_tac_toe", "--position", OPEN, "--moves", "c3", "--interpreted", *PLAIN
    )
    assert ". . X\n" in result.stdout
    assert "player 2 to move" in result.stdout


def test_trace_begins_there(run, folder):
    result = run(
        "trace", "tic_tac_toe", "--position", OPEN, "--simulations", "1", "--method", "uct"
    )
    assert "X X .\n" in result.stdout


def test_play_begins_there_and_goes_on_later(run, folder):
    play = ("play", "tic_tac_toe", "--position", OPEN, "--human", "both")
    result = run(*play, "--record", "game.jsonl", input="c3\nquit\n")
    assert f"--position '{OPEN}' --moves c3" in result.stdout
    assert run("replay", "game.jsonl").stdout.count("moves: c3") == 1
    again = run("play", "tic_tac_toe", "--from", "game.jsonl", "--human", "both", input="quit\n")
    assert ". . X\n" in again.stdout
    assert "player 1 (X) wins" in run(*play, input="c1\n").stdout


@pytest.mark.parametrize("opponent", [("--against", "random"), ("--level", "1")])
def test_players_begin_there(run, folder, opponent):
    result = run(
        "play", "tic_tac_toe", "--position", OPEN, "--human", "none", "--seed", "1", *opponent
    )
    assert result.exit_code == 0, result.stderr
    assert "wins" in result.stdout or "draw" in result.stdout


def test_programs_do_not_begin_there(run, folder):
    result = run("play", "tic_tac_toe", "--position", OPEN, "--against", "program:command=cat")
    assert "program:command=cat plays games from their first position on only" in result.stderr


def test_such_a_game_is_not_rated(run, folder):
    play = ("play", "tic_tac_toe", "--position", OPEN, "--adapt", "--human", "first")
    assert "does not count for your rating" in run(*play, input="c1\n").stdout


def test_review_begins_there(run, folder):
    result = run("review", "tic_tac_toe", "--position", OPEN, "--moves", "c3 c2", *FEW)
    assert result.exit_code == 0, result.stderr
    assert "1. c3 (player 1): blunder, proven" in result.stdout
    (folder / "moves.txt").write_text("1. c3 c2")
    again = run("review", "moves.txt", "--game", "tic_tac_toe", "--position", OPEN, *FEW)
    assert again.stdout == result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("analyze", "tic_tac_toe", "--position", ""), "the text of the position is empty"),
        (("analyze", "tic_tac_toe", "--position", "no.sgf"), "there is no no.sgf"),
        (("analyze", "tic_tac_toe", "--position", "X../.O."), "no row 3 of the board: 3 rows are"),
        (("play", "tic_tac_toe", "--position", "XXX/OO./..."), "the game is over in this position"),
        (("trace", "chess", "--position", "8/8/8 w"), "FEN"),
        (
            ("explore", "tic_tac_toe", "--position", "X../.O./... nobody to move"),
            "nobody is called 'nobody'",
        ),
        (("analyze", "pig", "--position", "1"), "cannot be set up: chance moves in it"),
        (("play", "kuhn_poker", "--position", "1"), "cannot be set up: it hides something"),
        (("analyze", "tic_tac_toe", "--position", OPEN, "--from", "a.sgf"), "--position or --from"),
        (
            ("analyze", "tic_tac_toe", "--position", OPEN, "--moves", "c3 c3"),
            "move 2, 'c3', cannot",
        ),
        (("review", "game.json", "--position", OPEN), "--position needs a GAME with --moves"),
        (
            ("review", "game.json", "--game", "tic_tac_toe", "--position", OPEN),
            "says itself where its game begins",
        ),
    ],
)
def test_mistakes(run, folder, arguments, told):
    saved(folder)
    result = run(*arguments)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "game.json"),
        ("analyze", "tic_tac_toe", "--from", "game.json", "--interpreted", *PLAIN),
        ("play", "tic_tac_toe", "--from", "game.json", "--human", "both"),
    ],
)
def test_records_of_the_page_are_read(run, folder, command):
    saved(folder, moves=["c3", "b3"])
    result = run(*command, input="quit\n")
    assert result.exit_code == 0, result.stderr
    assert ". O X\n" in result.stdout


def test_records_of_the_page_are_reviewed(run, folder):
    saved(folder, moves=["c3", "c2", "c2", "a3"])
    result = run("review", "game.json", *FEW)
    assert "1. c3 (player 1): blunder, proven" in result.stdout
    assert "move 3, 'c2', cannot be played" in result.stderr
    assert "2 moves from there on left out" in result.stderr


def test_a_record_says_the_parameters_and_the_result(run, folder):
    saved(folder, game="connect_four", parameters={"width": "5"}, moves=["1", "2"], returns=[-1, 1])
    result = run("replay", "game.json", "--record", "game.jsonl")
    assert "moves: 1 2\n" in result.stdout
    assert "player 2" in result.stdout.splitlines()[-1]
    assert (
        json.loads((folder / "game.jsonl").read_text().splitlines()[0])["parameters"]["width"] == 5
    )


def test_rules_in_a_file_must_be_given(run, folder):
    (folder / "mine.py").write_text(
        "from gametree.games import TicTacToe\nclass Mine(TicTacToe): ...\n"
    )
    saved(folder, game="mine.py:Mine")
    refused = run("replay", "game.json")
    assert "'mine.py:Mine', which is no bundled game: name the rules" in refused.stderr
    assert "moves: c1" in run("replay", "game.json", "--game", "mine.py:Mine").stdout


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"game": 7}, "its 'game' is not as the page writes it"),
        ({"parameters": [1]}, "its 'parameters' is not as"),
        ({"parameters": {"width": "5"}}, "width"),
        ({"parameters": {"position": "X"}}, "its position cannot be set up: the text has no row"),
        ({"moves": "c1"}, "its 'moves' is not as"),
        ({"returns": [1, -1, 0], "moves": []}, "returns must be 2 numbers"),
        ({"game": "chess2"}, "is no bundled game"),
    ],
)
def test_damaged_records_of_the_page(run, folder, changed, told):
    saved(folder, **changed)
    result = run("replay", "game.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")
    assert told in result.stderr


def test_what_is_no_record_of_the_page(run, folder):
    (folder / "a.json").write_text("{")
    assert "it is no JSON" in run("review", "a.json").stderr
    (folder / "a.json").write_text("[]")
    assert "it has no 'moves'" in run("review", "a.json").stderr
    assert "cannot be read: No such file" in run("replay", "b.json").stderr
    saved(folder)
    other = run("analyze", "nim", "--from", "game.json")
    assert "holds a game of tic_tac_toe, not of nim" in other.stderr
    assert "--game-number must be 1" in run("replay", "game.json", "--game-number", "2").stderr


def test_puzzles_leave_out_games_that_begin_elsewhere(run, folder):
    saved(folder)
    result = run("puzzles", "tic_tac_toe", "--from", "game.json", "--count", "1", *FEW)
    assert "game.json: a game was left out, since it does not begin at the first" in result.stderr
    assert "no game of the files can be mined for puzzles" in result.stderr


def test_puzzles_refuse_games_of_other_rules(run, folder):
    (folder / "small.sgf").write_text("(;GM[1]SZ[5];B[cc];W[bb])")
    result = run("puzzles", "go", "--from", "small.sgf", "--count", "1", *FEW)
    assert result.exit_code == 2
    assert "small.sgf holds a game of Go(size=5" in result.stderr


def test_puzzles_tell_where_a_game_was_cut_off(run, folder):
    (folder / "game.txt").write_text("b2 b2")
    result = run("puzzles", "tic_tac_toe", "--from", "game.txt", "--count", "1", *FEW)
    assert "game.txt: move 2, 'b2', cannot be played" in result.stderr


def test_the_page_saves_such_records(run, folder):
    pytest.importorskip("sqlalchemy")
    from server.table import HUMAN, new_game, server

    with server(folder) as client:
        game_id, _ = new_game(
            client, HUMAN, HUMAN, parameters={"position": ROWS}, moves=["c3", "c2"]
        )
        (folder / "game.json").write_text(client.get(f"/api/games/{game_id}/record").text)
    assert "moves: c3 c2" in run("replay", "game.json").stdout
