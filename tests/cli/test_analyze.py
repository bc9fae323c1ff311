from __future__ import annotations

import json

import pytest

SEARCH = ["analyze", "tic_tac_toe", "--simulations", "500", "--seed", "1"]


def test_a_position_its_table_and_its_line(run):
    result = run(*SEARCH, "--moves", "b2 a1")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[:4] == ["  a b c", "1 O . .", "2 . X .", "3 . . ."]
    assert lines[5] == "tic tac toe, player 1 to move: 500 simulations"
    assert "move  visits   share    mean" in lines
    assert lines[-1].startswith("line: ")
    assert result.stderr == ""


def test_the_same_seed_finds_the_same_whether_compiled_or_not(run):
    def found(*options):
        result = json.loads(run(*SEARCH, "--json", "--tree", "5", *options).output)
        for name in ("seconds", "compiled", "bytes", "history"):
            del result[name]
        # Compiled rules also say that they were compared with interpreted ones.
        return {**result, "method": result["method"].partition(";")[0]}

    assert found() == found("--interpreted")


def test_json(run):
    result = json.loads(run(*SEARCH, "--json", "--moves", "b2").output)
    assert result["game"] == "tic_tac_toe"
    assert result["player"] == 1
    assert result["simulations"] == 500
    assert result["compiled"] is True
    assert sum(each["visits"] for each in result["actions"]) == 500
    assert "tree" not in result


def test_the_tree_within_json(run):
    tree = json.loads(run(*SEARCH, "--json", "--tree", "1").output)["tree"]
    assert tree["visits"] == 500
    assert sum(child["visits"] for child in tree["children"]) == 500
    assert all(child["children"] == [] for child in tree["children"])
    deeper = json.loads(run(*SEARCH, "--json", "--tree").output)["tree"]
    assert any(child["children"] for child in deeper["children"])


def test_the_tree_as_a_drawing(run):
    output = run(*SEARCH, "--tree", "1").output
    drawing = output[output.index("root  500 visits") :].splitlines()
    assert len(drawing) == 10
    assert drawing[-1].startswith("└─ ")


def test_the_tree_with_its_states(run):
    output = run(*SEARCH, "--tree", "1", "--states").output
    drawing = output[output.rindex("\n\n") :].strip().splitlines()
    assert drawing[0].startswith("root    a b c / 1 . . . / 2 . . . / 3 . . .  ")
    assert len(drawing) == 10
    assert drawing[1] in run(*SEARCH, "--states").output
    assert 'label="b2"];' in run(*SEARCH, "--states", "--dot").output


def test_rarely_visited_moves_are_not_drawn(run):
    output = run("analyze", "tic_tac_toe", "--simulations", "2000", "--seed", "1", "--tree").output
    drawing = output[output.index("root  2,000 visits") :].splitlines()
    visits = [int(line.split(" visits")[0].split()[-1].replace(",", "")) for line in drawing]
    assert min(visits) >= 10


def test_graphviz(run):
    output = run(*SEARCH, "--dot", "--tree", "1").output
    assert output.startswith("digraph gametree {\n")
    assert output.rstrip().endswith("}")
    assert output.count("->") == 9


@pytest.mark.parametrize("rule", ["ucb1", "ucb1-tuned", "puct", "thompson", "grave", "history"])
def test_selection_rules(run, rule):
    def found(c):
        search = [*SEARCH, "--interpreted", "--json", "--selection", rule]
        result = json.loads(run(*search, *c).output)
        return [each["visits"] for each in result["actions"]]

    assert found(["--c", "0.1"]) != found(["--c", "3"])
    assert found(["--c", "0.1"]) != found([])


def test_any_option_of_a_search(run):
    """What descriptions of players say of a search, the command line says in the same words."""
    options = ["--widening", "1", "--widening-alpha", "0.4", "--playout", "nst", "--decay", "0.5"]
    output = run(*SEARCH, "--interpreted", *options, "--expand-after", "2").output
    assert "Widening(rule=UCB1(c=1.4), k=1.0, alpha=0.4, near=0.5)" in output
    assert "NST(epsilon=0.3, least=7, decay=0.5)" in output


