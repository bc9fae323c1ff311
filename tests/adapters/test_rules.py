"""Rules as functions: UCT, the tree shown and watched."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from scripts import FOLDER, load

import gametree as gt
from gametree.adapters.rules import (
    Rules,
    create_state,
    get_content,
    get_player_just_moved,
)
from gametree.games import TicTacToe
from toys import OneHeap

NIM = load("rules_nim")
TOE = load("rules_tic_tac_toe")


@pytest.mark.parametrize("chips", [5, 6, 7, 9, 10, 11])
def test_nim_is_played_perfectly(chips):
    assert NIM.NIM.UCT(create_state(chips, 2), 2000, seed=1) == chips % 4


def test_the_tree_is_the_same_as_that_of_the_class():
    result = NIM.NIM.search(create_state(10, 2), 500, seed=4)
    reference = gt.search(
        OneHeap(10), simulations=500, seed=4, selection=gt.UCB1(math.sqrt(2)), compiled=False
    )
    assert [(e.action, e.visits) for e in result.actions] == [
        (e.action, e.visits) for e in reference.actions
    ]
    toe = TOE.GAME.search(TOE.EMPTY, 500, seed=4)
    reference = gt.search(
        TicTacToe(), simulations=500, seed=4, selection=gt.UCB1(math.sqrt(2)), compiled=False
    )
    assert [(e.action, e.visits) for e in toe.actions] == [
        (e.action, e.visits) for e in reference.actions
    ]


def test_uct_returns_the_most_visited():
    result = NIM.NIM.search(create_state(15, 2), 300, seed=2)
    assert result.actions[0].visits == max(each.visits for each in result.actions)
    assert NIM.NIM.UCT(create_state(15, 2), 300, seed=2) == result.action


def test_player_two_may_begin():
    assert NIM.NIM.search(create_state(10, 1), 200, seed=1).player == 1
    assert NIM.NIM.UCT(create_state(10, 1), 1000, seed=1) == 2


def test_a_state_is_made_and_read():
    state = create_state("heap", 1)
    assert state == ["heap", 1]
    assert get_content(state) == "heap"
    assert get_player_just_moved(state) == 1
    with pytest.raises(gt.BadParameter, match="player_just_moved must be 1 or 2, not 0"):
        create_state(3, 0)


def test_the_tree_is_shown():
    drawing = NIM.NIM.show(create_state(7, 2), 200, depth=1, seed=1)
    lines = drawing.splitlines()
    assert lines[0] == "root  200 visits"
    assert len(lines) == 4
    assert lines[1].startswith("├─ 3  ")


def test_the_tree_is_watched_as_it_grows():
    drawings = list(NIM.NIM.watch(create_state(7, 2), 250, every=100, seed=1))
    heads = [drawing.splitlines()[0] for drawing in drawings]
    assert heads == ["root  100 visits", "root  200 visits", "root  250 visits"]
    assert drawings[-1] == NIM.NIM.show(create_state(7, 2), 250, seed=1)
    assert len(drawings[-1].splitlines()) > 4


def test_rules_that_are_untried_are_shown_too():
    drawing = NIM.NIM.show(create_state(7, 2), 2, depth=1, min_visits=0, seed=1)
    tried = [line for line in drawing.splitlines() if " 1 visits" in line]
    untried = [line for line in drawing.splitlines() if " 0 visits" in line]
    assert (len(tried), len(untried)) == (2, 1)


def test_the_searcher_can_be_run_on_and_drawn_for_graphviz():
    searcher = NIM.NIM.searcher(create_state(7, 2), seed=1)
    searcher.run(simulations=50)
    searcher.run(simulations=50)
    assert searcher.result().simulations == 100
    assert "digraph" in searcher.tree().to_dot()


def test_the_nim_example(capsys):
    assert NIM.main(chips=9, iterations=600, every=300) == 1
    out = capsys.readouterr().out
    assert "root  300 visits" in out
    assert "player 1 takes 1, 8 left" in out
    assert out.endswith("\nplayer 1 wins\n")
    assert NIM.main(chips=8, iterations=600, every=600, choose=lambda state: 1) == 2
    assert capsys.readouterr().out.endswith("\nyou lose\n")
    assert NIM.main(chips=3, iterations=2, every=2, choose=lambda state: 3) == 1
    assert capsys.readouterr().out.endswith("\nyou win\n")


def test_the_tic_tac_toe_example(capsys):
    assert TOE.main(iterations=800) == 0
    assert capsys.readouterr().out.endswith("\na draw\n")
    # The first free cell each time: bad play.
    assert TOE.main(iterations=300, choose=lambda state: TOE.get_rules(state)[0]) == 2
    assert capsys.readouterr().out.endswith("\nyou lose\n")
    # Much thought against none.
    assert TOE.main(iterations=1, choose=lambda state: TOE.GAME.UCT(state, 500, seed=1)) == 1
    assert capsys.readouterr().out.endswith("\nyou win\n")


@pytest.mark.parametrize(
    ("script", "answers"), [("rules_nim", "123"), ("rules_tic_tac_toe", "123456789")]
)
def test_the_examples_are_played_from_the_command_line(script, answers):
    command = [sys.executable, FOLDER / f"{script}.py", "--play", "--iterations", "5"]
    typed = "".join(f"{answer}\n" for answer in answers * 20)
    done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] in {"you win", "you lose", "a draw"}


def test_people_are_asked_until_they_answer_well(monkeypatch, capsys):
    answers = iter(["", "x", "9", "2"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert NIM.ask(create_state(5, 2)) == 2
    answers = iter(["0", "1", "10", "5"])
    assert TOE.ask(create_state((1, 0, 0, 0, 0, 0, 0, 0, 0), 1)) == 4


def changed(**functions):
    rules = {"apply": NIM.apply, "get_rules": NIM.get_rules, "get_result": NIM.get_result}
    return Rules(**(rules | functions))


def in_place(rule, state):
    state[0] -= rule
    state[1] = 3 - state[1]
    return state


FAULTS = [
    ({"apply": lambda rule, state: None}, r"^apply returned None; \[content, player_just_moved\]"),
    ({"apply": lambda rule, state: [1, 3]}, r"^apply returned \[1, 3\]; .*\(after the moves [123]"),
    ({"apply": lambda rule, state: 1 // 0}, r"^apply raised ZeroDivisionError"),
    ({"apply": lambda rule, state: [state[0] - rule, state[1]]}, r"^apply .*players take turns"),
    ({"apply": in_place}, r"^apply changed the state that it was given"),
    ({"get_rules": lambda state: 3}, r"^get_rules returned 3; a list of rules was expected"),
    ({"get_result": lambda state, player: None}, r"^get_result returned None; a finite number"),
    ({"get_result": lambda state, player: math.nan}, r"^get_result returned nan; .*\(after the"),
]


@pytest.mark.parametrize(("functions", "sentence"), FAULTS)
def test_a_fault_bears_the_name_of_the_function(functions, sentence):
    with pytest.raises(gt.GameError, match=sentence):
        changed(**functions).UCT(create_state(5, 2), 50, seed=1)


def test_bad_parameters_are_named():
    state = create_state(5, 2)
    with pytest.raises(gt.BadParameter, match="apply must be a function"):
        changed(apply=3)
    with pytest.raises(gt.BadParameter, match="root_state must be"):
        NIM.NIM.UCT(5, 10)
    with pytest.raises(gt.BadParameter):
        NIM.NIM.UCT(state, 0)
    with pytest.raises(gt.BadParameter, match="every must be"):
        NIM.NIM.watch(state, 10, every=0)
    with pytest.raises(gt.BadParameter):
        NIM.NIM.UCT(state, 10, c=-1)
    with pytest.raises(gt.FinishedPosition):
        NIM.NIM.UCT(create_state(0, 2), 10)
