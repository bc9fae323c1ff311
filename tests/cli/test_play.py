from __future__ import annotations

import inspect
import json
import re
import shlex
from pathlib import Path
from textwrap import dedent, indent

import pytest

from toys import Pig, Ring


def moves_of(output):
    """Return the moves that were printed at the end."""
    return next(
        line.removeprefix("moves: ") for line in output.splitlines() if line.startswith("moves: ")
    )


def test_the_engine_plays_itself_where_there_is_no_terminal(spawn):
    done = spawn("play", "tic_tac_toe", "--simulations", "1000", "--seed", "1")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "your move" not in done.stdout
    assert done.stdout.count("move  visits") >= 4  # its thinking
    outcome, moves = done.stdout.splitlines()[-2:]
    assert outcome in ("a draw", "player 1 (X) wins", "player 2 (O) wins")
    assert moves.startswith("moves: ")
    assert "\x1b" not in done.stdout


def test_the_same_seed_plays_the_same_game(run):
    def game():
        return moves_of(run("play", "tic_tac_toe", "--simulations", "50", "--seed", "7").output)

    assert game() == game()


def test_the_moves_printed_are_read_again(run):
    played = run("play", "tic_tac_toe", "--simulations", "100", "--seed", "2").output
    again = run("play", "tic_tac_toe", "--moves", moves_of(played)).output
    assert moves_of(again) == moves_of(played)
    assert again.splitlines()[-2] == played.splitlines()[-2]


def test_a_script_plays_against_the_engine(run):
    script = "b2\n\nb2\nc9\nmoves\nhelp\nhint\nundo\nundo\nA1\n"
    result = run(
        "play", "tic_tac_toe", "--human", "first", "--simulations", "300", "--seed", "1",
        input=script,
    )  # fmt: skip
    output = result.output
    assert result.exit_code == 0
    assert "player 1 (X), your move: b2\n" in output
    assert "type a move, or help" in output
    assert "'b2' is no legal move here; legal moves are " in output
    assert "'c9' is no legal move here" in output
    assert "did you mean c" in output
    assert "legal: " in output
    assert "played: b2 " in output
    assert "hint   search, and show the best moves" in output
    assert "hint: " in output
    assert "there is no move of yours to take back" in output
    assert "the input has ended before the game" in output
    moves = moves_of(output).split()
    assert moves[0] == "a1"
    assert len(moves) == 2  # the second b2 was refused, the first taken back


def test_commands_with_a_typo_are_suggested(run):
    output = run("play", "nim", "--human", "first", input="hnt\nundoo\nquit\n").output
    assert "did you mean hint?" in output
    assert "did you mean undo?" in output
    assert "the game is stopped" in output
    assert "moves:" not in output


def test_a_stopped_game_goes_on_with_the_command_printed(run):
    first = run(
        "play", "nim", "--param", "heaps=2,2", "--human", "both", "--seconds", "0.5",
        input="1:1\nQUIT\n",
    )  # fmt: skip
    command = first.output.splitlines()[-1].removeprefix("to go on: gametree ")
    assert command == "play nim --param heaps=2,2 --human both --seconds 0.5 --moves 1:1"
    second = run(*shlex.split(command), input="2:1\n1:1\n2:1\n")
    assert "1: | (1)" in second.output
    assert second.output.splitlines()[-2:] == ["player 2 wins", "moves: 1:1 2:1 1:1 2:1"]


def test_the_only_move_is_played_without_thought(run):
    output = run("play", "nim", "--param", "heaps=1", "--seconds", "1000").output
    assert "player 1 plays 1:1, the only move" in output
    assert "player 1 wins" in output


def test_what_is_proven_is_told(run):
    output = run("play", "tic_tac_toe", "--moves", "a1 b2 a2 c3", "--simulations", "500").output
    assert "player 1 (X) plays a3\n" in output
    assert re.search(r"^a3 .* \+1\.000 proven$", output, re.MULTILINE)
    assert "\nproven win in 1 ply\n" in output


def test_the_engine_explains_how_it_searches(run):
    told = run("play", "tic_tac_toe", "--explain", "--human", "both", input="quit\n").output
    reasons = run("players", "--game", "tic_tac_toe").output
    assert reasons.startswith("- recommended by the game: selection=UCB1(c=0.45), solver=True")
    assert told.startswith(reasons)
    assert told.index("your move") > len(reasons)