def test_minimax_needs_a_heuristic(run):
    search = ["--selection", "implicit", "--interpreted", "--simulations", "50", "--seed", "1"]
    assert "50 simulations" in run("analyze", "connect_four", *search).output
    assert (
        "needs a heuristic, and TicTacToe defines none"
        in run("analyze", "tic_tac_toe", *search).output
    )


def test_parameters_of_the_game(run):
    output = run("analyze", "nim", "--param", "heaps=2,1", "--param", "misere=true",
                 "--simulations", "100", "--interpreted").output  # fmt: skip
    assert "1: || (2)" in output
    assert "line: 1:2 2:1" in output


def test_a_memory_limit_ends_the_search(run):
    words = ["connect_four", "--memory", "100kB", "--json", "--seed", "1", "--interpreted"]
    result = json.loads(run("analyze", *words).output)
    assert result["stopped_by"] == "memory"
    assert result["bytes"] <= 100_000


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tic_tac_toe", "--moves", "a1 a2 a1"], "move 3, 'a1', cannot be played: 'a1' is no "),
        (["nim", "--moves", "1:1 2:3 3:5 4:7"], "the game is over in this position"),
        (["nim", "--simulations", "0"], "simulations must be a whole number of 1 or more"),
        (["nim", "--simulations", "many"], "invalid value for '--simulations': 'many' is no "),
        (["nim", "--memory", "1kB"], "memory must be at least 65,536 bytes, not 1,000"),
        (["nim", "--seconds", "nan"], "seconds must be a number greater than 0, not nan"),
        (["nim", "--c", "-1"], "c must be a number of 0 or more, not -1.0"),
        (["nim", "--tree", "0"], "invalid value for '--tree': 0 is not in the range"),
        (["--tree", "nim"], "invalid value for '--tree': 'nim' is no depth; write GAME before"),
        (["nim", "--json", "--dot"], "--json and --dot exclude each other"),
        (["nim", "--ref", "5"], "selection=ucb1 has no ref; those that have one are grave"),
        (["nim", "--halving", "x"], "invalid value for '--halving': 'x' is not a valid integer"),
        (["nim", "--final-move", "x"], "final_move must be one of ['visits', 'value', "),
        (["nim", "--evaluation", "x.py", "--playout", "mast"], "evaluation stands in place of pl"),
        (["nim", "--selection", "best"], "selection must be one of grave, history, implicit, puct"),
    ],
)
def test_mistakes(run, arguments, told):
    result = run("analyze", *arguments)
    assert result.exit_code == 2
    assert result.output.startswith(f"error: {told}")
    assert result.output.count("\n") == 1
    assert result.stdout == ""


def test_a_proof_is_told_with_its_line(run):
    words = ["--param", "heaps=1,2,3", "--solver", "--transpositions", "--interpreted"]
    result = run("analyze", "nim", *words)
    assert result.exit_code == 0
    assert "proven loss in 6 plies" in result.output
    assert "stopped by proof" in result.output


def test_workers_that_are_no_number(run):
    result = run("analyze", "nim", "--workers", "0")
    assert result.exit_code == 2
    assert "workers" in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--ray", "127.0.0.1:6379"], "--ray needs --workers 2 or more"),
        (["--workers", "2", "--ray", "here"], "a Ray cluster is given by host and port"),
        (["--stdio", "--ray", "here"], "not --ray"),
    ],
)
def test_a_cluster_that_cannot_be_is_told(run, words, told):
    done = run("analyze", "tic_tac_toe", *words)
    assert done.exit_code == 2
    assert told in done.stderr


@pytest.mark.parametrize(
    ("command", "arguments", "line"),
    [
        ("analyze", ("pig", "--moves", "roll"), "roll 1"),
        ("trace", ("pig", "--moves", "roll"), "roll 1"),
        ("analyze", ("backgammon",), "21"),
    ],
)
def test_a_position_of_chance_needs_an_outcome_among_the_moves(run, command, arguments, line):
    result = run(command, *arguments)
    assert result.exit_code == 2
    assert f'add an outcome, such as --moves "{line}"' in result.stderr
    searched = ("--moves", line, "--simulations", "3", "--interpreted")
    assert run("analyze", arguments[0], *searched).exit_code == 0
