from __future__ import annotations

import subprocess
import sys
from functools import partial
from operator import truediv

import pytest

import gametree


def test_version(run):
    assert run("--version").output == f"gametree {gametree.__version__}\n"


def test_alone_it_shows_its_help(run):
    result = run()
    assert result.exit_code == 0
    assert result.output == run("--help").output
    for command in (
        "play",
        "analyze",
        "arena",
        "tune",
        "train",
        "models",
        "check",
        "new",
        "games",
        "bench",
    ):
        assert f"\n  {command} " in result.output


@pytest.mark.parametrize(
    "command",
    ["play", "analyze", "arena", "tune", "train", "models", "check", "new", "games", "bench"],
)
def test_every_command_has_help(run, command):
    assert run(command, "-h").output.startswith(f"Usage: main {command} [OPTIONS]")


@pytest.mark.parametrize("words", [["--version"], ["players"], ["play", "nim", "--human", "x"]])
def test_the_package_is_a_program(words, run):
    command = [sys.executable, "-m", "gametree", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    expected = run(*words)
    assert done.returncode == expected.exit_code
    assert done.stdout == expected.stdout
    assert done.stderr == expected.stderr


def modules_after(*arguments):
    script = (
        "import sys\n"
        "from gametree.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "heavy = {'numpy', 'numba', 'rich'} & set(sys.modules)\n"
        "print('loaded:', *sorted(heavy))\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.rpartition("loaded:")[2].split()


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["arena", "--help"]])
def test_help_loads_nothing_heavy(arguments):
    assert modules_after(*arguments) == []


def test_help_on_the_options_of_strategies_loads_them_but_no_numba():
    assert modules_after("analyze", "--help") == ["numpy"]


def test_what_does_not_search_does_not_load_numba():
    assert "numba" not in modules_after("games")


def test_plain_analysis_does_not_load_rich():
    analysis = ["analyze", "tic_tac_toe", "--simulations", "10", "--interpreted"]
    assert modules_after(*analysis) == ["numpy"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--nonsense"], "no such option"),
        (["analyse", "nim"], "no such command 'analyse'"),
        (["analyze"], "missing argument 'GAME' (see main analyze --help)"),
        (["analyze", "nimm"], "no game is called 'nimm'; did you mean nim?"),
        (["play", "nim", "--param", "heaps"], "invalid value for '--param': 'heaps' is not of"),
        (
            ["play", "nim", "--param", "heap=1"],
            "nim has no parameter 'heap'; did you mean heaps? it takes heaps=",
        ),
        (["play", "nim", "--param", "heaps=x"], "heaps must be integers separated by commas"),
        (["play", "nim", "--human", "third"], "--human must be first, second, none, both or"),
        (["play", "nim", "--human", "3"], "--human says player 3, but the game has 2 players"),
        (["play", "nim", "--seconds", "0"], "seconds must be a number greater than 0, not 0.0"),
        (["play", "nim", "--clock", "soon"], "a time control is seconds for the game, 300, with"),
        (["play", "nim", "--clock", "0"], "a game needs time for its first move: main seconds or"),
        (["play", "nim", "--clock", "9", "--seconds", "1"], "give --clock, for a game, or --secon"),
        (["play", "nim", "--seed", "-1"], "seed must be an integer from 0"),
    ],
)
def test_mistakes_are_told_in_one_line(run, arguments, told):
    result = run(*arguments)
    assert result.exit_code == 2
    line = result.stderr.splitlines()[-1]
    assert line.startswith(f"error: {told}")


def test_errors_of_a_process(spawn):
    done = spawn("analyze", "nimm")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: no game is called 'nimm'")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["trace", "tablebase", "bench --games"])
def test_ctrl_c_ends_a_command_in_one_line(run, monkeypatch, command):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("gametree.cli.rules.load_game", stopped)
    monkeypatch.setattr("gametree.games.load", stopped)
    result = run(*command.split(), "tic_tac_toe")
    assert result.exit_code == 130
    assert result.stderr == "stopped by Ctrl-C\n"


def test_an_error_in_a_users_rules_names_the_line(run, game_file, race):
    path = game_file(race.replace('f"step {action}"', "action.name"))
    result = run("play", path, "--human", "1,2,3", input="step 1\n")
    assert result.exit_code == 2
    number = race.split("\n").index('        return f"step {action}"') + 1
    assert result.stderr == (
        "error: Race.action_to_text raised AttributeError: 'int' object has no attribute 'name' "
        f"(mygame.py, line {number})\n"
    )


def test_a_fault_of_our_own_is_not_dressed_up(run, monkeypatch):
    monkeypatch.setattr("gametree.games.names", partial(truediv, 1, 0))
    with pytest.raises(ZeroDivisionError):
        run("games")


def test_rules_that_fail_at_once(run, game_file, race):
    path = game_file(race.replace("return (0, 0)", "return {}['no']"))
    result = run("analyze", path)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: Race.initial_state raised KeyError")


def test_rules_that_stay_interpreted_are_noted_once(run, game_file, race):
    willing = race.replace("interpreted_only = True", "interpreted_only = False")
    path = game_file(willing.replace("float(state[1]", "float(eval('0') + state[1]"))
    result = run(
        "play", path, "--human", "first", "--simulations", "5", input="hint\n1\nundo\nhint\n"
    )
    assert result.exit_code == 0
    notes = [line for line in result.stderr.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1
    assert "searching interpreted: Race.returns" in notes[0]


def test_what_an_error_comes_from_is_shown_on_request(run, game_file, race, monkeypatch):
    path = game_file(race.replace("return (0, 0)", "return {}['no']"))
    assert run("analyze", path).stderr.count("\n") == 1
    monkeypatch.setenv("GAMETREE_DEBUG", "1")
    lines = run("analyze", path).stderr.splitlines()
    assert "Traceback (most recent call last):" in lines
    assert lines[-1].startswith("error: Race.initial_state raised KeyError: 'no' (mygame.py, line ")
