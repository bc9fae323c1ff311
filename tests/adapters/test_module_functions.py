"""Rules that are the functions of a module."""

from __future__ import annotations

import pickle
import sys

import pytest
from compiled_rules import assert_rules_play_alike

import gametree as gt
from gametree.adapters.recognition.module_functions import ModuleFunctions, called
from gametree.adapters.states import StateGame
from gametree.games import TicTacToe
from gametree.naming.loading import load_game
from gametree.user_code.python_file import import_file

RULES = '''
"""Tic-tac-toe as courses have it: functions of a board that is a list of lists."""

import copy
from random import choice as play  # plays nothing here

X, O, EMPTY = "X", "O", None
LINES = [[(i, j) for j in range(3)] for i in range(3)]
LINES += [[(j, i) for j in range(3)] for i in range(3)]
LINES += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 == 1 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    i, j = action
    if board[i][j] is not EMPTY:
        raise ValueError("not free")
    after = copy.deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    for line in LINES:
        marks = [board[i][j] for i, j in line]
        if marks[0] is not EMPTY and marks.count(marks[0]) == 3:
            return marks[0]
    return None


def terminal(board):
    return winner(board) is not None or all(EMPTY not in row for row in board)


def utility(board):
    return 1 if winner(board) == X else -1 if winner(board) == O else 0


def minimax(board):
    return None


def _won(board):
    return True
'''


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "noughts.py"
    path.write_text(RULES)
    yield path
    while str(tmp_path) in sys.path:
        sys.path.remove(str(tmp_path))


def test_a_file_of_functions_is_a_game(path):
    said = []
    game = load_game(str(path), {}, said.append)
    assert said == [
        f"{path} understood as a state object: legal moves by actions; played by result, which "
        "returns the next state; over by terminal; whose turn it is by player ('X', 'O'); result "
        "by utility, from the view of player X (as the winners of random games show); copied by "
        "nothing, as moves return new states"
    ]
    assert game.name == "noughts"
    assert pickle.loads(pickle.dumps(game)).legal_actions(game.initial_state())[3] == (1, 0)


def test_the_tree_is_that_of_our_own_rules(path):
    game = StateGame(import_file(path))
    options = {"simulations": 400, "seed": 1, "method": "uct", "compiled": False}
    own = gt.search(TicTacToe(), **options)
    theirs = gt.search(game, **options)
    assert [(*divmod(each.action, 3), each.visits, each.mean) for each in own.actions] == [
        (*each.action, each.visits, each.mean) for each in theirs.actions
    ]


def test_both_modes_play_alike(path):
    assert_rules_play_alike(StateGame(import_file(path)))


def test_a_keyword_names_another_function(path):
    path.write_text(RULES.replace("utility(", "worth(").replace("winner(", "leader("))
    with pytest.raises(gt.BadParameter, match=r"noughts cannot be understood .* nothing for resu"):
        load_game(str(path), {})
    with pytest.raises(gt.BadParameter, match="result='wort': noughts has no such member"):
        load_game(str(path), {"result": "wort"})
    game = load_game(str(path), {"result": "worth", "perspective": "first"})
    assert "result by worth" in game.understood


def test_what_a_module_imports_is_none_of_its_rules(path):
    functions = ModuleFunctions(import_file(path))
    assert called(functions) == "noughts"
    names = {"initial_state", "player", "actions", "result", "winner", "terminal", "utility"}
    assert {name for name in vars(functions) if not name.startswith("_")} == {*names, "minimax"}
    assert called(ModuleFunctions(sys)) == "sys"
    assert called(3) == "int"


def test_functions_without_a_first_state_need_one(path):
    path.write_text(RULES.replace("def initial_state", "def empty_grid"))
    with pytest.raises(gt.UnknownGame, match=r"would be a game if .* first board.* start=NAME"):
        load_game(str(path), {})
    for start in ("empty_grid", "[[None] * 3] * 3", "[[None, None, None]] * 3"):
        game = load_game(str(path), {"start": start})
        assert game.initial_state() == [[None] * 3] * 3
        assert game.next_state(game.initial_state(), (1, 1))[0] == [None] * 3
    with pytest.raises(gt.BadParameter, match=r"start must be a board such as .* or the name"):
        load_game(str(path), {"start": "[[None] * 3"})


def test_what_the_first_board_is_made_of_is_a_parameter(path):
    made = (
        "def make_board(size=3):\n    return [[EMPTY] * size for _ in range(size)]\n\n\ndef _first"
    )
    path.write_text(RULES.replace("def initial_state", made))
    assert len(load_game(str(path), {"size": "3"}).initial_state()) == 3
    path.write_text(path.read_text().replace("size=3", "size"))
    with pytest.raises(
        gt.BadParameter, match=r"noughts.make_board makes .* must be given size.*--p"
    ):
        load_game(str(path), {})
    assert len(load_game(str(path), {"size": "3"}).initial_state()) == 3


TOLD = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def available_moves(board):
    return [cell for cell in range(9) if board[cell] == " "]


def make_move(board, position, player):
    board[position] = player


def check_win(board{asked}):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] {how}
    return {nobody}
"""


@pytest.mark.parametrize(
    ("changes", "players", "told"),
    [
        ({"asked": ", player", "how": "== player:\n            return True", "nobody": "False"},
         ("X", "O"), "result by check_win, asked for each player"),
        ({"asked": "", "how": "!= ' ':\n            return board[a]", "nobody": "None"},
         ("X", "O"), "won by check_win"),
        ({"asked": "", "how": "!= ' ':\n            return board[a]",
          "nobody": "None if ' ' in board else 'Draw'"}, ("X", "O"), "won by check_win"),
        ({"asked": "", "how": "!= ' ':\n            return 'XO'.index(board[a]) + 1",
          "nobody": "0 if ' ' in board else 3"}, (1, 2), "won by check_win"),
    ],
)  # fmt: skip
def test_what_tells_of_a_win_may_name_the_winner(tmp_path, changes, players, told):
    path = tmp_path / "noughts.py"
    rules = TOLD.format(**changes)
    if players == (1, 2):
        rules = rules.replace("= player\n", "= 'XO'[player - 1]\n")
    path.write_text(rules)
    game = StateGame(import_file(path), players=players, start="[' '] * 9")
    assert told in game.understood
    assert "over by check_win" in game.understood
    options = {"simulations": 400, "seed": 1, "method": "uct"}
    own = gt.search(TicTacToe(), compiled=False, **options)
    assert gt.search(game, compiled=False, **options).actions == own.actions
    found = gt.search(game, simulations=20_000, seed=1, compiled=False)
    assert found.proof.value == (0.0, 0.0)
    assert_rules_play_alike(game)