def test_a_game_under_clocks(run):
    result = run("play", "tic_tac_toe", "--clock", "20+0.1", "--seed", "1")
    assert result.exit_code == 0
    boards = result.output.count("\ntime: player 1 (X) 0:")
    assert boards == 1 + len(moves_of(result.output).split())
    assert result.output.splitlines()[-2] == "a draw"  # every position is proven


def test_a_game_under_clocks_goes_on_under_clocks(run):
    command = ("play", "tic_tac_toe", "--human", "both", "--clock", "60+3x10")
    result = run(*command, input="a1\nquit\n")
    assert "time: player 1 (X) 1:00.0 + 3x10, player 2 (O) 1:00.0 + 3x10" in result.output
    told = "to go on: gametree play tic_tac_toe --human both --clock 60+3x10 --moves a1"
    assert result.output.splitlines()[-1] == told


def test_people_take_turns(run):
    output = run("play", "tic_tac_toe", "--human", "both", input="a1\nb1\na2\nb2\na3\n").output
    assert "player 2 (O), your move: b1" in output
    assert output.splitlines()[-2:] == ["player 1 (X) wins", "moves: a1 b1 a2 b2 a3"]


def test_undo_among_several_people_takes_back_one_move(run):
    output = run("play", "tic_tac_toe", "--human", "both", input="a1\nb1\nundo\nc1\nquit\n").output
    assert moves_of(output) == "a1 c1"


def test_three_players_and_moves_with_spaces(run, game_file, race):
    path = game_file(race)
    result = run(
        "play", path, "--human", "1,3", "--simulations", "200", "--seed", "1",
        input="zzz\n3\nstep 2\n1\nstep 2\n1\n",
    )  # fmt: skip
    output = result.output
    assert result.exit_code == 0
    assert "'zzz' is no legal move here" in output
    assert "'3' is no legal move here" in output
    assert "player 2 (b) plays step 2" in output
    assert "expected: step 2;" in output
    assert output.splitlines()[-2] == "player 1 (a) and player 2 (b) share the win: 4 to 4 to 2"
    moves = moves_of(output)
    assert moves == "step 2; step 2; step 1; step 2; step 2; step 1;"
    again = run("play", path, "--moves", moves)
    assert moves_of(again.output) == moves


def test_one_player(run, game_file, race):
    path = game_file(race)
    words = ["--param", "players=1", "--human", "1"]
    assert "the game is over: 4" in run("play", path, *words, input="step 2\nstep 2\n").output


def keyboard(monkeypatch, *lines):
    """Let a person type lines; an exception is something else that he does."""
    waiting = list(lines)

    def ask(prompt):
        line = waiting.pop(0)
        if isinstance(line, str):
            return line
        raise line

    monkeypatch.setattr("gametree.cli.session.ask", ask)


def test_ctrl_c_at_the_prompt_asks_first(run, monkeypatch):
    keyboard(monkeypatch, "a1", KeyboardInterrupt(), "b1", KeyboardInterrupt(), KeyboardInterrupt())
    result = run("play", "tic_tac_toe", "--human", "both")
    assert result.exit_code == 0
    assert result.output.count("Ctrl-C again stops the game") == 2
    assert "stopped by Ctrl-C" in result.output
    assert moves_of(result.output) == "a1 b1"
    assert "to go on: gametree play tic_tac_toe --human both --moves 'a1 b1'" in result.output


def test_a_second_ctrl_c_while_the_engine_thinks_keeps_the_moves(run, monkeypatch):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr("gametree.players.searching.Mcts.think", interrupted)
    keyboard(monkeypatch, "b2")
    result = run("play", "tic_tac_toe", "--human", "first")
    assert result.exit_code == 0
    assert moves_of(result.output) == "b2"
    assert "to go on: " in result.output


def test_rules_that_fail_in_mid_game_do_not_lose_it(run, game_file, race):
    path = game_file(
        race.replace("return (state[0] + 1", "return (state[0] + 1 + 0 // (3 - state[0])")
    )
    result = run("play", path, "--human", "both", input="1\n2\n1\n1\n")
    assert result.exit_code == 2
    assert moves_of(result.output) == "step 1; step 2; step 1;"
    assert "error: Race.next_state raised ZeroDivisionError" in result.stderr


