"""Rules as functions: UCT, the tree shown and watched."""

from __future__ import annotations

import math
import runpy
from time import sleep

import pytest
from scripts import FOLDER, load

import gametree as gt
from gametree.adapters.rules import (
    RuleGame,
    Rules,
    create_state,
    get_content,
    get_player_just_moved,
)
from gametree.games import TicTacToe
from toys import OneHeap, in_shares
from trees import numbers_of

NIM = load("rules_nim")
TOE = load("rules_tic_tac_toe")


@pytest.mark.parametrize("chips", [5, 6, 7, 9, 10, 11])
def test_nim_is_played_perfectly(chips):
    assert NIM.NIM.UCT(create_state(chips, 2), 2000, seed=1) == chips % 4


def test_the_tree_is_the_same_as_that_of_the_class():
    result = NIM.NIM.search(create_state(10, 2), 500, seed=4)
    reference = gt.search(
        in_shares(OneHeap)(10),
        simulations=500,
        seed=4,
        selection=gt.UCB1(math.sqrt(2)),
        compiled=False,
    )
    assert [(e.action, e.visits) for e in result.actions] == [
        (e.action, e.visits) for e in reference.actions
    ]
    toe = TOE.GAME.search(TOE.EMPTY, 500, seed=4)
    reference = gt.search(
        in_shares(TicTacToe)(),
        simulations=500,
        seed=4,
        selection=gt.UCB1(math.sqrt(2)),
        compiled=False,
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
    assert lines[0].startswith("root  7  ")
    assert len(lines) == 4
    best = NIM.NIM.search(create_state(7, 2), 200, seed=1).actions[0]
    wins = round(best.mean * best.visits)
    assert lines[1] == f"├─ 3  4  {wins}/{best.visits}"  # the rule, its state, wins by visits
    drawing = NIM.NIM.show(create_state(7, 2), 9, depth=2, seed=1)
    assert "└─ 2  5  0/2  untried 2 3" in drawing


def test_the_tree_is_watched_as_it_grows():
    drawings = list(NIM.NIM.watch(create_state(7, 2), 250, every=100, seed=1))
    heads = [drawing.splitlines()[0] for drawing in drawings]
    assert [head.rpartition("/")[2] for head in heads] == ["100", "200", "250"]
    assert drawings[-1] == NIM.NIM.show(create_state(7, 2), 250, seed=1)
    assert len(drawings[-1].splitlines()) > 4


def test_rules_that_are_untried_are_shown_too():
    root, *tried = NIM.NIM.show(create_state(7, 2), 2, depth=1, seed=1).splitlines()
    assert len(tried) == 2
    untried = root.partition("  untried ")[2]
    assert {*untried.split(), *(line.split()[1] for line in tried)} == {"1", "2", "3"}
    assert all("  untried " in line for line in tried)


def test_the_searcher_can_be_run_on_and_drawn_for_graphviz():
    searcher = NIM.NIM.searcher(create_state(7, 2), seed=1)
    searcher.run(simulations=50)
    searcher.run(simulations=50)
    assert searcher.result().simulations == 100
    picture = searcher.tree(max_depth=1, states=True).to_dot()
    best = searcher.result().actions[0]
    wins = round(best.mean * best.visits)
    assert f'[label="{7 - best.action}\\n{wins}/{best.visits}"' in picture
    assert f'label="{best.action}"];' in picture


def test_the_nim_example(capsys):
    assert NIM.main(chips=9, iterations=600, every=300) == 1
    out = capsys.readouterr().out
    assert "root  9  " in out
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
def test_the_examples_are_played_from_the_command_line(script, answers, monkeypatch, capsys):
    typed = iter(answers * 20)
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr("sys.argv", [script, "--play", "--iterations", "5"])
    runpy.run_path(str(FOLDER / f"{script}.py"), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[-1] in {"you win", "you lose", "a draw"}


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
    (
        {"apply": lambda rule, state: None},
        r"^apply returned nothing; \[content, player_just_moved\]",
    ),
    ({"apply": lambda rule, state: [1, 3]}, r"^apply returned \[1, 3\]; .*\(after the moves [123]"),
    ({"apply": lambda rule, state: 1 // 0}, r"^apply raised ZeroDivisionError"),
    ({"apply": lambda rule, state: [state[0] - rule, rule % 2 + 1]}, r"^apply let both players mo"),
    ({"apply": in_place}, r"^apply changed the state that it was given"),
    ({"get_rules": lambda state: 3}, r"^get_rules returned 3; a list of rules was expected"),
    ({"get_result": lambda state, player: None}, r"^get_result returned nothing; a finite number"),
    ({"get_result": lambda state, player: math.nan}, r"^get_result returned nan; .*\(after the"),
]


@pytest.mark.parametrize(("functions", "sentence"), FAULTS)
def test_a_fault_bears_the_name_of_the_function(functions, sentence):
    with pytest.raises(gt.GameError, match=sentence):
        changed(**functions).UCT(create_state(5, 2), 50, seed=1)


class Heap:
    """A state of a class of one's own."""

    def __init__(self, content, player_just_moved):
        self.content = content
        self.player_just_moved = player_just_moved


class Chips:
    def __init__(self, left, last):
        self.left = left
        self.last = last


KINDS = {
    "pair": lambda content, player: (content, player),
    "dict": lambda content, player: {"content": content, "player_just_moved": player},
    "class": Heap,
}


def nim_of(make, content=get_content, mover=get_player_just_moved):
    return Rules(
        lambda rule, state: make(content(state) - rule, 3 - mover(state)),
        lambda state: range(1, min(3, content(state)) + 1),
        lambda state, player: int(mover(state) == player),
        get_content=content,
        get_player_just_moved=mover,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_states_are_of_any_kind(kind):
    rules = nim_of(KINDS[kind])
    start = KINDS[kind](7, 2)
    assert rules.UCT(start, 500, seed=1, compiled=False) == 3
    drawing = rules.show(start, 300, seed=2, compiled=False)
    assert drawing == NIM.NIM.show(create_state(7, 2), 300, seed=2)


def test_states_are_read_by_functions_of_ones_own():
    rules = nim_of(Chips, lambda state: state.left, lambda state: state.last)
    assert rules.UCT(Chips(7, 2), 500, seed=1, compiled=False) == 3
    drawing = rules.show(Chips(7, 2), 300, seed=2, compiled=False)
    assert drawing == NIM.NIM.show(create_state(7, 2), 300, seed=2)
    told = r"^root_state must be .*get_player_just_moved tells it"
    with pytest.raises(gt.BadParameter, match=told):
        Rules(rules.apply, rules.get_rules, rules.get_result).UCT(Chips(7, 2), 10)


@pytest.mark.parametrize("kind", KINDS)
def test_equal_states_are_one_position(kind):
    game = RuleGame(nim_of(KINDS[kind]), KINDS[kind](12, 2))
    searcher = gt.Searcher(game, seed=1, transpositions=True, compiled=False)
    searcher.run(simulations=800)
    assert len(numbers_of(searcher)) <= 2 * 13


def test_a_player_may_move_twice():
    # Who takes 1 moves again; who takes the last chip wins.
    def apply(rule, state):
        player = state[1] if state[2] else 3 - state[1]
        return (state[0] - rule, player, rule == 1)

    rules = Rules(
        apply,
        lambda state: range(1, min(2, state[0]) + 1),
        lambda state, player: int(state[1] == player),
        get_content=lambda state: state[0],
        get_player_just_moved=lambda state: state[1],
    )

    def wins(state):
        """Return whether who is to move wins."""
        mover = apply(1, state)[1]
        for rule in rules.get_rules(state):
            after = apply(rule, state)
            if after[0] == 0 or wins(after) == (apply(1, after)[1] == mover):
                return True
        return False

    for chips in range(2, 8):
        start = (chips, 2, False)
        result = rules.search(start, 400, seed=1)
        assert result.player == 0
        best = apply(result.action, start)
        if wins(start):
            assert best[0] == 0 or wins(best) == (apply(1, best)[1] == 1)


def test_time_ends_a_game_that_does_not():
    def apply(rule, state):
        sleep(1e-5)  # a million moves, after which any playout is given up, take too long
        return (state[0], 3 - state[1])

    endless = Rules(apply, lambda state: [0, 1], lambda state, player: 0.5)
    with pytest.raises(gt.GameError, match=r"^no playout of Rules .*; cut .* with max_moves=100"):
        endless.UCT((0, 2), 100, seconds=0.01, compiled=False)
    result = endless.search((0, 2), 10**9, seconds=0.05, max_moves=20, compiled=False)
    assert result.stopped_by == "seconds"
    assert result.value == (0.5, 0.5)


def test_bad_parameters_are_named():
    state = create_state(5, 2)
    with pytest.raises(gt.BadParameter, match="apply must be a function"):
        changed(apply=3)
    with pytest.raises(gt.BadParameter, match="root_state must be"):
        NIM.NIM.UCT(5, 10)
    with pytest.raises(gt.BadParameter, match="get_content must be a function"):
        changed(get_content=3)
    with pytest.raises(gt.BadParameter):
        NIM.NIM.UCT(state, 0)
    with pytest.raises(gt.BadParameter, match="every must be"):
        NIM.NIM.watch(state, 10, every=0)
    with pytest.raises(gt.BadParameter):
        NIM.NIM.UCT(state, 10, c=-1)
    with pytest.raises(gt.FinishedPosition):
        NIM.NIM.UCT(create_state(0, 2), 10)