@pytest.mark.parametrize(
    "line", ["\x00", "\x1b[A", "\udcff", "a1" * 9999, "'\"", "%s{}\\", "[red]"]
)
def test_odd_input_does_no_harm(run, monkeypatch, line):
    keyboard(monkeypatch, line, "a1", "quit")
    result = run("play", "tic_tac_toe", "--human", "first", "--simulations", "20")
    assert result.exit_code == 0
    assert moves_of(result.output).startswith("a1 ")


def test_bytes_that_are_no_text_do_no_harm(run):
    result = run("play", "tic_tac_toe", "--human", "both", input=b"\xff\xfe\na1\n")
    assert result.exit_code == 0
    assert moves_of(result.output) == "a1"


def source(game, more):
    """Return the file of a toy game, with `more` at the end of its class."""
    return f"import gametree as gt\n\n\n{inspect.getsource(game)}\n{indent(dedent(more), '    ')}"


PIG = source(
    Pig,
    """
    interpreted_only = True

    def action_to_text(self, state, action):
        return str(action) if state[4] else ("hold", "roll")[action]
    """,
)


def test_dice_are_rolled_in_a_game_of_chance(run, game_file):
    path = game_file(PIG)
    options = ("--human", "first", "--simulations", "200", "--seed", "4")
    result = run("play", path, *options, input="roll\nhold\nundo\nroll\nquit\n")
    assert result.exit_code == 0
    assert "chance brings " in result.output
    assert "your move: roll" in result.output
    moves = moves_of(result.output).split()
    assert moves[0] == "roll"
    assert moves[1] in set("123456")
    again = run("play", path, *options, input="roll\nhold\nundo\nroll\nquit\n")
    assert moves_of(again.output) == moves_of(result.output)


def test_a_whole_game_of_chance_is_played(spawn, game_file):
    done = spawn(
        "play", game_file(PIG), "--param", "goal=10", "--simulations", "100", "--seed", "4"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-2] in ("player 1 wins", "player 2 wins")


def test_a_chance_position_is_not_analyzed(run, game_file):
    result = run("analyze", game_file(PIG), "--moves", "roll", "--simulations", "10")
    assert result.exit_code == 2
    assert "chance moves in this position" in result.stderr


RING = source(
    Ring,
    """
    interpreted_only = True

    def action_to_text(self, state, action):
        return ("back", "stay", "on")[action + 1]
    """,
)


def test_a_game_ends_by_repetition(run, game_file):
    words = [
        game_file(RING),
        "--param",
        "repetition=draw",
        "--moves",
        "on back",
        "--simulations",
        "10",
    ]
    result = run("play", *words)
    assert result.exit_code == 0
    assert "a draw by repetition" in result.output
    result = run("analyze", *words)
    assert result.exit_code == 2
    assert "the game is over" in result.stderr


def test_the_analysis_knows_the_positions_before(run, game_file):
    words = [game_file(RING), "--param", "repetition=forbidden", "--moves", "on"]
    told = run("analyze", *words, "--simulations", "50", "--json")
    assert {move["action"] for move in json.loads(told.stdout)["actions"]} == {"stay", "on"}


@pytest.mark.parametrize("word", ["quit", "q", "Q"])
def test_quit_may_be_said_by_its_first_letter(run, word):
    result = run("play", "tic_tac_toe", "--human", "both", input=f"b2\n{word}\n")
    assert result.exit_code == 0
    assert "the game is stopped" in result.output
    assert "moves: b2" in result.output


def test_any_player_may_be_the_opponent(run):
    own = str(Path(__file__).parents[1] / "own.py")
    moves = "\n".join(["2:1", "3:1", "3:2"])
    play = ["play", "nim", "--param", "heaps=1,3,5", "--human", "first", "--seed", "1"]
    output = run(*play, "--against", f"{own}:Nth:place=1", input=moves).output
    assert "player 2 plays 2:1" in output
    assert "player 2 plays 3:1" in output
    again = shlex.split(output.rpartition("to go on: ")[2])
    assert again[again.index("--against") + 1] == f"{own}:Nth:place=1"
    output = run("play", "nim", "--against", "mine.py").output
    assert output.startswith("error: there is no file")
